"""View of a battle, built from nothing. Sealed ambushes, units off the table, fire orders and the
kind of a trap stay secret.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from app.games.heart_of_africa.figures import is_hidden, is_leader
from app.games.heart_of_africa.land import TRAPS, Land, Work
from app.games.heart_of_africa.melee_and_morale import pairing
from app.games.heart_of_africa.movement import ambush_questions
from app.games.heart_of_africa.pieces import AMBUSH, LEADER, Figure, Unit
from app.games.heart_of_africa.sight.ground import kept_with
from app.games.heart_of_africa.state import (
    SIDES,
    Activation,
    Battle,
    Conditions,
    Deployment,
    Melee,
    Morale,
    Movement,
    Orders,
    Shooting,
    Test,
)
from app.kernel.seats import Viewer

UNKNOWN_TRAP = "trap"
"""The kind of an untouched trap for the other side."""

PUBLIC: Mapping[type, tuple[str, ...]] = {
    Battle: (
        "scenario",
        "options",
        "seats",
        "names",
        "attacker",
        "edges",
        "turn",
        "step",
        "to_act",
        "passed",
        "struck",
        "struck_by",
        "pending",
        "fires",
        "wind",
        "spell_broken",
        "captured",
        "held_since",
        "winner",
        "ending",
    ),
    Conditions: (
        "has_defender",
        "campaign",
        "points",
        "dark",
        "turn_limit",
        "objective",
        "fighting",
        "lesson",
    ),
    Deployment: ("march", "first_down", "deployed"),
    Movement: ("activated", "arrivals_first", "charges", "swapped", "began_in"),
    Shooting: (
        "shooters",
        "queue",
        "torches",
        "fired",
        "holed",
        "shot_dice",
        "cut",
        "kindled",
    ),
    Melee: ("fights", "melee_dice"),
    Morale: ("cast",),
}
"""Fields that every viewer sees, by the part of the battle. A field that stands neither here nor in
`view` is seen by no viewer.
"""


class View(msgspec.Struct, frozen=True):
    """The battle as one viewer knows it, for all questions on that viewer's behalf. `hidden` counts
    the hidden figures by side.
    """

    battle: Battle
    viewer: Viewer
    side: str = ""
    sealed: tuple[str, ...] = ()  # sides that have sealed their fire orders
    hidden: tuple[tuple[str, int], ...] = ()


def view(battle: Battle, viewer: Viewer) -> View:
    """HOA-VIS-01: Both sides know the place of everything, except sealed ambushes and units still
    off the table.
    """
    side = viewer.side or ""
    if viewer.finished or battle.ending:
        return View(battle, viewer, side, hidden=())
    units = {
        unit.id: shown_unit(battle, unit) if unit.side != side and is_secret(unit) else unit
        for unit in battle.units.values()
    }
    figures = {
        figure.id: figure for figure in battle.figures.values() if is_known(battle, figure, side)
    }
    known = known_battle(battle, viewer, side, units, figures)
    return View(
        known,
        viewer,
        side,
        tuple(one for one, written in battle.shooting.orders.items() if written.sealed),
        counted(battle, figures),
    )


def known_battle(
    battle: Battle, viewer: Viewer, side: str, units: dict[str, Unit], figures: dict[str, Figure]
) -> Battle:
    """The battle with the facts that the side knows, built from nothing."""
    return Battle(
        land=shown_land(battle.land, side),
        units=units,
        figures=figures,
        conditions=Conditions(
            stores=stores_of(battle, side),
            **public_facts(battle.conditions),
        ),
        deployment=Deployment(**public_facts(battle.deployment)),
        hand=hand_of(battle, side),
        movement=Movement(**public_facts(battle.movement)),
        shooting=Shooting(orders=orders_of(battle, side), **public_facts(battle.shooting)),
        melee=known_melee(battle, side),
        morale=known_morale(battle, side),
        plans={one: plans for one, plans in battle.plans.items() if one == side},
        context={
            key: known
            for key, known in battle.context.items()
            if key not in (f"order of {one}" for one in SIDES if one != side)
        },
        happened=tuple(
            one
            for one in battle.happened
            if one.side == side or ambush_questions.is_public(battle, one)
        ),
        luck=viewer.luck,
        **public_facts(battle),
    )


def public_facts(part: msgspec.Struct) -> dict[str, Any]:
    """The facts of a part that every viewer sees."""
    return {name: getattr(part, name) for name in PUBLIC[type(part)]}


def known_melee(battle: Battle, side: str) -> Melee:
    return Melee(
        pairs=pairs_of(battle, side),
        first_opponent=first_opponents_of(battle, side),
        **public_facts(battle.melee),
    )


def known_morale(battle: Battle, side: str) -> Morale:
    """Tests that the other side takes in ambush stay secret, and so do its orders to cancel."""
    now = battle.morale
    return Morale(
        tests=tuple(test for test in now.tests if is_told(battle, test.unit, side)),
        owed=owed_to(battle, side),
        standards_used=told_of(battle, now.standards_used, side),
        rallied=told_of(battle, now.rallied, side),
        cancels=tuple(one for one in now.cancels if battle.units[one[0]].side == side),
        cancelled=tuple(unit for unit in now.cancelled if is_told(battle, unit, side)),
        rolled={key: dice for key, dice in now.rolled.items() if is_told(battle, key, side)},
        **public_facts(now),
    )


def pointed_out(known: View) -> tuple[Figure, ...]:
    """HOA-LDR-03: On request the Leaders on the table and their traits are shown; one in ambush is
    not.
    """
    return tuple(
        figure
        for figure in known.battle.figures.values()
        if figure.role == LEADER and figure.at is not None
    )


def stores_of(battle: Battle, side: str) -> dict[str, Mapping[str, int]]:
    """The purchases of a side, which are secret, because they would distinguish real traps from
    dummies.
    """
    return {one: items for one, items in battle.conditions.stores.items() if one == side}


def is_secret(unit: Unit) -> bool:
    return unit.where == AMBUSH


def shown_unit(battle: Battle, unit: Unit) -> Unit:
    """A hidden unit for the other side: its existence and initial number, without losses, marker,
    actions and joined figures.
    """
    began = unit.original - sum(
        figure.unit == unit.id and is_leader(figure) for figure in battle.figures.values()
    )
    return Unit(
        unit.id,
        unit.side,
        unit.kind,
        unit.name,
        unit.contingent,
        began,
        began,
        where=AMBUSH,
        code=unit.code,
    )


def is_known(battle: Battle, figure: Figure, side: str) -> bool:
    """True if a side knows a figure. One off the table or in ambush is known to its own side only,
    one that stood there to both.
    """
    if figure.side == side:
        return True
    if is_hidden(battle, figure):
        return False
    return figure.at is not None or bool(figure.fate)


def shown_land(land: Land, side: str) -> Land:
    """HOA-STR-02: The places of traps are public; their real kind is their owner's secret."""
    works = tuple(shown_work(work, side) for work in land.works)
    if works == land.works:
        return land
    return kept_with(
        land, f"as side {side} knows it", lambda owner: msgspec.structs.replace(owner, works=works)
    )


def shown_work(work: Work, side: str) -> Work:
    if work.kind not in TRAPS or work.owner == side or work.shown:
        return work
    return Work(work.id, UNKNOWN_TRAP, work.owner, at=work.at)


def orders_of(battle: Battle, side: str) -> dict[str, Orders]:
    """The fire orders of a side, and of both once they have sealed."""
    if battle.shooting.queue is not None:
        return dict(battle.shooting.orders)
    return {one: written for one, written in battle.shooting.orders.items() if one == side}


def pairs_of(battle: Battle, side: str) -> tuple[tuple[str, str], ...]:
    """The chosen pairs of a side, secret until the dice are rolled."""
    return (
        battle.melee.pairs if battle.melee.fights is not None else pairing.chosen_by(battle, side)
    )


def first_opponents_of(battle: Battle, side: str) -> Mapping[str, str]:
    return {
        key: enemy
        for key, enemy in battle.melee.first_opponent.items()
        if battle.melee.fights is not None or battle.figures[key].side == side
    }


def hand_of(battle: Battle, side: str) -> Activation | None:
    """The activation in hand, except a hidden unit's of the other side before it moves."""
    hand = battle.hand
    if (
        hand is None
        or hand.side == side
        or hand.who not in battle.units
        or battle.units[hand.who].where != AMBUSH
    ):
        return hand
    return None


def is_told(battle: Battle, key: str, side: str) -> bool:
    """True if a side learns of a unit's tests; those of the other side's ambushes are secret."""
    unit = battle.units.get(key)
    return unit is None or unit.side == side or unit.where != AMBUSH


def owed_to(battle: Battle, side: str) -> tuple[Test, ...] | None:
    """The tests still to be rolled that a side knows of; None if none have been listed for it."""
    heard = any(
        is_told(battle, test.unit, side)
        for test in (*battle.morale.tests, *(battle.morale.owed or ()))
    )
    return (
        tuple(test for test in battle.morale.owed or () if is_told(battle, test.unit, side))
        if heard
        else None
    )


def told_of(battle: Battle, helpers: Iterable[str], side: str) -> tuple[str, ...]:
    """Figures that have cancelled tests this turn. For an army with an ambush the other side does
    not know them.
    """
    return tuple(
        key
        for key in helpers
        if battle.figures[key].side == side
        or not ambush_questions.has_ambush(battle, battle.figures[key].side)
    )


def counted(battle: Battle, known: Iterable[str]) -> tuple[tuple[str, int], ...]:
    """Number of figures of each side that are not shown; numbers are public, places are not. Those
    in ambush count with their initial number, because losses there would reveal the place.
    """
    known = set(known)
    unseen = [
        figure
        for key, figure in battle.figures.items()
        if key not in known and (not figure.fate or is_hidden(battle, figure))
    ]
    return tuple(
        (side, number)
        for side in ("A", "B")
        if (number := sum(figure.side == side for figure in unseen))
    )
