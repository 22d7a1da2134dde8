"""Advice of the guided first battle: one fact and one action for the position of a newcomer."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from app.games.heart_of_africa import orders
from app.games.heart_of_africa.figures import leaders as leaders_of
from app.games.heart_of_africa.figures import (
    placed,
)
from app.games.heart_of_africa.fog import View
from app.games.heart_of_africa.melee_and_morale.causes import tests_morale
from app.games.heart_of_africa.melee_and_morale.leaders import in_voice, needed
from app.games.heart_of_africa.pieces import Figure
from app.games.heart_of_africa.presentation.advice import (
    DONE,
    Advice,
    advised,
    offered,
)
from app.games.heart_of_africa.presentation.advice_on_moves import in_hand, unit_moves
from app.games.heart_of_africa.presentation.naming import called
from app.games.heart_of_africa.reach import offers
from app.games.heart_of_africa.shooting.odds import odds
from app.games.heart_of_africa.state import (
    CLOSE_COMBAT,
    INDEPENDENT_MOVES,
    MORALE,
    RALLY,
    SHOOTING,
    UNIT_MOVES,
)
from app.kernel.say import say


def advice(view: View) -> Advice | None:
    """The advice for a seat that owes a decision; None for a step without decisions in a first
    battle.
    """
    return BY_STEP[view.battle.step](view) if view.battle.step in BY_STEP else None


HIS_VOICE = say(
    "{unit}: a marker. The Leader may remove it if the unit has a figure within 6 in.",
    "{unit}: un marcador. El Líder puede quitarlo si la unidad tiene una figura a 6 pulgadas.",
)
HIS_PLACE = say(
    "The Leader moves last. Keep the Leader near your units and away from the "
    "enemy: if the Leader falls, units within 18 in test their morale.",
    "El Líder mueve al final. Tenlo cerca de sus unidades y lejos del enemigo: si "
    "cae, las unidades a 18 pulgadas hacen un test de moral.",
)
LEAD = say("Choose the Leader, then “{button}”.", "Elige al Líder y luego «{button}».")


def leaders_move(view: View) -> Advice | None:
    if view.battle.hand is not None:
        return in_hand(view)
    leader = next(iter(leaders_of(view.battle, view.side)), None)
    move, over = (
        leader and offered(view, orders.Activate, who=leader.id),
        offered(view, orders.Pass),
    )
    far = next(
        (unit for unit in shaken_units(view) if leader and not in_voice(view.battle, leader, unit)),
        None,
    )
    if far is not None and move:
        return advised(move, HIS_VOICE, LEAD, "HOA-LDR-04", unit=called(view.battle, far.id))
    if move and far_behind(view, leader):
        return advised(move, HIS_PLACE, LEAD, "HOA-MOR-09")
    return advised(over, HIS_PLACE, DONE, "HOA-MOR-09") if over else None


def shaken_units(view: View) -> list:
    return [
        unit
        for unit in view.battle.units.values()
        if unit.side == view.side and unit.marker and placed(view.battle, unit.id)
    ]


def far_behind(view: View, leader: Figure | None) -> bool:
    """True if the Leader is out of rallying distance of all units."""
    own = [
        unit
        for unit in view.battle.units.values()
        if unit.side == view.side
        and placed(view.battle, unit.id)
        and tests_morale(view.battle, unit)
    ]
    return (
        leader is not None
        and bool(own)
        and not any(in_voice(view.battle, leader, unit) for unit in own)
    )


FIRE = say(
    "Your figures with a target: {n}. A roll of 5 or more hits; the best shot has {percent}%.",
    "Figuras tuyas con un objetivo: {n}. Con 5 o más se acierta; el mejor disparo tiene un {percent} %.",
)
SEAL = say(
    "Press “{button}”. Both sides shoot at once, when both have sealed.",
    "Pulsa «{button}». Ambos bandos disparan a la vez, cuando los dos han sellado.",
)
SEALED = say(
    "No other figure of yours has a target in sight and in front.",
    "Ninguna otra figura tuya tiene un objetivo a la vista y de frente.",
)
BLOWS = say(
    "Each figure rolls a die and adds its close combat factor. A total 2 higher "
    "kills the enemy; otherwise neither falls.",
    "Cada figura tira un dado y suma su factor de cuerpo a cuerpo. Un total 2 "
    "puntos mayor mata al enemigo; si no, no cae ninguno.",
)
TESTS = say(
    "A unit that has lost many figures tests its morale: a die below its factor fails.",
    "La unidad que pierde muchas figuras hace un test de moral: falla bajo su factor.",
)
RALLYING = say(
    "{unit}: a marker. On {n} or more your Leader removes it.",
    "{unit}: un marcador. Con {n} o más lo quita tu Líder.",
)


def shooting(view: View) -> Advice | None:
    volley = next(
        (
            offer
            for offer in offers(view)
            if isinstance(offer.order, orders.FireOrders) and offer.order.shots and offer.order.seal
        ),
        None,
    )
    if volley is None:
        over = offered(view, orders.Pass)
        return advised(over, SEALED, DONE, "HOA-SHT-04") if over else None
    best = max(odds(view.battle, shot) for shot in volley.order.shots)
    return advised(
        volley, FIRE, SEAL, "HOA-SHT-08", n=len(volley.order.shots), percent=round(100 * best)
    )


def close_combat(view: View) -> Advice | None:
    over = offered(view, orders.Pass)
    return advised(over, BLOWS, DONE, "HOA-MEL-10") if over else None


def tests(view: View) -> Advice | None:
    spared = offered(view, orders.Cancel) or offered(view, orders.Pass)
    return advised(spared, TESTS, DONE, "HOA-MOR-11") if spared else None


def rally(view: View) -> Advice | None:
    offer = offered(view, orders.Rally)
    if offer is None:
        return None
    return advised(
        offer,
        RALLYING,
        DONE,
        "HOA-MOR-15",
        unit=called(view.battle, offer.order.unit),
        n=needed(view.battle.figures[offer.order.figure]),
    )


BY_STEP: Mapping[str, Callable[[View], Advice | None]] = {
    UNIT_MOVES: unit_moves,
    INDEPENDENT_MOVES: leaders_move,
    SHOOTING: shooting,
    CLOSE_COMBAT: close_combat,
    MORALE: tests,
    RALLY: rally,
}
