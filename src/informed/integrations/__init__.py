"""Where people already work: each file is the only importer of its library, and does no arithmetic of its own."""
