"""Sentence about the rating on the page of a game."""

from __future__ import annotations

from app.kernel.say import Say, say
from app.services.container import Services
from app.services.play.rated_battles import battles_of
from app.services.play.rating_rules import BATTLES_RATED, REASONS
from app.services.watch.game_view import GameView

IS_RATED = say(
    "Rated: the result counts for the ratings of both players.",
    "Puntúa: el resultado cuenta para la puntuación de los dos jugadores.",
)


def load_rating_sentence(services: Services, look: GameView) -> Say | None:
    """Sentence about the rating of a game, after its end with the reason if it does not count. None
    for a game that is not rated.
    """
    if not look.game.rated:
        return None
    if not look.box.card.is_battle:
        return BATTLES_RATED
    if look.outcome is None:
        return IS_RATED
    with services.store.read() as work:
        battles = battles_of(services, work, look.game, look.history)
    reasons = [REASONS[one.reason] for one in battles if one.reason]
    if not reasons:
        return IS_RATED
    return say("Not rated: {why}.", "No puntúa: {why}.", why=reasons[0])
