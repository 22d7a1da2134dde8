"""kill -9 of a host within the order of a bot or the act of a missed deadline. Another host does
it, once.
"""

from __future__ import annotations

from datetime import timedelta

import pytest

from app.kernel.clock_terms import Terms
from app.services.container import Services
from app.services.play import bot_worker, lobby
from app.services.time.deadline_worker import process_game
from app.store import records
from bench.self_killing_server import PLACES
from tests.killed_process import act_and_die
from tests.services.time.conftest import START

PLACED = [place for place in PLACES if place != "announced, not answered"]
QUICK = "all written, not committed", "committed, not announced"
TERMS = Terms("each", 3, grace=12, then="claim")


def at(*places: str) -> pytest.MarkDecorator:
    """Run a test for each of these places of an order."""
    marks = {one: () if one in QUICK else pytest.mark.proof for one in places}
    return pytest.mark.parametrize("place", [pytest.param(one, marks=marks[one]) for one in places])


def commands(services: Services, game: records.Game, start: str) -> list[str]:
    """Commands of the moves that begin with `start`."""
    with services.store.read() as work:
        moves = work.moves.for_game(game.id)
    return [move.command for move in moves if move.command.startswith(start)]


def do_due_acts(services: Services, game: records.Game) -> None:
    process_game(services, game.id)  # the reminder, or what follows
    while process_game(services, game.id):
        pass


@at(*PLACED)
def test_the_order_of_a_bot_is_made_once(services, people, database_url, monkeypatch, place):
    monkeypatch.setattr(bot_worker, "AGAINST_PEOPLE", 0.0)
    game = lobby.open_table(services, people[0].id, "parry", "plain", "blue", against="bot")
    act_and_die(database_url, PLACES[place], lambda other: bot_worker.BotWorker(other).sweep())
    was_committed = place == "committed, not announced"
    assert len(commands(services, game, "bot:")) == was_committed
    assert bot_worker.BotWorker(services).sweep() is not was_committed
    assert len(commands(services, game, "bot:")) == 1


@at(*(one for one in PLACED if one != "order decided"))  # orders of the clock pass another place
def test_a_missed_deadline_has_its_consequence_once(services, people, database_url, time, place):
    time.is_now(START - timedelta(days=1), services)
    game = lobby.open_table(services, people[0].id, "parry", "plain", clock=TERMS)
    time.is_now(START, services)
    lobby.join_table(services, game.address, people[1].id)
    time.is_now(START + timedelta(days=3, hours=12), services)
    act_and_die(database_url, PLACES[place], lambda other: do_due_acts(other, game))
    do_due_acts(services, game)
    assert len(commands(services, game, "clock:")) == 1
