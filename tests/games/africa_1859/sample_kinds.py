"""Kinds of games of which this folder offers one to general tests (`tests/sample_games.py`)."""

KINDS = {"areas": "africa_1859"}
