"""The workbench in the browser: the same evaluations as the command line, no arithmetic of its own."""
