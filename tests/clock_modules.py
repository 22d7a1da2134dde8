"""Modules of the services that read the time of a game, for tests that set it."""

from app.services.play import (
    bot_substitutes,
    lobby,
    new_tables,
    opponent_wishes,
    orders,
    rating_worker,
    seat_substitution,
    stored_positions,
    wish_ends,
    wish_facts,
    wish_pairing,
)
from app.services.time import clocks, deadline_worker, viewer_clocks
from app.services.watch import player_ratings, reliability

GAME_TIME = (
    bot_substitutes,
    clocks,
    deadline_worker,
    lobby,
    new_tables,
    opponent_wishes,
    orders,
    player_ratings,
    rating_worker,
    reliability,
    seat_substitution,
    stored_positions,
    viewer_clocks,
    wish_ends,
    wish_facts,
    wish_pairing,
)
