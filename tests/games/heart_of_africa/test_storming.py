"""The bot takes a village: over its fence, at its last defenders, and whole into it."""

import random

from app.games.heart_of_africa import bot
from app.games.heart_of_africa.cases import positions
from app.games.heart_of_africa.evolve import fold
from app.games.heart_of_africa.fog import view
from app.games.heart_of_africa.movement import formations
from app.games.heart_of_africa.orders import Activate, Cross, Manoeuvre
from app.games.heart_of_africa.sequence import carried_out
from app.games.heart_of_africa.sight.visibility import see_each_other
from app.games.heart_of_africa.tactics import place_values
from app.games.heart_of_africa.tactics.aims import aims
from app.games.heart_of_africa.tactics.hurry import climbs_in
from app.games.heart_of_africa.tactics.own_ways import find_own_ways
from app.games.heart_of_africa.tactics.sketch import GO
from app.games.heart_of_africa.tactics.sketches import sketches
from app.games.heart_of_africa.tactics.studied_units import studied_unit
from app.kernel.dice import SeededDice
from app.kernel.seats import Viewer
from app.kernel.space.plane import inches_to

MIDDLE = (34.0, 36.0)
FENCE = [
    {
        "id": "w1",
        "kind": "fence",
        "owner": "B",
        "height": "man_high",
        "line": [[28.5, 41.5], [28.5, 30.5], [39.5, 30.5], [39.5, 41.5]],
    }
]


def men(unit, kind, count, x, y, step=(1.2, 0), facing=90):
    return {
        "id": unit.lower(),
        "unit": unit,
        "type": kind,
        "count": count,
        "step": list(step),
        "x": x,
        "y": y,
        "facing": facing,
    }


def storm(*figures, turn=7, step="unit_moves", works=()):
    """A position of a Planned Attack on a village of 12 x 12 inches."""
    return positions.battle_of(
        {
            "id": "storm",
            "title": "storm",
            "kind": "heart_of_africa/battle",
            "table": {"scenario": "planned_attack", "attacker": "A", "objective": "v1", "wind": 0},
            "start": {"turn": turn, "step": step, "to_act": "A"},
            "units": [
                {"id": key, "side": key[0]} for key in sorted({one["unit"] for one in figures})
            ],
            "figures": list(figures),
            "terrain": [{"id": "v1", "kind": "village", "owner": "B", "rect": [28, 30, 40, 42]}],
            "works": list(works),
            "orders": [],
        }
    )


def given(battle):
    known = view(battle, Viewer("A", "A"))
    return bot.choose(known, random.Random(1))


def in_hand(battle, who):
    """The battle after the activation of a unit."""
    return fold(battle, carried_out(battle, Activate(who), "A", SeededDice(b"storm", 1)))


def test_figures_at_the_fence_climb_it_before_the_others_move():
    at_fence = men("A1", "spearman", 6, 31, 30.1)
    battle = in_hand(storm(at_fence, men("B1", "askari", 3, 33, 38), works=FENCE), "A1")
    for _ in range(6):
        order = given(battle)
        assert isinstance(order, Cross), order
        battle = fold(battle, carried_out(battle, order, "A", SeededDice(b"storm", 2)))
    assert all(one.at[1] > 30.5 for key, one in battle.figures.items() if one.unit == "A1")


def test_a_unit_inside_does_not_climb_out_where_the_fence_turns():
    inside = men("A1", "spearman", 4, 31, 30.9)
    battle = in_hand(storm(inside, men("B1", "askari", 1, 39.2, 41.8), works=FENCE), "A1")
    assert not isinstance(given(battle), Cross)


def test_attackers_inside_go_for_the_nearest_defender_and_not_for_the_middle():
    battle = storm(men("A1", "spearman", 6, 29, 33), men("B1", "askari", 1, 30, 41))
    aim = aims(battle, "A")["A1"]
    assert aim.goal == (30.0, 41.0)
    assert aim.prize > 0


def test_one_unit_holds_the_empty_village_and_the_other_meets_those_who_could_return():
    battle = storm(
        men("A1", "spearman", 4, 32, 36),
        men("A2", "spearman", 4, 32, 31),
        men("B1", "askari", 3, 44, 36),
    )
    found = aims(battle, "A")
    assert inches_to(found["A1"].goal, MIDDLE) < 0.1 or inches_to(found["A2"].goal, MIDDLE) < 0.1
    assert {round(found["A1"].goal[0]), round(found["A2"].goal[0])} == {34, 45}


def test_each_figure_of_a_crowd_finds_a_free_place():
    """Friends stand where the drill would put the unit."""
    crowd = men("A2", "spearman", 8, 30, 26.5, step=(1.0, 0))
    battle = storm(
        men("A1", "spearman", 8, 30, 22, step=(1.0, 0)), crowd, men("B1", "askari", 3, 33, 38)
    )
    battle = in_hand(battle, "A1")
    inches = battle.hand.open
    drill = Manoeuvre("A1", "displace", (33.5, 26.5))
    drawn = formations.drafted(battle, drill, "A", explain=False).paths
    own = find_own_ways(battle, "A", "A1", MIDDLE)
    assert inches >= 4, "dice of this seed"
    assert nearer(battle, own.paths) > nearer(battle, drawn) + 2


def nearer(battle, paths):
    return sum(
        inches_to(battle.figures[key].at, MIDDLE) - inches_to(way[-1], MIDDLE)
        for key, way in paths.items()
    )


def test_shooters_keep_their_range_while_there_is_time():
    battle = storm(men("A1", "askari", 6, 31, 20), men("B1", "spearman", 6, 33, 38), turn=2)
    assert aims(battle, "A")["A1"].reach == 12.0


def test_shooters_climb_the_fence_only_when_time_runs_out():
    at_fence, inside = men("A1", "askari", 4, 32, 30.1), men("B1", "spearman", 3, 33, 38)
    assert not climbs_in(storm(at_fence, inside, turn=2, works=FENCE), "A1")
    late = storm(at_fence, inside, turn=10, works=FENCE)
    assert climbs_in(late, "A1")
    assert isinstance(given(in_hand(late, "A1")), Cross)


def test_fire_is_expected_only_of_figures_that_see_into_the_village(monkeypatch):
    """Those to the left look through more than 3 in of the village."""
    seen_by = []
    plain = place_values.fire_given

    def watched(unit, gaps, seen, stirs):
        seen_by.append(seen)
        return plain(unit, gaps, seen, stirs)

    monkeypatch.setattr(place_values, "fire_given", watched)
    line = men("A1", "askari", 8, 31, 29, step=(1.0, 0))
    battle = storm(line, men("B1", "spearman", 1, 39, 31.5))
    unit = studied_unit(battle, "A", "A1")
    place_values.place_values(unit, [unit.here], [False])
    [seen] = seen_by
    enemy = battle.figures[unit.foes.ids[0]]
    assert not seen[0, 0, 0]
    assert not see_each_other(battle, unit.men[unit.rep[0]], enemy)
    assert seen[0, -1, 0]
    assert see_each_other(battle, unit.men[unit.rep[-1]], enemy)


def test_figures_without_an_opponent_pass_the_fight_of_their_unit():
    """Two of eight are in contact; the others go on to the defender behind."""
    battle = storm(
        men("A1", "spearman", 8, 30, 32, step=(0.9, 0)),
        men("B1", "spearman", 1, 30, 32.8),
        men("B2", "askari", 1, 38, 40),
    )
    drills = [one.drill for one in sketches(in_hand(battle, "A1"), "A", "A1")]
    assert GO in drills
