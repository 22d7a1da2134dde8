"""Bots hold seats like anybody else: they see their own view, and their orders go the way of all
orders.

Several server processes may play the same bot: the command of a decision is always the same, so one
of them is on record and the others get its answer. A demonstration game is played on while somebody
looks at it.
"""

from __future__ import annotations

import logging
import random
import time
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import msgspec

from app.kernel import table
from app.kernel.dice import key_of
from app.kernel.headless_games import answer_to_draw
from app.kernel.offers import Decision
from app.kernel.seats import Viewer
from app.services.background_worker import Worker
from app.services.errors import NoSuchGame, NotYourSeat, Overtaken
from app.services.play import lobby, orders
from app.services.watch.game_history import Story
from app.store import records
from app.store.database_errors import Away
from app.store.transactions import Work

if TYPE_CHECKING:
    from app.services.container import Services

log = logging.getLogger(__name__)

AGAINST_PEOPLE = 0.4  # seconds between a move and the bot's next one
AMONG_BOTS = 2.5
OPENING = (
    12  # the first moves of a demonstration are played at once, so that there is something to see
)
SWEEP = 0.25  # seconds between two looks at the ledger
WATCHED = 90.0  # seconds for which a look at a demonstration keeps it going
REST = 30.0  # seconds for which a finished demonstration stays on the start page


class Due(msgspec.Struct, frozen=True):
    """A bot's decision: what may be known of the game, and the seat that owes it."""

    game: records.Game
    seat: records.Seat


class Bots(Worker):
    """A thread that plays every seat held by a bot."""

    NAME, REST = "player of the bots", SWEEP

    def __init__(self, services: Services, demo: bool = False):
        super().__init__()
        self._services, self._demo = services, demo
        self._resting: dict[
            int, float
        ] = {}  # games in which a bot has failed, and until when they are left alone

    def round(self) -> float:
        if self._demo:
            self._keep_a_demo()
        return 0.0 if self.sweep() else SWEEP

    def sweep(self) -> bool:
        """Play one move in every game whose bot has waited long enough; true if there was one."""
        played = False
        for due in sorted(self._due(), key=lambda due: due.game.is_demo):
            if self._stopped.is_set():
                break
            played = self._play(due) or played
        return played

    def _due(self) -> list[Due]:
        with self._services.store.read() as work:
            games = [
                game for game in work.games.waiting_for_bots() if game.box in self._services.shelf
            ]
            seats = work.seats.of_games([game.id for game in games])
        owed = [
            Due(game, seat) for game in games for seat in seats[game.id] if seat.bot and seat.owes
        ]
        return [due for due in owed if self._is_time(due.game, seats[due.game.id])]

    def _is_time(self, game: records.Game, seats: tuple[records.Seat, ...]) -> bool:
        if self._resting.get(game.id, 0.0) > time.monotonic():
            return False
        waited = seconds_since(game.moved_at)
        if not all(seat.bot for seat in seats):
            return waited >= AGAINST_PEOPLE
        if game.number < OPENING:
            return True
        return waited >= AMONG_BOTS and self._is_watched(game.id)

    def _is_watched(self, game_id: int) -> bool:
        lately = time.monotonic() - WATCHED
        return (
            self._services.bell.is_waited_for(game_id)
            or self._services.looked_at.get(game_id, 0.0) > lately
        )

    def _play(self, due: Due) -> bool:
        try:
            play_for(self._services, due.game, due.seat)
        except (Overtaken, NoSuchGame, NotYourSeat):
            return False  # another process was faster, or the table is gone
        except Away:
            raise
        except Exception:  # the fault of one box must not stop the others
            log.exception(
                "the bot of %s failed in game %s after move %s",
                due.game.box,
                due.game.id,
                due.game.number,
            )
            self._resting[due.game.id] = time.monotonic() + 60
            return False
        return True

    def _keep_a_demo(self) -> None:
        """Open a demonstration when there is none, or when the last one has been over for a while
        or cannot go on.
        """
        if not self._services.shelf:
            return
        with self._services.store.read() as work:
            last = work.games.demo()
            is_lost = last is not None and (
                last.box not in self._services.shelf or self._is_damaged(work, last)
            )
        if (
            last is None
            or is_lost
            or (last.status == "over" and seconds_since(last.moved_at) > REST)
        ):
            box, scenario = next_demo(self._services, last)
            lobby.open_demo(self._services, box, scenario, after=last)

    def _is_damaged(self, work: Work, game: records.Game) -> bool:
        try:
            self._services.stories.of(work, self._services.box(game), game)
        except Away:
            raise
        except Exception:  # noqa: BLE001 whatever hinders its record from being read, the other bots go on
            return True
        return False


def next_demo(services: Services, last: records.Game | None) -> tuple[str, str]:
    """Box and scenario of the next demonstration: every scenario of every box takes its turn."""
    programme = [
        (key, scenario.key)
        for key, box in services.shelf.items()
        for scenario in box.card.scenarios
    ]
    shown = (last.box, last.scenario) if last else None
    return (
        programme[(programme.index(shown) + 1) % len(programme)]
        if shown in programme
        else programme[0]
    )


def play_for(services: Services, game: records.Game, seat: records.Seat) -> orders.Played:
    """Let the box's bot decide for a seat that owes a decision, and put its order on record."""
    with services.store.read() as work:
        game = services.find(work, game.id)
        story = services.stories.of(work, services.box(game), game)
        key = key_of(work.games.seed(game.id), ("bot", seat.seat, str(game.number)))
    owed = next((decision for decision in owing(story) if decision.seat == seat.seat), None)
    if owed is None:
        raise Overtaken(game.number)
    view = story.box.view(story.now.state, Viewer(seat.seat, seat.side))
    order = answer_to_draw(story.now, owed) or story.box.bot(view, random.Random(key))  # noqa: S311 a bot's whim, the same in every process
    command = f"bot:{game.id}:{seat.seat}:{game.number}"[: orders.LONGEST_COMMAND]
    return orders.declare_for_bot(services, game.id, seat.seat, command, game.number, order)


def owing(story: Story) -> tuple[Decision, ...]:
    """The decisions that are owed."""
    if table.outcome(story.box, story.now) is not None:
        return ()
    return tuple(story.box.waiting_for(story.now.state))


def seconds_since(moment: str) -> float:
    return (datetime.now(UTC) - datetime.fromisoformat(moment)).total_seconds()
