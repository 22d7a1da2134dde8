"""Page of a ladder: rungs with the state of each entrant, and costs."""

from __future__ import annotations

from collections.abc import Iterator

from app.games.contests.ladder import is_away
from app.games.contests.names import title_of
from app.games.contests.rungs import rung_of
from app.games.contests.state import Contest
from app.kernel.contest_pages import LadderPage, RungRow
from app.kernel.say import Say, say

IDLE_TIME = (
    say("Idle time", "Tiempo sin jugar"),
    say(
        "counts once until the next challenge or battle; an announced absence does not count",
        "cuenta una vez hasta el próximo desafío o batalla; una ausencia anunciada no cuenta",
    ),
)
"""Cost of idle time, for a ladder with a deadline for it."""


def ladder_page(contest: Contest) -> LadderPage:
    """Rungs from the highest on, and costs."""
    return LadderPage(
        tuple(rung_row(contest, key) for key in contest.rungs), tuple(costs()), IDLE_TIME
    )


def rung_row(contest: Contest, key: str) -> RungRow:
    """One rung with the state of its entrant."""
    rung = rung_of(contest, key)
    for pairing in contest.open_pairings():
        if key in pairing.entrants:
            other = title_of(contest, pairing.opponent(key))
            battle = say("battle against {who}", "batalla contra {who}", who=other)
            return RungRow(rung, key, battle, pairing.key, is_free=False)
    state = challenge_state(contest, key)
    if state is not None:
        return RungRow(rung, key, state, is_free=False)
    if is_away(contest, key):
        return RungRow(rung, key, say("away", "ausente"), is_free=False)
    return RungRow(rung, key, None)


def challenge_state(contest: Contest, key: str) -> Say | None:
    """Open challenge of an entrant in words; None without one."""
    for one in contest.challenges:
        if one.by == key:
            return say("challenges {who}", "desafía a {who}", who=title_of(contest, one.to))
        if one.to == key:
            by = title_of(contest, one.by)
            return say("challenged by {who}", "tiene un desafío de {who}", who=by)
    return None


def costs() -> Iterator[tuple[Say, Say]]:
    """Consequences of a result and of declining. Those of silence stand with their deadlines."""
    yield (
        say("A victory", "Una victoria"),
        say(
            "the winner takes the higher rung, and entrants between move down one; a draw changes none",
            "el ganador ocupa el peldaño más alto y los intermedios bajan uno; un empate no cambia nada",
        ),
    )
    yield (
        say("To decline", "Rechazar"),
        say(
            "free once since the last battle, then one rung",
            "gratis una vez desde la última batalla; después, un peldaño",
        ),
    )
