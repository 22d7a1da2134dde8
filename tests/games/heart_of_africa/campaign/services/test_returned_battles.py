"""Battles that a correction drops and another one brings back: new table, new armies
(CAR-BAT-07).
"""

from __future__ import annotations

from datetime import timedelta

import pytest

from app.games import shelf
from app.games.heart_of_africa.campaign import orders as o
from app.kernel.correction_orders import CorrectMove
from app.kernel.readjudication import readjudicate_moves
from app.kernel.seats import SPECTATOR
from app.services.container import Services
from tests.games.heart_of_africa.campaign.services.test_army_deadlines import Club


class Returning(Club):
    """Campaign whose first battle may return with another table."""

    @property
    def table(self):
        """The table of the battle that is not closed."""
        return next(one for one in self.tables if one.ending != "dropped")

    @property
    def tables(self):
        with self.services.store.read() as work:
            return work.child_battles.of_game(self.campaign.id)

    def correct(self, number: int, instead=None) -> None:
        self.campaign.give("referee", CorrectMove(number, "A mistake.", instead))

    def number_of(self, kind: str) -> int:
        """Last move with an order of this kind."""
        moves = [one for one in self.record.moves if f'"{kind}"' in bytes(one.order).decode()]
        return moves[-1].number

    def arm(self, *sides: str) -> None:
        for side in sides:
            self.choose({"A": "p1", "B": "p2"}[side], side)
        self.sweep()


@pytest.fixture
def club(database_url, monkeypatch):
    services = Services.open(shelf(), database_url)
    found = Returning(services, monkeypatch)
    found.fight()
    yield found
    history = found.record
    assert readjudicate_moves(history.box, history.moves, history.tables) == []
    services.close()


def drop_by_void(club):
    club.campaign.give("referee", o.VoidBattle("b1", "Declared by mistake."))


def bring_back_by_striking_it(club):
    club.correct(club.number_of("void_battle"))


def drop_by_correction(club):
    club.attack = club.number_of("attack")
    club.correct(club.attack)


def bring_back_by_correction(club):
    club.correct(club.attack, {"kind": "attack", "target": "p2"})


WAYS = pytest.mark.parametrize(
    ("drop", "bring_back"),
    [(drop_by_void, bring_back_by_striking_it), (drop_by_correction, bring_back_by_correction)],
    ids=["declared void", "attack struck"],
)


@pytest.mark.slow
@WAYS
@pytest.mark.parametrize("armed", [("A",), ("A", "B")], ids=["waiting", "running"])
def test_a_battle_that_returns_asks_for_both_armies_again(club, drop, bring_back, armed):
    club.arm(*armed)
    assert len(club.war.armed) == len(armed)
    first = club.table.id
    drop(club)
    club.sweep()
    bring_back(club)
    club.sweep()
    assert club.table.id != first and club.table.status == "open"
    assert club.war.armed == () and club.war.awaits_armies
    assert club.owed("p1") == club.owed("p2") == [("arm", True)]
    club.arm("A", "B")
    assert club.war.is_on_table and club.table.status == "running"
    assert club.owed("p1") == club.owed("p2") == [("play", False)]


def test_a_missing_army_is_forgotten_too(club):
    club.after(timedelta(days=9))
    club.work_off()
    assert club.war.unarmed == ("p1", "p2")
    drop_by_void(club)
    bring_back_by_striking_it(club)
    assert club.war.unarmed == () and club.owed("p1") == [("arm", True)]


def test_the_log_says_that_the_armies_are_chosen_again(club):
    club.arm("A")
    drop_by_void(club)
    bring_back_by_striking_it(club)
    lines = club.record.lines(club.record.number, SPECTATOR)
    said = [line.says.in_("en") for line in lines]
    assert any("returns with a new table. Both armies are chosen again." in one for one in said)


def test_a_correction_of_another_move_keeps_the_armies(club):
    club.campaign.give("referee", o.Book(1, "A gift.", receiver="p1"))
    club.arm("A")
    first = club.table.id
    club.correct(club.number_of("book"))
    assert club.table.id == first and club.war.armed == ("p1",)


def test_a_battle_with_another_opponent_gets_another_table(club):
    club.arm("A", "B")
    first = club.table
    club.correct(club.number_of("attack"), {"kind": "attack", "target": "p3"})
    season = club.record.now.state
    with club.services.store.read() as work:
        assert work.games.find_game(first.id).ending == "dropped"
    assert not [one for one in season.battles if one.key == "b1" and one.armed]
