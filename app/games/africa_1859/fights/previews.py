"""Dry runs of fighting orders: refusals, open fields, lines of the clash, and exact odds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from msgspec.structs import replace

from app.games.africa_1859.activation import (
    known_space,
    opening_refusals,
    own_counters,
    side_of,
)
from app.games.africa_1859.enemy_answers import assault_answer_notes, counter_battery_notes
from app.games.africa_1859.evolve import with_phase
from app.games.africa_1859.fights import artillery, caracoles, ships
from app.games.africa_1859.fights.assault_fire import defending_guns, supporting_guns
from app.games.africa_1859.fights.assault_order import assault_of, assault_refusals
from app.games.africa_1859.fights.branching import WHOLE
from app.games.africa_1859.fights.clash_roll import lines_of_clash
from app.games.africa_1859.fights.designations import default_defence, defending_vanguards
from app.games.africa_1859.fights.fields import (
    OpenFields,
    caracole_fields,
    fire_fields,
    open_assault_fields,
    ship_fields,
)
from app.games.africa_1859.fights.fight_odds import (
    assault_chances,
    best_defence,
    caracole_chances,
    fire_chances,
    mean_losses,
)
from app.games.africa_1859.fights.further_odds import assault_shares
from app.games.africa_1859.fights.odds import assault_results
from app.games.africa_1859.fights.odds_clash import Distribution
from app.games.africa_1859.fights.odds_policies import Policy, by_sheet
from app.games.africa_1859.fights.standing_fire import PASS
from app.games.africa_1859.ground import map_of, units_at
from app.games.africa_1859.orders import Assault, Caracole, Defend, Fire, ShipFire
from app.games.africa_1859.procedures import Assault as UnderWay
from app.games.africa_1859.procedures import Roles
from app.games.africa_1859.state import ENEMY_OF, SPAIN, War
from app.games.africa_1859.wording_dice import MODIFIERS
from app.kernel.contract import Order
from app.kernel.offers import Assessment
from app.kernel.refusal import Refusal, Refused, found_in
from app.kernel.say import Say, say
from app.kernel.tally import Reason, Tally


def opened_for(war: War, order: Order) -> War:
    """Position in which the space that an order names is open."""
    named = getattr(order, "space", "")
    if not named or named == war.phase.open or named not in map_of(war).spaces:
        return war
    return with_phase(war, open=named, opened=(*war.phase.opened, named))


def reasons(
    refusals: Callable[[War, Any, str], Iterator[Refusal | None]],
    war: War,
    order: Order,
    seat: str,
) -> tuple[Refusal, ...]:
    """Refusals of an order in a position, with that of opening its space."""
    named = getattr(order, "space", "")
    try:
        known_space(war, *([named] if named else []))
        opening = opening_refusals(war, named, side_of(war, seat)) if named else ()
        return found_in(opening, refusals(opened_for(war, order), order, seat))
    except Refused as refused:
        return refused.refusals


def known_ids(war: War, order: Order, seat: str) -> None:
    """Raise `Refused` if an order names a counter that is not an own one, or an unknown space."""
    named = {name: getattr(order, name, ()) for name in (*COUNTERS, *SPACES)}
    listed = {name: (one,) if isinstance(one, str) else one for name, one in named.items()}
    own_counters(
        war, side_of(war, seat), *(key for name in COUNTERS for key in listed[name] if key)
    )
    known_space(war, *(key for name in SPACES for key in listed[name] if key))


COUNTERS = ("units", "leaders", "vanguard", "screen", "director", "guns", "unit")
SPACES = ("space", "path", "target", "exit")
"""Fields of fighting orders that name counters and spaces."""


def assess_assault(war: War, order: Assault, seat: str) -> Assessment:
    """Dry run of an assault: fields that are open, then the exact odds."""
    known_ids(war, order, seat)
    opened = opened_for(war, order)
    known = opened.phase.open and set(order.path) <= set(map_of(war).spaces)
    asks = open_assault_fields(opened, order, side_of(war, seat)) if known else OpenFields()
    if asks.fields:
        return Assessment(asks=asks.fields, reach=asks.reach)
    refused = reasons(assault_refusals, war, order, seat)
    if refused:
        return Assessment(no=refused)
    assault = assault_of(opened, order)
    results = assault_results(opened, assault, by_sheet)
    return Assessment(
        way=(assault.start, *order.path),
        odds=assault_chances(opened, assault, results),
        further_odds=assault_shares(opened, results),
        notes=(
            *assault_notes(opened, assault, results, by_sheet),
            *assault_answer_notes(opened, assault, order.path),
        ),
        tallies=clash_tallies(opened, assault),
    )


def clash_tallies(
    war: War, assault: UnderWay, defence: Defend | None = None
) -> tuple[tuple[Say, Tally], ...]:
    """Lines of both sides in the clash, if no fire before it does harm.

    Without a defence the defender has the default designations. All guns that may fire do, unless
    the sheet of their side says that they do not. Without two vanguards there is no clash.
    """
    enemy = ENEMY_OF[assault.attacker]
    able = defending_vanguards(war, units_at(war, assault.space, enemy))
    if not able or not assault.att.vanguard:
        return ()
    usual = defence or default_defence(war, assault.space, enemy)
    supports = dict(assault.att.settled).get("support") != PASS
    fires = usual.defence_fire != PASS
    told = replace(
        assault,
        att=replace(assault.att, guns_fired=supports and bool(supporting_guns(war, assault))),
        dfn=Roles(
            usual.leader,
            usual.vanguard,
            usual.screen,
            guns_fired=fires and bool(defending_guns(war, assault)),
        ),
    )
    titles = (
        say("Attacker's die plus", "Dado del atacante más"),
        say("Defender's die plus", "Dado del defensor más"),
    )
    return tuple(
        (
            title,
            Tally(tuple(Reason("AFB-ASL-06", amount, MODIFIERS[name]) for name, amount in lines)),
        )
        for title, lines in zip(titles, lines_of_clash(war, told), strict=True)
    )


WITH_ALL_GUNS = say(
    "The odds assume the default answers of the defender and the support of all own guns.",
    "Las probabilidades suponen las respuestas por defecto del defensor y el apoyo de todos los"
    " cañones propios.",
)
BY_THE_SHEET = say(
    "The odds assume the default answers of the defender and the answers that you settled ahead.",
    "Las probabilidades suponen las respuestas por defecto del defensor y las que fijas por"
    " adelantado.",
)


WITH_GUNS_AND_SHEET = say(
    "The odds assume the default answers of the defender, the support of all own guns, and the"
    " answers that you settled ahead.",
    "Las probabilidades suponen las respuestas por defecto del defensor, el apoyo de todos los"
    " cañones propios y las respuestas que fijas por adelantado.",
)
WITHOUT_GUNS = say(
    "The odds assume the default answers of the defender.",
    "Las probabilidades suponen las respuestas por defecto del defensor.",
)


def assumption(assault: UnderWay) -> Say:
    """Note on the answers that the odds of an assault assume."""
    settled = dict(assault.att.settled)
    if "support" in settled or (settled and assault.reaction):
        return BY_THE_SHEET
    if assault.reaction:
        return WITHOUT_GUNS
    return WITH_GUNS_AND_SHEET if settled else WITH_ALL_GUNS


def assess_charge(war: War, assault: UnderWay) -> Assessment:
    """Odds of a charge at an arrival, which a question asks for."""
    before = replace(war, stack=())
    results = assault_results(before, assault, by_sheet)
    return Assessment(
        way=(assault.start, assault.space),
        odds=assault_chances(before, assault, results),
        further_odds=assault_shares(before, results),
        notes=assault_notes(before, assault, results, by_sheet),
        tallies=clash_tallies(before, assault),
    )


def losses_note(attacker: float, defender: float) -> Say:
    """Mean losses of both sides in steps."""
    return say(
        "Mean losses in steps: attacker {attacker}, defender {defender}.",
        "Bajas medias en pasos: atacante {attacker}, defensor {defender}.",
        attacker=attacker,
        defender=defender,
    )


def assault_notes(
    war: War, assault: UnderWay, results: Distribution, own: Policy
) -> tuple[Say, ...]:
    """Notes on the odds: their assumptions, mean losses, the defender's best answer."""
    notes = [
        assumption(assault),
        losses_note(*mean_losses(results)),
    ]
    best = best_defence(war, assault, own)
    if best is not None:
        notes.append(
            say(
                "Against the defender's best answer ({tried} of {possible} compared), the attacker"
                " has a chance of {percent}%.",
                "Contra la mejor respuesta del defensor ({tried} de {possible} comparadas), el"
                " atacante tiene un {percent} % de probabilidad de ganar.",
                tried=best.tried,
                possible=best.possible,
                percent=round(100 * best.won / WHOLE),
            )
        )
    if best is not None and best.has_riders:
        notes.append(
            say(
                "In this comparison all riders of the defender make the same choice. A choice for"
                " each rider would take too long to compare.",
                "En esta comparación todos los jinetes del defensor hacen la misma elección. Comparar"
                " una para cada jinete llevaría demasiado tiempo.",
            )
        )
    return tuple(notes)


def assess_fire(war: War, order: Fire, seat: str) -> Assessment:
    """Dry run of the fire of guns."""
    known_ids(war, order, seat)
    opened = opened_for(war, order)
    asks = fire_fields(opened, order, side_of(war, seat)) if opened.phase.open else ()
    if asks:
        return Assessment(asks=asks)
    refused = reasons(artillery.fire_refusals, war, order, seat)
    if refused:
        return Assessment(no=refused)
    targets = artillery.target_candidates(war, order.target, side_of(war, seat))
    odds = fire_chances(war, lambda run: artillery.fire_at_space(run, order, seat), targets)
    guns = [war.units[key] for key in order.guns]
    return Assessment(
        odds=odds,
        way=(guns[0].at, order.target),
        notes=tuple(counter_battery_notes(war, guns)),
    )


def assess_ship_fire(war: War, order: ShipFire, seat: str) -> Assessment:
    """Dry run of the fire of a ship."""
    known_ids(war, order, seat)
    if not order.target and order.ship in ships.ships_of(war):
        return Assessment(asks=ship_fields(war, order))
    refused = reasons(ships.ship_fire_refusals, war, order, seat)
    if refused:
        return Assessment(no=refused)
    targets = artillery.target_candidates(war, order.target, SPAIN)
    return Assessment(
        odds=fire_chances(war, lambda run: ships.ship_fire(run, order, seat), targets)
    )


def assess_caracole(war: War, order: Caracole, seat: str) -> Assessment:
    """Dry run of a caracole."""
    known_ids(war, order, seat)
    asks = caracole_fields(war, order) if order.unit in war.units else ()
    if asks:
        return Assessment(asks=asks)
    refused = reasons(caracoles.caracole_refusals, war, order, seat)
    if refused:
        return Assessment(no=refused)
    unit = war.units[order.unit]
    target = caracoles.picket(war, order.target, ENEMY_OF[unit.side])
    odds = caracole_chances(war, lambda run: caracoles.caracole(run, order, seat), unit.id, target)
    return Assessment(odds=odds, way=(unit.at, order.target, order.exit))


ASSESSORS: dict[type[Order], Callable[[War, Any, str], Assessment]] = {
    Assault: assess_assault,
    Fire: assess_fire,
    ShipFire: assess_ship_fire,
    Caracole: assess_caracole,
}
