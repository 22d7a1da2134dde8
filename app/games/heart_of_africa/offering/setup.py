"""Offers before the battle: sides of the table, order of march, works, deployment; and arrivals of
later turns.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random

from app.games.heart_of_africa import orders
from app.games.heart_of_africa.buildings_and_boats import berths
from app.games.heart_of_africa.buildings_and_boats.rooms import ROOM_NAMES
from app.games.heart_of_africa.figures import is_vessel, leaders
from app.games.heart_of_africa.land import BUILDINGS, TRAPS, Work
from app.games.heart_of_africa.melee_and_morale.leaders import has_trait, join_refusals
from app.games.heart_of_africa.offering import field
from app.games.heart_of_africa.offering.words import choices
from app.games.heart_of_africa.pieces import RESERVE
from app.games.heart_of_africa.presentation.naming import called
from app.games.heart_of_africa.setup import (
    arrivals,
    auto_deployment,
    boarding,
    deployment_turns,
    end_of_deployment,
    holding_back,
)
from app.games.heart_of_africa.setup.homes import may_name_home
from app.games.heart_of_africa.setup.places import company
from app.games.heart_of_africa.setup.sites import ROOMS, unbuilt
from app.games.heart_of_africa.setup.table_edges import FACING
from app.games.heart_of_africa.state import Battle
from app.games.heart_of_africa.tables import FENCE_HEIGHTS, WORK_NAMES
from app.kernel.contract import Order
from app.kernel.form import Choice, Field
from app.kernel.offers import Offer
from app.kernel.say import Say, as_is, say
from app.kernel.space.plane import compass

WHERE = say("Where to", "Adónde")
FACES = say("Facing, degrees: 0 is north, 90 east", "Orientación en grados: 0 es norte, 90 este")
BOW = say(
    "Bow, degrees: 0 is north, 90 east; empty: along the channel",
    "Proa en grados: 0 es norte, 90 este; vacío: a lo largo del cauce",
)
PLACES = say("Independent figures elsewhere", "Figuras independientes en otro sitio")
SHAPES = (
    ("block", say("in a body", "en bloque")),
    ("line", say("in two ranks", "en dos filas")),
    ("three_ranks", say("in three ranks", "en tres filas")),
    ("rank", say("in one rank", "en una fila")),
    ("column", say("in column", "en columna")),
    ("loose", say("in loose order", "en orden abierto")),
)
LIES = (
    ("across", say("across the table", "a lo ancho de la mesa")),
    ("along", say("along the table", "a lo largo de la mesa")),
)
READY = say("End the deployment", "Acabar el despliegue")


def deployment_offers(battle: Battle, side: str) -> Iterator[Offer]:
    yield from automatic_offer(
        auto_deployment.next_order(battle, side, hand_of_the_house(battle)), battle
    )
    yield from (
        offer
        for kind in (join_offers, building_offers, put_down_offers)
        for offer in kind(battle, side)
    )
    yield Offer(
        orders.Pass(),
        ready_label(battle, side),
        end_of_deployment.end_refusals(battle, side),
        main=True,
    )


def ready_label(battle: Battle, side: str) -> Say:
    """The label of the end of deployment, with the units that it would hold back."""
    left = deployment_turns.left_to_deploy(battle, side)
    if not left:
        return READY
    return say(
        "End the deployment and hold back: {which}",
        "Acabar el despliegue y dejar fuera: {which}",
        which=tuple(called(battle, who) for who in left),
    )


def hand_of_the_house(battle: Battle) -> Random:
    """Random numbers fixed by the position and a secret of this side, so that only it can repeat a
    proposal.
    """
    return Random(  # noqa: S311 - no secret
        f"{battle.luck}/{battle.turn}/{sum(figure.at is not None for figure in battle.figures.values())}/{len(battle.land.works)}"
    )


def automatic_offer(order: Order | None, battle: Battle) -> Iterator[Offer]:
    """The offer of the next automatic order."""
    if order is None or isinstance(order, orders.Pass):
        return
    who = getattr(order, "who", "") or getattr(order, "unit", "") or getattr(order, "figure", "")
    what: Say = (
        called(battle, who)
        if who
        else WORK_NAMES.get(order.work.kind, as_is(order.work.kind))
        if isinstance(order, orders.PlaceWork)
        else say("camp", "campamento")
    )
    yield Offer(
        order,
        say("Place automatically: {what}", "Colocar automáticamente: {what}", what=what),
        piece=who,
    )


def join_offers(battle: Battle, side: str) -> Iterator[Offer]:
    """Offers of units that a Charismatic Leader might join."""
    for leader in leaders(battle, side):
        if not has_trait(leader, "charismatic") or leader.unit:
            continue
        for unit in battle.units.values():
            order = orders.Join(leader.id, unit.id)
            if (
                unit.side == side
                and unit.kind == "troops"
                and not join_refusals(battle, order, side)
            ):
                yield Offer(
                    order,
                    say(
                        "The Leader joins {unit:the}",
                        "El Líder se une {unit:al}",
                        unit=called(battle, unit.id),
                    ),
                    piece=leader.id,
                )


def building_offers(battle: Battle, side: str) -> Iterator[Offer]:
    """Offers of works that have been bought, and of a camp if there is no village; their places are
    drawn.
    """
    place = say("Where", "Dónde")
    if may_name_home(battle, side):
        yield Offer(
            orders.PlaceCamp(),
            say("Name your village, or mark a camp", "Nombrar tu poblado o señalar un campamento"),
            asks=(field.point("at", place),),
        )
    for kind, left in unbuilt(battle, side).items():
        if left > 0 and kind in WORK_NAMES:
            yield Offer(
                orders.PlaceWork(Work("", kind, side)),
                say(
                    "Place: {work} ({n} left)",
                    "Colocar: {work} (quedan {n})",
                    work=WORK_NAMES[kind],
                    n=left,
                ),
                asks=tuple(building_asks(kind, place)),
            )


def building_asks(kind: str, place: Say) -> Iterator[Field]:
    """Fields of the form for a work of this kind."""
    if kind in BUILDINGS:
        yield field.point("middle", say("Centre", "Centro"))
        yield Field.choice(
            "lies",
            say("Direction", "Orientación"),
            tuple(Choice(key, label) for key, label in LIES),
        )
        yield Field.choice(
            "work.gate",
            say("Outer door", "Puerta exterior"),
            tuple(Choice(room, ROOM_NAMES[room]) for room in ROOMS),
        )
    elif kind in TRAPS:
        yield field.point("work.at", place)
    else:
        yield field.way("work.line", say("From and to", "Desde y hasta"))
        if kind == "fence":
            yield Field.choice(
                "work.height",
                say("How high", "Altura"),
                tuple(Choice(key, label) for key, label in FENCE_HEIGHTS.items()),
            )


def put_down_offers(battle: Battle, side: str) -> Iterator[Offer]:
    """Offers for every unit and figure not yet deployed: deployment, ambush, reserve."""
    boats = [figure.id for figure in deployment_turns.boats_left(battle, side)]
    afloat = [
        figure.id
        for figure in battle.figures.values()
        if figure.side == side and is_vessel(figure) and figure.at is not None and not figure.fate
    ]
    for who in (*deployment_turns.left_to_deploy(battle, side), *boats):
        men = [figure.id for figure in company(battle, who)]
        hull = berths.is_hull(company(battle, who))
        asks = placing_fields(battle, side, hull, men)
        yield Offer(
            orders.Deploy(who, {}),
            say("Put down {who}", "Desplegar {who}", who=called(battle, who)),
            asks=asks,
            piece=who,
        )
        if who in battle.units and battle.units[who].kind == "troops" and not hull:
            yield Offer(
                orders.Deploy(who, {}, ambush=True),
                say("Lay {who} in ambush", "Emboscar {who}", who=called(battle, who)),
                asks=asks,
                piece=who,
            )
        if afloat and not hull:
            yield aboard_offer(battle, side, who, afloat)
        if who not in boats:
            order = orders.Hold(who)
            yield Offer(
                order,
                say("Hold {who:the} back", "Dejar fuera {who:al}", who=called(battle, who)),
                holding_back.hold_refusals(battle, order, side),
                piece=who,
            )
        if who in battle.figures and who not in boats:
            yield from company_offers(battle, side, who)


def placing_fields(battle: Battle, side: str, hull: bool, men: list[str]) -> tuple[Field, ...]:
    """Fields for the place of a hull, or of each figure of a unit."""
    return (
        tuple(hull_fields())
        if hull
        else (
            *drawn_up(battle, side, len(men)),
            field.points("at", PLACES, choices(battle, men)),
        )
    )


def hull_fields() -> Iterator[Field]:
    """Fields of the middle of a hull, and of the direction of its bow."""
    yield field.point("to", WHERE)
    yield Field.direction("facing", BOW, least=0, most=359, is_optional=True)


def aboard_offer(battle: Battle, side: str, who: str, afloat: list[str]) -> Offer:
    """The offer of boarding for a unit or figure: one of the vessels on the water, or several if
    none has room for all.
    """
    single = [
        (key, boarding.aboard_refusals(battle, orders.Deploy(who, {}, aboard=key), side))
        for key in afloat
    ]
    open_to = [Choice(key, called(battle, key)) for key, refused in single if not refused]
    refused = single[0][1]
    if not open_to and len(afloat) > 1:
        order = orders.Deploy(who, {}, aboard=" ".join(afloat))
        refused = boarding.aboard_refusals(battle, order, side)
        open_to = (
            []
            if refused
            else [
                Choice(
                    order.aboard,
                    say("{all}", "{all}", all=tuple(called(battle, key) for key in afloat)),
                )
            ]
        )
    label = say("Put {who} aboard", "Embarcar {who}", who=called(battle, who))
    order = orders.Deploy(who, {}, aboard=open_to[0].value if open_to else afloat[0])
    if not open_to:
        return Offer(order, label, refused, piece=who)
    return Offer(
        order,
        label,
        asks=(Field.choice("aboard", say("Vessel", "Nave"), tuple(open_to)),),
        piece=who,
    )


def drawn_up(battle: Battle, side: str, many: int) -> Iterator[Field]:
    """Fields of the place, facing and formation of a unit."""
    yield field.point("to", WHERE)
    yield Field.direction(
        "facing", FACES, least=0, most=359, usual=f"{compass(FACING[battle.edges[side]]):g}"
    )
    if many > 1:
        yield Field.choice(
            "shape", say("How", "Cómo"), tuple(Choice(key, label) for key, label in SHAPES)
        )


def company_offers(battle: Battle, side: str, who: str) -> Iterator[Offer]:
    """Offers of the reserves with which a single figure may come."""
    for unit in battle.units.values():
        order = orders.Hold(who, unit.id)
        if (
            unit.side == side
            and unit.where == RESERVE
            and not holding_back.hold_refusals(battle, order, side)
        ):
            yield Offer(
                order,
                say(
                    "{who:The} {who:comes|come} with {unit:the}",
                    "{who:El} {who:llega|llegan} con {unit:el}",
                    who=called(battle, who),
                    unit=called(battle, unit.id),
                ),
                act=say(
                    "Hold {who:the} back to come with {unit:the}",
                    "Dejar fuera {who:al} para llegar con {unit:el}",
                    who=called(battle, who),
                    unit=called(battle, unit.id),
                ),
                piece=who,
            )


def arrival_offers(battle: Battle, side: str) -> Iterator[Offer]:
    """Offers for arrivals: a lawful place by the edge, or drawn places; a pass only if there is no
    room.
    """
    stuck = True
    for who in arrivals.arriving(battle, side):
        usual = arrivals.spots_for(battle, side, who, hand_of_the_house(battle))
        if usual is not None:
            stuck = False
            yield Offer(
                usual,
                say(
                    "{who:The} {who:comes|come} on where there is room",
                    "{who:El} {who:entra|entran} donde hay sitio",
                    who=called(battle, who),
                ),
                piece=who,
            )
        body = (
            hull_fields()
            if berths.is_hull(company(battle, who))
            else drawn_up(battle, side, len(company(battle, who)))
        )
        asks = (
            *body,
            field.points("at", PLACES, choices(battle, placeable_with(battle, who))),
        )
        yield Offer(
            orders.Place(who, {}),
            say("Put down {who}", "Colocar {who}", who=called(battle, who)),
            asks=asks,
            piece=who,
        )
    yield Offer(
        orders.Pass(),
        say("Wait off the table", "Esperar fuera de la mesa"),
        () if stuck else arrivals.pass_refusals(battle, side),
        main=stuck,
    )


def placeable_with(battle: Battle, who: str) -> Iterable[str]:
    """Ids of the figures that may be placed with a unit."""
    with_it = [
        figure.id
        for figure in battle.figures.values()
        if figure.comes_with == who and not figure.fate and figure.at is None
    ]
    return dict.fromkeys((*(figure.id for figure in company(battle, who)), *with_it))
