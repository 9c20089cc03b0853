"""Data frames of any library, and named columns in memory that are no frame."""
