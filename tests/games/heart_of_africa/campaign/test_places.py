"""Place of a battle, this site or a real table, by agreement of its two players."""

from __future__ import annotations

import msgspec
import pytest

from app.games.heart_of_africa import CAMPAIGN
from app.games.heart_of_africa.campaign import orders as o
from app.games.heart_of_africa.campaign.state import Season, War
from app.kernel.dice import LoadedDice
from app.kernel.reading_pages import PlaceChoice
from app.kernel.refusal import Refused
from app.kernel.seats import Viewer
from tests.games.heart_of_africa.campaign.seasons import player, season
from tests.games.heart_of_africa.campaign.test_disputes import after, sentences


@pytest.fixture
def ready() -> Season:
    terms = {"scenario": "raid", "points": {"p1": 450, "p2": 600}, "ground": ("coast",)}
    war = War("b1", "p1", "p2", "ready", chosen="coast", turn=3, year=1886, **terms)
    people = (player(1, "native", hongos=5), player(2, "native", hongos=5), player(3, "explorer"))
    return season("battles", *people, battles=(war,))


def chosen(now: Season, seat: str, place: str) -> Season:
    return after(now, seat, o.ChoosePlace("b1", place))[0]


def told(now: Season, seat: str | None) -> PlaceChoice | None:
    return CAMPAIGN.pages(CAMPAIGN.view(now, Viewer(seat or "", seat))).battle("b1").place


def refused(now: Season, seat: str, place: str) -> str:
    with pytest.raises(Refused) as caught:
        CAMPAIGN.decide(now, o.ChoosePlace("b1", place), seat, LoadedDice([]))
    return caught.value.refusals[0].rule


def test_both_players_are_offered_both_places_with_what_each_means(ready):
    for seat in ("p1", "p2"):
        offers = told(ready, seat).offers
        assert [one.order.place for one in offers] == ["here", "table"]
        assert all(one.is_live and one.says for one in offers)
        assert "deadlines stay as they are" in told(ready, seat).note.in_("en")
    for seat in ("p3", "referee", None):
        assert told(ready, seat) is None


def test_a_wish_is_public_and_can_be_changed_and_taken_back(ready):
    now = chosen(ready, "p1", "table")
    [wish] = told(now, None).wishes
    assert wish.in_("en").endswith("would like to fight on a real table.")
    assert wish.in_("es").endswith("jugar en una mesa real.")
    assert [one.order.place for one in told(now, "p1").offers] == ["here", ""]
    now = chosen(now, "p1", "here")
    assert "on this site" in told(now, None).wishes[0].in_("en")
    now = chosen(now, "p1", "")
    assert told(now, None) is None and now.battle("b1").places == {}


def test_different_wishes_bind_neither_player(ready):
    now = chosen(chosen(ready, "p1", "table"), "p2", "here")
    assert now.battle("b1").agreed_place == ""
    assert chosen(now, "p1", "here").battle("b1").agreed_place == "here"


def test_an_agreement_stands_and_leaves_the_result_to_the_players(ready):
    first = chosen(ready, "p1", "table")
    now, events = after(first, "p2", o.ChoosePlace("b1", "table"))
    assert "Both players will fight battle 1 on a real table." in sentences(first, events[0], "en")
    assert "jugarán la batalla 1 en una mesa real" in sentences(first, events[0], "es")
    assert [one.in_("en") for one in told(now, "p1").wishes] == [
        "Both players have agreed to fight this battle on a real table.",
        "The table on this site does not open. It keeps the armies for the printed sheets.",
    ]
    assert [one.order.place for one in told(now, "p1").offers] == ["here", ""]
    assert all("Until then it stands" in one.says.in_("en") for one in told(now, "p1").offers)
    entered, _ = after(now, "p1", o.EnterResult("b1", "p1"))
    assert told(entered, "p2") is None
    for seat in ("p1", "p2"):
        assert refused(entered, seat, "") == refused(entered, seat, "here") == "HOA-CMP-23"


def test_one_player_alone_does_not_end_an_agreement(ready):
    now = chosen(chosen(ready, "p1", "table"), "p2", "table")
    first, events = after(now, "p1", o.ChoosePlace("b1", ""))
    assert first.battle("b1").is_on_real_table
    said = sentences(now, events[0], "en")
    assert said.endswith("would like to end the agreement on a place for battle 1.")
    assert told(first, "p2").wishes[-1].in_("es").endswith("dejar sin efecto este acuerdo.")
    assert chosen(first, "p1", "table").battle("b1").places == {"p1": "table", "p2": "table"}


@pytest.mark.parametrize(
    ("one", "other", "agreed"), [("", "", ""), ("here", "", ""), ("here",) * 3]
)
def test_both_players_end_or_change_an_agreement(ready, one, other, agreed):
    now = chosen(chosen(ready, "p1", "table"), "p2", "table")
    first = chosen(now, "p1", one)
    last, events = after(first, "p2", o.ChoosePlace("b1", other))
    assert last.battle("b1").agreed_place == agreed
    said = sentences(first, events[0], "es")
    is_over = (
        "Los dos jugadores dejan sin efecto el acuerdo sobre el lugar de la batalla 1." in said
    )
    assert is_over == (agreed == "")


def test_an_agreement_on_this_site_stands_once_its_table_opens(ready):
    now = chosen(chosen(ready, "p1", "here"), "p2", "here")
    war = msgspec.structs.replace(now.battle("b1"), armed=("p1", "p2"))
    open_table = msgspec.structs.replace(now, battles=(war,))
    assert refused(open_table, "p1", "") == refused(open_table, "p2", "table") == "HOA-CMP-23"


@pytest.mark.parametrize(("seat", "place"), [("p3", "table"), ("p1", "moon"), ("p1", "")])
def test_other_choices_are_refused(ready, seat, place):
    assert refused(ready, seat, place) == "HOA-CMP-23"
