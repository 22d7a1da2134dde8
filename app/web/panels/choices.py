"""Choices of a long game: one form for each decision, and what may be ordered at any time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from app.kernel.contract import Order
from app.kernel.offers import Offer
from app.kernel.say import Say
from app.web.draft import OfferRow
from app.web.panels.frame import GameFrame


@dataclass(frozen=True)
class ChoiceRow:
    """Offer of a form. `shape` is the side of the piece that it concerns, "" without one."""

    row: OfferRow
    shape: str


@dataclass(frozen=True)
class ChoiceForm:
    """Form of one decision: complete orders to choose from, orders with fields, refused ones.

    `silence` is the label of the order that is given without an answer.
    """

    title: Say | None
    choices: tuple[ChoiceRow, ...]
    sheets: tuple[OfferRow, ...]
    refused: tuple[ChoiceRow, ...]
    silence: Say | None = None

    @property
    def is_single_order(self) -> bool:
        """Return True if there is only one complete order, so that a button is enough."""
        return len(self.choices) == 1


@dataclass(frozen=True)
class Choices:
    """Forms of the pending decisions, and of the orders that answer none."""

    forms: tuple[ChoiceForm, ...] = ()
    any_time: tuple[ChoiceForm, ...] = ()


def build_choices(frame: GameFrame, rows: Sequence[OfferRow]) -> Choices | None:
    """Choices of the viewer's seat in a long game; None for a battle."""
    look = frame.look
    if look.box.card.is_battle or look.view is None:
        return None
    owed = [row for row in rows if not row.offer.ahead] if look.decisions else []
    later = [row for row in rows if is_any_time(frame, row)]
    usual = look.box.default_order(look.view) if owed else None
    return Choices(
        tuple(
            form_of(frame, group, usual)
            for group in by_heading(owed)
            if any(row.offer.is_live for row in group)
        ),
        tuple(form_of(frame, group) for group in by_heading(later)),
    )


def is_any_time(frame: GameFrame, row: OfferRow) -> bool:
    """Return True for an order that answers no decision and takes effect at once."""
    return row.offer.ahead and isinstance(row.offer.order, frame.look.box.card.any_time)


def by_heading(rows: Iterable[OfferRow]) -> list[list[OfferRow]]:
    """Rows with the same heading together, in the order of the offers."""
    found: dict[str, list[OfferRow]] = {}
    for row in rows:
        found.setdefault(str(row.offer.about or ""), []).append(row)
    return list(found.values())


def form_of(frame: GameFrame, rows: Sequence[OfferRow], usual: Order | None = None) -> ChoiceForm:
    """Form of the offers under one heading. `usual` is the default order of the seat.

    A seat with several decisions has one default order at a time. The main offers are the others.
    """
    listed = [ChoiceRow(row, frame.shapes.get(row.offer.piece, "")) for row in rows]
    live = [one for one in listed if one.row.offer.is_live]
    return ChoiceForm(
        rows[0].offer.about,
        tuple(one for one in live if not one.row.offer.asks),
        tuple(one.row for one in live if one.row.offer.asks),
        tuple(one for one in listed if not one.row.offer.is_live),
        silence_of([one.row.offer for one in live], usual),
    )


def silence_of(offers: Sequence[Offer], usual: Order | None) -> Say | None:
    """Label of the order that is given without an answer; None if the seat has no default order."""
    if usual is None:
        return None
    named = [one.label for one in offers if one.order == usual]
    return next(iter([*named, *(one.label for one in offers if one.main)]), None)
