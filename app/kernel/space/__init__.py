"""Spaces on which games are played: hexes, areas, the continuous table."""
