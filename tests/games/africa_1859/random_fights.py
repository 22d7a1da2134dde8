"""Random assaults of Africa 1859-60 on all maps, for comparisons of their odds."""

import random

import msgspec
from msgspec.structs import replace

from app.games.africa_1859 import orders
from app.games.africa_1859.fights.assault_order import assault_of
from app.games.africa_1859.fights.designations import attacking_vanguards, screens
from app.games.africa_1859.fights.fight_odds import distinct_defences
from app.games.africa_1859.fights.odds import usual
from app.games.africa_1859.fights.odds_policies import by_sheet, with_defence, with_support
from app.games.africa_1859.ground import units_at
from app.games.africa_1859.state import ENEMY_OF, MOROCCO, SPAIN, Phase
from tests.games.africa_1859.positions import DATA, leader, unit, war_of


class RandomFight(msgspec.Struct):
    """Position, assault and answers of a random fight."""

    war: object
    assault: object
    policy: object


def some_units(chance, side, at, number, taken):
    """Units of a side in random conditions; `taken` lists all units so far."""
    kinds = [
        key for key, row in DATA.kinds.items() if row.side == side and row.unit_class != "ship"
    ]
    for _ in range(number):
        kind = chance.choice(kinds)
        row = DATA.kinds[kind]
        shaken = chance.random() < 0.15 and row.unit_class != "convoy"
        taken.append(
            unit(
                f"{side.lower()}_{len(taken):02}",
                kind,
                at,
                steps=chance.randint(1, row.steps),
                dem=shaken,
                marker=chance.random() < 0.2,
            )
        )


def random_position(chance):
    """Position with stacks in two adjacent spaces and around them, its start, target and side."""
    side = chance.choice((SPAIN, MOROCCO))
    scenario = chance.choice(list(DATA.scenarios))
    graph = DATA.maps[DATA.scenarios[scenario].map].graph
    start = chance.choice(graph.keys)
    target = chance.choice(graph.neighbours(start))
    around = {*graph.neighbours(start), *graph.neighbours(target)} - {start, target}
    stack, led = [], []
    some_units(chance, side, start, chance.randint(1, 4), stack)
    some_units(chance, ENEMY_OF[side], target, chance.randint(1, 4), stack)
    for space in sorted(around):
        if chance.random() < 0.4:
            some_units(chance, chance.choice("SM"), space, chance.randint(1, 2), stack)
    for one, at in ((side, start), (ENEMY_OF[side], target)):
        able = [key for key, row in DATA.leaders.items() if row.side == one and key[:4] != "repl"]
        led += [leader(key, at) for key in chance.sample(able, chance.choice((0, 1, 1, 2)))]
    terms = {"clash_base": chance.choice(("printed", "opposing"))}
    war = war_of(*stack, *led, side=side, scenario=scenario, terms=terms)
    return replace(war, phase=Phase(2, side, open=start, opened=(start,))), start, target, side


def random_fight(seed):
    """Assault of all that can, with random designations and answers; None if none is possible."""
    chance = random.Random(seed)
    war, start, target, side = random_position(chance)
    group = [
        one for one in units_at(war, start, side) if DATA.kinds[one.kind].is_fighter and not one.dem
    ]
    able = attacking_vanguards(war, group, target)
    if not able or not list(distinct_defenders(war, target, side)):
        return None
    vanguard = chance.choice(able).id
    screen = chance.choice(["", *(one.id for one in screens(war, group, vanguard))])
    led = tuple(key for key, one in war.leaders.items() if one.side == side)
    keys = tuple(one.id for one in group)
    order = orders.Assault(keys, (target,), vanguard, screen, led, led[0] if led else "")
    assault = assault_of(war, order)
    if chance.random() < 0.1:
        assault = replace(assault, reaction=True)
    own = chance.choice((with_support, usual, by_sheet))
    if own is by_sheet:
        assault = replace(assault, att=replace(assault.att, settled=some_answers(chance, keys)))
    if chance.random() < 0.3:
        return RandomFight(war, assault, own)
    defence = chance.choice(distinct_defences(war, assault))
    if own is by_sheet:
        there = [one.id for one in units_at(war, target, ENEMY_OF[side])]
        defence = replace(defence, **dict(some_answers(chance, there)))
    riders = chance.choice(("", "counter_charge", "caracole"))
    return RandomFight(war, assault, with_defence(own, defence, riders))


def some_answers(chance, keys):
    """Answers that a sheet settles ahead, in the names of both sheets."""
    given = {
        "new_vanguard": chance.choice(("default", *keys)),
        "counter_battery": chance.choice(("pass", "group", "one_by_one")),
    }
    return tuple((name, answer) for name, answer in given.items() if chance.random() < 0.7)


def distinct_defenders(war, target, side):
    """Units that can defend the target."""
    return (
        one
        for one in units_at(war, target, ENEMY_OF[side])
        if DATA.kinds[one.kind].unit_class != "convoy"
    )
