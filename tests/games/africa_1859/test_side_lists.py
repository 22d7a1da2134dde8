"""Lists beside the board: points, reinforcements, losses, ships and the forecast of the
campaign.
"""

import re

from msgspec.structs import replace

from app.games.africa_1859.digest import score_words
from app.games.africa_1859.side_lists import side_lists
from app.games.africa_1859.state import MOROCCO, SPAIN
from app.games.africa_1859.supply import scenario_of
from app.games.africa_1859.victory import BROKEN, ending_of, minus, points_of, points_tally
from tests.games.africa_1859.positions import leader, unit, war_of


def lists_of(war, language="en"):
    """Sentences of each list by its title."""
    return {
        one.title.in_(language): [fact.says.in_(language) for fact in one.facts]
        for one in side_lists(war)
    }


def test_a_bare_map_has_no_lists():
    assert side_lists(war_of(unit("s_line", "line", "c_camino"))) == ()


def test_points_tell_the_result_the_margins_and_who_holds_each_space():
    """AFB-VIC-01, AFB-VIC-02: a Spanish unit in the village holds its two points."""
    war = war_of(
        unit("s_line", "line", "c_morabito"),
        unit("m_cab1", "cabila", "eliminated"),
        scenario="castillejos",
    )
    margins = scenario_of(war).margins
    assert margins["M_decisive"] < -9 <= margins["M_marginal"]
    points = lists_of(war)["Points"]
    assert points[0] == "Result now: −9, marginal victory of Morocco."
    told = [int(number.replace("−", "-")) for number in re.findall("−?[0-9]+", points[1])]
    assert told == [
        margins[key] for key in ("S_marginal", "S_decisive", "M_marginal", "M_decisive")
    ]
    assert "House of the Marabout: 2 points for Spain" in points
    assert "Moroccan camp: 4 points for Morocco" in points
    assert points[-1] == "Enemy losses: 1 point for Spain"


def test_the_lists_of_a_finished_game_count_the_broken_army():
    """AFB-END-03, AFB-VIC-02: five points for the broken army, in the scores too."""
    war = war_of(
        unit("s_line", "line", "c_morabito"),
        unit("m_cab1", "cabila", "c_campo", steps=1),
        scenario="castillejos",
    )
    war = replace(war, ending=ending_of(war, BROKEN, (MOROCCO,)))
    before, points = points_tally(war, SPAIN).total, lists_of(war)["Points"]
    assert points_of(war)[SPAIN] == before + 5
    assert "Enemy army broken: 5 points for Spain" in points
    assert points[0].startswith(f"Result: {minus(war.ending.result)}, ")
    assert score_words(war, SPAIN).in_("en") == f"{before + 5} points"
    assert lists_of(war, "es")["Puntos"][0].startswith("Resultado: ")


def test_losses_count_steps_and_name_the_counters_that_are_gone():
    war = war_of(
        unit("s_line", "line", "c_camino", steps=2),
        unit("m_cab1", "cabila", "eliminated"),
        leader("prim", "lost"),
        scenario="castillejos",
    )
    assert lists_of(war, "es")["Bajas"] == [
        "España: 2 pasos; fuera de juego: Juan Prim",
        "Marruecos: 4 pasos; fuera de juego: Cabila 1",
    ]


def test_a_ship_that_has_fired_or_waits_in_a_storm_says_so():
    """AFB-NAV-01."""
    calm, storm = war_of(scenario="campana"), war_of(scenario="campana", storm=True)
    assert lists_of(calm)["Ships"][0] == "Ship 1: can fire this turn"
    assert lists_of(storm)["Ships"][0] == "Ship 1: a storm blows"


def test_the_forecast_names_hungry_stacks_and_those_in_danger_of_disease():
    """AFB-CMP-03, AFB-CMP-04: five fighters in a space fall ill on a 6; storms come on 5 and 6."""
    stack = [unit(f"s_{number}", "line", "wad_ras") for number in range(5)]
    war = war_of(*stack, scenario="campana", turn=7)
    assert lists_of(war)["Campaign forecast"] == [
        "Chance of a storm next turn: 2 in 6",
        "Wad-Ras: out of supply, loses 1 step at the end of the turn",
        "Wad-Ras: disease at the end of the turn, 1 in 6",
    ]
    assert "Campaign forecast" not in lists_of(war_of(*stack, scenario="castillejos"))
