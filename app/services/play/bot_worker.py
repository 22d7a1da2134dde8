"""Bot worker: plays the seats of bots. Bots see only their own view, and their orders are checked
like all orders.

Several server processes may play the same bot. Its command for a decision is always the same, so it
is recorded once. A demonstration game continues while it is being watched.
"""

from __future__ import annotations

import logging
import random
import time
from datetime import datetime
from typing import TYPE_CHECKING

import msgspec

from app.kernel import table
from app.kernel.bot_strengths import strength_of
from app.kernel.dice import key_of
from app.kernel.headless_games import answer_to_draw
from app.kernel.seats import Viewer
from app.services.background_worker import BackgroundWorker
from app.services.errors import NoSuchGame, NotYourSeat, Overtaken
from app.services.play import child_battles, demonstrations, orders
from app.services.play.played_orders import PlayedOrder
from app.services.server_clock import current_datetime
from app.services.watch.game_lists import battle_boxes
from app.store import records
from app.store.database_errors import DatabaseUnavailable

if TYPE_CHECKING:
    from app.services.container import Services

log = logging.getLogger(__name__)

AGAINST_PEOPLE = 0.4  # seconds between a move and the bot's next one
IN_LONG_GAMES = 0.05  # the same in a long game, in which many bots answer one after another
AMONG_BOTS = 2.5
# first moves of a demonstration, played at once so that there is something to see
OPENING = 12
OPENING_OF_LONG_GAMES = 40  # about one turn of eight players
SWEEP = 0.25  # seconds between two checks of the database
WATCHED = 90.0  # seconds for which a page view keeps a demonstration going
REST = 30.0  # seconds for which a finished demonstration stays on the start page


class DueDecision(msgspec.Struct, frozen=True):
    """Decision of a bot: the game and the seat that owes it."""

    game: records.Game
    seat: records.Seat


class BotWorker(BackgroundWorker):
    """Worker that plays every seat held by a bot."""

    NAME, REST = "bot worker", SWEEP

    def __init__(self, services: Services, demo: bool = False):
        super().__init__()
        self._services, self._demo = services, demo
        # games in which a bot failed, with the time (monotonic seconds) of the next attempt
        self._resting: dict[int, float] = {}

    def round(self) -> float:
        if self._demo:
            self._keep_a_demo()
        return 0.0 if self.sweep() else SWEEP

    def sweep(self) -> bool:
        """Play one move in each game whose bot has waited long enough; true if there was one."""
        played = False
        for due in sorted(self._due(), key=lambda due: due.game.is_demo):
            if self._stopped.is_set():
                break
            played = self._play(due) or played
        return played

    def _due(self) -> list[DueDecision]:
        with self._services.store.read() as work:
            games = [
                game for game in work.games.waiting_for_bots() if game.box in self._services.shelf
            ]
            seats = work.seats.of_games([game.id for game in games])
        owed = [
            DueDecision(game, seat)
            for game in games
            for seat in seats[game.id]
            if seat.bot and seat.owes
        ]
        return [due for due in owed if self._is_time(due.game, seats[due.game.id])]

    def _is_time(self, game: records.Game, seats: tuple[records.Seat, ...]) -> bool:
        if self._resting.get(game.id, 0.0) > time.monotonic():
            return False
        waited, is_battle = seconds_since(game.moved_at), self._services.box(game).card.is_battle
        if not all(seat.bot and seat.user_id is None for seat in seats):
            return waited >= (AGAINST_PEOPLE if is_battle else IN_LONG_GAMES)
        if game.number < (OPENING if is_battle else OPENING_OF_LONG_GAMES):
            return True
        return waited >= AMONG_BOTS and self._is_watched(game.id)

    def _is_watched(self, game_id: int) -> bool:
        lately = time.monotonic() - WATCHED
        return (
            self._services.notifier.is_waited_for(game_id)
            or self._services.looked_at.get(game_id, 0.0) > lately
        )

    def _play(self, due: DueDecision) -> bool:
        try:
            play_bot_seat(self._services, due.game, due.seat)
        except (Overtaken, NoSuchGame, NotYourSeat):
            return False  # another process was faster, or the table is gone
        except DatabaseUnavailable:
            raise
        except Exception:  # an error of one box must not stop the others
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
        """Open a demonstration if there is none, or if the last one is over or cannot continue."""
        if not battle_boxes(self._services):
            return
        with self._services.store.read() as work:
            last = work.games.demo_game(battle_boxes(self._services))
            is_lost = last is not None and demonstrations.is_damaged(self._services, work, last)
        if (
            last is None
            or is_lost
            or (last.status == "over" and seconds_since(last.moved_at) > REST)
        ):
            box, scenario = next_demo(self._services, last)
            demonstrations.open_demo(self._services, box, scenario, after=last)


def next_demo(services: Services, last: records.Game | None) -> tuple[str, str]:
    """Box and scenario of the next demonstration. All battles of all boxes take turns."""
    programme = [
        (key, scenario.key)
        for key in battle_boxes(services)
        for scenario in services.shelf[key].card.scenarios
    ]
    shown = (last.box, last.scenario) if last else None
    return (
        programme[(programme.index(shown) + 1) % len(programme)]
        if shown in programme
        else programme[0]
    )


def play_bot_seat(services: Services, game: records.Game, seat: records.Seat) -> PlayedOrder:
    """Let the bot of the box decide for a seat, and record its order. The result of a battle that
    people fight on a table is left to that table.

    Raises `Overtaken` if the seat owes no other decision.
    """
    with services.store.read() as work:
        game = services.find(work, game.id)
        history = services.histories.of(work, services.box(game), game)
        key = key_of(work.games.seed_of(game.id), ("bot", seat.seat, str(game.number)))
        fought = child_battles.battles_on_tables(work, game, history)
    owed = next(
        (
            decision
            for decision in table.owed_decisions(history.box, history.now)
            if decision.seat == seat.seat and decision.battle not in fought
        ),
        None,
    )
    if owed is None:
        raise Overtaken(game.number)
    view = history.box.view(history.now.state, Viewer(seat.seat, seat.side))
    strength = strength_of(history.box.card.bot_strengths, seat.bot)
    order = answer_to_draw(history.now, owed) or history.box.bot(view, random.Random(key), strength)  # noqa: S311 same choice in every process
    command = f"bot:{game.id}:{seat.seat}:{game.number}"[: orders.LONGEST_COMMAND]
    return orders.declare_for_bot(services, game.id, seat.seat, command, game.number, order)


def seconds_since(moment: str) -> float:
    return (current_datetime() - datetime.fromisoformat(moment)).total_seconds()
