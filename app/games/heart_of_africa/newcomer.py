"""Newcomer at In the Heart of Africa, without the code of the bots.

It goes to the goal of its scenario or to the nearest enemy, charges, and shoots at the first
targets. It knows the position, offers and dry runs, as a person on the page does. The server
deploys for it.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

import msgspec

from app.games.heart_of_africa import orders
from app.games.heart_of_africa.figures import enemies, is_attendant, is_baggage, is_hidden, placed
from app.games.heart_of_africa.pieces import Figure
from app.games.heart_of_africa.setup.scenarios import AMBUSH, ENCOUNTER, PLANNED_ATTACK, RAID
from app.games.heart_of_africa.shooting.weapons import weapon
from app.games.heart_of_africa.sight.visibility import see_each_other
from app.games.heart_of_africa.state import DEPLOYMENT, SHOOTING, Battle
from app.games.heart_of_africa.terrain_and_works import piece_of
from app.kernel import monkey
from app.kernel.contract import Game, Order
from app.kernel.offers import Offer
from app.kernel.space.plane import Point, angle_to, inches_to, is_inside, mean_of, on_grid, point_at

AUTOMATIC = (
    orders.ChooseSide,
    orders.MarchOrder,
    orders.PlaceCamp,
    orders.PlaceWork,
    orders.Deploy,
    orders.Place,
)
USEFUL = (orders.Cancel, orders.Rally, orders.Cast, orders.DeclareShooters)
"""Orders that the newcomer gives whenever they are offered."""
PACE = 10.0
"""Longest march that the newcomer tries, in inches."""
TURNS = (0.0, 45.0, -45.0, 90.0, -90.0)
"""Directions of a march, in degrees off its goal: the next one if the rules refuse all before."""
SHARES = (1.0, 0.6, 0.3)
"""Shares of a march: the next one if the rules refuse the whole."""
CLOSE = 1.0
"""Inches that a march leaves to its goal."""
PATIENCE = 6
"""Turns in which hidden units wait."""
LONG_ARM = 6.0
"""Range in inches from which figures stay and shoot."""


def newcomers_order(game: Game, view: Any, chance: random.Random) -> Order:
    """Order of the newcomer: what is offered complete, else a move towards its goal, else the end
    of the step.
    """
    live = [offer for offer in game.offers(view) if offer.is_live and not offer.ahead]
    complete = [offer.order for offer in live if not offer.asks]
    battle: Battle = view.battle
    if battle.pending:
        return complete[0] if complete else monkey.any_order(game, view, chance)
    return (
        first_of(complete, *AUTOMATIC, *USEFUL)
        or (first_of(complete, orders.FireOrders) if battle.step == SHOOTING else None)
        or move_of(game, view, live)
        or first_of(complete, orders.Pass)
        or monkey.any_order(game, view, chance)
    )


def first_of(complete: Sequence[Order], *kinds: type) -> Order | None:
    """The first complete order of some kinds."""
    return next((one for one in complete if isinstance(one, kinds)), None)


def move_of(game: Game, view: Any, live: list[Offer]) -> Order | None:
    """Move of the unit in hand, or the activation of the next one."""
    battle: Battle = view.battle
    if battle.hand is not None:
        return next(moves(game, view, live, battle.hand.who), orders.EndActivation())
    if battle.step == DEPLOYMENT:
        return None
    able = [one.order for one in live if isinstance(one.order, orders.Activate) and not one.asks]
    return next((one for one in able if wants_to_move(battle, view.side, one.who)), None)


def moves(game: Game, view: Any, live: list[Offer], who: str) -> Iterator[Order]:
    """Lawful drills of the unit in hand: the usual charge, then a march towards its goal."""
    battle, side = view.battle, view.side
    drills = [offer.order for offer in live if isinstance(offer.order, orders.Manoeuvre)]
    yield from ways_off(game, view, who)
    for charge in [order for order in drills if order.drill == "charge"]:
        for order in useful_charges(battle, side, who, charge):
            if not game.assess(view, order).no:
                yield order
    for order in [one for one in drills if one.drill == "displace" and one.to is not None][:1]:
        men = figures_of(battle, who)
        here = mean_of(man.position for man in men) if men else order.to
        goal = goal_of(battle, side, who, here) if here is not None else None
        if here is None or goal is None or inches_to(here, goal) <= CLOSE:
            return
        far = min(PACE, inches_to(here, goal) - CLOSE)
        for turn, share in product(TURNS, SHARES):
            to = on_grid(point_at(here, angle_to(here, goal) + turn, far * share))
            march = msgspec.structs.replace(order, to=to)
            if not game.assess(view, march).no:
                yield march


def ways_off(game: Game, view: Any, who: str) -> Iterator[Order]:
    """Moves of a column off the table by the far edge: all figures in reach, or one."""
    battle, side = view.battle, view.side
    if battle.scenario != AMBUSH or side != battle.attacker:
        return
    ways = {
        man.id: (man.position, far_edge(battle, side, man.position))
        for man in men_near_edge(battle, side, who)
    }
    for some in (ways, *({key: way} for key, way in ways.items())):
        order = orders.Move(who, some, ends=False)
        if some and not game.assess(view, order).no:
            yield order


def men_near_edge(battle: Battle, side: str, who: str) -> list[Figure]:
    """Figures of a unit that may reach the far edge."""
    return [
        man
        for man in figures_of(battle, who)
        if man.id not in battle.activation.done
        and inches_to(man.position, far_edge(battle, side, man.position)) < PACE
    ]


def wants_to_move(battle: Battle, side: str, who: str) -> bool:
    """True for a unit that is not at its goal; shooters with an enemy in range stay."""
    men = figures_of(battle, who)
    if not men:
        return who in battle.units
    here = mean_of(man.position for man in men)
    goal = goal_of(battle, side, who, here)
    if goal is None or lies_in_wait(battle, men[0], inches_to(here, goal)):
        return False
    if stays_to_shoot(battle, side, who) and has_target(battle, side, men[0]):
        return False
    return inches_to(here, goal) > CLOSE + 0.5


def lies_in_wait(battle: Battle, man: Figure, inches: float) -> bool:
    """True for a hidden figure in the first turns while its goal is not near."""
    return is_hidden(battle, man) and inches > PACE and battle.turn <= PATIENCE


def has_target(battle: Battle, side: str, man: Figure) -> bool:
    """True if an enemy is in sight within half of the range of a figure, as the page shows it."""
    near = [
        one
        for one in enemies(battle, side)
        if inches_to(man.position, one.position) < 0.5 * weapon(battle, man).range
    ]
    return any(see_each_other(battle, man, one) for one in near)


def stays_to_shoot(battle: Battle, side: str, who: str) -> bool:
    """True for a unit with a long range, unless its side has to take something."""
    men = figures_of(battle, who)
    if battle.scenario != ENCOUNTER and side == battle.attacker:
        return False
    return bool(men) and weapon(battle, men[0]).range > LONG_ARM


def useful_charges(
    battle: Battle, side: str, who: str, usual: orders.Manoeuvre
) -> Iterator[orders.Manoeuvre]:
    """The usual charge, or charges that serve the scenario. Raiders charge the baggage, attackers
    of a village only while an enemy is in it, and a column marches on.
    """
    if battle.scenario == ENCOUNTER or side != battle.attacker:
        if not stays_to_shoot(battle, side, who):
            yield usual
    elif battle.scenario == RAID:
        for one in enemies(battle, side):
            if is_baggage(one):
                yield msgspec.structs.replace(usual, target=one.id)
    elif battle.scenario == PLANNED_ATTACK and foes_in_village(battle, side):
        yield usual


def foes_in_village(battle: Battle, side: str) -> list[Point]:
    """Places of the enemies in the village that the attackers have to take."""
    village = piece_of(battle, battle.conditions.objective)
    return [
        one.position
        for one in enemies(battle, side)
        if village is not None and is_inside(village.outline, one.position)
    ]


def figures_of(battle: Battle, who: str) -> list[Figure]:
    """Figures of a unit on the table without attendants, or the single figure."""
    if who in battle.units:
        return [one for one in placed(battle, who) if not is_attendant(one)]
    return [one for one in (battle.figures[who],) if one.at is not None and not one.fate]


def goal_of(battle: Battle, side: str, who: str, here: Point) -> Point | None:
    """Goal of a unit by its scenario: the village, the baggage, the far edge, or the nearest enemy.

    Baggage, single figures and defenders of a village stay.
    """
    if battle.scenario == AMBUSH and side == battle.attacker:
        return far_edge(battle, side, here)
    if who not in battle.units or battle.units[who].kind == "baggage":
        return None
    foes = [one for one in enemies(battle, side) if not is_attendant(one)]
    if battle.scenario == RAID and side == battle.attacker:
        foes = [one for one in foes if is_baggage(one)] or foes
    near = min((one.position for one in foes), key=lambda at: inches_to(here, at), default=None)
    village = piece_of(battle, battle.conditions.objective)
    if battle.scenario == PLANNED_ATTACK and village is not None:
        inside = foes_in_village(battle, side) if side == battle.attacker else []
        heart = mean_of(village.outline)
        return min(inside, key=lambda at: inches_to(here, at), default=heart)
    return near or far_edge(battle, side, here)


def far_edge(battle: Battle, side: str, here: Point) -> Point:
    """Point of the edge opposite to that of a side, straight ahead."""
    width, depth = battle.land.width, battle.land.depth
    return {
        "west": (width, here[1]),
        "east": (0.0, here[1]),
        "south": (here[0], depth),
        "north": (here[0], 0.0),
    }[battle.edges[side]]
