"""Lines of the log by kinds of events, by phase."""
