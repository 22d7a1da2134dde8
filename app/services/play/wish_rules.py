"""Rules about wishes for an opponent: paces, limits and refusals."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

import msgspec

from app.kernel.clock_terms import Terms
from app.kernel.contract import Game
from app.kernel.matchmaking import STRENGTHS, Opposed
from app.kernel.rated_scenarios import may_be_rated
from app.kernel.refusal import Refusal, no
from app.kernel.say import LANGUAGES, Say, say
from app.services.clubs.roles import PERMISSIONS, Permission
from app.store import records

MOST_WISHES, MOST_GAMES, MOST_APART = 5, 10, 10
NEWCOMER_GAMES = 3
"""Finished games against other users from which a player is no newcomer."""
HOLD_MINUTES = 10
"""Wait of the older of two wishes before they are paired, so that better pairs can form."""
SWEEP_MINUTES = 1
BOUND_MINUTES = HOLD_MINUTES + SWEEP_MINUTES
"""Longest wait of two wishes that fit. The page names it."""
LIVE = "live"
LIVE_HOURS = (1, 2, 3, 4, 6)
ASKED_AFTER_DAYS, ENDS_AFTER_DAYS = 11, 14
READING_ROLES = tuple(key for key, may in PERMISSIONS.items() if Permission.PLAY not in may)
"""Roles of a club that may not play."""


class Pace(msgspec.Struct, frozen=True):
    """Pace of a game, with the clock of its table."""

    title: Say
    clock: Terms


PACES: Mapping[str, Pace] = {
    LIVE: Pace(say("live, in one sitting", "en directo, de una sentada"), Terms()),
    "daily": Pace(
        say("a decision a day", "una decisión al día"),
        Terms(kind="each", days=1, grace=24, then="claim", holidays=7),
    ),
    "slow": Pace(
        say("two decisions a week", "dos decisiones por semana"),
        Terms(kind="each", days=4, grace=24, then="claim", holidays=14),
    ),
}


def scenarios_of(box: Game) -> tuple[Opposed, ...]:
    """Scenarios of a game for a wish: battles of two sides that both compete, without a guide."""
    return tuple(
        Opposed(one.key, (one.sides[0].key, one.sides[1].key))
        for one in box.card.scenarios
        if may_be_rated(box.card, one)
    )


def wish_owner_refusal(user: records.User) -> Refusal | None:
    """CAR-OPP-01: Members have wishes; guests and programs do not."""
    if not (user.is_guest or user.is_bot):
        return None
    return no(
        "CAR-OPP-01",
        "Only members look for an opponent. Create an account first.",
        "Solo los miembros buscan rival. Crea antes una cuenta.",
    )


def wish_count_refusal(count: int) -> Refusal | None:
    """CAR-OPP-02: A member has at most five wishes."""
    if count < MOST_WISHES:
        return None
    return no(
        "CAR-OPP-02",
        "You have {most} wishes. End one first.",
        "Tienes {most} búsquedas. Termina antes una.",
        most=MOST_WISHES,
    )


def wish_faults(
    seats: Sequence[tuple[str, str]],
    paces: Sequence[str],
    languages: Sequence[str],
    at_once: int,
    apart: int,
) -> list[Refusal]:
    """CAR-OPP-03: A wish names a side, a pace and a language. Returns all faults."""
    checks = (
        (not seats, "Choose at least one side.", "Elige al menos un bando."),
        (not paces, "Choose at least one pace.", "Elige al menos un ritmo."),
        (not languages, "Choose at least one language.", "Elige al menos un idioma."),
        (
            not 1 <= at_once <= MOST_GAMES,
            "A wish is for 1 to {games} games at once.",
            "Una búsqueda es para 1 a {games} partidas a la vez.",
        ),
        (
            not 0 <= apart <= MOST_APART,
            "At most the last {apart} opponents are avoided.",
            "Se evitan como mucho los últimos {apart} rivales.",
        ),
    )
    return [
        no("CAR-OPP-03", en, es, games=MOST_GAMES, apart=MOST_APART)
        for fails, en, es in checks
        if fails
    ]


def wish_club_refusal(club_id: int | None, playing: Collection[int]) -> Refusal | None:
    """CAR-OPP-09: A wish for an opponent of a club is for a member who may play there."""
    if club_id is None or club_id in playing:
        return None
    return no(
        "CAR-OPP-09",
        "Choose an active club in which you may play.",
        "Elige un club activo en el que puedas jugar.",
    )


def are_known(
    box: Game | None,
    seats: Iterable[tuple[str, str]],
    paces: Iterable[str],
    languages: Iterable[str],
    strength: str,
) -> bool:
    """True if all these keys exist."""
    if box is None:
        return False
    known = {(one.scenario, side) for one in scenarios_of(box) for side in one.sides}
    return (
        {*seats} <= known
        and {*paces} <= {*PACES}
        and {*languages} <= {*LANGUAGES}
        and strength in STRENGTHS
    )
