"""Reach of charges: shortcuts in numbers give the same enemies, ground and places."""

from __future__ import annotations

import random
from types import SimpleNamespace

import numpy as np
from msgspec.structs import replace

from app.games.heart_of_africa.figures import distance_between, enemies, is_attendant
from app.games.heart_of_africa.land import Work
from app.games.heart_of_africa.movement import charge_reach
from app.games.heart_of_africa.movement.charge_reach import Place, Reach
from app.games.heart_of_africa.movement.detours import Web
from app.games.heart_of_africa.movement.obstacles import Chart
from app.games.heart_of_africa.movement.regions import FAR
from app.games.heart_of_africa.offering.drills import foes_of
from app.games.heart_of_africa.pieces import Figure
from app.games.heart_of_africa.sight import ground
from app.kernel.space.plane import closed_path, distance_to_path
from bench.games.heart_of_africa.sight import crowded

SEEDS = range(4)


def battle_of(seed):
    """A battle among terrain in which figures of other widths stand too."""
    chance = random.Random(seed)
    battle = crowded(chance)
    types = {key: chance.choice(("askari", "horseman", "baggage")) for key in battle.figures}
    figures = {key: replace(one, type=types[key]) for key, one in battle.figures.items()}
    return replace(battle, figures=figures), chance


def test_foes_in_reach_are_those_of_all_distances_in_the_same_order():
    for seed in SEEDS:
        battle, chance = battle_of(seed)
        mine = [
            one for one in battle.figures.values() if one.unit == "u0" and one.type != "baggage"
        ]
        far = chance.uniform(2, 30)
        gaps = [
            (min(distance_between(one, foe) for one in mine), foe)
            for foe in enemies(battle, "A")
            if not is_attendant(foe)
        ]
        near = [foe for gap, foe in sorted(gaps, key=lambda row: row[0]) if gap <= far]
        assert foes_of(battle, mine, far) == near, seed
        assert foes_of(battle, mine, 100.0) == [foe for _, foe in sorted(gaps, key=lambda r: r[0])]


def test_difficult_ground_near_a_place_is_that_of_all_outlines():
    found = set()
    for seed in SEEDS:
        battle, chance = battle_of(seed)
        rims = [
            closed_path(area.points)
            for area in ground.country(battle.land).areas
            if area.kind in ground.SLOW_KINDS
        ]
        for _ in range(60):
            spot, inches = (chance.uniform(0, 72), chance.uniform(0, 48)), chance.uniform(0, 3)
            plain = any(distance_to_path(spot, rim) <= inches for rim in rims)
            assert ground.is_slow_near(battle, spot, inches) == plain, (seed, spot, inches)
            found.add(plain)
    assert found == {True, False}


def test_cover_of_an_enemy_is_judged_only_where_the_rolls_differ(monkeypatch):
    """Each place is judged once."""
    battle, _ = battle_of(1)
    victim = next(one for one in battle.figures.values() if one.side == "B")
    man, asked = Figure("man", "askari", "A", at=(1.0, 1.0)), []
    body = SimpleNamespace(battle=battle, rolls={"man": (8.0, 5.0)})
    monkeypatch.setattr(charge_reach, "is_screened", lambda *_: True)
    monkeypatch.setattr(charge_reach.ground, "slow_at", lambda *_: None)
    monkeypatch.setattr(charge_reach, "shelter_of", lambda *_: asked.append(1) or "a fence")
    reach = Reach(body, [victim])
    lengths = {4.0: True, 5.005: True, 6.0: False, 8.005: False, 9.0: False}
    for length, is_reached in [*lengths.items()] * 2:
        assert reach.reaches(man, Place(victim, (2.0, 2.0), length, length)) is is_reached, length
    assert len(asked) == 2
    monkeypatch.setattr(charge_reach, "shelter_of", lambda *_: None)
    open_ground = Reach(body, [victim])
    assert open_ground.reaches(man, Place(victim, (2.0, 2.0), 6.0, 6.0))
    assert open_ground.victims_reached(man, [Place(victim, (2.0, 2.0), 9.0, 9.0)]) == set()


def trapped(seed):
    """Obstacles of a figure among enemies, terrain and known stake traps."""
    battle, chance = battle_of(seed)
    places = [(chance.uniform(10, 60), chance.uniform(5, 40)) for _ in range(6)]
    traps = tuple(
        Work(f"t{n}", "stake_trap", "B", at=place, shown=True) for n, place in enumerate(places)
    )
    land = replace(battle.land, works=(*battle.land.works, *traps))
    man = next(one for one in battle.figures.values() if one.unit == "u0")
    return Chart(replace(battle, land=land), "A").obstacles(man), traps, chance


def test_barred_lines_are_those_with_a_measured_obstacle():
    found = set()
    for seed in SEEDS:
        obstacles, traps, chance = trapped(seed)
        ends = [(chance.uniform(0, 70), chance.uniform(0, 46)) for _ in range(200)]
        starts = [trap.at for trap in traps] * 10 + ends[:140]
        legs = np.hstack([np.array(starts), np.array(ends)])
        barred = obstacles.are_barred(legs, foes=False)
        assert (barred == (obstacles.hard(legs, foes=False, measured=False) < FAR)).all(), seed
        found |= {*barred.tolist()}
    assert found == {True, False}


def test_ways_of_equal_starts_are_those_of_each_alone():
    for seed in SEEDS:
        obstacles, traps, _ = trapped(seed)
        start, goals = (8.0, 8.0), [(x + 4.0, y) for x, y in (trap.at for trap in traps)]
        web = Web(obstacles, [start], goals, 1.0, 1.0)
        assert len(web.points)
        alone = [web.ways([start], [goal])[0] for goal in goals]
        assert web.ways([start] * len(goals), goals) == alone, seed
