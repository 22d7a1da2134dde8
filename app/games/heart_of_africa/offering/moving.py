"""Offers of moves: activations, and orders of the unit in hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from app.games.heart_of_africa import orders
from app.games.heart_of_africa.figures import (
    distance_between,
    is_attendant,
    is_independent,
    is_vessel,
    members,
    placed,
)
from app.games.heart_of_africa.movement import guides, moves
from app.games.heart_of_africa.movement.activation import activation_refusals
from app.games.heart_of_africa.offering import field
from app.games.heart_of_africa.offering.drills import drills
from app.games.heart_of_africa.offering.special_actions import special_offers
from app.games.heart_of_africa.offering.vessels import sail_offers
from app.games.heart_of_africa.offering.words import choices
from app.games.heart_of_africa.pieces import AMBUSH, COLUMN, ON_TABLE, SCOUT, Figure
from app.games.heart_of_africa.presentation.naming import COMPASS, called
from app.games.heart_of_africa.state import INDEPENDENT_MOVES, UNIT_MOVES, Battle
from app.games.heart_of_africa.turn_order import still_to_act
from app.kernel.form import Field
from app.kernel.offers import Offer
from app.kernel.say import Say, say
from app.kernel.space.plane import (
    on_grid,
    point_at,
)

NEAR_A_SCOUT, FOLLOWERS, SHORT_COLUMN = 8.0, 2, 4.0
"""Reach of a column's offers from the Scout, and its straight path (inches)."""
UNMOVED = say("Units that do not move", "Unidades que no mueven")


def offers(battle: Battle, side: str) -> Iterator[Offer]:
    if battle.hand is not None:
        if battle.hand.side == side:
            yield from in_hand(battle, side)
        return
    taking = list(to_take_in_hand(battle, side))
    yield from taking
    yield from guide_offers(battle, side)
    still = not_moved(battle, side, taking)
    left = [
        who for who in still_to_act(battle, side) if not moves.stands_refusals(battle, who, side)
    ]
    if len(left) > 1:
        yield Offer(
            orders.NoMove(tuple(left)),
            others_stay(battle, len(left)),
            leaves_undone=still,
        )
        yield Offer(
            orders.NoMove(tuple(left)),
            say("Choose units that will not move", "Elegir unidades que no mueven"),
            asks=(Field.some("units", UNMOVED, choices(battle, left)),),
        )
    yield Offer(
        orders.Pass(),
        say("End my moves of this step", "Acabar mis movimientos de este paso"),
        main=True,
        leaves_undone=still,
    )


def others_stay(battle: Battle, count: int) -> Say:
    """Label of the order by which all others stay; beside figures there is also the baggage."""
    if battle.step == UNIT_MOVES:
        return say(
            "Do not move the remaining {n} units", "No mover las {n} unidades restantes", n=count
        )
    return say("Do not move the remaining {n}", "No mover las {n} restantes", n=count)


def not_moved(battle: Battle, side: str, taking: Sequence[Offer]) -> Say | None:
    """A warning with the units that could still move in this step; None if there are none."""
    able = {
        offer.piece
        for offer in taking
        if offer.is_live and isinstance(offer.order, orders.Activate)
    }
    still = [called(battle, who) for who in still_to_act(battle, side) if who in able]
    if not still:
        return None
    return say(
        "Not moved yet: {who}. What has not moved stays where it is this turn.",
        "Aún sin mover: {who}. Lo que no se haya movido se queda donde está este turno.",
        who=still,
    )


def to_take_in_hand(battle: Battle, side: str) -> Iterator[Offer]:
    """Offers of all units that could move in this step, and the refusals of the others."""
    due = set(still_to_act(battle, side))
    for who in candidates(battle, side):
        refused = activation_refusals(battle, who, side)
        order = orders.Activate(who)
        yield Offer(
            order,
            say("Move {who}", "Mover {who}", who=called(battle, who)),
            refused,
            piece=who,
            rolls=True,
        )
        if who in due and not refused:
            stand = orders.NoMove((who,))
            yield Offer(
                stand,
                say("{who}: do not move", "{who}: no mover", who=called(battle, who)),
                moves.stands_refusals(battle, who, side),
                piece=who,
            )


def candidates(battle: Battle, side: str) -> Iterator[str]:
    """Ids of the units and single figures of this step, moved or not."""
    late = battle.step == INDEPENDENT_MOVES
    for unit in battle.units.values():
        if (
            unit.side == side
            and (unit.kind == "baggage") == late
            and unit.where in (ON_TABLE, AMBUSH, COLUMN)
            and (unit.where == COLUMN or placed(battle, unit.id))
            and members(battle, unit.id)
        ):
            yield unit.id
    for figure in battle.figures.values():
        if (
            figure.side != side
            or figure.fate
            or not is_independent(figure)
            or (figure.at is None and figure.where != COLUMN)
        ):
            continue
        if late or figure.type == SCOUT or "organisational_genius" in figure.traits:
            yield figure.id


def guide_offers(battle: Battle, side: str) -> Iterator[Offer]:
    """Offers of columns behind a Scout: along a drawn way, or some inches straight on."""
    for scout in battle.figures.values():
        if (
            scout.side != side
            or scout.type != SCOUT
            or scout.at is None
            or guides.may_guide(battle, scout, side)
        ):
            continue
        near = sorted(
            (min(distance_between(scout, man) for man in men), unit.id)
            for unit in battle.units.values()
            if unit.side == side
            and not guides.may_be_guided(battle, unit)
            and (men := [man for man in placed(battle, unit.id) if not is_attendant(man)])
        )
        for gap, who in near[:FOLLOWERS]:
            if gap > NEAR_A_SCOUT:
                break
            title = say(
                "{scout} leads {unit:the} in file",
                "{scout} guía en fila {unit:al}",
                scout=called(battle, scout.id),
                unit=called(battle, who),
            )
            yield Offer(
                orders.Guide(scout.id, who, (scout.at,)),
                title,
                act=lead_act(battle, who),
                piece=scout.id,
                target=who,
                rolls=True,
                asks=(field.way("path", say("Path of the Scout", "Camino del Explorador")),),
            )
            yield from straight_on(battle, side, scout, who)


def lead_act(battle: Battle, who: str) -> Say:
    return say("Lead {unit:the} in file", "Guiar en fila {unit:al}", unit=called(battle, who))


def straight_on(battle: Battle, side: str, scout: Figure, who: str) -> Iterator[Offer]:
    """The first of eight directions in which a short column is lawful."""
    for angle, way in COMPASS:
        order = orders.Guide(
            scout.id, who, (scout.position, on_grid(point_at(scout.position, angle, SHORT_COLUMN)))
        )
        if guides.may_march(battle, order, side):
            title = say(
                "{scout} leads {unit:the} {n} in to the {way}",
                "{scout} guía {unit:al} {n} pulgadas hacia el {way}",
                scout=called(battle, scout.id),
                unit=called(battle, who),
                n=SHORT_COLUMN,
                way=way,
            )
            act = lead_act(battle, who)
            yield Offer(order, title, act=act, piece=scout.id, target=who, rolls=True)
            return


def in_hand(battle: Battle, side: str) -> Iterator[Offer]:
    """Offers of the activation in hand: drills, moves drawn one by one, and other actions."""
    who = battle.activation.who
    every = [figure for figure in moves.movers(battle, who) if not figure.fate]
    walkers = [figure for figure in every if not is_vessel(figure) and not figure.aboard]
    if any(is_vessel(figure) for figure in every) or any(figure.aboard for figure in every):
        yield from sail_offers(battle, who, side, every)
    if walkers:
        yield from drills(battle, who, walkers)
    yield from special_offers(battle, side, every)
    hand = battle.activation
    wasted = (
        None
        if hand.stirred
        else say(
            "{who:The} {who:has|have} not moved. The dice of this turn are spent.",
            "{who:El} no {who:ha|han} movido. Los dados de este turno quedan gastados.",
            who=called(battle, hand.who),
        )
    )
    yield Offer(
        orders.EndActivation(),
        say("End its move", "Acabar su movimiento"),
        main=True,
        leaves_undone=wasted,
    )


def emerging(battle: Battle, side: str) -> Iterator[Offer]:
    """Offers for ambushes that may emerge during the other side's move."""
    hidden = [
        unit.id
        for unit in battle.units.values()
        if unit.side == side
        and unit.where == AMBUSH
        and not unit.activation
        and placed(battle, unit.id)
    ]
    if (
        hidden
        and battle.hand is None
        and not still_to_act(battle, side)
        and side not in battle.passed
    ):
        yield Offer(
            orders.Activate(hidden[0]),
            say("Reveal an ambush now", "Descubrir ahora una emboscada"),
            rolls=True,
            piece=hidden[0],
            asks=(Field.choice("who", say("Which", "Cuál"), choices(battle, hidden)),),
        )
