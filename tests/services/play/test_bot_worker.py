"""Bots of the server play their seats."""

import threading
import time
from types import SimpleNamespace
from typing import NamedTuple

import pytest

from app.games import shelf
from app.services.errors import NoSuchGame
from app.services.play import bot_worker, demonstrations, lobby, orders
from app.services.watch import game_lists, game_view
from app.services.workers import start_workers
from app.store.database_errors import DatabaseUnavailable
from tests.contract.tiny import TINY
from tests.contract.tiny.parry import Strike
from tests.sample_games import CAMPAIGN, LONG


class Shown(NamedTuple):
    """Demonstration that was shown last."""

    box: str
    scenario: str


def until(true, seconds=10):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if true():
            return True
        time.sleep(0.02)
    return False


def test_a_bot_answers(services, people, command, monkeypatch):
    monkeypatch.setattr(bot_worker, "AGAINST_PEOPLE", 0.0)
    game = lobby.open_table(services, people[0].id, "parry", "plain", "red", against="bot")
    orders.declare_order(services, game.id, people[0].id, command(), 1, Strike(hard=False))
    player = bot_worker.BotWorker(services)
    while player.sweep():
        pass
    seen = game_view.load_view(services, game.id, people[0].id)
    assert seen.last >= 3
    assert seen.game.status == "over" or seen.waiting == ("red",)
    assert [told.seat for told in game_view.load_log(seen)][:3] == ["", "red", "blue"]


def test_a_bot_waits_a_moment_before_it_answers(services, people, monkeypatch):
    lobby.open_table(services, people[0].id, "parry", "plain", "blue", against="bot")
    monkeypatch.setattr(bot_worker, "seconds_since", lambda _: bot_worker.AGAINST_PEOPLE - 0.1)
    assert not bot_worker.BotWorker(services).sweep()
    monkeypatch.setattr(bot_worker, "seconds_since", lambda _: bot_worker.AGAINST_PEOPLE)
    assert bot_worker.BotWorker(services).sweep()


def test_several_processes_play_one_bot_once(services, people):
    game = lobby.open_table(services, people[0].id, "parry", "plain", "blue", against="bot")
    seat = game_view.load_view(services, game.id).seats[0]
    answers = []

    def decide():
        try:
            answers.append(bot_worker.play_bot_seat(services, game, seat).number)
        except bot_worker.Overtaken:
            answers.append("late")

    threads = [threading.Thread(target=decide) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert set(answers) <= {2, "late"}
    assert 2 in answers
    assert game_view.load_view(services, game.id).last == 2


def test_a_demonstration_is_played_to_its_end_and_followed_by_another(services, monkeypatch):
    monkeypatch.setattr(bot_worker, "AMONG_BOTS", 0.0)
    monkeypatch.setattr(bot_worker, "SWEEP", 0.01)
    monkeypatch.setattr(bot_worker, "REST", 0.0)
    start_workers(services, demo=True)
    assert until(lambda: game_lists.current_demo(services) is not None)
    first = game_lists.current_demo(services).game
    game_view.load_view(services, first.id)
    assert until(lambda: game_view.load_view(services, first.id).game.status == "over")
    assert until(lambda: game_lists.current_demo(services).game.id != first.id)
    assert game_lists.current_demo(services).game.box != first.box


def test_a_demonstration_without_spectators_pauses(services, monkeypatch):
    monkeypatch.setattr(bot_worker, "AMONG_BOTS", 0.0)
    game = demonstrations.open_demo(services, "range", "plain")
    player = bot_worker.BotWorker(services)
    with services.store.write() as work:
        work.games.update_game(game.id, moved_at="2020-01-01T00:00:00.000Z")
        work.commit()
    monkeypatch.setattr(bot_worker, "OPENING", 0)
    assert not player.sweep()
    game_view.load_view(services, game.id)
    assert player.sweep()


def test_an_exception_in_one_bot_stops_no_other(services, people, monkeypatch):
    monkeypatch.setattr(bot_worker, "AGAINST_PEOPLE", 0.0)
    broken = lobby.open_table(services, people[0].id, "range", "plain", "right", against="bot")
    sound = lobby.open_table(services, people[0].id, "parry", "plain", "blue", against="bot")
    monkeypatch.setattr(type(TINY["range"]), "bot", lambda *_: 1 / 0)
    player = bot_worker.BotWorker(services)
    assert player.sweep()
    assert game_view.load_view(services, broken.id).last == 1
    assert game_view.load_view(services, sound.id).last == 2
    assert [due.game.id for due in player._due()] in ([], [sound.id])


def test_a_bot_continues_when_the_database_is_back(services, people, monkeypatch):
    game = lobby.open_table(services, people[0].id, "parry", "plain", "blue", against="bot")
    monkeypatch.setattr(bot_worker, "AGAINST_PEOPLE", 0.0)
    player, asked = bot_worker.BotWorker(services), []

    def away(*_):
        asked.append(1)
        raise DatabaseUnavailable("no connection")

    with monkeypatch.context() as gone:
        gone.setattr(bot_worker.orders, "declare_for_bot", away)
        with pytest.raises(DatabaseUnavailable):
            player.sweep()
    assert asked and player.sweep(), "it is not left alone as after a fault of its own"
    assert game_view.load_view(services, game.id).last > 1


LONG_GAME = CAMPAIGN


@pytest.fixture
def long_game(services, monkeypatch):
    """Key of a long game that the server also has."""
    monkeypatch.setitem(services.shelf, LONG_GAME, shelf()[LONG_GAME])
    return LONG_GAME


def test_bots_of_a_long_game_answer_at_once_and_leave_the_referee_to_the_player(
    people, services, long_game
):
    game = lobby.play_now(services, people[0].id, long_game)
    player, began = bot_worker.BotWorker(services), time.monotonic()
    while game_view.load_view(services, game.id).waiting != ("p1",):
        player.sweep()
        assert time.monotonic() - began < 7, "seven bots join, each within a second"
    seen = game_view.load_view(services, game.id, people[0].id)
    assert seen.seat == "p1"
    assert [seat.seat for seat in seen.seats if not seat.bot] == ["referee", "p1"]


def test_a_demonstration_of_a_long_game_has_a_referee(services, long_game, monkeypatch):
    monkeypatch.setattr(bot_worker, "OPENING_OF_LONG_GAMES", 30)
    game = demonstrations.open_demo(services, long_game, LONG.GUIDED)
    player = bot_worker.BotWorker(services)
    while player.sweep():
        pass
    seen = game_view.load_view(services, game.id)
    assert seen.last >= 30 and seen.game.turn >= 1
    assert {seat.bot for seat in seen.seats} == {"house"}


def test_a_campaign_of_bots_is_opened_once_and_again_after_its_end(services, long_game):
    game = demonstrations.campaign_of_bots(services, long_game)
    assert demonstrations.campaign_of_bots(services).id == game.id
    assert game_lists.current_demo(services) is None, "the start page shows battles"
    with services.store.write() as work:
        work.games.update_game(game.id, status="over")
        work.commit()
    assert demonstrations.campaign_of_bots(services, long_game).id > game.id
    with pytest.raises(NoSuchGame):
        demonstrations.campaign_of_bots(services, "range")


def test_battles_are_shown_in_turn():
    services = SimpleNamespace(shelf=shelf())
    last, shown = None, []
    for _ in range(60):
        box, scenario = bot_worker.next_demo(services, last)
        shown.append((box, scenario))
        last = Shown(box, scenario)
    assert LONG_GAME not in {box for box, _ in shown}
