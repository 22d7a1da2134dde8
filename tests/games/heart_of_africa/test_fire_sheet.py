"""Fire sheet of a large table: shortcuts in numbers give the same enemies, lines and company."""

from __future__ import annotations

import random

from msgspec.structs import replace

from app.games.heart_of_africa.figures import distance_between, enemies, is_attendant
from app.games.heart_of_africa.offering.fire_sheet import nearest_enemy
from app.games.heart_of_africa.shooting.modifiers import COMPANY, is_near
from app.games.heart_of_africa.sight import visibility
from app.kernel.space.plane import is_within
from bench.games.heart_of_africa.sight import crowded

TYPES = ("askari", "horseman", "baggage", "canoe", "attendant")


def battle_of(seed):
    """A battle in which figures of all widths stand."""
    chance = random.Random(seed)
    battle = crowded(chance)
    figures = {
        key: replace(one, type=chance.choice(TYPES), facing=chance.uniform(0, 360))
        for key, one in battle.figures.items()
    }
    return replace(battle, figures=figures), list(figures.values())


def test_nearest_enemy_is_that_of_all_distances():
    for seed in range(3):
        battle, figures = battle_of(seed)
        for one in figures[::4]:
            foes = [foe for foe in enemies(battle, one.side) if not is_attendant(foe)]
            plain = min(foes, key=lambda foe: distance_between(one, foe))
            assert nearest_enemy(battle, one) == plain, (seed, one.id)
    assert nearest_enemy(replace(battle, figures={"a": figures[0]}), figures[0]) is None


def test_company_is_judged_as_by_the_distance():
    _, figures = battle_of(5)
    pairs = [(one, other) for one in figures[::3] for other in figures if one is not other]
    near = [is_near(*pair) for pair in pairs]
    assert near == [is_within(distance_between(*pair), COMPANY) for pair in pairs]
    assert any(near)


def test_lines_of_several_shots_are_judged_once_and_as_single_ones(monkeypatch):
    battle = crowded(random.Random(7))
    figures = list(battle.figures.values())
    pairs = [(figures[n], figures[n + 11]) for n in range(0, 100, 9)]
    single = [visibility.line_of_sight(battle, *pair, shooting=True) for pair in pairs]
    assert {look.free for look in single} == {True, False}
    visibility.tell_shots(battle, pairs)
    monkeypatch.setattr(visibility, "judge_lines", None)
    visibility.tell_shots(battle, pairs)
    assert [visibility.line_of_sight(battle, *pair, shooting=True) for pair in pairs] == single
