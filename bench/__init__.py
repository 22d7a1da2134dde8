"""Measurements, printed by `python -m app bench` and the modules here. They are never asserted."""
