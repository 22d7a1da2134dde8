"""Contests: pairings, brackets, points and standings of tournaments and leagues."""
