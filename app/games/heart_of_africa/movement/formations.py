"""Manoeuvres of a whole unit of up to thirty figures: displacement, wheel, formation, charge.

A manoeuvre becomes a lawful move of each figure. Each goes as far as it may, the foremost first,
and the unit ends in cohesion.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache

import msgspec

from app.games.heart_of_africa.evolve import fold
from app.games.heart_of_africa.figures import is_attendant, placed
from app.games.heart_of_africa.movement import moves, planned_moves
from app.games.heart_of_africa.movement.activation import (
    activated,
    activation_refusals,
    movers,
    too_late,
)
from app.games.heart_of_africa.movement.charge_targets import target_refusals, victims_of
from app.games.heart_of_africa.movement.charges import charge
from app.games.heart_of_africa.movement.contact import newly_touched
from app.games.heart_of_africa.movement.detours import Web
from app.games.heart_of_africa.movement.drill_notes import notes_on_stops, reasons_to_stay
from app.games.heart_of_africa.movement.drills import CHARGE, DISPLACE, DRILLS, WHEEL, on_the_table
from app.games.heart_of_africa.movement.group_moves import LEAST, GroupMove
from app.games.heart_of_africa.movement.layouts import deploy_block, front_of
from app.games.heart_of_africa.movement.obstacles import Chart
from app.games.heart_of_africa.movement.regions import FAR
from app.games.heart_of_africa.movement.wishes import Wish, attack_of
from app.games.heart_of_africa.orders import Manoeuvre, Move
from app.games.heart_of_africa.pieces import Figure
from app.games.heart_of_africa.setup.entry import walking_in
from app.games.heart_of_africa.sight.ground import kept_last
from app.games.heart_of_africa.state import Battle
from app.kernel.contract import Event
from app.kernel.dice import Dice
from app.kernel.refusal import Refusal, found_in, no, refuse_if
from app.kernel.say import Say
from app.kernel.space.plane import (
    Path,
    Point,
    angle_between,
    angle_to,
    inches_to,
    mean_of,
    on_grid,
    path_length,
    place_along,
)

__all__ = ["Draft", "deploy_block", "drafted", "manoeuvre", "toward"]

TURN_SEEN = 0.05
OF_THE_WHOLE = ("HOA-DEP-12", "HOA-MOV-05", "HOA-SEQ-03")
"""Rules whose refusals concern an order as a whole, not single figures."""


class Draft(msgspec.Struct, frozen=True):
    """A drafted manoeuvre: the move of each figure, and notes for those that do not go all the way.
    `refusals` explain why none moves.
    """

    paths: Mapping[str, Path] = {}
    facing: Mapping[str, float] = {}
    attack: Mapping[str, str] = {}
    notes: Mapping[str, Say] = {}
    refusals: tuple[Refusal, ...] = ()

    def move(self, order: Manoeuvre) -> Move:
        return Move(order.who, self.paths, self.facing, self.attack, order.ends)


def manoeuvre(battle: Battle, order: Manoeuvre, side: str, dice: Dice) -> list[Event]:
    """Events of a manoeuvre. A unit not yet in hand is activated first; if its roll allows no
    figure the manoeuvre, it waits for another order.
    """
    happened: list[Event] = []
    refuse_if(order_refusals(battle, order, side))
    if battle.hand is None or battle.hand.who != order.who:
        refuse_if(
            activation_refusals(battle, order.who, side), too_late(battle, order.who, order.paths)
        )
        refuse_if(corrections_refused(battle, order, side), all_figures_stuck(battle, order, side))
        happened = activated(battle, order.who, dice)
    now = fold(battle, happened)
    refuse_if(
        no("HOA-SEQ-02", "This unit is not yours.", "Esta unidad no es tuya.")
        if now.activation.side != side
        else None
    )
    draft = drafted(now, order, side, explain=False)
    if happened and (draft.refusals or planned_moves.move_refusals(now, draft.move(order), side)):
        return happened
    refuse_if(draft.refusals)
    return happened + moves.move(now, draft.move(order), side, dice)


def order_refusals(battle: Battle, order: Manoeuvre, side: str) -> tuple[Refusal, ...]:
    """Everything that is wrong with the order itself."""
    if order.who not in battle.units and order.who not in battle.figures:
        return (no("CAR-TAB-06", "There is no such piece.", "No existe esa figura o unidad."),)
    if order.drill not in DRILLS:
        return (no("CAR-TAB-06", "There is no such drill.", "No existe esa evolución."),)
    if order.drill == CHARGE:
        return target_refusals(battle, order.target, side)
    if order.drill == WHEEL and (order.to is None or order.angle is None):
        return (
            no(
                "HOA-MOV-04",
                "A wheel needs its pivot and its angle.",
                "Para una conversión hacen falta el pivote y el ángulo.",
            ),
        )
    if order.drill == DISPLACE and order.to is None and order.angle is None:
        return (no("HOA-MOV-01", "Name the destination.", "Indica adónde."),)
    if order.to is not None and not all(map(math.isfinite, order.to)):
        return (
            no("HOA-MOV-06", "That place is not on the table.", "Ese punto no está en la mesa."),
        )
    return ()


def corrections_refused(battle: Battle, order: Manoeuvre, side: str) -> tuple[Refusal, ...]:
    """Everything that speaks against the orders given to single figures, each by itself."""
    if not order.paths and not order.facing:
        return ()
    found = planned_moves.planned(
        battle, Move(order.who, order.paths, order.facing, order.attack, ends=False), side
    )[1]
    return tuple(refusal for refusal in found if refusal.rule not in OF_THE_WHOLE)


def all_figures_stuck(battle: Battle, order: Manoeuvre, side: str) -> tuple[Refusal, ...]:
    """Reasons why no figure can move, if that is the case."""
    body = GroupMove(battle, order.who, side, order.paths, order.attack)
    if body.men or body.followers or body.own or not body.stuck:
        return ()
    return found_in(*body.stuck.values())


def drafted(battle: Battle, order: Manoeuvre, side: str, *, explain: bool = True) -> Draft:
    """The manoeuvre as a lawful move of every figure. Before the unit's dice it uses their average.
    Orders given to single figures stay unchanged. The last draft of a position is kept, because a
    preview asks for it twice.
    """
    refusals = order_refusals(battle, order, side)
    if refusals:
        return Draft(refusals=refusals)
    key = (side, msgspec.json.encode(order))
    draft, notes = kept_last(battle, "draft", key, lambda: _draft_and_notes(battle, order, side))
    return msgspec.structs.replace(draft, notes=notes()) if explain else draft


def _draft_and_notes(
    battle: Battle, order: Manoeuvre, side: str
) -> tuple[Draft, Callable[[], Mapping[str, Say]]]:
    body = GroupMove(battle, order.who, side, order.paths, order.attack)
    men = [man for man in body.men if not body.must_fly(man)]
    wishes = evasion_wishes(body, order) + sent_singly(body, order)
    busy = {wish.figure.id for wish in wishes}
    men = [man for man in men if man.id not in busy and leaves_contact(body, man, order)]
    wishes += front_to_back(DRILLS[order.drill](body, men, order)) if men else []
    wishes = body.measured(wishes)
    wishes += body.measured(follower_wishes(body, wishes, order))
    ends = body.drawn(wishes)
    paths = {key: way for key, (way, _) in ends.items()} | own_way_in(body, ends)
    paths = {key: path for key, path in order.paths.items() if path} | paths
    facing = final_facings(body, wishes, ends) | {
        key: angle % 360 for key, angle in order.facing.items()
    }
    attack = {
        key: found for key, (way, wish) in ends.items() if (found := attack_of(way, wish))
    } | {key: enemy for key, enemy in order.attack.items() if key in order.paths}
    notes = cache(lambda: notes_on_stops(body, wishes, ends, order.drill == CHARGE))
    if not paths and not facing:
        return Draft(refusals=reasons_to_stay(body, wishes)), notes
    return Draft(paths, facing, attack), notes


def leaves_contact(body: GroupMove, man: Figure, order: Manoeuvre) -> bool:
    """True if a figure in contact since an earlier turn may leave its enemies and goes along. The
    drill must lead away from them.
    """
    opponents = body.engaged.get(man.id)
    if not opponents:
        return True
    if order.drill != DISPLACE or order.to is None:
        return False
    way = angle_to(
        mean_of(one.position for one in placed(body.battle, order.who))
        if order.who in body.battle.units
        else body.at(man),
        order.to,
    )
    return all(
        angle_between(way, angle_to(enemy.position, man.position)) < 90 for enemy in opponents
    )


def evasion_wishes(body: GroupMove, order: Manoeuvre) -> list[Wish]:
    """Wishes of riders just contacted that evade, if the drill does not lead towards the enemy."""
    found = []
    for man in body.men:
        way = body.flight_of(man) if body.must_fly(man) and order.drill != CHARGE else None
        if way is None:
            continue
        towards = order.to if order.drill == DISPLACE else None
        if (
            towards is None
            or angle_between(angle_to(way[0], towards), angle_to(way[0], way[-1])) <= 90
        ):
            found.append(Wish(man, way, whole=True))
    return found


def sent_singly(body: GroupMove, order: Manoeuvre) -> list[Wish]:
    """Wishes of figures sent against single enemies without a drawn path."""
    found: list[Wish] = []
    for key, enemy in order.attack.items():
        men = [
            man
            for man in body.men
            if man.id == key and man.at is not None and key not in body.engaged
        ]
        victims = victims_of(body.battle, enemy, body.side)
        if men and victims and key not in order.paths:
            found += charge(body, men, victims)
    return found


def front_to_back(wishes: Sequence[Wish]) -> list[Wish]:
    """The wishes ordered from front to back in the direction of movement; charges keep
    their order.
    """
    if len(wishes) < 2 or any(wish.attack for wish in wishes):
        return list(wishes)
    dx = sum(wish.way[-1][0] - wish.way[0][0] for wish in wishes)
    dy = sum(wish.way[-1][1] - wish.way[0][1] for wish in wishes)
    return sorted(wishes, key=lambda wish: -(wish.way[-1][0] * dx + wish.way[-1][1] * dy))


def follower_wishes(body: GroupMove, wishes: Sequence[Wish], order: Manoeuvre) -> list[Wish]:
    """Wishes of attendants and other followers, which go as their master goes."""
    going = {wish.figure.id: wish for wish in wishes}
    found = []
    for man in body.followers:
        master = body.leader_of(man)
        end: tuple[Point, Point] | None = None
        if master is not None and master.id in going:
            wish = going[master.id]
            end = place_along(wish.way, wish.limit), wish.way[0]
        elif master is not None and (there := body.own.get(master.id)) is not None:
            end = there, master.at or there
        if end is None or (man.at is None and order.to is None):
            continue
        (x, y), (ax, ay) = end
        if man.at is None:
            found.append(Wish(man, (on_grid((ax, ay)), on_grid((x, y)))))
        else:
            found.append(Wish(man, (man.at, on_grid((man.at[0] + x - ax, man.at[1] + y - ay)))))
    return found


def own_way_in(body: GroupMove, ends: Mapping[str, tuple[Path, Wish]]) -> dict[str, Path]:
    """Ways in for figures of a marching column that the drill has no room for."""
    outside = [
        figure
        for figure in movers(body.battle, body.who)
        if figure.at is None and not figure.aboard and body.comes_in(figure)
    ]
    if not any(figure.id not in ends and figure.id not in body.own for figure in outside):
        return {}
    return {
        step.figure.id: step.way
        for step in walking_in(body.battle, body.who)
        if step.figure.id not in body.own
    }


def final_facings(
    body: GroupMove, wishes: Iterable[Wish], ends: Mapping[str, tuple[Path, Wish]]
) -> dict[str, float]:
    """Facings in degrees at the end for the figures with one in the order; turning on the spot
    included.
    """
    found = {}
    for wish in wishes:
        figure = wish.figure
        if wish.facing is None or (wish.attack and figure.id in ends):
            continue
        if figure.id in ends or (
            angle_between(figure.facing, wish.facing) > TURN_SEEN
            and not newly_touched(figure, body.engaged.get(figure.id, ()))
            and path_length(wish.way) <= LEAST
        ):
            found[figure.id] = round(wish.facing % 360, 3) % 360
    return found


def way_round(chart: Chart, figure: Figure, here: Point, goal: Point, burden: float) -> Path:
    """Way round forbidden ground, where difficult ground costs `burden` times its length; the
    straight line if there is none.
    """
    if inches_to(here, goal) <= 1:
        return (here, goal)
    web = Web(chart.obstacles(figure), [here], [goal], 10.0, burden, foes=False)
    found, cost = web.ways([here], [goal])[0]
    return found if cost < FAR else (here, goal)


def toward(
    battle: Battle,
    unit: str,
    goal: Point,
    *,
    stop_short: float = 0.0,
    facing: Point | None = None,
    through_cover: bool = False,
) -> Manoeuvre:
    """The displacement that brings a unit or an independent figure nearer to a goal in its present
    formation.

    It goes round forbidden ground, and round difficult ground if that is quicker and
    `through_cover` is not set. It ends `stop_short` inches before the goal and faces a point, if
    one is named.
    """
    men = [
        man
        for man in (placed(battle, unit) if unit in battle.units else (battle.figures[unit],))
        if not is_attendant(man)
    ]
    if not men or men[0].at is None:
        return Manoeuvre(unit, DISPLACE, on_the_table(battle, goal))
    here = mean_of(man.position for man in men)
    goal = on_the_table(battle, goal)
    chart = Chart(battle, men[0].side)
    slowest = min(men, key=lambda man: chart.rolls(man)[0] or 0.0)
    pace = chart.rolls(slowest)
    inches = max((roll for roll in pace if roll is not None), default=0.0)
    burden = 1.0 if through_cover else GroupMove.burden(pace)
    way = way_round(chart, slowest, here, goal, burden)
    whole = max(0.0, path_length(way) - stop_short)
    first = inches_to(way[0], way[1])
    to = place_along(way, min(whole, max(first, inches))) if whole > 0 else here
    if inches_to(here, to) < LEAST:
        to = here
    angle = angle_to(to, facing) if facing is not None and inches_to(to, facing) > LEAST else None
    if angle is None and to == here:
        angle = front_of(men)
    return Manoeuvre(unit, DISPLACE, on_grid(to), angle)
