"""Bots sit at the table like anybody else."""
import threading
import time

import pytest

from app.club import bots, lobby, play, watch
from app.store.away import Away
from tests.contract.tiny import TINY
from tests.contract.tiny.parry import Strike


def until(true, seconds=10):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if true():
            return True
        time.sleep(0.02)
    return False


def test_a_bot_answers(club, people, command, monkeypatch):
    monkeypatch.setattr(bots, "AGAINST_PEOPLE", 0.0)
    game = lobby.open_table(club, people[0].id, "parry", "plain", "red", against="bot")
    play.declare(club, game.id, people[0].id, command(), 1, Strike(hard=False))
    player = bots.Bots(club)
    while player.sweep():
        pass
    seen = watch.look(club, game.id, people[0].id)
    assert seen.last >= 3
    assert seen.game.status == "over" or seen.waiting == ("red",)
    assert [told.seat for told in watch.log(seen)][:3] == ["", "red", "blue"]


def test_a_bot_waits_a_moment_before_it_answers(club, people, monkeypatch):
    lobby.open_table(club, people[0].id, "parry", "plain", "blue", against="bot")
    monkeypatch.setattr(bots, "seconds_since", lambda _: bots.AGAINST_PEOPLE - 0.1)
    assert not bots.Bots(club).sweep()
    monkeypatch.setattr(bots, "seconds_since", lambda _: bots.AGAINST_PEOPLE)
    assert bots.Bots(club).sweep()


def test_several_processes_play_one_bot_once(club, people):
    game = lobby.open_table(club, people[0].id, "parry", "plain", "blue", against="bot")
    seat = watch.look(club, game.id).seats[0]
    answers = []

    def decide():
        try:
            answers.append(bots.play_for(club, game, seat).number)
        except bots.Overtaken:
            answers.append("late")

    threads = [threading.Thread(target=decide) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert set(answers) <= {2, "late"}
    assert 2 in answers
    assert watch.look(club, game.id).last == 2


def test_a_demonstration_is_played_to_its_end_and_followed_by_another(club, monkeypatch):
    monkeypatch.setattr(bots, "AMONG_BOTS", 0.0)
    monkeypatch.setattr(bots, "SWEEP", 0.01)
    monkeypatch.setattr(bots, "REST", 0.0)
    club.start(demo=True)
    assert until(lambda: watch.demo(club) is not None)
    first = watch.demo(club).game
    watch.look(club, first.id)
    assert until(lambda: watch.look(club, first.id).game.status == "over")
    assert until(lambda: watch.demo(club).game.id != first.id)
    assert watch.demo(club).game.box != first.box


def test_a_demonstration_rests_while_nobody_looks(club, monkeypatch):
    monkeypatch.setattr(bots, "AMONG_BOTS", 0.0)
    game = lobby.open_demo(club, "range", "plain")
    player = bots.Bots(club)
    with club.store.write() as work:
        work.games.change(game.id, moved_at="2020-01-01T00:00:00.000Z")
        work.commit()
    monkeypatch.setattr(bots, "OPENING", 0)
    assert not player.sweep()
    watch.look(club, game.id)
    assert player.sweep()


def test_a_bot_that_breaks_down_stops_nobody_else(club, people, monkeypatch):
    monkeypatch.setattr(bots, "AGAINST_PEOPLE", 0.0)
    broken = lobby.open_table(club, people[0].id, "range", "plain", "right", against="bot")
    sound = lobby.open_table(club, people[0].id, "parry", "plain", "blue", against="bot")
    monkeypatch.setattr(type(TINY["range"]), "bot", lambda *_: 1 / 0)
    player = bots.Bots(club)
    assert player.sweep()
    assert watch.look(club, broken.id).last == 1
    assert watch.look(club, sound.id).last == 2
    assert [due.game.id for due in player._due()] in ([], [sound.id])


def test_a_bot_goes_on_as_soon_as_the_ledger_is_back(club, people, monkeypatch):
    game = lobby.open_table(club, people[0].id, "parry", "plain", "blue", against="bot")
    monkeypatch.setattr(bots, "AGAINST_PEOPLE", 0.0)
    player, asked = bots.Bots(club), []

    def away(*_):
        asked.append(1)
        raise Away("no connection")

    with monkeypatch.context() as gone:
        gone.setattr(bots.play, "declare_for_bot", away)
        with pytest.raises(Away):
            player.sweep()
    assert asked and player.sweep(), "it is not left alone as after a fault of its own"
    assert watch.look(club, game.id).last > 1
