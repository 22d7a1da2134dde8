"""Kinds of games of which this folder offers one to general tests (`tests/sample_games.py`), with
the keys that they need.
"""

KINDS = {"hexes": "cry_havoc"}

SCENARIO = "first_blood"
"""Guided scenario for two."""
SIDE = "watch"
"""Its side that begins."""
SECOND_SIDE = "raiders"
SEAT = f"{SCENARIO}/{SIDE}"
"""Scenario and side, as the form of a new table sends them."""
SHOOTER = "eudo"
"""Archer of `SIDE`, who can shoot at `TARGET` in the first step."""
TARGET = "arnim"
PIECE = "ben"
"""Piece of `SIDE` that can move in its movement."""
OTHER_PIECE = "hal"
MOVE = f'{{"kind":"move","unit":"{PIECE}","path":["0406","0405"]}}'
"""Order, as a form sends it."""
SHOT = f'{{"kind":"shoot","unit":"{SHOOTER}","target":"{TARGET}"}}'
NEXT_SCENARIO = "lady_edith"
"""Scenario for two that a player is offered after `SCENARIO`."""
HIDDEN_SCENARIO = "emboscada"
"""Scenario in which a side sets up hidden pieces."""
CONVOY = "convoy"
"""Sides of `HIDDEN_SCENARIO`."""
AMBUSHERS = "ambushers"
LARGE_SCENARIO = "tres_mulas"
LARGE_SIDE = "lord"
"""Side of `LARGE_SCENARIO`."""
FORCES = ("knight_errant", ("campesino", "Radult", "11"), ("peasant", "Radult", "11"))
"""Scenario, and words about the forces of its sides in Spanish and English."""
