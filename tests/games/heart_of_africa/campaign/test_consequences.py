"""Each offer of a player says what follows, and the preview of a hunt has its odds."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace

from app.games.heart_of_africa.campaign import orders as o
from app.games.heart_of_africa.campaign.box import CAMPAIGN
from app.games.heart_of_africa.campaign.state import Taking, Talk, War
from tests.games.heart_of_africa.campaign.seasons import player, season, seen

BARI, BRANDT, BRITISH = (
    replace(
        player(1, "native", people="Bari", victories={"zanzibaris": 4}),
        list="native_kingdom",
        nation="buganda",
    ),
    player(2, "explorer", people="Brandt"),
    player(3, "colonial"),
)
SUBJECT = player(4, "native", people="Kuku", hongos=None, status="conquered", master="p5")
FRENCH = player(5, "colonial", districts=("p4",))
DECLARING = season("declaring", BARI, BRANDT, BRITISH)
TAKING = season("battles", BRITISH, SUBJECT, FRENCH, takings=(Taking("p3", "p5", ("p4",)),))


@pytest.mark.parametrize(
    ("state", "me"),
    [
        (season("between_turns", BARI, BRANDT, BRITISH), "p1"),
        (season("declaring", BARI, BRANDT, BRITISH, order=("p2", "p1", "p3")), "p2"),
        (
            season("declaring", BARI, BRANDT, BRITISH, talks=(Talk("p2", "p1", is_attack=True),)),
            "p1",
        ),
        (season("declaring", BARI, BRANDT, gifts=(("p2", "p1", 2),)), "p1"),
        (TAKING, "p3"),
    ],
)
@pytest.mark.parametrize("language", ["en", "es"])
def test_each_offer_that_is_live_says_what_follows(state, me, language):
    live = [one for one in CAMPAIGN.offers(seen(state, me)) if one.is_live]
    assert len(live) > 1
    assert [one.label.in_(language) for one in live if one.says is None] == []


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_choice_of_ground_says_its_terrain_and_what_follows(language):
    war = War("b1", "p2", "p1", "ready", scenario="raid", ground=("savannah", "forest"))
    state = season("battles", BARI, BRANDT, battles=(war,))
    offers = [
        one for one in CAMPAIGN.offers(seen(state, "p1")) if type(one.order) is o.ChooseGround
    ]
    assert len(offers) == 2 and offers[0].says != offers[1].says
    follows = {"en": "Then both players choose their armies.", "es": "eligen su ejército."}
    assert all(follows[language] in one.says.in_(language) for one in offers)


def test_a_promotion_says_what_becomes_of_the_hongos():
    offers = CAMPAIGN.offers(seen(season("between_turns", BARI, BRANDT, BRITISH), "p1"))
    claims = {
        one.order.list: one.says.in_("en") for one in offers if isinstance(one.order, o.Claim)
    }
    assert claims and all(says.startswith("You keep your hongos.") for says in claims.values())
    later = season("between_turns", player(2, "explorer", completed_in=2), BARI)
    offers = CAMPAIGN.offers(seen(later, "p2"))
    claim = next(one for one in offers if isinstance(one.order, o.Claim))
    assert claim.says.in_("es").startswith("Entregas todos tus hongos.")


def test_the_odds_of_a_hunt_follow_from_both_printed_tables():
    state = season("declaring", BARI, BRANDT, BRITISH, order=("p2", "p1", "p3"))
    odds = CAMPAIGN.assess(seen(state, "p2"), o.Hunt()).odds
    assert sum(Fraction(one.ways, one.of) for one in odds) == 1
    shares = {one.says.in_("en"): Fraction(one.ways, one.of) for one in odds}
    assert shares["1 hongo more"] == Fraction(1, 2) and shares["nothing"] == Fraction(1, 3)
    assert [one.says.in_("en") for one in odds if not one.good] == [
        "a wound: your Leader loses the next turn",
        "your Leader dies, and the expedition ends",
    ]
    assert CAMPAIGN.assess(seen(state, "p2"), o.PassTurn()).odds == ()


def test_a_district_says_whether_its_people_may_revolt():
    none, taken = (
        next(one for one in CAMPAIGN.offers(seen(TAKING, "p3")) if one.order == o.TakeDistrict(key))
        for key in ("", "p4")
    )
    assert "may revolt" in none.says.in_("en") and "your subject" in taken.says.in_("en")
