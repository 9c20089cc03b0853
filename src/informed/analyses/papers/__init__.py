"""The published tables and figures, recomputed: what was printed beside what comes out, and the errata."""
