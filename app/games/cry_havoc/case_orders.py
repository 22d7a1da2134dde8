"""Orders and dice that the lines of a case state."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from app.games.cry_havoc import orders
from app.games.cry_havoc.state import Battle
from app.kernel.contract import Order
from app.kernel.dice import Roll
from app.kernel.table_orders import Concede, DeclineDraw, OfferDraw


def order_of(row: Mapping[str, Any], battle: Battle) -> Order:
    """Order that a line of a case states; raises `ValueError` if its verb is unknown."""
    do = row["do"]
    if do not in READ:
        raise ValueError(f"do: {do} is not known")
    return READ[do](row, battle)


def _walk(row: Mapping[str, Any]) -> dict[str, Any]:
    """Fields of a move for the animal that is taken or let go on the way."""
    reins = row.get("take_reins") or {}
    return {
        "animal": reins.get("animal") or row.get("animal"),
        "reins_at": reins.get("at"),
        "front": reins.get("front"),
        "let_go_at": row.get("let_go_at"),
    }


def _move(row: Mapping[str, Any], _: Battle) -> Order:
    return orders.Move(row["unit"], tuple(row["path"]), **_walk(row))


def _ride(row: Mapping[str, Any], _: Battle) -> Order:
    return orders.Ride(
        row["unit"], tuple(f"{step['kind']}:{step['to']}" for step in row["steps"]), **_walk(row)
    )


def _retreat(row: Mapping[str, Any], battle: Battle) -> Order:
    """Retreat order of a unit or a train; the decision gives the order of the mules."""
    if "places" not in row:
        return orders.RetreatTo(row["unit"], row["to"], row.get("rear"))
    mules = next(
        (owed.mules for owed in battle.pending if hasattr(owed, "mules")), tuple(row["places"])
    )
    return orders.RetreatTrain(tuple(row["places"][mule] for mule in mules))


def _escort(row: Mapping[str, Any], _: Battle) -> Order:
    paths = tuple((unit, " ".join(path)) for unit, path in row["paths"].items())
    return orders.Escort(row["prisoner"], paths, row.get("leave", False))


READ: dict[str, Callable[[Mapping[str, Any], Battle], Order]] = {
    "shoot": lambda row, _: orders.Shoot(
        row["unit"], row["target"], row.get("target_hex"), row.get("window")
    ),
    "cover_side": lambda row, _: orders.SetCover(
        row["unit"], row.get("cover", row.get("side_covered"))
    ),
    "move": _move,
    "lead": _move,
    "move_mounted": _ride,
    "mount": lambda row, _: orders.Mount(row["unit"], row["animal"]),
    "dismount": lambda row, _: orders.Dismount(row["unit"], row["to"]),
    "tie": lambda row, _: orders.Tie(row["unit"], tuple(row["pair"])),
    "untie": lambda row, _: orders.Untie(row["unit"], tuple(row["pair"])),
    "give_ammunition": lambda row, _: orders.GiveAmmunition(row["from"], row["to"], row["count"]),
    "attack": lambda row, _: orders.Attack(tuple(row["attackers"]), tuple(row["defenders"])),
    "victim": lambda row, _: orders.ChooseVictim(row["unit"]),
    "retreat": _retreat,
    "fall": lambda row, _: orders.FallAt(row["unit"], row["to"]),
    "advance": lambda row, _: orders.AdvanceTo(row["unit"], tuple(row["path"])),
    "decline_advance": lambda *_: orders.DeclineAdvance(),
    "assign_guards": lambda row, _: orders.AssignGuards(row["prisoner"], tuple(row["guards"])),
    "escort": _escort,
    "escape": lambda row, _: orders.Escape(row["unit"], tuple(row["path"])),
    "retake": lambda row, _: orders.Retake(tuple(row.get("units", ())), row["prisoner"]),
    "deploy": lambda row, _: orders.Deploy(
        row["unit"], row.get("to", row.get("hex", row.get("at"))), row.get("rear")
    ),
    "enter": lambda row, _: orders.Enter(row["unit"], tuple(row["path"])),
    "leave": lambda row, _: orders.Leave(row["unit"], tuple(row.get("path", ()))),
    "accept_draw": lambda *_: AcceptDraw(),
    "agree": lambda *_: orders.Agree(),
    "pass": lambda *_: orders.Pass(),
    "end_deployment": lambda *_: orders.Pass(),
    "concede": lambda *_: Concede(),
    "offer_draw": lambda *_: OfferDraw(),
    "decline_draw": lambda *_: DeclineDraw(),
}


class AcceptDraw(Order, frozen=True, tag="accept_draw"):
    """Offer of a draw while the other side's offer stands; cases only."""


def rolls_of(case: Mapping[str, Any]) -> list[Roll]:
    return [
        Roll(row["for"], row.get("of", ""), 10, row["die"] or 10) for row in case.get("dice") or ()
    ]
