"""Data, set-up and the opening of spaces in Africa 1859-60."""

from random import Random

import msgspec
import pytest

from app.games.africa_1859 import GAME, orders
from app.games.africa_1859 import events as e
from app.games.africa_1859.beginning import new_game, position
from app.games.africa_1859.data_file import NEWEST, VERSIONS, DataError, read_data
from app.games.africa_1859.evolve import evolve, fold
from app.games.africa_1859.ground import distance, rear_distance
from app.games.africa_1859.sequence import decide
from app.games.africa_1859.stacking import has_room
from app.games.africa_1859.state import Phase, Terms, Unit, War
from app.kernel.contract import Setup
from app.kernel.dice import LoadedDice, Roll
from app.kernel.refusal import Refused

SCENARIOS = VERSIONS[NEWEST].scenarios


def bare(*units, phase=None, **more):
    """Position on the map of Castillejos with units given as (id, kind, space)."""
    kinds = VERSIONS[NEWEST].kinds
    stack = [Unit(key, kind, kinds[kind].side, at, kinds[kind].steps) for key, kind, at in units]
    return position(Terms(NEWEST, "castillejos"), stack, (), phase or Phase(), **more)


def given(war, *ordered):
    """Position after orders of the side that is active."""
    for order in ordered:
        war = fold(war, decide(war, order, war.phase.side, LoadedDice()))
    return war


def refused(war, order, seat=None):
    """Rules that refuse the order."""
    with pytest.raises(Refused) as found:
        decide(war, order, seat or war.phase.side, LoadedDice())
    return {one.rule for one in found.value.refusals}


@pytest.mark.parametrize("key", SCENARIOS)
def test_a_set_up_stands_on_its_map(key):
    setup = Setup(key, {"S": "S", "M": "M"})
    war = None
    for event in new_game(setup, LoadedDice.faces(3)):
        war = evolve(war, event)
    spaces = VERSIONS[NEWEST].maps[war.terms.map].spaces
    assert {unit.at for unit in war.units.values()} <= {*spaces, "waiting"}
    assert len(war.units) == len(SCENARIOS[key].units) + sum(
        len(group.units) for group in SCENARIOS[key].groups
    )
    assert msgspec.convert(msgspec.to_builtins(war), War) == war


def test_distances_of_castillejos():
    war = bare()
    assert distance(war, "c_monte", "c_boquete", "M") == 1
    assert rear_distance(war, "c_morabito", "M") == 3


def test_a_space_opens_once_in_a_phase():
    war = bare(("s_vergara", "cazadores", "c_tarajal"), ("s_ing1", "ingenieros", "c_otero"))
    war = given(war, orders.Open("c_tarajal"))
    assert refused(war, orders.Open("c_otero")) == {"AFR-SEQ-02"}
    assert refused(war, orders.EndPhase()) == {"AFB-ACT-07"}
    war = given(war, orders.Close())
    assert refused(war, orders.Open("c_tarajal")) == {"AFR-SEQ-02"}
    assert refused(war, orders.Open("c_otero"), "M") == {"AFR-SEQ-01"}


def test_cabilas_alone_in_a_wood_cannot_be_opened():
    war = bare(("m_cab2", "cabila", "c_monte"), phase=Phase(1, "M"))
    assert refused(war, orders.Open("c_monte")) == {"AFR-SEQ-16"}


def test_data_of_another_format_is_refused(tmp_path):
    path = tmp_path / "mine.yaml"
    path.write_text("format: 2\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"mine\.yaml: format 2"):
        read_data(path)


def test_every_event_has_its_fold():
    from app.games.africa_1859.evolve import APPLY

    assert set(APPLY) | {e.Began} == set(e.EVENTS)


def test_a_camp_holds_more_fighters():
    war = bare(*[(f"m_{n}", "cabila", "c_campo") for n in range(7)], ("m_a", "cabila", "c_sur"))
    assert has_room(war, "M", "c_campo", ["m_a"])
    full = bare(*[(f"m_{n}", "cabila", "c_campo") for n in range(8)], ("m_a", "cabila", "c_sur"))
    assert not has_room(full, "M", "c_campo", ["m_a"])


def test_seven_fighters_do_not_fit_into_a_plain():
    war = bare(*[(f"m_{n}", "cabila", "c_sur") for n in range(6)], ("m_a", "cabila", "c_campo"))
    assert not has_room(war, "M", "c_sur", ["m_a"])
    assert has_room(war, "M", "c_sur", ["m_a"], leaving=["m_0"])


@pytest.mark.parametrize("handicap", [21, -21, 1.5, "3", True, None])
def test_a_wrong_handicap_is_refused(handicap):
    setup = Setup("morabito", {"S": "S", "M": "M"}, stock={"handicap": handicap})
    with pytest.raises(Refused) as found:
        new_game(setup, LoadedDice())
    assert [one.rule for one in found.value.refusals] == ["AFB-VIC-05"]


@pytest.mark.parametrize(
    ("bids", "dice", "expected"),
    [
        ({"S": 6, "M": 1}, (), (1, 6, 3, True)),
        ({"S": 1, "M": 6}, (), (1, 6, 3, False)),
        ({"S": -6, "M": -1}, (), (-6, -1, -3, False)),
        ({"S": 4, "M": 4}, (3,), (4, 4, 4, False)),
        ({"S": 4, "M": 4}, (4,), (4, 4, 4, True)),
    ],
)
def test_the_lower_bid_takes_spain_and_a_die_decides_a_tie(bids, dice, expected):
    """AFB-VIC-05."""
    handicap = expected[2]
    setup = Setup("castillejos", {"S": "S", "M": "M"}, stock={"handicap": handicap, "bids": bids})
    loaded = LoadedDice(Roll("equal_bids", "", 6, face) for face in dice)
    events = new_game(setup, loaded)
    assert events[0].war.terms.handicap == handicap
    assert [event for event in events if isinstance(event, e.SidesBid)] == [e.SidesBid(*expected)]
    exchanged = GAME.agreement.exchanged_seats(events)
    assert exchanged == ({"S": "M", "M": "S"} if expected[3] else {})


@pytest.mark.parametrize("bids", [{"S": 6}, {"S": 6, "M": 21}, {"S": 6, "M": 6}, [6, 1]])
def test_bids_that_do_not_give_the_handicap_are_refused(bids):
    setup = Setup("castillejos", {"S": "S", "M": "M"}, stock={"handicap": 3, "bids": bids})
    with pytest.raises(Refused) as found:
        new_game(setup, LoadedDice())
    assert [one.rule for one in found.value.refusals] == ["AFB-VIC-05"]


@pytest.mark.parametrize(
    ("terms", "alone"),
    [({"sides": "bid"}, "S"), ({"sides": "draw"}, ""), ({"handicap": "2,5"}, "")],
)
def test_wrong_terms_are_refused(terms, alone):
    with pytest.raises(Refused) as found:
        GAME.agreement.settled("castillejos", terms, {}, Random(1), alone)
    assert [one.rule for one in found.value.refusals] == ["AFB-VIC-05"]


def test_a_handicap_and_commands_are_terms_of_the_game():
    seats = {"a": "S", "b": "S", "m": "M"}
    setup = Setup("tetuan", seats, ("opposing",), {"handicap": -3})
    (began,) = new_game(setup, LoadedDice())
    terms = began.war.terms
    assert (terms.handicap, terms.clash_base) == (-3, "opposing")
    assert {terms.commands[key] for key in ("prim", "odonnell")} == {"a"}
    assert {terms.commands[key] for key in ("ros", "s_albuera")} == {"b"}
    assert terms.commands["abbas"] == "m"


def test_more_players_than_commands_get_single_counters():
    seats = {"a": "S", "b": "S", "c": "S", "m": "M"}
    (began,) = new_game(Setup("castillejos", seats), LoadedDice())
    assert set(began.war.terms.commands.values()) == {"a", "b", "c", "m"}
