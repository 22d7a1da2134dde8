"""Rules about rated battles: which tables may be rated, and which results count."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from itertools import pairwise

import msgspec

from app.kernel.contract import Card, Game, Scenario
from app.kernel.outcome import CANCELLED, DROPPED, Outcome
from app.kernel.rated_scenarios import may_be_rated
from app.kernel.refusal import Refusal, no
from app.kernel.say import Say, say
from app.store import records
from app.store.ratings import RatedBattle

FEWEST_DECISIONS = 3
ROW = timedelta(days=7)
"""Longest time between two neighbours of a row of losses on time."""
IN_A_ROW, EARLY, UNPLAYED, FORFEIT, ELSEWHERE = "row", "early", "unplayed", "forfeit", "elsewhere"
REASONS: Mapping[str, Say] = {
    "void": say("the game was cancelled", "la partida se anuló"),
    "seat": say("a seat passed to another player", "un asiento pasó a otro jugador"),
    UNPLAYED: say(
        "it ended before the loser’s first decision",
        "terminó antes de la primera decisión del perdedor",
    ),
    FORFEIT: say("a player forfeited it", "un jugador la perdió sin jugarla"),
    ELSEWHERE: say(
        "its result was entered from a real table", "su resultado se anotó desde una mesa real"
    ),
    EARLY: say(
        "won on time before the loser’s third decision",
        "se ganó por tiempo antes de la tercera decisión del perdedor",
    ),
    IN_A_ROW: say(
        "one of a row of losses on time of the same player",
        "una de varias derrotas por tiempo seguidas del mismo jugador",
    ),
}
"""Reasons why a finished battle is not rated, by key."""
BATTLES_RATED = say(
    "Its battles are rated: their results count for the ratings of both players.",
    "Sus batallas puntúan: el resultado cuenta para la puntuación de los dos jugadores.",
)


def rating_refusal(
    rated: bool, box: Game, scenario: Scenario, per_side: Mapping[str, int], against: str
) -> Refusal | None:
    """CAR-RAT-01: A rated battle has two sides with one player each, no bot and no guide."""
    is_duel = may_be_rated(box.card, scenario) and set(per_side.values()) == {1}
    if not rated or (is_duel and against == "people"):
        return None
    return no(
        "CAR-RAT-01",
        "A rated battle has two sides with one player each, and no bot. Guided battles are not "
        "rated.",
        "Una batalla puntuada tiene dos bandos con un jugador cada uno y ningún bot. Las batallas "
        "guiadas no puntúan.",
    )


def rated_long_game_refusal(rates_battles: bool, against_bot: bool) -> Refusal | None:
    """CAR-RAT-07: A long game with rated battles says so before its players join. No bot plays
    in it.
    """
    if not (rates_battles and against_bot):
        return None
    return no(
        "CAR-RAT-07",
        "No bot plays in a game whose battles are rated.",
        "Ningún bot juega en una partida cuyas batallas puntúan.",
    )


def rating_words(card: Card, game: records.Game) -> tuple[Say, ...]:
    """Sentence for a player who is invited to a rated game; none for other games."""
    if not game.rated:
        return ()
    if card.is_battle:
        return (say("The battle is rated.", "La batalla puntúa."),)
    return (BATTLES_RATED,)


def not_a_member_refusal(game: records.Game, user: records.User) -> Refusal | None:
    """CAR-RAT-02: Members play rated battles; guests and programs do not."""
    if not game.rated or not (user.is_guest or user.is_bot):
        return None
    return no(
        "CAR-RAT-02",
        "Only members play rated battles. Create an account first.",
        "Solo los miembros juegan batallas puntuadas. Crea antes una cuenta.",
    )


def reason_not_rated(
    outcome: Outcome,
    has_changed_hands: bool,
    on_time: bool,
    decisions_of_losers: int,
    unrated: str = "",
) -> str:
    """CAR-RAT-03: A cancelled battle is not rated. Neither is one with a seat that changed
    hands, or a forfeit. A win on time needs three decisions of the loser, and any other end needs
    one. `unrated` is the reason of a long game. Returns the key of the reason, "" without one.
    """
    if outcome.ending in (CANCELLED, DROPPED):
        return "void"
    if has_changed_hands:
        return "seat"
    if unrated:
        return unrated
    if on_time and decisions_of_losers < FEWEST_DECISIONS:
        return EARLY
    return "" if decisions_of_losers else UNPLAYED


def with_rows_of_time_outs(battles: Sequence[RatedBattle]) -> list[RatedBattle]:
    """CAR-RAT-04: Losses on time of one player in a row are not rated. They follow each other
    within seven days, and no other rated battle of the player ends between them.
    """
    by_player: dict[int, list[RatedBattle]] = {}
    for one in sorted(battles, key=lambda one: (one.ended_at, one.game_id)):
        if one.reason in ("", IN_A_ROW, EARLY):
            by_player.setdefault(one.player, []).append(one)
    in_row = {
        game_id
        for own in by_player.values()
        for one, then in pairwise(own)
        if _lost_on_time(one) and _lost_on_time(then) and _time(then) - _time(one) <= ROW
        for game_id in (one.game_id, then.game_id)
    }
    return [_with_row(one, one.game_id in in_row) for one in battles]


def _lost_on_time(battle: RatedBattle) -> bool:
    return battle.on_time and battle.result == "lost"


def _time(battle: RatedBattle) -> datetime:
    return datetime.fromisoformat(battle.ended_at)


def _with_row(battle: RatedBattle, is_in_row: bool) -> RatedBattle:
    if battle.reason not in ("", IN_A_ROW):
        return battle
    return msgspec.structs.replace(battle, reason=IN_A_ROW if is_in_row else "")
