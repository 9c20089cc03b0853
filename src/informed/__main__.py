"""Run the command line as ``python -m informed``."""

from informed.cli import main

if __name__ == "__main__":  # processes that work for the workbench import this module again
    main()
