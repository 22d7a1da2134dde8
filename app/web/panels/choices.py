"""Choices of a long game: one form for each decision. Orders that any game takes at any time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from app.kernel.child_battles import ENTERED
from app.kernel.contract import Order
from app.kernel.offers import Offer
from app.kernel.reading_pages import BattlePage
from app.kernel.say import Say
from app.kernel.turn_facts import SideLine
from app.services.watch.dealings import Dealings, open_dealings
from app.web.draft import OfferRow
from app.web.panels.clock import gives_defaults
from app.web.panels.frame import GameFrame
from app.web.panels.selection import Selection


@dataclass(frozen=True)
class ChoiceRow:
    """Offer of a form. `shape` is the side of the piece that it concerns, "" without one.

    `name` is the player of that side, `holder` its kind and account during a turn.
    """

    row: OfferRow
    shape: str
    name: str | None = None
    holder: SideLine | None = None


@dataclass(frozen=True)
class ChoiceForm:
    """Form of one decision: complete orders to choose from, orders with fields, refused ones.

    `silence` is the label of the order that is given without an answer: by itself if it
    `has_default`, otherwise at most by a referee.
    """

    title: Say | None
    choices: tuple[ChoiceRow, ...]
    sheets: tuple[OfferRow, ...]
    refused: tuple[ChoiceRow, ...]
    silence: Say | None = None
    has_default: bool = False

    @property
    def is_single_order(self) -> bool:
        """Return True if there is only one complete order, so that a button is enough."""
        return len(self.choices) == 1

    def about(self, side: str) -> ChoiceForm | None:
        """Same form with the offers about one side; None without any."""
        choices = tuple(one for one in self.choices if side and one.row.offer.piece == side)
        sheets = tuple(row for row in self.sheets if side and row.offer.piece == side)
        refused = tuple(one for one in self.refused if side and one.row.offer.piece == side)
        if not (choices or sheets or refused):
            return None
        return replace(self, choices=choices, sheets=sheets, refused=refused)


@dataclass(frozen=True)
class Choices:
    """Forms of the pending decisions. `dealings` are the open negotiations of the viewer,
    `disputable` the battles whose entered result the viewer may dispute. A referee decides
    `disputed` battles.
    """

    forms: tuple[ChoiceForm, ...] = ()
    dealings: tuple[Dealings, ...] = ()
    disputable: tuple[BattlePage, ...] = ()
    disputed: tuple[BattlePage, ...] = ()


def build_choices(frame: GameFrame, selection: Selection) -> Choices | None:
    """Choices of the viewer's seat in a long game; None for a battle.

    A side that is chosen on the map narrows them to those about that side, if there are any.
    """
    look = frame.look
    if look.box.card.is_battle or look.view is None:
        return None
    owed = [row for row in selection.rows if not row.offer.ahead] if look.decisions else []
    usual = [look.box.default_order(look.view, one) for one in look.decisions] if owed else []
    battles = battles_with_result(frame)
    forms = [
        form_of(frame, group, usual)
        for group in by_heading(owed)
        if any(row.offer.is_live for row in group)
    ]
    about = [one for one in (form.about(selection.chosen) for form in forms) if one is not None]
    return Choices(
        tuple(about or forms),
        () if frame.sandbox else open_dealings(look, frame.turn_facts),
        tuple(disputable_battles(battles)),
        tuple(disputed_battles(battles)),
    )


def battles_with_result(frame: GameFrame) -> tuple[BattlePage, ...]:
    """Pages of all battles, if an entered result waits for its confirmation."""
    look = frame.look
    battles = {} if frame.sandbox else look.history.battles(look.at)
    if not any(one.status == ENTERED for one in battles.values()):
        return ()
    pages = frame.pages_to_read
    return pages.battles if pages else ()


def disputable_battles(battles: Iterable[BattlePage]) -> Iterator[BattlePage]:
    """Battles whose entered result waits for the viewer, who may state other numbers."""
    return (one for one in battles if one.dispute_form and one.dispute_form.is_open)


def disputed_battles(battles: Iterable[BattlePage]) -> Iterator[BattlePage]:
    """Battles with two results, which the viewer decides as a referee."""
    return (one for one in battles if one.is_open and one.decision_form and one.compared)


def build_any_time(frame: GameFrame, rows: Sequence[OfferRow]) -> tuple[ChoiceForm, ...]:
    """Forms of the orders that answer no decision and take effect at once."""
    later = [row for row in rows if is_any_time(frame, row)]
    return tuple(form_of(frame, group) for group in by_heading(later))


def is_any_time(frame: GameFrame, row: OfferRow) -> bool:
    """Return True for an order that answers no decision and takes effect at once."""
    return row.offer.ahead and isinstance(row.offer.order, frame.look.box.card.any_time)


def by_heading(rows: Iterable[OfferRow]) -> list[list[OfferRow]]:
    """Rows with the same heading together, in the order of the offers."""
    found: dict[str, list[OfferRow]] = {}
    for row in rows:
        found.setdefault(str(row.offer.about or ""), []).append(row)
    return list(found.values())


def form_of(
    frame: GameFrame, rows: Sequence[OfferRow], usual: Sequence[Order | None] = ()
) -> ChoiceForm:
    """Form of the offers under one heading. `usual` are the default orders of the seat's
    decisions.
    """
    names = {seat.side: seat.name for seat in frame.seats}
    listed = [
        ChoiceRow(
            row,
            frame.shapes.get(row.offer.piece, ""),
            names.get(row.offer.piece),
            frame.turn_facts.side(row.offer.piece) if frame.turn_facts else None,
        )
        for row in rows
    ]
    live = [one for one in listed if one.row.offer.is_live]
    return ChoiceForm(
        rows[0].offer.about,
        tuple(one for one in live if not one.row.offer.asks),
        tuple(one.row for one in live if one.row.offer.asks),
        tuple(one for one in listed if not one.row.offer.is_live),
        silence_of([one.row.offer for one in live], usual, frame.look.offers),
        gives_defaults(frame.look),
    )


def silence_of(
    offers: Sequence[Offer], usual: Sequence[Order | None], known: Sequence[Offer]
) -> Say | None:
    """Label of the order that is given without an answer; None if the seat has no default order.

    `known` are all offers. A default order that is for later has its consequence.
    """
    if not any(usual):
        return None
    named = [one for one in known if one.order in usual]
    own = [
        one.says if one.ahead and one.says else one.label
        for one in named
        if any(one.about == each.about for each in offers)
    ]
    mains = [] if named else [one.label for one in offers if one.main]
    return next(iter([*own, *mains]), None)
