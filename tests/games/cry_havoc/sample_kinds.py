"""Kinds of games of which this folder offers one to general tests (`tests/sample_games.py`)."""

KINDS = {"hexes": "cry_havoc"}

SCENARIO = "first_blood"
"""Scenario for two."""
SEAT = f"{SCENARIO}/watch"
"""Scenario and side, as the form of a new table sends them."""
