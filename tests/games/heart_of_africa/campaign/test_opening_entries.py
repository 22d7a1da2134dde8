"""Opening entries of the referee, for a campaign that is under way on paper."""

from __future__ import annotations

import pytest

from app.games.heart_of_africa import CAMPAIGN
from app.games.heart_of_africa.campaign import orders as o
from app.games.heart_of_africa.campaign.decide import decide
from app.games.heart_of_africa.campaign.fog import view_of
from app.games.heart_of_africa.campaign.pages import reading_pages
from app.games.heart_of_africa.campaign.state import CONQUERED, REFEREE
from app.kernel import record
from app.kernel.contract import Setup
from app.kernel.dice import LoadedDice
from app.kernel.refusal import Refused
from app.kernel.seats import SPECTATOR, Viewer
from tests.games.heart_of_africa.campaign import properties

JOINS = (
    ("p1", o.Join("native_kingdom", "buganda", people="Wa-simba")),
    ("p2", o.Join("white_explorers", "expedition", people="Aldana")),
    ("p3", o.Join("colonial_expedition", "british")),
    ("p4", o.Join("native_kingdom", "bunyoro", people="Wa-tembo")),
)


class Paper:
    """Campaign that gathers its players; `give` decides an order and keeps the log."""

    def __init__(self) -> None:
        setup = Setup("campaign", {"referee": "referee"}, (), {"first_year": 1885})
        (began,) = CAMPAIGN.new_game(setup, LoadedDice())
        self.season, self.log = CAMPAIGN.evolve(None, began), []
        for seat, order in JOINS:
            self.give(seat, order)

    def give(self, seat, order, *faces):
        dice = LoadedDice.faces(*faces)
        for event in decide(self.season, order, seat, dice):
            self.log += [
                line.says.in_("en") for line in CAMPAIGN.wording(self.season, event, SPECTATOR)
            ]
            self.season = CAMPAIGN.evolve(self.season, event)
        return self

    def enter(self, player, **more):
        return self.give(REFEREE, o.EnterAccount(player, **more))


@pytest.fixture
def paper():
    return Paper()


def faults(season):
    return [
        *properties.accounts(season),
        *properties.ledger(season),
        *properties.districts(season),
    ]


def test_the_date_sets_year_half_and_number_of_the_turn(paper):
    paper.give(REFEREE, o.EnterDate(1887, 2))
    assert (paper.season.turn, paper.season.year, paper.season.half) == (6, 1887, 2)
    assert paper.season.is_gathering
    assert "Opening entry of the referee: the next turn is turn 6" in paper.log[-1]


def test_an_account_is_balanced_by_opening_entries_of_its_own_cause(paper):
    paper.enter("p1", hongos=9).enter("p1", hongos=2, victories={"pygmies": 3})
    assert paper.season.players["p1"].hongos == 2
    assert [(one.amount, one.cause) for one in paper.season.ledger if one.cause == "opening"] == [
        (4, "opening"),
        (7, "opening"),
    ]
    assert paper.season.players["p1"].victories == {"pygmies": 3}
    assert not faults(paper.season)
    row = reading_pages(view_of(paper.season, SPECTATOR)).ledger[-1]
    assert row.cause_words.in_("es") == "apunte inicial del árbitro"


def test_a_district_is_conquered_with_its_account(paper):
    paper.enter("p3", districts=("p1",), streak=1, promotions=1)
    assert paper.season.players["p1"].status == CONQUERED
    assert paper.season.players["p1"].hongos is None
    assert paper.season.players["p3"].districts == ("p1",)
    assert not faults(paper.season)


def test_an_explorer_who_has_explored_all_is_complete(paper):
    paper.enter("p2", hongos=3, explored=("p1", "p4"))
    assert paper.season.players["p2"].completed_in == paper.season.turn
    assert not faults(paper.season)


@pytest.mark.parametrize(
    ("seat", "order", "rule"),
    [
        ("p1", o.EnterDate(1886, 1), "HOA-CMP-05"),
        (REFEREE, o.EnterDate(1884, 1), "HOA-CMP-03"),
        (REFEREE, o.EnterDate(1886, 3), "HOA-CMP-03"),
        (REFEREE, o.EnterAccount("p9", hongos=1), "HOA-CMP-05"),
        (REFEREE, o.EnterAccount("p1"), "HOA-CMP-05"),
        (REFEREE, o.EnterAccount("p3", hongos=1), "HOA-CMP-05"),
        (REFEREE, o.EnterAccount("p1", hongos=1, explored=("p4",)), "HOA-CMP-31"),
        (REFEREE, o.EnterAccount("p2", explored=("p3",)), "HOA-CMP-31"),
        (REFEREE, o.EnterAccount("p1", hongos=1, districts=("p4",)), "HOA-CMP-42"),
        (REFEREE, o.EnterAccount("p3", districts=("p2",)), "HOA-CMP-42"),
        (REFEREE, o.EnterAccount("p1", hongos=1, promotions=2), "HOA-CMP-09"),
        (REFEREE, o.EnterAccount("p1", hongos=1, victories={"nobody": 1}), "HOA-CMP-05"),
        (REFEREE, o.EnterAccount("p1", hongos=1, victories={"pygmies": -1}), "HOA-CMP-05"),
    ],
)
def test_an_entry_against_the_rules_is_refused(paper, seat, order, rule):
    with pytest.raises(Refused) as refused:
        paper.give(seat, order)
    assert rule in {one.rule for one in refused.value.refusals}


def test_a_district_that_was_entered_stays(paper):
    paper.enter("p3", districts=("p1",))
    with pytest.raises(Refused) as refused:
        paper.enter("p3")
    assert "HOA-CMP-42" in {one.rule for one in refused.value.refusals}


def test_after_the_first_turn_there_are_no_opening_entries(paper):
    paper.enter("p2", hongos=0).give(REFEREE, o.OpenTurn(), 1, 2, 3, 4)
    for order in (o.EnterDate(1890, 1), o.EnterAccount("p1", hongos=5)):
        with pytest.raises(Refused):
            paper.give(REFEREE, order)


def test_the_desk_offers_the_entries_with_what_stands_now(paper):
    paper.enter("p3", districts=("p1",))
    offers = CAMPAIGN.offers(CAMPAIGN.view(paper.season, Viewer("referee", "referee")))
    found = {one.order.player: one for one in offers if isinstance(one.order, o.EnterAccount)}
    assert set(found) == {"p2", "p3", "p4"}
    usual = {ask.name: ask.usual or ask.values for ask in found["p3"].asks}
    assert usual["districts"] == ("p1",)
    assert "hongos" not in usual


def test_single_victories_of_a_colonial_are_entered_and_told(paper):
    paper.enter("p3", pending=("p1", "p1"))
    assert paper.season.players["p3"].pending == {"p1": 1}
    assert "beaten once: Wa-simba" in paper.log[-1]
    offers = CAMPAIGN.offers(CAMPAIGN.view(paper.season, Viewer("referee", "referee")))
    offer = next(
        one for one in offers if isinstance(one.order, o.EnterAccount) and one.order.player == "p3"
    )
    field = next(ask for ask in offer.asks if ask.name == "pending")
    assert field.title.in_("es") == "Pueblos vencidos una vez"
    assert [one.value for one in field.choices] == ["p1", "p4"] and field.values == ("p1",)
    paper.enter("p3")
    assert paper.season.players["p3"].pending == {}


def test_an_entry_of_an_earlier_version_has_no_single_victories():
    old = b'[{"kind":"account_entered","player":"p3","promotions":0,"streak":0,"explored":[],"victories":{}}]'
    (event,) = record.read_events(CAMPAIGN, old)
    assert event.pending == ()
