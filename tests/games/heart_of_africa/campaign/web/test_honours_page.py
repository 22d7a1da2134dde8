"""Honours of a campaign: maps of some turns, and records."""

from __future__ import annotations

import pytest

from app.games.heart_of_africa.campaign import orders as o
from app.kernel.outcome import Honour, Outcome
from app.kernel.reading_pages import (
    LedgerRow,
    ReadingPages,
    SidePage,
    StandingRow,
    StandingsTable,
)
from app.kernel.say import as_is
from app.kernel.tally import Tally
from app.services.people import accounts
from app.web.honours_page import chosen_turns, honour_cards, largest_payment, unranked_sides
from tests.games.heart_of_africa.campaign.campaign_club import SEATS, Campaign, loaded_dice
from tests.web.reading import words_on
from tests.web.test_routes import Caller


@pytest.mark.parametrize(
    ("turns", "chosen"),
    [
        ([1], [1]),
        ([1, 2], [1, 2]),
        ([1, 2, 3, 4], [1, 2, 3, 4]),
        (list(range(1, 23)), [1, 8, 15, 22]),
    ],
)
def test_the_maps_are_of_the_first_and_the_last_turn_and_between(turns, chosen):
    assert chosen_turns(turns) == chosen


def row(number, payer, receiver, amount, struck_by=0):
    says = as_is(str(number))
    return LedgerRow(
        number, 1, says, payer, receiver, amount, "", says, says, "", struck_by=struck_by
    )


def test_the_largest_payment_is_in_force_and_between_two_sides():
    rows = (
        row(1, "", "p1", 9),
        row(2, "p1", "p2", 8, 12),
        row(3, "p1", "p2", 3),
        row(4, "p2", "p1", 2),
    )
    pages = ReadingPages(as_is(""), as_is(""), (), rows, (), ())
    assert largest_payment(pages) == rows[2]
    for others in ((), (rows[3], rows[3])):
        assert largest_payment(ReadingPages(as_is(""), as_is(""), (), others, (), ())) is None


def test_the_honours_show_maps_and_records(app):
    services = app.state.services
    ids = {
        seat: accounts.register(services, name, "a long enough sentence").id
        for seat, name in SEATS.items()
    }
    with loaded_dice():
        campaign = Campaign(services, ids, "The Great Lakes").closed_turn()
        campaign.give("referee", o.Book(2, "Fine", "p1", "p2")).give("referee", o.CloseCampaign())
    page = Caller(app, ids["p3"]).get(f"{campaign.path}/honours").text
    told = " ".join(words_on(page))
    assert "Holdings over the years" in told
    assert "The map after turn 1" in told
    assert "Most battles won A Wa-simba : 1" in told
    assert "Largest payment The Wa-simba pay 2 hongos to the Wa-tembo" in told


def test_sides_without_a_place_are_named():
    sides = [
        SidePage(key, as_is(key), as_is(""), as_is("out"), False, None) for key in ("p1", "p2")
    ]
    row = StandingRow(1, "p1", as_is("p1"), 3, Tally(()))
    table = StandingsTable("hongos", as_is(""), as_is(""), "", (row,))
    pages = ReadingPages(as_is(""), as_is(""), (table,), (), tuple(sides), ())
    assert [page.side for page in unranked_sides(pages)] == ["p2"]


def test_five_places_stand_below_an_honour():
    rows = tuple(
        StandingRow(place, f"p{place}", as_is(""), 9 - place, Tally(())) for place in range(1, 9)
    )
    table = StandingsTable("hongos", as_is(""), as_is(""), "", rows)
    pages = ReadingPages(as_is(""), as_is(""), (table,), (), (), ())
    honours = (Honour(as_is("Rich"), ("p1",), None, "hongos"), Honour(as_is("Other"), ("p2",)))
    first, other = honour_cards(Outcome((), "closed", as_is(""), honours=honours), pages)
    assert [row.place for row in first.below] == [2, 3, 4, 5, 6]
    assert other.table is None and not other.below
