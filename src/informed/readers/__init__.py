"""Anything into layer 0: counting, on whatever device or engine holds the data."""
