"""Changes of the state by kinds of events, by phase."""
