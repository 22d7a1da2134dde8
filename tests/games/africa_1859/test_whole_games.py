"""Whole games of Africa 1859-60 by random players and by the bot: no fault in any position."""

import pytest
from msgspec.structs import replace

from app.cli.headless_games import play_many, play_one
from app.games.africa_1859.bench import position_faults
from app.games.africa_1859.data_file import NEWEST, VERSIONS
from app.games.africa_1859.evolve import with_units
from app.games.africa_1859.state import ELIMINATED, Phase
from tests.games.africa_1859.positions import unit, war_of

SCENARIOS = tuple(VERSIONS[NEWEST].scenarios)
MONKEYS, BOTS = 1000, 100


@pytest.mark.slow
@pytest.mark.parametrize("player", ["monkey", "bots"])
@pytest.mark.parametrize("scenario", ["morabito", "castillejos"])
def test_a_whole_game_has_no_fault(player, scenario):
    result = play_one(("africa_1859", player, "whole/0", scenario))
    assert not result.faults, f"python -m app {player} africa_1859 --scenario {scenario}"
    assert result.ending in ("last_turn", "broken", "sudden")


@pytest.mark.proof
@pytest.mark.parametrize(("player", "games"), [("monkey", MONKEYS), ("bots", BOTS)])
def test_whole_games_over_all_scenarios_have_no_fault(player, games):
    results = play_many("africa_1859", player, games, "whole")
    assert [one for one in results if one.faults] == []
    assert {one.ending for one in results} <= {"last_turn", "broken", "sudden"}
    assert {one.scenario for one in results} == set(SCENARIOS)


# --- The checks find the faults that they are for
START = war_of(
    unit("s_one", "line", "c_loma"), unit("m_one", "cabila", "c_valle_a"), scenario="castillejos"
)


@pytest.mark.parametrize(
    ("after", "fault"),
    [
        (with_units(START, ["m_one"], at="c_loma"), "units of both sides are in c_loma"),
        (with_units(START, ["m_one"], at="nowhere"), "m_one is in no space: nowhere"),
        (with_units(START, ["m_one"], steps=9), "m_one has 9 steps in c_valle_a"),
        (with_units(START, ["m_one"], steps=0), "m_one has 0 steps in c_valle_a"),
        (with_units(START, ["m_one"], at=ELIMINATED), "m_one has 4 steps in eliminated"),
        (
            replace(START, units={"s_one": START.units["s_one"]}),
            "counters have vanished: ['m_one']",
        ),
        (with_units(START, ["m_one"], side="S"), "m_one has become another unit"),
    ],
)
def test_a_faulty_position_is_found(after, fault):
    assert fault in list(position_faults(START, after))
    assert not list(position_faults(None, START))


def test_an_overfull_space_is_found():
    war = war_of(*(unit(f"s_{n}", "line", "c_loma") for n in range(7)), scenario="castillejos")
    assert list(position_faults(None, war)) == ["c_loma is overfull"]


def test_steps_rise_in_the_end_step_alone():
    before = with_units(START, ["s_one"], steps=2)
    assert list(position_faults(before, START)) == ["s_one has won steps"]
    assert not list(position_faults(before, replace(START, phase=Phase(2))))


def test_a_unit_enters_with_the_steps_that_are_received():
    before = replace(START, units={"s_one": START.units["s_one"]})
    assert list(position_faults(before, START)) == ["4 new steps of M, 0 received"]
