"""Games by their kind, for general tests that need one as an example.

A test about the rules of one game stands in `tests/games/<key>`.
"""

from __future__ import annotations

HEX_GAME = "cry_havoc"
"""Game on a map of hexes; `first_blood` is its scenario for two, `first_steps` its guided one."""
INCH_GAME = "heart_of_africa"
"""Game in inches, in which players bring armies."""
AREA_GAME = "africa_1859"
"""Game on a map of areas, with stacks of hidden counters."""
CAMPAIGN = "heart_of_africa_campaign"
"""Long game whose battles are games of `INCH_GAME`."""
