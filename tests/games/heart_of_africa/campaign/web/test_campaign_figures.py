"""Figures on the page of a people: accounts turn by turn, and battles and hongos against each."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from app.games.heart_of_africa import CAMPAIGN
from app.games.heart_of_africa.campaign.pages import reading_pages as pages_of_season
from app.games.heart_of_africa.campaign.state import Posting, StruckPosting, War
from app.services.people import accounts
from app.services.watch.reading_pages import Rivalry, rivalries
from app.web.account_curve import account_curve
from tests.games.heart_of_africa.campaign.campaign_club import SEATS, Campaign, loaded_dice
from tests.games.heart_of_africa.campaign.seasons import player, season, seen
from tests.web.conftest import Visitor
from tests.web.reading import words_on

RULE = "HOA-CMP-27"


def posting(turn, payer, receiver, amount, cause="victory"):
    return Posting(turn, payer, receiver, amount, cause, RULE)


NOW = season(
    "battles",
    *(player(number, "native") for number in (1, 2, 3)),
    battles=(
        War("b1", "p1", "p2", "closed", turn=1, winner="p1"),
        War("b2", "p2", "p1", "no_decision", turn=2),
        War("b3", "p2", "p1", "closed", turn=3, winner="p2"),
        War("b4", "p1", "p2", "void", turn=3),
        War("b5", "p1", "p3", "ready", turn=3),
    ),
    ledger=(
        posting(1, "", "p1", 5, "joined"),
        posting(1, "", "p2", 5, "joined"),
        posting(1, "p2", "p1", 2),
        posting(3, "p1", "p2", 1),
        posting(3, "p1", "p3", 4, "gift"),
    ),
    struck=(StruckPosting(posting(2, "p1", "p2", 3), 9),),
)
PAGES = pages_of_season(seen(NOW, "p1"))


def test_against_each_counts_battles_and_postings_that_stand():
    assert list(rivalries(PAGES, "p1")) == [
        Rivalry("p2", won=1, drawn=1, lost=1, received=2, paid=1),
        Rivalry("p3", won=0, drawn=0, lost=0, received=0, paid=4),
    ]
    assert next(rivalries(PAGES, "p3")).received == 4


def test_the_curve_holds_the_account_at_the_end_of_each_turn():
    curve = account_curve(PAGES, 3, {"p1": "a"})
    assert {line.side: line.values for line in curve.lines} == {
        "p1": (7, 7, 2),
        "p2": (3, 3, 4),
        "p3": (None, None, 4),
    }


@pytest.mark.parametrize("use", ["desk", "phone"])
def test_the_drawing_of_the_curve_stays_inside_and_its_names_apart(use):
    drawing = account_curve(PAGES, 3, {}).drawings[use]
    for _, points in drawing.lines:
        for point in points.split():
            x, y = map(float, point.split(","))
            assert 0 <= x <= float(drawing.right) and 0 <= y <= drawing.height
    places = sorted(float(mark.y) for mark in drawing.names)
    assert all(two - one >= 17 for one, two in pairwise(places))


def test_a_campaign_without_postings_has_no_curve():
    empty = pages_of_season(seen(season("battles", player(1, "colonial")), "p1"))
    assert account_curve(empty, 1, {}).lines == ()
    assert CAMPAIGN.card.kind == "campaign"


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ("Accounts, turn by turn", "The numbers as a table", "Against each")),
        ("es", ("Cuentas, turno a turno", "Los números en una tabla", "Contra cada rival")),
    ],
)
def test_the_page_of_a_people_has_the_figures_in_words_too(app, language, words):
    ids = {
        seat: accounts.register(app.state.services, name, "a long enough sentence").id
        for seat, name in SEATS.items()
    }
    with loaded_dice():
        campaign = Campaign(app.state.services, ids, "The Great Lakes").closed_turn()
    page = Visitor(app).get(f"{campaign.path}/people/p1?lang={language}").text
    assert all(one in " ".join(words_on(page)) for one in words)
    assert (
        len(re.findall(r'<svg class="plot for-\w+"[^>]* role="img" aria-label="[^"]+"', page)) == 2
    )
