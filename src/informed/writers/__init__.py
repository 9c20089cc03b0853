"""Results in print: each file the only importer of its library."""
