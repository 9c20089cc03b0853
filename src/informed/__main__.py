"""Run the command line as ``python -m informed``."""

from informed.cli import main

main()
