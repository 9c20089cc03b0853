"""What is asked of an engine that holds the rows: one group-by, long tables made wide; DuckDB's own connection."""
