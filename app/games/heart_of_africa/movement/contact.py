"""HOA-MEL, pages 26 to 28: Moves into contact, figures held by contact, and leaving contact."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from app.games.heart_of_africa.board import Board, Spot, same_floor, spots_near
from app.games.heart_of_africa.figures import (
    base,
    bases_touch,
    can_fight,
    enemies,
    is_attendant,
    is_baggage,
    is_fighter,
    is_mounted,
    is_on_foot,
    is_vessel,
    radius,
)
from app.games.heart_of_africa.land import FIXED_WORKS
from app.games.heart_of_africa.pieces import CHARGED, Figure
from app.games.heart_of_africa.presentation.naming import called
from app.games.heart_of_africa.sight import ground
from app.games.heart_of_africa.state import Battle, Charge
from app.kernel.refusal import Refusal, no
from app.kernel.space.plane import (
    CONTACT,
    Path,
    Point,
    cut_path,
    distance_to_path,
    first_crossing,
    first_within,
    inches_to,
    on_grid,
    set_against,
)

SNAP = 0.15
"""An ordered attacker that ends this near to its victim (inches) is set against it."""
PRESS = 0.02
"""Rounding allowed to bases that touch, inches."""


def attackable(battle: Battle, figure: Figure, victim: Figure) -> Refusal | None:
    """Reason why a figure may not be sent against that enemy at all."""
    if victim.side == figure.side:
        return no(
            "HOA-MEL-01", "{who} is no enemy.", "{who} no es enemigo.", who=called(battle, victim)
        )
    if is_attendant(figure) or is_attendant(victim):
        return no(
            "HOA-LDR-10",
            "Attendants neither attack nor are attacked.",
            "Los Ayudantes ni atacan ni son atacados.",
        )
    if is_baggage(figure):
        return no("HOA-SPC-20", "Baggage never attacks.", "El bagaje no ataca.")
    if victim.aboard:
        return no(
            "HOA-STR-13",
            "Figures aboard a vessel cannot be attacked in close combat.",
            "Las figuras a bordo no pueden ser atacadas cuerpo a cuerpo.",
        )
    if is_vessel(victim):
        return no(
            "HOA-MEL-01",
            "A vessel cannot be attacked in close combat.",
            "Una nave no puede ser atacada cuerpo a cuerpo.",
        )
    return None


def holds_in_melee(figure: Figure, enemy: Figure) -> bool:
    """True if two figures that touch are in close combat. Baggage neither fights nor holds a
    figure, though its base blocks the way.
    """
    return not is_baggage(figure) and not is_baggage(enemy) and can_fight(figure, enemy)


def way_to_contact(figure: Figure, way: Path, victim: Spot) -> Path:
    """HOA-MEL-01: Close combat is base contact with an enemy. A figure that ends within 0.15 in of
    its target is set against it. A figure sent into the target stops where the bases meet. One that
    ends farther off has made no contact.
    """
    apart = radius(figure) + victim.radius
    off = inches_to(way[-1], victim.at)
    if off > apart + SNAP:
        return way
    reached = first_within(way, victim.at, apart) if inches_to(way[0], victim.at) > apart else None
    if reached is not None and distance_to_path(victim.at, way) < apart - PRESS:
        return tuple(on_grid(point) for point in cut_path(way, reached))
    if off > apart + CONTACT:
        return (*way[:-1], set_against(base(figure, way[-1]), base(victim.figure), way[-1]))
    return way


def enemies_touched(figure: Figure, at: Point, board: Board) -> tuple[Figure, ...]:
    """The enemies, baggage included, whose bases a figure at that place touches."""
    width = radius(figure)
    return tuple(
        spot.figure
        for spot in spots_near(board.foes, (at,), width + CONTACT)
        if same_floor(figure, spot.figure)
        and inches_to(at, spot.at) <= width + spot.radius + CONTACT
    )


def work_between(battle: Battle, at: Point, enemy: Figure) -> str:
    """The work that stands between a place and an enemy ("" for none)."""
    return next(
        (
            work.id
            for work in battle.land.works
            if work.kind in FIXED_WORKS and first_crossing((at, enemy.position), work.line)
        ),
        "",
    )


def charges_of(
    battle: Battle, figure: Figure, at: Point, begun: Point | None = None
) -> tuple[Charge, ...]:
    """The charges of a figure (with room and roof as after its move) that ends at a place: all
    enemies that it has run into.
    """
    there = Figure(
        figure.id,
        figure.type,
        figure.side,
        figure.unit,
        mode=figure.mode,
        at=at,
        room=figure.room,
        roof=figure.roof,
    )
    start = begun or figure.began or figure.at or at
    return tuple(
        Charge(figure.id, enemy.id, start, enemy.facing)
        for enemy in enemies(battle, figure.side)
        if abs(enemy.position[0] - at[0]) < 2
        and abs(enemy.position[1] - at[1]) < 2
        and is_fighter(enemy)
        and holds_in_melee(there, enemy)
        and bases_touch(there, enemy)
    )


def opponents_now(figure: Figure, board: Board) -> tuple[Figure, ...]:
    """The enemies that a figure is in close combat with at its present place."""
    if figure.at is None or not is_fighter(figure):
        return ()
    return tuple(
        enemy
        for enemy in enemies_touched(figure, figure.at, board)
        if holds_in_melee(figure, enemy)
    )


def newly_touched(figure: Figure, opponents: Iterable[Figure]) -> tuple[Figure, ...]:
    """The enemies that have come into contact with it only this turn. A figure already in contact
    cannot have charged.
    """
    return tuple(enemy for enemy in opponents if is_new(figure, enemy))


def is_new(figure: Figure, enemy: Figure) -> bool:
    """True if two figures that touch came into contact this turn."""
    return enemy.id not in figure.contact_at_start or CHARGED in enemy.did or CHARGED in figure.did


def held_by_contact(battle: Battle, figure: Figure, opponents: Sequence[Figure]) -> Refusal | None:
    """HOA-MEL-02: Contact ends the movement of both figures for the turn. The contacted figure
    keeps its place and facing. Only mounted figures may evade.
    """
    fresh = newly_touched(figure, opponents)
    if not fresh or may_evade(battle, figure, fresh):
        return None
    return no(
        "HOA-MEL-02",
        "{who} was contacted by {enemy} this turn and stays in place.",
        "{who} ha entrado este turno en contacto con {enemy} y se queda en su sitio.",
        who=called(battle, figure),
        enemy=called(battle, fresh[0]),
    )


def no_evasion(battle: Battle, figure: Figure, opponents: Sequence[Figure]) -> Refusal | None:
    """HOA-MEL-04: Only a mounted figure evades, before its unit has moved, out of open ground and
    from enemies on foot. All other figures have to fight for a turn first.
    """
    fresh = newly_touched(figure, opponents)
    if not fresh or may_evade(battle, figure, fresh):
        return None
    if not is_mounted(figure):
        return no(
            "HOA-MEL-04",
            "{who} is not mounted and cannot evade.",
            "{who} no va montado y no puede huir.",
            who=called(battle, figure),
        )
    if any(is_mounted(enemy) for enemy in fresh):
        return no(
            "HOA-MEL-04",
            "{who} was contacted by a mounted enemy and cannot evade.",
            "{who} ha sido {who:contactado|contactada|contactados|contactadas} por otro montado y "
            "no puede huir.",
            who=called(battle, figure),
        )
    if ground.slow_at(battle, figure.position) is not None:
        return no(
            "HOA-MEL-04",
            "{who} is in difficult ground and cannot evade.",
            "{who} está en terreno difícil y no puede huir.",
            who=called(battle, figure),
        )
    return no(
        "HOA-MEL-04",
        "{who} has already moved and cannot evade.",
        "{who} ya ha tenido su movimiento y no puede huir.",
        who=called(battle, figure),
    )


def may_evade(battle: Battle, figure: Figure, attackers: Sequence[Figure]) -> bool:
    """True if a figure just contacted may evade its attackers."""
    unit = battle.units.get(figure.unit)
    acted = bool(unit.activation) if unit is not None else figure.activated
    return (
        is_mounted(figure)
        and not acted
        and all(is_on_foot(enemy) for enemy in attackers)
        and ground.slow_at(battle, figure.position) is None
    )


def has_acted(battle: Battle, enemy: Figure) -> bool:
    """True if an enemy, by itself or with its unit, has been activated this turn."""
    return bool(battle.units[enemy.unit].activation) if enemy.unit else enemy.activated


def held_by_moved_enemy(
    battle: Battle, figure: Figure, opponents: Sequence[Figure]
) -> Refusal | None:
    """HOA-MEL-11: A figure that has survived a turn of close combat may move out of contact, past
    no enemy base. Its unit must move before every enemy unit that touches it.
    """
    for enemy in opponents:
        if (
            not is_new(figure, enemy)
            and has_acted(battle, enemy)
            and not stood_still(battle, enemy)
        ):
            return no(
                "HOA-MEL-11",
                "{who} cannot break off: {enemy} has moved first.",
                "{who} no puede romper el contacto: {enemy} ha movido antes.",
                who=called(battle, figure),
                enemy=called(battle, enemy),
            )
    return None


def stood_still(battle: Battle, enemy: Figure) -> bool:
    """True if the enemy's unit has declared this turn that it stays, or has declined to move after
    its dice.
    """
    return bool(enemy.unit) and battle.units[enemy.unit].activation in ("no_move", "declined")


def pinned_by_unit(battle: Battle, figure: Figure, opponents: Sequence[Figure]) -> Refusal | None:
    """HOA-MEL-14: A unit that declares that it does not move pins every enemy still in contact with
    it, even before that enemy's unit moves. A unit that declines to move after its dice does the
    same.
    """
    for enemy in opponents:
        if not is_new(figure, enemy) and stood_still(battle, enemy):
            return no(
                "HOA-MEL-14",
                "{who} is pinned by {enemy}: that unit has declared that it does not move.",
                "{enemy} sujeta a {who}: su unidad ha declarado que no mueve.",
                who=called(battle, figure),
                enemy=called(battle, enemy),
            )
    return None


def held_in_contact(
    battle: Battle, figure: Figure, opponents: Sequence[Figure]
) -> tuple[Refusal, ...]:
    """Everything that keeps a figure in contact from leaving."""
    if not opponents:
        return ()
    found = (
        held_by_contact(battle, figure, opponents),
        no_evasion(battle, figure, opponents),
        held_by_moved_enemy(battle, figure, opponents),
        pinned_by_unit(battle, figure, opponents),
    )
    return tuple(one for one in found if one is not None)


def new_opponent(
    battle: Battle, figure: Figure, opponents: Sequence[Figure], touched: Sequence[Figure]
) -> Refusal | None:
    """HOA-MEL-13: No figure breaks off from one enemy in order to fight another."""
    others = [enemy for enemy in touched if holds_in_melee(figure, enemy)]
    if not opponents or not others:
        return None
    if others[0].id in {enemy.id for enemy in opponents}:
        return no(
            "HOA-MEL-11",
            "{who} must end out of contact.",
            "{who} debe acabar fuera de contacto.",
            who=called(battle, figure),
        )
    return no(
        "HOA-MEL-13",
        "{who} cannot break off in order to fight {enemy}.",
        "{who} no puede romper el contacto para luchar contra {enemy}.",
        who=called(battle, figure),
        enemy=called(battle, others[0]),
    )
