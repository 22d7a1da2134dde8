"""Twin positions differ in sealed designations, answers settled ahead or conditional orders alone.
All other viewers get equal answers of the game, in equal time.

`CARACOLE_PAIRS=10000 python -m pytest -m proof tests/games/africa_1859/test_twin_positions.py`
plays as many pairs as are asked for.
"""

from __future__ import annotations

import os
import random
import time

import pytest
from msgspec.structs import replace

from app.games.africa_1859 import GAME, orders, procedures
from app.games.africa_1859.evolve import fold
from app.games.africa_1859.fights.designations import attacking_vanguards, screens
from app.games.africa_1859.fights.settled_ahead import assault_sheet, charge_sheet
from app.games.africa_1859.ground import leaders_at, units_at
from app.games.africa_1859.state import ENEMY_OF, War
from app.kernel.contract import Marks
from app.kernel.dice import SeededDice
from app.kernel.event_summary import Met
from app.kernel.refusal import Refused
from app.kernel.seats import SPECTATOR, Viewer
from tests.games.africa_1859.positions import DATA, unit
from tests.games.africa_1859.random_fights import random_position

PAIRS = int(os.environ.get("CARACOLE_PAIRS", "10000"))
LONGER = 1.1  # ratio of the processor times of both worlds; measured: 0.98 to 1.02
ANSWERS = (orders.Defend(), orders.Support(passes=True), orders.Open("nowhere"), orders.EndPhase())


class Twin:
    """World of a pair: position before and after a move, and the events between."""

    def __init__(self, before: War, events):
        self.before, self.events, self.after = before, tuple(events), fold(before, events)


def designated(war: War, start: str, target: str, side: str, chance: random.Random):
    """Two assaults of one group with other designations; None if there are not two."""
    group = [
        one for one in units_at(war, start, side) if DATA.kinds[one.kind].is_fighter and not one.dem
    ]
    able = attacking_vanguards(war, group, target)
    led = tuple(one.id for one in leaders_at(war, start, side))
    choices = [
        (unit.id, screen, leader)
        for unit in able
        for screen in ("", *(one.id for one in screens(war, group, unit.id)))
        for leader in (led or ("",))
    ]
    if len(choices) < 2:
        return None
    keys = tuple(one.id for one in group)
    return [
        settled_at_random(
            war, orders.Assault(keys, (target,), vanguard, screen, led, director), side, chance
        )
        for vanguard, screen, director in chance.sample(choices, 2)
    ]


def settled_at_random(war: War, order: orders.Assault, side: str, chance: random.Random):
    """Assault that settles some of its later questions ahead."""
    asks = [one for one in assault_sheet(war, order, side) if chance.random() < 0.5]
    return replace(order, **{one.name: chance.choice(one.choices).value for one in asks})


def settled(war: War, start: str, target: str, side: str, chance: random.Random):
    """Twins with other losses settled ahead, by one of the sides, while another question waits.

    The designations are shown then. None if the rules ask for nothing before the clash.
    """
    ordered = (designated(war, start, target, side, chance) or [None])[0]
    if ordered is None or len(ordered.units) < 2:
        return None
    owner, twins = chance.choice((side, ENEMY_OF[side])), []
    for losses in ("default", chance.choice(ordered.units)):
        dice = SeededDice(b"settled", 1)
        mine = losses if owner == side else "default"
        order = replace(ordered, support=None, intercept=None, losses=mine)
        try:
            before = fold(war, GAME.decide(war, order, side, dice))
            answer = GAME.default_order(GAME.view(before, Viewer(ENEMY_OF[side], ENEMY_OF[side])))
            if not isinstance(answer, orders.Defend):
                return None
            if owner != side:
                defenders = (unit.id for unit in units_at(before, target, owner))
                named = "default" if losses == "default" else max(defenders)
                answer = replace(answer, losses=named)
            events = GAME.decide(before, answer, ENEMY_OF[side], dice)
        except Refused:
            return None
        twins.append(Twin(before, events))
    waits = [one for one in sealed_in(twins) if one is not None and one.clash is None]
    return (owner, twins) if len(waits) == len(twins) else None


def charges(war: War, start: str, target: str, side: str, chance: random.Random):
    """Twins after charges from the target at an arrival in the start space, with other designations
    and answers ahead. None if the rules reveal them at once.
    """
    enemy = ENEMY_OF[side]
    foot = {"S": ("line", "cazadores"), "M": ("cabila", "guich")}[enemy]
    kinds = sorted(key for key, row in DATA.kinds.items() if row.unit_class == "cavalry")
    horse = next(key for key in kinds if DATA.kinds[key].side == side)
    there = [unit(f"x_{number}", horse, target) for number in range(3)]
    there += [unit(f"y_{number}", kind, start) for number, kind in enumerate(foot)]
    movers = tuple(one.id for one in there[3:])
    kept = {key: one for key, one in war.units.items() if one.at not in (start, target)}
    stack = (
        procedures.March(enemy, start, movers, (), (start,), done=1),
        procedures.Window(side, start, "", movers, ()),
        procedures.Question("arrival", side, start),
    )
    war = replace(war, units={**kept, **{one.id: one for one in there}}, stack=stack)
    twins = []
    for vanguard in chance.sample([one.id for one in there[:3]], 2):
        order = orders.Arrival(charge=tuple(one.id for one in there[:3]), vanguard=vanguard)
        asks = charge_sheet(war, order.charge, start, order)
        answers = {one.name: chance.choice(one.choices).value for one in asks}
        try:
            events = GAME.decide(war, replace(order, **answers), side, SeededDice(b"twin", 1))
        except Refused:
            return None
        twins.append(Twin(war, events))
    is_sealed = all(not getattr(one, "revealed", True) for one in sealed_in(twins))
    return (side, twins) if is_sealed else None


def assaults(war: War, start: str, target: str, side: str, chance: random.Random):
    """Twins after assaults that wait for the defender; None if the rules reveal them at once."""
    twins = []
    for order in designated(war, start, target, side, chance) or ():
        try:
            twins.append(Twin(war, GAME.decide(war, order, side, SeededDice(b"twin", 1))))
        except Refused:
            return None
    is_sealed = twins and all(not getattr(one, "revealed", True) for one in sealed_in(twins))
    return twins if is_sealed else None


def sealed_in(twins: list[Twin]) -> list[object]:
    """Assault of each world, or None where no designation is sealed."""
    return [
        next((one for one in twin.after.stack if isinstance(one, procedures.Assault)), None)
        for twin in twins
    ]


def answers_ahead(war: War, side: str, chance: random.Random) -> dict[str, str]:
    """Random conditional orders of a side, none among them."""
    topics = GAME.conditional_orders.topics(GAME.view(war, Viewer(side, side)))
    some = chance.sample(topics, min(len(topics), chance.randrange(4)))
    return {topic.key: chance.choice(topic.choices).value for topic in some}


def conditional(war: War, side: str, chance: random.Random) -> list[Twin] | None:
    """Twins with other conditional orders of a side; None if they are the same."""
    given = [answers_ahead(war, side, chance) for _ in (0, 1)]
    twins = [Twin(war, GAME.conditional_orders.recorded(war, side, one)) for one in given]
    return twins if twins[0].after != twins[1].after else None


def pair(number: int) -> tuple[str, list[Twin]] | None:
    """Side with the secret and both worlds; None if this number gives no pair."""
    chance = random.Random(f"twins {number}")
    war, start, target, side = random_position(chance)
    if number % 8 == 6:
        return charges(war, start, target, ENEMY_OF[side], chance)
    if number % 4 == 2:
        return settled(war, start, target, side, chance)
    if number % 2:
        side = chance.choice((side, ENEMY_OF[side]))
        twins = conditional(war, side, chance)
    else:
        twins = assaults(war, start, target, side, chance)
    return (side, twins) if twins else None


def told(twin: Twin, viewer: Viewer, language: str) -> tuple:
    """All that the game tells a viewer of a world."""
    view = GAME.view(twin.after, viewer)
    places = list(DATA.maps[view.war.terms.map].spaces)[:2]
    seat = viewer.seat is not None
    return (
        view,
        GAME.offers(view) if seat else (),
        GAME.waiting_for(twin.after),
        GAME.moment(twin.after),
        GAME.outcome(twin.after),
        GAME.summary(view),
        GAME.published(view),
        GAME.drawing(view, Marks(), language),
        GAME.imagined(view),
        GAME.hint(view) if seat else None,
        GAME.default_order(view) if seat else None,
        [GAME.survey(view, place) for place in places],
        [GAME.assess(view, order) for order in ANSWERS] if seat else (),
        GAME.conditional_orders.topics(view),
        GAME.conditional_orders.presets(view),
        lines(twin, viewer),
        GAME.summary_items([Met(1, "", 1, twin.before, event) for event in twin.events], viewer),
    )


def lines(twin: Twin, viewer: Viewer) -> list:
    """Lines of the log for the events of the move."""
    return [line for event in twin.events for line in GAME.wording(twin.before, event, viewer)]


def compare(numbers: range) -> tuple[int, list[float]]:
    """Compare pairs; their number, and the processor time of both worlds in seconds."""
    count, spent = 0, [0.0, 0.0]
    for number in numbers:
        found = pair(number)
        if found is None:
            continue
        side, twins = found
        enemy = ENEMY_OF[side]
        viewer = SPECTATOR if number % 3 == 0 else Viewer(enemy, enemy)
        language, answers = ("en", "es")[number % 5 % 2], {}
        for world in (0, 1) if number % 4 < 2 else (1, 0):
            began = time.process_time()
            answers[world] = told(twins[world], viewer, language)
            spent[world] += time.process_time() - began
        differing = [
            place
            for place, both in enumerate(zip(*answers.values(), strict=True))
            if both[0] != both[1]
        ]
        assert differing == [], f"pair {number}: answers {differing} of told() differ"
        mine = [GAME.view(one.after, Viewer(side, side)) for one in twins]
        assert mine[0] != mine[1], f"pair {number}: its owner sees no difference"
        count += 1
    return count, spent


def test_sealed_designations_and_conditional_orders_change_nothing_for_others():
    count, _ = compare(range(120))
    assert count > 40


@pytest.mark.proof
def test_ten_thousand_pairs_are_equal_and_take_equal_time():
    count, spent, number = 0, [0.0, 0.0], 0
    while count < PAIRS:
        some, took = compare(range(number, number + 200))
        count, number = count + some, number + 200
        spent = [one + more for one, more in zip(spent, took, strict=True)]
        print(f"{count} pairs, {spent[0]:.2f} s and {spent[1]:.2f} s", flush=True)
    assert 1 / LONGER < spent[0] / spent[1] < LONGER, spent
