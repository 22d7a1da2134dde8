"""Hint of a guided game for the viewer's decision, and the address of the order that it names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import urlencode

from app.kernel.form import Kind
from app.kernel.position import Hint, Lesson
from app.services.watch.answered_orders import answers_in_order, matching_offer
from app.web.draft import OfferRow, address_of
from app.web.forms import integer_or_none
from app.web.panels.frame import GameFrame
from app.web.panels.selection import Selection


@dataclass(frozen=True)
class Guide:
    """Hint of a guided game, and the address of the order that it names. `is_first` is true before
    the first own move; the hint then stands above all else. `marks` are the places that it marks.
    """

    hint: Hint | None
    address: str
    is_first: bool = False
    marks: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class LessonInView:
    """Part of the introduction to a guided scenario. `following` is the address of the next part,
    or of the decision after the last one.
    """

    number: int
    count: int
    lesson: Lesson
    following: str


def hint_of(frame: GameFrame) -> Hint | None:
    """Hint for the viewer's decision in a guided scenario."""
    look = frame.look
    if not (look.seat and look.is_now and look.scenario.guided) or look.view is None:
        return None
    if look.view is look.history.view(look.at, look.viewer):
        return look.history.hint(look.at, look.viewer)
    return look.box.hint(look.view)


def lesson_in_view(frame: GameFrame, hint: Hint | None) -> LessonInView | None:
    """Part of the introduction before the first own move, or the one that the address names."""
    lessons, asked = hint.lessons if hint else (), frame.query.get("lesson", "")
    if not lessons or frame.sandbox is not None:
        return None
    begins = is_new(frame) and not set(frame.query) - {"tab", "lang"}
    number = (integer_or_none(asked) or 0) if asked else int(begins)
    if not 0 < number <= len(lessons):
        return None
    following = number + 1 if number < len(lessons) else 0
    return LessonInView(
        number, len(lessons), lessons[number - 1], f"{frame.here}?lesson={following}"
    )


def guide_of(frame: GameFrame, selection: Selection, hint: Hint | None) -> Guide:
    """Hint for the viewer's decision, with the address of its order."""
    address = hinted_address(frame, selection, hint) if hint else ""
    is_first = hint is not None and is_new(frame)
    return Guide(hint, address, is_first, pointed_out(None, hint, selection))


def is_new(frame: GameFrame) -> bool:
    """Return true before the first move of the viewer's seat."""
    return not any(move.seat == frame.look.seat for move in frame.look.history.moves)


def pointed_out(
    lesson: LessonInView | None, hint: Hint | None, selection: Selection
) -> Mapping[str, str]:
    """Labels on the board of the introduction, or of the hint once its piece is chosen."""
    if lesson is not None:
        return lesson.lesson.marks
    if hint is None or not selection.chosen or selection.draft:
        return {}
    row = hinted_row(selection, hint)
    return hint.marks if row is not None and row.offer.piece == selection.chosen else {}


def hinted_row(selection: Selection, hint: Hint) -> OfferRow | None:
    """Offer of the order that a hint names; None if it names none on offer."""
    if hint.order is None:
        return None
    offer = matching_offer([row.offer for row in selection.rows if row.offer.is_live], hint.order)
    return next((row for row in selection.rows if row.offer is offer), None)


def hinted_address(frame: GameFrame, selection: Selection, hint: Hint) -> str:
    """Address of the draft with the order that a hint names; "" if it names none on offer.

    A form is opened filled if its fields depend on one another, or if it is open and has lists
    only. Other forms teach a gesture, such as a tap on the table: the address chooses their piece.
    """
    row = hinted_row(selection, hint)
    if row is None:
        return ""
    if not row.offer.asks:
        return row.address
    if not row.offer.asks_again:
        if row.offer.piece and not selection.is_any:
            return address_of(frame.here, piece=row.offer.piece)
        if not row.offer.piece or any(ask.kind is not Kind.CHOICE for ask in row.offer.asks):
            return ""
    answers = answers_in_order(frame.look, row.offer, hint.order)
    base = [("piece", row.offer.piece), ("place", row.offer.stack), ("offer", str(row.number))]
    return f"{frame.here}?{urlencode([*base, *answers])}"
