"""Odds in the defender's preview of an assault, from what the defender knows."""

import pytest
from msgspec.structs import replace

from app.games.africa_1859 import GAME, orders
from app.games.africa_1859.evolve import fold
from app.games.africa_1859.fights.defence_preview import ALL_GUNS, SEALED
from app.games.africa_1859.fights.designations import designated
from app.games.africa_1859.fights.previews import ASSESSORS
from app.games.africa_1859.fights.riders import innermost_assault
from app.games.africa_1859.sequence import decide
from app.kernel.dice import SeededDice
from app.kernel.seats import Viewer
from tests.games.africa_1859.test_fight_odds import SCREENED, VILLAGE
from tests.games.africa_1859.test_settled_ahead import AT_ARRIVAL, HORSE, RIDE, RIDERS

DEFENCE = orders.Defend("m_cab1", "m_guich1", "c_anyera")
SEEN_BY_MOROCCO = Viewer("M", "M")


def preview(war, assault, defence, viewer=SEEN_BY_MOROCCO):
    seat = war.stack[-1].side if war.stack else war.phase.side
    war = fold(war, decide(war, assault, seat, SeededDice(b"preview", 1)))
    return GAME.assess(GAME.view(war, viewer), defence)


def defeat(found):
    """Chance that the defence fails."""
    return sum(one.ways / one.of for one in found.odds if not one.good)


def usual_assault():
    """Assault of the village with the designations that the defender's odds assume."""
    under_way = fold(VILLAGE, decide(VILLAGE, SCREENED, "S", SeededDice(b"x", 1)))
    sealed = GAME.view(under_way, SEEN_BY_MOROCCO).war
    roles = designated(sealed, innermost_assault(sealed)).att
    return replace(
        SCREENED, vanguard=roles.vanguard, screen=roles.screen, director=roles.leader, support=None
    )


def test_both_sides_see_the_same_odds_of_default_answers():
    assault = usual_assault()
    own = ASSESSORS[orders.Assault](VILLAGE, assault, "S")
    found = preview(VILLAGE, assault, DEFENCE)
    assert [(one.ways, one.of) for one in found.odds] == [(one.ways, one.of) for one in own.odds]
    assert [one.good for one in found.odds] == [not one.good for one in own.odds]
    assert found.tallies == own.tallies
    assert found.notes[:2] == (SEALED, ALL_GUNS)
    assert found.notes[2] in own.notes


@pytest.mark.parametrize(
    "secret",
    [
        {"vanguard": "s_saboya"},
        {"vanguard": "s_vergara", "screen": ""},
        {"director": ""},
        {"support": "pass", "losses": "s_saboya", "new_vanguard": "s_vergara"},
    ],
)
def test_the_preview_tells_nothing_of_sealed_designations(secret):
    assert preview(VILLAGE, replace(SCREENED, **secret), DEFENCE) == preview(
        VILLAGE, SCREENED, DEFENCE
    )


def test_odds_follow_the_defence_and_its_sheet():
    strong, weak = (
        preview(VILLAGE, SCREENED, orders.Defend(key)) for key in ("m_cab1", "m_guich1")
    )
    assert strong.odds != weak.odds
    riders = [
        defeat(preview(HORSE, RIDE, orders.Defend("m_cab1", riders=choice)))
        for choice in ("pass", "caracole", "counter_charge")
    ]
    assert len(set(riders)) == len(riders)


def test_a_charge_at_an_arrival_has_odds_for_its_defender():
    found = preview(RIDERS, AT_ARRIVAL, orders.Defend("s_principe"), Viewer("S", "S"))
    assert 0 < defeat(found) < 1
    assert found.way == ("c_valle_a", "c_valle_b")


def test_a_refused_defence_and_another_seat_get_no_odds():
    refused = preview(VILLAGE, SCREENED, orders.Defend("s_leon"))
    assert {one.rule for one in refused.no} == {"AFR-ASL-03"}
    assert not refused.odds
    attacker = preview(VILLAGE, SCREENED, DEFENCE, Viewer("S", "S"))
    assert attacker.no
    assert not attacker.odds
