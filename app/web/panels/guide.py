"""Hint of a guided game for the viewer's decision, and the address of the order that it names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from app.kernel.contract import Scenario
from app.kernel.position import Hint
from app.services.play import lobby
from app.services.watch.answered_orders import answers_in_order, matching_offer
from app.web.draft import OfferRow
from app.web.panels.frame import GameFrame


@dataclass(frozen=True)
class Guide:
    """Hint of a guided game, the address of the order that it names, and the next lesson."""

    hint: Hint | None
    address: str
    next_lesson: Scenario | None


def guide_of(frame: GameFrame, rows: Sequence[OfferRow]) -> Guide:
    """Hint for the viewer's decision in a guided scenario; after the end the next lesson."""
    look, hint = frame.look, None
    if look.seat and look.is_now and look.view is not None and look.scenario.guided:
        hint = look.box.hint(look.view)
    address = hinted_address(frame, rows, hint) if hint else ""
    lesson = None
    if look.seat and look.outcome and not frame.sandbox:
        lesson = lobby.next_lesson(look.box, look.game.scenario)
    return Guide(hint, address, lesson)


def hinted_address(frame: GameFrame, rows: Sequence[OfferRow], hint: Hint) -> str:
    """Address of the draft with the order that a hint names; "" if it names none on offer.

    A form is opened filled if its fields depend on one another. Other forms teach a gesture, such
    as a tap on the table, and stay empty.
    """
    if hint.order is None:
        return ""
    offer = matching_offer([row.offer for row in rows if row.offer.is_live], hint.order)
    row = next((row for row in rows if row.offer is offer), None)
    if row is None:
        return ""
    if not row.offer.asks:
        return row.address
    if not row.offer.asks_again:
        return ""
    answers = answers_in_order(frame.look, row.offer, hint.order)
    base = [("piece", row.offer.piece), ("place", row.offer.stack), ("offer", str(row.number))]
    return f"{frame.here}?{urlencode([*base, *answers])}"
