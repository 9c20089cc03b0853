"""Arrays and data only: tables, labels, measures, and the statistics that answer every question."""
