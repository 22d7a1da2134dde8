"""Measurements of single games, one folder for each. All other modules of `bench` name no game."""
