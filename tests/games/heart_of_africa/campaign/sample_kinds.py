"""Kinds of games of which this folder offers one to general tests (`tests/sample_games.py`), with
the keys that they need.
"""

KINDS = {"campaign": "heart_of_africa_campaign"}

GUIDED = "learning"
