"""Orders and dice that the lines of a case state."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.games.africa_1859 import orders
from app.kernel.contract import Order
from app.kernel.decoding import convert_plain
from app.kernel.dice import LoadedDice, Roll

FRAME = ("side", "seat", "do", "expect", "then", "now")
"""Fields of a line that do not belong to its order."""
BY_VERB = {str(kind.__struct_config__.tag): kind for kind in orders.ORDERS}


def order_of(row: Mapping[str, Any]) -> Order:
    """Order that a line of a case states; raises `ValueError` if its verb is unknown."""
    do = row["do"]
    if do not in BY_VERB:
        raise ValueError(f"do: {do} is not known")
    fields = {name: value for name, value in row.items() if name not in FRAME}
    if "pass" in fields:
        fields["passes"] = fields.pop("pass")
    order: Order = convert_plain({**fields, "kind": do}, BY_VERB[do])
    return order


def dice_of(case: Mapping[str, Any]) -> LoadedDice:
    """Dice of a case in strict order; a draw has as many faces as candidates."""
    rolls = (
        Roll(row["for"], row.get("of", ""), row.get("among", 6), row["die"])
        for row in case.get("dice") or ()
    )
    return LoadedDice(rolls, is_strict=True)
