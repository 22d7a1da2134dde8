"""Figures of speed, printed by `python -m app bench`. They are measured, never asserted."""
