"""Record book of a club: its longest and narrowest battles, and those with the most Leaders
lost.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from app.kernel.say import Say, say
from app.services.clubs.club_chronicle import title_of
from app.services.clubs.club_games import known_games
from app.services.clubs.clubs import ClubView
from app.services.container import Services
from app.store.club_chronicles import BattleFacts

MOST_OF_EACH, LOOKED_AT = 3, 12


class RecordKind(msgspec.Struct, frozen=True):
    """Kind of record. `value` is greater for a better record, None for a battle without it."""

    title: Say
    value: Callable[[BattleFacts], int | None]
    words: Callable[[BattleFacts], Say]


class RecordRow(msgspec.Struct, frozen=True):
    """Battle in a record book, with its figure in words and the address of its report."""

    title: Say
    says: Say
    at: str
    report: str


class Records(msgspec.Struct, frozen=True):
    """Best battles of one kind, the best first."""

    title: Say
    rows: tuple[RecordRow, ...]


KINDS = (
    RecordKind(
        say("Longest", "Más larga"),
        lambda one: one.turns or None,
        lambda one: say("{n:turn+s}", "{n:turno+s}", n=one.turns),
    ),
    RecordKind(
        say("Narrowest", "Más reñida"),
        lambda one: None if one.margin is None else -one.margin,
        lambda one: say(
            "{n:point+s} of difference", "{n:punto+s} de diferencia", n=one.margin or 0
        ),
    ),
    RecordKind(
        say("Most Leaders lost", "Más Líderes perdidos"),
        lambda one: one.leaders_lost or None,
        lambda one: say("{n:Leader+s}", "{n:Líder+es}", n=one.leaders_lost),
    ),
)


def load_records(services: Services, view: ClubView, user_id: int | None) -> tuple[Records, ...]:
    """Records of the battles on this site that the viewer may see. Among equals the earliest is
    first.
    """
    with services.store.read() as work:
        facts = work.club_chronicles.facts_of_club(view.club.id)
        best = [best_of(facts, kind) for kind in KINDS]
        games = work.games.by_id([*{one.game_id for its in best for one in its}])
        parents = work.games.by_id([one.parent_id for one in games.values() if one.parent_id])
        known = {one.id: one for one in known_games(services, work, view, games.values(), user_id)}
    return tuple(
        Records(
            kind.title,
            tuple(
                RecordRow(
                    title_of(services, known[one.game_id], parents),
                    kind.words(one),
                    known[one.game_id].moved_at,
                    f"/games/{known[one.game_id].address}/report",
                )
                for one in its
                if one.game_id in known
            )[:MOST_OF_EACH],
        )
        for kind, its in zip(KINDS, best, strict=True)
    )


def best_of(facts: Sequence[BattleFacts], kind: RecordKind) -> list[BattleFacts]:
    """Best battles of a kind, more than are shown: some of them may be hidden from the viewer."""
    counted = [one for one in facts if kind.value(one) is not None]
    return sorted(counted, key=lambda one: -(kind.value(one) or 0))[:LOOKED_AT]
