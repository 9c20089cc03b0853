"""The published tables and figures, recomputed, with the errata."""
