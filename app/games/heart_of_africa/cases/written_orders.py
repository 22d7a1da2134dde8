"""Orders read from the rows of a case."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from app.games.heart_of_africa import orders
from app.games.heart_of_africa.cases.positions import area_of_shape, line_of, point_of, work_of
from app.games.heart_of_africa.state import Battle, Shot, Torch
from app.kernel.contract import Order


def spots_of(row: Any) -> dict[str, tuple[float, ...]]:
    return {key: tuple(map(float, at)) for key, at in (row or {}).items()}


def paths_of(row: Mapping[str, Any]) -> dict[str, Any]:
    return {key: line_of(way) for key, way in (row.get("paths") or {}).items()}


def move_of(row: Mapping[str, Any], _: Battle) -> Order:
    """The move of a case; one that names no figure leaves the unit in place after its dice."""
    who: str = row.get("unit") or row["figure"]
    facing = row.get("facing") or {}
    if "paths" in row and not (row["paths"] or facing or row.get("attack")):
        return orders.EndActivation()
    if not isinstance(facing, Mapping):
        facing = {who: facing}
    attack = row.get("attack") or {}
    return orders.Move(
        who,
        paths_of(row),
        {key: float(angle) % 360 for key, angle in facing.items()},
        dict(attack),
        ends=False,
    )


def shots_of(row: Mapping[str, Any], battle: Battle) -> Order:
    figures = row.get("figures") or [row["figure"]]
    if row.get("target_unit"):
        return orders.FireOrders(tuple(Shot(figure, unit=row["target_unit"]) for figure in figures))
    if "wall" in row:
        return orders.FireOrders(
            (Shot(row["figure"], building=row["wall"], point=point_of(row["point"])),)
        )
    if row.get("fire_arrow"):
        return orders.FireOrders((Shot(row["figure"], room=row["fire_arrow"], arrow=True),))
    if row.get("blind"):
        target = row.get("target", "")
        room = row.get("room") or battle.figures[row["figure"]].room
        return orders.FireOrders(
            (Shot(row["figure"], (target,) if target else (), room=room, blind=True),)
        )
    targets = row.get("targets") or ([row["target"]] if row.get("target") else [])
    return orders.FireOrders(tuple(Shot(figure, tuple(targets)) for figure in figures))


def unit_or_figure(row: Mapping[str, Any]) -> str:
    return row.get("unit") or row.get("figure") or row.get("who") or ""


READ: dict[str, Callable[[Mapping[str, Any], Battle], Order]] = {
    "choose_side": lambda row, _: orders.ChooseSide(
        row["edge"], row.get("light", "day"), row.get("turns", 0)
    ),
    "march_order": lambda row, _: orders.MarchOrder(tuple(row["order"]), row.get("edge", "west")),
    "place_work": lambda row, _: orders.PlaceWork(
        work_of({"owner": row["side"], "id": "w", **row["work"]})
    ),
    "place_camp": lambda row, _: orders.PlaceCamp(
        point_of(row["at"]) if row.get("at") else None, area_of_shape(row.get("kraal"))
    ),
    "deploy": lambda row, _: orders.Deploy(
        unit_or_figure(row),
        spots_of(row.get("at")),
        bool(row.get("ambush")),
        bool(row.get("advance_guard")),
        row.get("aboard", ""),
    ),
    "plan": lambda row, _: orders.PlanDeployment(
        to={key: point_of(at) for key, at in (row.get("to") or {}).items()},
        how=row.get("how") or {},
        shape=row.get("shape") or {},
        course={key: line_of(way) for key, way in (row.get("course") or {}).items()},
    ),
    "hold": lambda row, _: orders.Hold(unit_or_figure(row), row.get("with", "")),
    "join": lambda row, _: orders.Join(row["figure"], row["unit"]),
    "end_deployment": lambda *_: orders.Pass(),
    "pass": lambda *_: orders.Pass(),
    "place": lambda row, _: orders.Place(unit_or_figure(row), spots_of(row["at"])),
    "activate": lambda row, _: orders.Activate(unit_or_figure(row)),
    "no_move": lambda row, _: orders.NoMove(tuple(row.get("units") or (unit_or_figure(row),))),
    "move": move_of,
    "guide": lambda row, _: orders.Guide(
        row["scout"], row["unit"], line_of(row["path"]), tuple(row.get("order", ()))
    ),
    "cross": lambda row, _: orders.Cross(row["figure"], row["work"]),
    "swap": lambda row, _: orders.Swap(
        row.get("front") or row["figure"], row.get("rear") or row["with"]
    ),
    "enter": lambda row, _: orders.Enter(row["figure"], row["room"], line_of(row.get("path"))),
    "break_roof": lambda row, _: orders.BreakRoof(row["figure"], row.get("against", "")),
    "jump_down": lambda row, _: orders.JumpDown(
        row["figure"], tuple(map(float, row["to"])), row.get("attack", "") or ""
    ),
    "embark": lambda row, _: orders.Embark(row["figure"], row["vessel"]),
    "disembark": lambda row, _: orders.Disembark(row["figure"], tuple(map(float, row["to"]))),
    "land": lambda row, _: orders.Disembark(row["figure"], tuple(map(float, row["to"]))),
    "sail": lambda row, _: orders.Sail(
        unit_or_figure(row), paths_of(row), dict(row.get("heading") or {})
    ),
    "dismount": lambda row, _: orders.Remount(row["unit"]),
    "mount": lambda row, _: orders.Remount(row["unit"]),
    "reveal": lambda row, _: orders.Reveal(row["unit"]),
    "declare_shooters": lambda row, _: orders.DeclareShooters(tuple(row["figures"])),
    "shoot": shots_of,
    "set_fire": lambda row, _: orders.FireOrders(torches=(Torch(row["figure"], row["target"]),)),
    "withdraw": lambda row, _: orders.Withdraw(tuple(row["figures"])),
    "take_hit": lambda row, _: orders.MeetHit(row["figure"], row["with"], row.get("attendant", "")),
    "capture": lambda row, _: orders.Capture(row["figure"], row["element"]),
    "pair": lambda row, _: orders.Pair(tuple((one, two) for one, two in row["pairs"])),
    "first_opponent": lambda row, _: orders.FirstOpponent(row["figure"], row["opponent"]),
    "cancel": lambda row, _: orders.Cancel(row["unit"], row["by"]),
    "test_order": lambda row, _: orders.TestOrder(tuple(row["units"])),
    "cast": lambda row, _: orders.Cast(row["figure"], row["unit"]),
    "rally": lambda row, _: orders.Rally(row["figure"], row["unit"]),
    "climb_roof": lambda row, _: orders.ClimbRoof(row["figure"], row["building"]),
}


IN_HAND = {
    "move",
    "cross",
    "swap",
    "enter",
    "break_roof",
    "jump_down",
    "embark",
    "disembark",
    "land",
    "sail",
    "dismount",
    "mount",
    "join",
}
"""Orders that belong to the activation of a unit or figure."""


def acting(battle: Battle, row: Mapping[str, Any]) -> str:
    """The unit or independent figure in whose activation the order belongs."""
    key = row.get("unit") if row["do"] != "join" else None
    key = key or row.get("figure") or row.get("front") or ""
    figure = battle.figures.get(key)
    if figure is None:
        return key
    if figure.unit:
        return figure.unit
    return figure.of or figure.id
