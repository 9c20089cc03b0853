"""Could it be chance? The tests, each under its own name."""
