"""Odds of a dry run equal the dice: every face is played through `decide` and the results are
counted.

Positions come from games of bots and random players, and from random crowds.
"""

import random
from collections import Counter
from fractions import Fraction

import msgspec
import pytest

from app.games.cry_havoc import orders, tables
from app.games.cry_havoc.box import GAME
from app.games.cry_havoc.case_position import battle_of
from app.games.cry_havoc.events import Fought, SurrenderRolled
from app.games.cry_havoc.evolve import fold
from app.games.cry_havoc.fog import view
from app.games.cry_havoc.ground import ground_of
from app.games.cry_havoc.reach import assess, offers
from app.games.cry_havoc.sequence import decide
from app.games.cry_havoc.state import (
    CLOSE_COMBAT,
    DEAD,
    FIRST_FIRE,
    HEALTHY,
    SECOND_FIRE,
    STUNNED,
    WOUNDED,
    Battle,
    Retreat,
    TrainRetreat,
    Victim,
)
from app.kernel import headless_games, monkey
from app.kernel.dice import LoadedDice, UnexpectedRoll
from app.kernel.seats import Viewer
from app.kernel.space.hexes import hexes_around
from tests.games.cry_havoc.test_combat import position, two_with_one_way_out

FACES = range(1, 11)
MOST = 8
SHOOTERS = sorted(name for name in tables.CHARACTERS if tables.character(name, None, "").weapon)
OPTIONS = ("limited_ammunition", "surrender_and_ransom")
HURT = {"A": WOUNDED, "D": STUNNED, "E": WOUNDED, "F": DEAD}
DICE_OF_A_BLOW = {
    "D": "thrown from an unhurt horse",
    "E": "the horse killed",
    "F": "and the horse too",
}


def became(before, after, target):
    """Result of a shot in the words of the dry run, read from both positions."""
    was, unit = before.units[target], after.units[target]
    horse = after.units[was.rides] if was.rides else None
    if any(isinstance(owed, (Retreat, TrainRetreat)) for owed in after.pending):
        return f"{was.name} retreats"
    if unit.state == DEAD:
        return (
            f"{was.name} and the horse are killed"
            if horse and horse.state == DEAD
            else f"{was.name} is killed"
        )
    if horse and unit.rides is None:
        return f"{was.name} is unhorsed and {unit.state}" + (
            ", the horse killed" if horse.state == DEAD else ""
        )
    return f"{was.name} is {unit.state}" if unit.state != was.state else "nothing"


def fell_out(before, after, events):
    """Result of a combat in the words of the dry run."""
    fought = next((event for event in events if isinstance(event, Fought)), None)
    if fought is None:
        return next(
            f"{before.units[event.unit].name} surrenders"
            for event in events
            if isinstance(event, SurrenderRolled)
        )
    hit = fought.attackers if fought.letter in "AB" else fought.defenders
    if fought.letter in "BC":
        assert after.pending or any(
            before.units[unit] != after.units[unit] or before.units[unit].kind in ("horse", "mule")
            for unit in hit
        )
        return driven_back(before, after, fought.letter, hit)
    if fought.letter == "-":
        assert all(
            before.units[unit].state == after.units[unit].state
            for unit in fought.attackers + fought.defenders
        )
        return "no effect"
    return suffered(before, after, fought, hit)


def driven_back(before, after, letter, hit):
    """Retreats that are asked; a unit without one is hurt, or is an animal and stays unharmed."""
    owed = [one for one in after.pending if isinstance(one, (Retreat, TrainRetreat))]
    by_unit = {}
    for one in owed:
        by_unit |= dict.fromkeys([one.unit] if isinstance(one, Retreat) else one.mules, one)
    if set(hit) <= set(by_unit):
        who = f"the {'attackers' if letter == 'B' else 'defenders'} retreat"
        return who if room_for(owed, ()) else f"{who}, but not all find a hex"
    return "; ".join(stays_or_goes(before, after, unit, by_unit.get(unit)) for unit in hit)


def room_for(owed, taken):
    return not owed or any(
        room_for(owed[1:], (*taken, *filter(None, place)))
        for place in owed[0].options
        if not set(place) & set(taken)
    )


def stays_or_goes(before, after, key, owed):
    was, unit = before.units[key], after.units[key]
    if owed:
        return f"{was.name}: retreats" + ("" if owed.options else " if a hex becomes free")
    if unit.state == DEAD and was.state == STUNNED:
        return f"{was.name}: dead, already stunned"
    if unit.state == DEAD:
        return f"{was.name}: dead, already wounded and no hex for a retreat"
    hurt = "unharmed" if was.kind in ("horse", "mule") else "wounded"
    return f"{was.name}: {hurt}, no hex for a retreat"


def suffered(before, after, fought, hit):
    asked = next((owed for owed in after.pending if isinstance(owed, Victim)), None)
    animals = all(before.units[unit].kind in ("horse", "mule") for unit in hit)
    if asked:
        names = " and ".join(
            (
                ", ".join(before.units[unit].name for unit in asked.units[:-1]),
                before.units[asked.units[-1]].name,
            )
        )
        become = ("unharmed" if asked.letter == "D" else DEAD) if animals else HURT[asked.letter]
        return f"one of {names}: {become}"
    changed = [unit for unit in hit if before.units[unit].state != after.units[unit].state]
    if not changed:
        assert (animals, fought.letter) == (True, "D")
        return f"{before.units[hit[0]].name}: unharmed"
    (one,) = changed
    was, unit = before.units[one], after.units[one]
    told = f"{was.name}: {unit.state}"
    if was.rides and fought.letter in DICE_OF_A_BLOW:
        assert unit.rides is None
        assert (after.units[was.rides].state == DEAD) == (fought.letter != "D")
        told += f", {DICE_OF_A_BLOW[fought.letter]}"
    return told


def foretold(battle, seat, order):
    odds = assess(view(battle, Viewer(seat, battle.seats[seat])), order).odds
    return {str(chance.says): Fraction(chance.ways, chance.of) for chance in odds}


def thrown(battle, seat, order, *faces):
    """Results of every face of every die that `decide` rolls."""
    try:
        events = decide(battle, order, seat, LoadedDice.faces(*faces))
    except UnexpectedRoll:
        found = Counter()
        for face in FACES:
            found.update(thrown(battle, seat, order, *faces, face))
        return found
    after = fold(battle, events)
    came = (
        became(battle, after, order.target)
        if isinstance(order, orders.Shoot)
        else fell_out(battle, after, events)
    )
    return Counter({came: Fraction(1, 10 ** len(faces))})


def compare(battle, chance):
    """Number of compared shots and attacks of the position; at most a few, chosen at random."""
    weighed = 0
    for seat, side in battle.seats.items():
        if side != battle.active:
            continue
        live = [
            offer.order
            for offer in offers(view(battle, Viewer(seat, side)))
            if offer.is_live
            and not offer.asks
            and isinstance(offer.order, (orders.Shoot, orders.Attack))
        ]
        for order in chance.sample(live, min(MOST, len(live))):
            assert foretold(battle, seat, order) == dict(thrown(battle, seat, order)), order
            weighed += 1
    return weighed


def crowd(chance, step):
    """About twenty characters, horses and mules of both sides close together on a map, in any
    state.
    """
    printed = tables.MAPS[chance.choice(sorted(tables.MAPS))]
    near = around(ground_of(printed), chance)
    units = {}
    for name in dict.fromkeys(
        chance.sample(SHOOTERS, 5) + chance.sample(sorted(tables.CHARACTERS), chance.randint(5, 16))
    ):
        put_man(units, near, name, chance)
    for number in range(chance.randint(0, 3)):
        put_animal(units, near, f"mule {number}", "mule", chance)
    put_animal(units, near, "a horse", "horse", chance)
    side = chance.choice(("red", "blue"))
    return Battle(
        printed,
        options=OPTIONS,
        seats={"red": "red", "blue": "blue"},
        units=units,
        turn=2,
        active=side,
        step=step,
        score={"red": 0, "blue": 0},
    )


def around(ground, chance):
    """Hexes around one place, and those in which a horse may stand."""
    found, most = [chance.choice(sorted(ground.hexes))], chance.choice((20, 35, 60))
    for hex_ in found:
        if len(found) < most:
            found += [there for _, there in ground.neighbours(hex_) if there not in found]
    dry = [hex_ for hex_ in found if ground.kind(hex_) != "water"]
    chance.shuffle(dry)
    return {
        "free": dry,
        "horse": {hex_ for hex_ in dry if ground.kind(hex_) not in ("trees", "interior")},
    }


def two_hexes(near):
    """Free hex and a free neighbour, both open to a horse; removed from the list."""
    for front in near["free"]:
        for _, rear in hexes_around(front):
            if rear in near["free"] and {front, rear} <= near["horse"]:
                near["free"].remove(front)
                near["free"].remove(rear)
                return front, rear
    return None


def put_man(units, near, name, chance):
    unit = tables.character(name, chance.choice(("red", "blue")), "", name)
    unit = msgspec.structs.replace(
        unit,
        seat=unit.side,
        ammo=chance.randint(0, 9) if unit.weapon else None,
        state=chance.choice((HEALTHY, HEALTHY, WOUNDED)),
    )
    place = two_hexes(near) if unit.mounted and chance.random() < 0.7 else None
    if place:
        horse = tables.new_animal("horse", f"{name}'s horse", unit.side, of=name)
        units[horse.id] = horse
        units[name] = msgspec.structs.replace(unit, hex=place[0], rear=place[1], rides=horse.id)
    elif near["free"]:
        hurt = (
            {"state": STUNNED, "stunned_in": "red" if unit.side == "blue" else "blue"}
            if chance.random() < 0.2
            else {}
        )
        units[name] = msgspec.structs.replace(unit, hex=near["free"].pop(), **hurt)


def put_animal(units, near, key, kind, chance):
    """Loose horse or mule; a mule next to another one is tied to it."""
    place = two_hexes(near)
    if not place:
        return
    beast = msgspec.structs.replace(
        tables.new_animal(kind, key), hex=place[0], rear=place[1] if kind == "horse" else None
    )
    tied = next(
        (
            other
            for other in units.values()
            if other.kind == kind == "mule"
            and not other.tied_to
            and other.hex in {hex_ for _, hex_ in hexes_around(place[0])}
        ),
        None,
    )
    if tied:
        beast = msgspec.structs.replace(beast, tied_to=(tied.id,))
        units[tied.id] = msgspec.structs.replace(tied, tied_to=(key,))
    units[key] = beast


@pytest.mark.slow
@pytest.mark.parametrize("step", [FIRST_FIRE, CLOSE_COMBAT])
def test_the_odds_in_crowded_positions_are_those_of_the_dice(step):
    chance = random.Random(f"crowds {step}")
    assert sum(compare(crowd(chance, step), chance) for _ in range(40)) > 150


def the_bot(game, seen, chance):
    return game.bot(seen, chance)


@pytest.mark.slow
@pytest.mark.parametrize("scenario", GAME.card.scenarios, ids=lambda scenario: scenario.key)
@pytest.mark.parametrize("choose", [the_bot, monkey.any_order], ids=["bot", "monkey"])
def test_the_odds_in_games_are_those_of_the_dice(scenario, choose):
    chance = random.Random(scenario.key)
    played = headless_games.play_game(
        GAME, headless_games.plain_setup(scenario, OPTIONS), choose, scenario.key, 120
    )
    fights = [
        table.state
        for table in played.tables
        if table.state is not None
        and table.state.winners is None
        and not table.state.pending
        and table.state.step in (FIRST_FIRE, SECOND_FIRE, CLOSE_COMBAT)
    ]
    for battle in chance.sample(fights, min(len(fights), 10)):
        compare(battle, chance)


@pytest.mark.parametrize("state", [HEALTHY, WOUNDED])
@pytest.mark.parametrize(
    "order", [orders.Shoot("n", "p", "1009"), orders.Attack(("g",), ("p",))], ids=["shot", "blow"]
)
def test_a_rider_hemmed_in_has_nowhere_to_fall_or_go(order, state):
    """Front 1008, rear 1009, water around; the attacking knight stands in 1007."""
    rows = [
        {
            "id": "g",
            "char": "Sir Gunter",
            "side": "red",
            "hex": "1007",
            "mounted": True,
            "rear": "1006",
        },
        {"id": "n", "char": "Nicholas", "side": "red", "hex": "0505"},
        {
            "id": "p",
            "char": "Sir Piers",
            "side": "blue",
            "hex": "1008",
            "mounted": True,
            "rear": "1009",
            "state": state,
        },
    ]
    water = [
        hex_
        for front in ("1008", "1009")
        for _, hex_ in hexes_around(front)
        if hex_ not in ("1007", "1008", "1009")
    ]
    battle = battle_of(
        {
            "map": "plain",
            "terrain": {"water": water},
            "units": rows,
            "start": {"side": "red", "step": 1 if isinstance(order, orders.Shoot) else 4},
        }
    )
    told = foretold(battle, "red", order)
    assert told == dict(thrown(battle, "red", order))
    assert not any("unhorsed" in one or "stunned" in one for one in told)


NO_WAY_BACK = ["0304", "0305", "0403", "0504"]


@pytest.mark.parametrize(
    ("state", "terrain", "words"),
    [
        (HEALTHY, [], "the attackers retreat"),
        (HEALTHY, NO_WAY_BACK, "Mark: wounded, no hex for a retreat"),
        (WOUNDED, NO_WAY_BACK, "Mark: dead, already wounded and no hex for a retreat"),
    ],
)
def test_the_preview_says_what_follows_if_no_hex_is_left_for_a_retreat(state, terrain, words):
    battle = position(
        [
            ("m", "Mark", "red", "0404", {"state": state}),
            ("b", "Ben", "blue", "0505", {"state": state}),
        ],
        terrain={"water": terrain},
    )
    order = orders.Attack(("m",), ("b",))
    assert words in foretold(battle, "red", order)
    assert foretold(battle, "red", order) == dict(thrown(battle, "red", order))


def test_the_preview_says_if_two_must_retreat_to_one_hex():
    battle = two_with_one_way_out()
    order = orders.Attack(("h", "p"), ("b",))
    assert "the attackers retreat, but not all find a hex" in foretold(battle, "red", order)
