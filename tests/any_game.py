"""Game for tests that any game can serve: the one that measurements of the server play."""

from __future__ import annotations

from bench.measured_games import server_game

BOX = server_game().card.key
SCENARIO = server_game().card.scenarios[0].key
SIDE = server_game().card.scenarios[0].sides[0].key
"""First side of the first scenario."""
SEAT = f"{SCENARIO}/{SIDE}"
"""The seat in a form of the pages."""
