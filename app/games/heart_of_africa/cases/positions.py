"""Battles read from the rows of a case."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from app.games.heart_of_africa import turn_order, victory_conditions
from app.games.heart_of_africa.buildings_and_boats.berths import vessels_filled
from app.games.heart_of_africa.cases.figure_rows import figures_of
from app.games.heart_of_africa.figures import bases_touch, fights_alone, other_side
from app.games.heart_of_africa.land import Fire, Land, Piece, Work
from app.games.heart_of_africa.pieces import CHARGED, ON_TABLE, Figure, Unit
from app.games.heart_of_africa.state import (
    ARRIVALS,
    INDEPENDENT_MOVES,
    SIDES,
    STEPS,
    UNIT_MOVES,
    Battle,
    Charge,
    Conditions,
    Deployment,
    Happening,
)
from app.kernel.space.plane import ellipse_path, on_grid, rect_path

ROLLS_BEFORE = ("attacker_roll", "scenario_roll")


def point_of(pair: Any) -> tuple[float, float]:
    return on_grid((float(pair[0]), float(pair[1])))


def vector_of(pair: Any) -> tuple[float, float]:
    x, y = map(float, pair)
    return x, y


def corners_of_rect(rect: Any) -> tuple[float, float, float, float]:
    x0, y0, x1, y1 = map(float, rect)
    return x0, y0, x1, y1


def line_of(points: Any) -> tuple[tuple[float, float], ...]:
    return tuple(point_of(one) for one in points or ())


def piece_of(row: Mapping[str, Any]) -> Piece:
    if "rect" in row:
        outline = rect_path(*map(float, row["rect"]))
    elif "ellipse" in row:
        cx, cy, rx, ry = map(float, row["ellipse"])
        outline = ellipse_path(cx, cy, rx, ry)
    else:
        outline = line_of(row.get("polygon"))
    crest = line_of(row.get("crest"))
    return Piece(
        row["id"],
        row["kind"],
        outline,
        (crest[0], crest[1]) if crest else None,
        line_of(row.get("top_edge")),
        area_of_shape(row.get("high")),
        row.get("variant", ""),
        line_of(row.get("path")),
        bool(row.get("crocodiles")),
        vector_of(row["flow"]) if row.get("flow") else None,
        row.get("owner", ""),
    )


def area_of_shape(shape: Any) -> tuple[tuple[float, float], ...]:
    """A polygon, given as such or as a rect."""
    if isinstance(shape, Mapping):
        return piece_of({"id": "", "kind": "", **shape}).outline
    if shape and not isinstance(shape[0], (list, tuple)):
        return rect_path(*map(float, shape))
    return line_of(shape)


def work_of(row: Mapping[str, Any]) -> Work:
    breaches = tuple((point_of(one), point_of(two)) for one, two in row.get("breaches", ()))
    return Work(
        row["id"],
        row["kind"],
        row.get("owner", "B"),
        line_of(row.get("line")),
        row.get("height", ""),
        corners_of_rect(row["rect"]) if row.get("rect") else None,
        row.get("gate", ""),
        breaches,
        tuple(row.get("roof_holes", ())),
        point_of((row["x"], row["y"])) if "x" in row else None,
        bool(row.get("shown")),
        bool(row.get("removed")),
    )


def unit_of(row: Mapping[str, Any], figures: Mapping[str, Figure]) -> Unit:
    now = sum(figure.unit == row["id"] for figure in figures.values())
    start = row.get("start", now)
    activation = row.get("activated", "")
    kind = "baggage" if row.get("kind") == "baggage" else "troops"
    return Unit(
        row["id"],
        row["side"],
        kind,
        row.get("name", ""),
        "allied" if row.get("allied") else row.get("contingent", ""),
        row.get("original", start),
        start,
        bool(row.get("marker")),
        activation if isinstance(activation, str) else "moved",
        row.get("where", ON_TABLE),
        bool(row.get("arrived")),
        bool(row.get("advance_guard")),
        bool(row.get("behind")),
        row.get("exited", 0),
        "wiped_out" if "lost_at" in row else "",
        bool(row.get("at_works")),
    )


def land_of(case: Mapping[str, Any]) -> Land:
    """The table of the case, in inches, with its terrain and works."""
    table = case.get("table") or {}
    return Land(
        float(table.get("width", 72)),
        float(table.get("depth", 48)),
        table.get("region", ""),
        tuple(map(piece_of, case.get("terrain") or ())),
        tuple(map(work_of, case.get("works") or ())),
        table.get("water_edge", ""),
    )


def battle_of(case: Mapping[str, Any]) -> Battle:
    """The position of the case, without anything that it does not name."""
    table, start = case.get("table") or {}, case.get("start") or {}
    turn, step = start.get("turn", 1), start.get("step", UNIT_MOVES)
    rows = {row["id"]: row for row in case.get("units") or ()}
    figures = {
        figure.id: figure
        for row in case.get("figures") or ()
        for figure in figures_of(row, rows, turn)
    }
    units = {key: unit_of(row, figures) for key, row in rows.items()}
    figures |= vessels_filled(figures)
    scenario = table.get("scenario", "encounter") or ""
    attacker = table.get("attacker", "A")
    edges = table.get("edges") or {"A": "south", "B": "north"}
    battle = Battle(
        land_of(case),
        scenario,
        tuple(table.get("options", ())),
        {side: side for side in SIDES},
        {},
        attacker or "A",
        {**edges},
        conditions_of(table, scenario, attacker),
        Deployment(tuple(table.get("order_of_march", ())), start.get("to_act", "")),
        figures=figures,
        units=units,
        turn=turn,
        step=step if step not in ROLLS_BEFORE else "sides",
        fires=tuple(fire_of(row) for row in case.get("fires") or ()),
        wind=table.get("wind"),
        spell_broken=bool(table.get("spell_broken")),
    )
    battle = with_the_past(battle, case)
    return as_begun(battle, start)


def conditions_of(table: Mapping[str, Any], scenario: str, attacker: str | None) -> Conditions:
    dark = table.get("dark") or ((1, 99) if table.get("light") == "dark" else None)
    return Conditions(
        attacker is not None,
        bool(table.get("campaign")),
        dict(table.get("points", {})),
        tuple(dark) if dark else None,
        table.get("turn_limit", victory_conditions.usual_limit(scenario)),
        table.get("objective", ""),
        stores=table.get("stores") or {},
    )


def fire_of(row: Mapping[str, Any]) -> Fire:
    return Fire(row["id"], row["target"], row["lit"], point_of(row["origin"]), by=row.get("by", ""))


def with_the_past(battle: Battle, case: Mapping[str, Any]) -> Battle:
    """The battle with earlier events: losses, captures, exits."""
    from app.games.heart_of_africa.shooting import fires  # noqa: PLC0415 the burning shape of a fire already lit

    battle = replace(battle, fires=tuple(fires.with_shape(battle, fire) for fire in battle.fires))
    captured: dict[str, int] = {}
    happened = []
    for row in case.get("units") or ():
        if row.get("captured"):
            captured[row["side"]] = captured.get(row["side"], 0) + row["captured"]
        if "lost_at" in row:
            places = row["lost_at"]
            places = [places] if not isinstance(places[0], (list, tuple)) else places
            men = tuple(
                kind for kind, number in (row.get("men") or {}).items() for _ in range(number)
            )
            happened.append(
                Happening("unit_lost", row["side"], row["id"], men=men, places=line_of(places))
            )
    add_happenings(battle, case, captured, happened)
    fighting = fighting_strengths(battle)
    movement = {
        "charges": charges_of(battle),
        "began_in": {
            row["id"]: row["from_room"] for row in case.get("figures") or () if "from_room" in row
        },
    }
    return replace(
        battle.with_conditions(fighting=fighting).with_movement(**movement),
        captured=captured,
        happened=tuple(happened),
    )


def add_happenings(
    battle: Battle, case: Mapping[str, Any], captured: dict[str, int], happened: list[Happening]
) -> None:
    """Add the facts of the turn that a case names."""
    for row in case.get("happened") or ():
        if "key_figure_lost" in row:
            happened.append(
                Happening(
                    "key_figure_lost",
                    row["side"],
                    row["key_figure_lost"],
                    point_of(row["at"]),
                    by=row.get("figure", ""),
                    units=(row["unit"],) if row.get("unit") else (),
                )
            )
        elif "baggage_captured" in row:
            happened += [Happening("baggage_captured", row["side"])] * row["baggage_captured"]
            captured[row["side"]] = captured.get(row["side"], 0) + row["baggage_captured"]
        elif "village_lit" in row:
            owner = village_owner(battle, row)
            happened.append(
                Happening(
                    "village_lit",
                    owner or row.get("side") or other_side(battle.attacker),
                    row["village_lit"],
                    by=row["by"],
                )
            )
        elif "ambush" in row:
            happened.append(
                Happening(
                    "ambush",
                    row["side"],
                    row["ambush"],
                    units=tuple(row.get("units", ())),
                    pygmy=bool(row.get("pygmy")),
                )
            )


def village_owner(battle: Battle, row: Mapping[str, Any]) -> str:
    """Owner of a village, "" if it has none."""
    return next((piece.owner for piece in battle.land.pieces if piece.id == row["village_lit"]), "")


def fighting_strengths(battle: Battle) -> dict[str, int]:
    """Fighting figures of each side at the start."""
    return {
        side: sum(
            unit.original
            for unit in battle.units.values()
            if unit.side == side and unit.kind == "troops"
        )
        + sum(
            1 for figure in battle.figures.values() if figure.side == side and fights_alone(figure)
        )
        for side in SIDES
    }


def charges_of(battle: Battle) -> tuple[Charge, ...]:
    """Charges of the figures in contact that have charged."""
    return tuple(
        Charge(
            figure.id,
            enemy.id,
            figure.began or figure.at,
            enemy.facing if enemy.faced is None else enemy.faced,
        )
        for figure in battle.figures.values()
        if CHARGED in figure.did and figure.at is not None
        for enemy in battle.figures.values()
        if enemy.side != figure.side and enemy.at is not None and bases_touch(figure, enemy)
    )


def as_begun(battle: Battle, start: Mapping[str, Any]) -> Battle:
    """The battle with earlier steps of the turn done: after the moves of units, and from the reveal
    on of all figures.
    """
    place = STEPS.index(battle.step) if battle.step in STEPS else -1
    if place >= STEPS.index(INDEPENDENT_MOVES):
        moved = {figure.unit for figure in battle.figures.values() if figure.did}
        battle = replace(
            battle,
            units={
                key: unit
                if unit.activation or unit.kind == "baggage" or unit.where != ON_TABLE
                else replace(unit, activation="moved" if key in moved else "no_move")
                for key, unit in battle.units.items()
            },
        )
    if place > STEPS.index(INDEPENDENT_MOVES):
        battle = replace(
            battle,
            figures={
                key: replace(figure, activated=True) for key, figure in battle.figures.items()
            },
        )
    if battle.step in (UNIT_MOVES, INDEPENDENT_MOVES):
        first = (
            start.get("to_act")
            or turn_order.next_to_act(battle, other_side(battle.attacker))
            or battle.attacker
        )
        battle = replace(battle, to_act=first)
    if battle.step == ARRIVALS and start.get("to_act"):
        battle = battle.with_movement(arrivals_first=start["to_act"])
    return battle


def is_over(step: str, now: str) -> bool:
    """True if a step of the turn comes before the step that is on now."""
    return step in STEPS and now in STEPS and STEPS.index(step) < STEPS.index(now)
