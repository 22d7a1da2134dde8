"""Battles that both players fight on a real table: the table on this site does not open
(CAR-BAT-09).
"""

from __future__ import annotations

from datetime import timedelta

import pytest

from app.games import shelf
from app.games.heart_of_africa.campaign import orders as o
from app.games.heart_of_africa.campaign.state import BOT_PLAYS
from app.kernel.readjudication import readjudicate_moves
from app.kernel.refusal import Refused
from app.services.container import Services
from app.services.play import lobby
from app.services.watch import reading_pages
from app.services.watch.battle_rosters import load_rosters
from tests.games.heart_of_africa.campaign.services.test_returned_battles import Returning


@pytest.fixture
def club(database_url, monkeypatch):
    services = Services.open(shelf(), database_url)
    found = Returning(services, monkeypatch)
    yield found
    history = found.record
    assert readjudicate_moves(history.box, history.moves, history.tables) == []
    services.close()


def agree(club, *seats: str) -> None:
    for seat in seats or ("p1", "p2"):
        club.campaign.give(seat, o.ChoosePlace("b1", "table"))


def rosters_seen_by(club, seat: str) -> set[str]:
    told = reading_pages.load_pages(club.services, club.campaign.id, club.ids.get(seat))
    return set(load_rosters(club.services, told.look, told.battle("b1"), "en"))


def test_the_table_does_not_open_after_an_agreement(club):
    club.fight()
    agree(club)
    club.arm("A", "B")
    assert club.war.is_armed and not club.war.is_on_table
    assert club.table.status == "open" and club.table.number == 0
    assert club.owed("p1") == club.owed("p2") == [("play", False)]


def test_one_wish_alone_does_not_stop_the_table(club):
    club.fight()
    agree(club, "p1")
    club.arm("A", "B")
    assert club.table.status == "running" and club.war.is_on_table


def test_armies_stay_secret_until_both_are_in_and_then_stay_as_they_are(club):
    club.fight()
    agree(club)
    club.arm("A")
    club.arm("A")
    assert rosters_seen_by(club, "p1") == {"p1"} and rosters_seen_by(club, "p3") == set()
    club.arm("B")
    for seat in ("p1", "p2", "p3", ""):
        assert rosters_seen_by(club, seat) == {"p1", "p2"}
    with pytest.raises(Refused) as refused:
        club.choose("p1", "A")
    assert refused.value.refusals[0].rule == "CAR-BAT-09"


def test_the_default_roster_opens_no_table(club):
    club.fight()
    agree(club)
    club.arm("A")
    club.keep("p2", club.save("p2", club.army("B")))
    club.after(timedelta(days=5))
    club.work_off()
    assert club.war.is_armed and club.table.status == "open"


def test_no_bot_plays_on_for_a_player_at_a_real_table(club):
    club.fight(BOT_PLAYS)
    agree(club)
    club.arm("A", "B")
    club.after(timedelta(days=30))
    club.work_off()
    assert club.war.bot_for == () and club.table.status == "open"


def report(club) -> None:
    club.campaign.give("p1", o.EnterResult("b1", "p1"))
    club.campaign.give("p2", o.ConfirmResult("b1"))
    assert club.war.winner == "p1"


def listed(club, seat: str) -> list[int]:
    return [one.game.id for one in lobby.open_tables(club.services, club.ids[seat])]


def test_both_armies_stay_readable_after_the_entered_result(club):
    club.fight()
    agree(club)
    club.arm("A")
    assert club.table.id in listed(club, "p2")
    club.arm("B")
    report(club)
    for seat in ("p1", "p3", ""):
        assert rosters_seen_by(club, seat) == {"p1", "p2"}
    assert club.table.id not in listed(club, "p1") + listed(club, "p2")
    with pytest.raises(Refused) as refused:
        club.choose("p1", "A")
    assert refused.value.refusals[0].rule == "CAR-BAT-09"


def test_the_entered_result_removes_a_table_without_both_armies(club):
    club.fight()
    agree(club)
    club.arm("A")
    report(club)
    assert club.tables == []


def test_a_corrected_result_finds_both_armies_again(club):
    club.fight()
    agree(club)
    club.arm("A", "B")
    report(club)
    club.correct(club.number_of("confirm_result"))
    assert club.war.is_open and club.war.is_armed
    assert rosters_seen_by(club, "p3") == {"p1", "p2"}


def test_a_void_battle_keeps_no_armies(club):
    club.fight()
    agree(club)
    club.arm("A", "B")
    report(club)
    club.correct(club.number_of("resist"))
    assert club.war is None and club.tables == []


def test_the_table_opens_once_both_players_end_the_agreement(club):
    club.fight()
    agree(club)
    club.arm("A", "B")
    club.campaign.give("p1", o.ChoosePlace("b1", ""))
    assert club.table.status == "open"
    club.campaign.give("p2", o.ChoosePlace("b1", "here"))
    assert club.table.status == "running" and club.war.is_on_table


def test_the_table_opens_once_the_agreement_is_struck(club):
    club.fight()
    agree(club)
    club.arm("A", "B")
    club.correct(club.number_of("choose_place"))
    club.sweep()
    assert club.table.status == "running" and club.war.is_on_table
