"""Drawing of a view: pieces, units able to act, and the marks that the page asks for."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import msgspec

from app.games.cry_havoc import plans
from app.games.cry_havoc.deployment import is_off_the_map, zone_of
from app.games.cry_havoc.deployment_plan import faulty_units, planned_units
from app.games.cry_havoc.drawing import BoardPosition, FireLine, Piece, draw
from app.games.cry_havoc.edges import entry_of
from app.games.cry_havoc.fog import View
from app.games.cry_havoc.occupancy import figures, is_animal, is_mounted, train_of
from app.games.cry_havoc.reach import offers
from app.games.cry_havoc.state import (
    DEAD,
    FIRST_FIRE,
    PRISONER,
    SECOND_FIRE,
    SETUP,
    STUNNED,
    Battle,
    Map,
    Unit,
)
from app.kernel.contract import Marks
from app.kernel.say import Say, say
from app.kernel.scene import Scene

SHOOT_AT = say("shoot at", "disparar a")
DESTINATIONS = {
    SETUP: say("deploy in", "desplegar en"),
    FIRST_FIRE: SHOOT_AT,
    SECOND_FIRE: SHOOT_AT,
    "": say("go to", "ir a"),
}
"""Words before the name of a linked hex, by step."""


def drawing(view: View, marks: Marks, language: str) -> Scene:
    return draw(position_of(view, marks, language), language)


def position_of(view: View, marks: Marks, language: str) -> BoardPosition:
    """Board as the viewer sees it, with the marks of the page."""
    battle = view.battle
    chosen = battle.units.get(marks.piece)
    planned = planned_units(battle, marks.path)
    plan = tuple(piece(battle, unit) for unit in planned)
    path = () if plan else marks.path
    return BoardPosition(
        map=printed(battle),
        pieces=pieces(battle, {one.id for one in plan}),
        sides=side_names(battle.scenario, battle.sides),
        ropes=ropes(battle),
        able=frozenset(offer.piece for offer in offers(view) if offer.piece and offer.is_live),
        selected=marks.piece,
        targets={**dict.fromkeys(filter(None, (marks.target,)), ""), **marks.targets},
        reach=marks.reach,
        cross=cross_of(battle),
        zone=frozenset().union(
            beginnings(battle, chosen), *(zone_of(battle, unit) for unit in planned)
        ),
        path=path,
        ghost=newcomer(battle, chosen, path),
        plan=plan,
        faults=faulty_units(battle, planned, view.viewer.seat or "") if planned else frozenset(),
        trail=marks.trail,
        lines=tuple(
            FireLine(start, end, words.in_(language), free)
            for start, end, free, words in marks.lines
        ),
        results=marks.results,
        told=tuple(
            msgspec.structs.replace(arrow, side=shape_of(battle, arrow.side or None))
            for arrow in marks.arrows
        ),
        piece_links=marks.piece_links,
        hex_links=marks.place_links,
        hex_offer=DESTINATIONS.get(battle.step, DESTINATIONS[""]).in_(language),
    )


def cross_of(battle: Battle) -> str:
    plan = plans.PLANS.get(battle.scenario)
    return plan.cross if plan else ""


def newcomer(battle: Battle, chosen: Unit | None, path: tuple[str, ...]) -> Piece | None:
    """Piece of a unit that is not on the map yet, at the end of its drafted path."""
    if chosen is None or chosen.hex or not path:
        return None
    return msgspec.structs.replace(piece(battle, chosen), at=path[-1])


def printed(battle: Battle) -> Mapping[str, Any]:
    """Map in the form of the data file."""
    it: Map = battle.map
    terrain: dict[str, list[str]] = {}
    for hex_, kind in it.terrain:
        terrain.setdefault(kind, []).append(hex_)
    entry: dict[str, Any] = {
        "id": it.id,
        "cols": it.cols,
        "rows": it.rows,
        "terrain": terrain,
        "high_ground": it.high_ground,
        "buildings": [
            {
                "id": house.id,
                "rooms": [{"id": room, "hexes": hexes} for room, hexes in house.rooms],
                "doors": sides(house.doors),
                "windows": sides(house.windows),
            }
            for house in it.buildings
        ],
        "courtyards": [
            {"id": yard.id, "hexes": yard.hexes, "gates": sides(yard.gates)}
            for yard in it.courtyards
        ],
        "corners": [
            {"hex": corner.hex, "building": corner.building, "faces": corner.faces}
            for corner in it.corners
        ],
    }
    plan = plans.PLANS.get(battle.scenario)
    if plan and plan.map_title:
        entry |= {"title_en": plan.map_title.en, "title_es": plan.map_title.es}
    return entry


def sides(places: tuple[tuple[str, str], ...]) -> list[dict[str, str]]:
    return [{"hex": hex_, "side": side} for hex_, side in places]


def shape_of(battle: Battle, side: str | None) -> str:
    """Shape in which a side is drawn: "a", "b", or "" for an animal without side."""
    return shapes(battle.scenario, battle.sides)[side] if side is not None else ""


def shapes(scenario: str, sides: tuple[str, ...]) -> dict[str, str]:
    """Shape of each side."""
    plan = plans.PLANS.get(scenario)
    if plan is None:
        return dict(zip(sides, "ab", strict=True))
    return {side: plan.side(side).shape for side in sides}


def side_names(scenario: str, sides: tuple[str, ...]) -> dict[str, dict[str, str]]:
    titles: dict[str, Say] = {
        shape: plans.side_title(scenario, side) for side, shape in shapes(scenario, sides).items()
    }
    return {
        shape: {"en": title.in_("en"), "es": title.in_("es")} for shape, title in titles.items()
    }


def pieces(battle: Battle, planned: Collection[str] = ()) -> tuple[Piece, ...]:
    """Pieces on the map, without those that a plan shows elsewhere."""
    return tuple(
        piece(battle, unit) for unit in battle.units.values() if unit.hex and unit.id not in planned
    )


def piece(battle: Battle, unit: Unit) -> Piece:
    owner = battle.units.get(unit.of or "")
    return Piece(
        id=unit.id,
        name=unit.name,
        kind=unit.kind,
        side="" if is_animal(unit) else shape_of(battle, unit.side),
        at=unit.hex or "",
        rear=unit.rear or "",
        figures=shown_figures(unit),
        state=shown_state(unit),
        did=deed(battle, unit),
        quiver=unit.ammo,
        owner=owner.name if owner else "",
    )


def shown_figures(unit: Unit) -> tuple[int | None, ...]:
    """Attack, defence and movement in the present state, in the order of the counter; None is shown
    as a dash.
    """
    attack, defence, movement = figures(unit)
    return (
        None if unit.state == STUNNED or is_animal(unit) else attack,
        defence,
        None if is_animal(unit) else movement,
    )


def shown_state(unit: Unit) -> str:
    if unit.state == PRISONER:
        return unit.counter or "healthy"
    return unit.state


def deed(battle: Battle, unit: Unit) -> str:
    """Action of a character of the active side in this phase: "fought", "shot", "moved" or ""."""
    if unit.side != battle.active or unit.state == DEAD:
        return ""
    if unit.attacked:
        return "fought"
    if battle.step in unit.shot:
        return "shot"
    return "moved" if unit.moved or unit.busy else ""


def ropes(battle: Battle) -> tuple[tuple[str, ...], ...]:
    """Leaders with the animals that they lead, and guards with their prisoner, as ids."""
    found = []
    for unit in battle.units.values():
        led = battle.units.get(unit.leads or "")
        if unit.hex and led and led.hex:
            train = [animal.id for animal in train_of(battle, led)]
            found.append((unit.id, *(train if train[0] == led.id else reversed(train))))
        found += [
            (guard, unit.id)
            for guard in unit.guards[:1]
            if unit.state == PRISONER and unit.hex and battle.units[guard].hex
        ]
    return tuple(found)


def beginnings(battle: Battle, chosen: Unit | None) -> frozenset[str]:
    """Hexes in which the chosen unit may be deployed or may enter."""
    if chosen is None:
        return frozenset()
    if battle.step == SETUP:
        return zone_of(battle, chosen)
    return (
        entry_of(battle, chosen)
        if is_off_the_map(chosen) and not is_mounted(chosen)
        else frozenset()
    )
