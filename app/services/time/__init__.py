"""Time: clocks of games, availability of players and the deadline worker."""
