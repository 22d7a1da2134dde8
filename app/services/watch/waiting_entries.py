"""Entries of the list of everything that waits for a member."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from app.kernel.clock_terms import StepDeadline
from app.kernel.clock_words import consequence
from app.kernel.offers import Decision
from app.kernel.say import Say, as_is, say
from app.services.container import Services, current_time
from app.services.watch.game_list import ListedGame
from app.store.transactions import UnitOfWork

GAME, CAMPAIGN, CONTEST, INVITATION, WISH, CLUB, REPORT = (
    "game",
    "campaign",
    "contest",
    "invitation",
    "wish",
    "club",
    "report",
)
WAITS = say("the game waits for you.", "la partida te espera.")
ANSWER, DECIDE = say("Answer", "Contestar"), say("Decide", "Decidir")


class WaitingEntry(msgspec.Struct, frozen=True):
    """Something that the member is asked to do.

    `kind` is the key of its source. `what` is asked, `about` names the game with `details`.
    `deadline` is "" without one, and `is_late` is true after it. `since` is the time of the
    question. `act` is the label of the link, and `silence` follows without an answer.
    """

    kind: str
    what: Say
    about: Say
    link: str
    act: Say
    deadline: str = ""
    since: str = ""
    details: tuple[Say, ...] = ()
    is_late: bool = False
    silence: Say = WAITS


class Asker(msgspec.Struct, frozen=True):
    """Member whose entries are read, with the unfinished games of the member."""

    services: Services
    work: UnitOfWork
    user_id: int
    games: Sequence[ListedGame]


def silence_of(
    one: ListedGame, owed: Decision | None = None, deadlines: Sequence[StepDeadline] = ()
) -> Say:
    """Consequence of silence: that of the decision where the game gives defaults by itself, or else
    that of the clock.
    """
    clock = one.game.clock
    if not one.deadline:
        return WAITS
    if owed is not None and clock.then == "hold":
        defaults = {step.key: step.default for step in deadlines}
        found = owed.silence or defaults.get(owed.deadline)
        if found is not None:
            return found
    return say("{what}.", "{what}.", what=consequence(clock))


def entry_of_game(kind: str, one: ListedGame, asked: Say, silence: Say) -> WaitingEntry:
    """Entry of a game that waits for the member."""
    opponents = [seat.name for seat in one.players if seat.seat != one.mine and seat.name]
    against = say("against {name}", "contra {name}", name=opponents[0]) if opponents else None
    is_duel = len(one.players) == 2
    return WaitingEntry(
        kind,
        asked,
        title_of_listed(one),
        f"/games/{one.game.address}",
        DECIDE,
        one.deadline,
        one.game.moved_at,
        (one.box_title, *([against] if against is not None and is_duel else ())),
        bool(one.deadline) and current_time() >= one.deadline,
        silence,
    )


def title_of_listed(one: ListedGame) -> Say:
    return as_is(one.game.title) if one.game.title else one.scenario_title
