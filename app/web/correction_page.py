"""Page of a correction: entry, what it should have been, consequences, signature."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field, replace
from typing import TypedDict

import msgspec
from starlette.datastructures import QueryParams

from app.kernel.correction_orders import MOST_LETTERS, CorrectMove
from app.kernel.correction_reviews import unreadable_words
from app.kernel.record import as_given
from app.kernel.refusal import Refusal, Refused
from app.kernel.say import Say
from app.services.errors import NoSuchGame
from app.services.notify.asked_signatures import GIVEN, REASON, STRIKE, other_referees
from app.services.play import corrections
from app.services.play.corrections import CorrectableMove, Preview, SignedCorrection
from app.services.play.marked_decisions import MarkedDecision, marked_decisions
from app.services.watch import game_view
from app.services.watch.game_view import GameView
from app.store.records import Referee
from app.web.correction_choices import ChoiceGroup, choice_groups
from app.web.correction_results import ShownPreview, shown_preview
from app.web.draft import OfferRow, answered_order, rows_of
from app.web.forms import integer_or_none
from app.web.order_form import UnreadableField

MOVES_SHOWN = 60
AGREE, DISAGREE, ASK = "agree", "disagree", "ask"


@dataclass(frozen=True)
class ReviewPreview:
    """Request for a review of a decision, or its answer, before it is confirmed. `answer` is AGREE,
    DISAGREE or ASK. `correction` is the number of its move.
    """

    correction: int
    answer: str
    words: str = ""


class Reviewable(TypedDict):
    """Two lists of a page: signed corrections, and other decisions of referees who play."""

    signed: tuple[SignedCorrection, ...]
    decisions: tuple[MarkedDecision, ...]


@dataclass(frozen=True)
class CorrectionPage:
    """Desk of a correction. Without `move` it lists the moves. A reader who may not correct sees
    the signed corrections, and the marked decisions of referees who play.

    `rows` are the orders that could have been given. `chosen` is the number of one of them,
    "strike", or "given" for the order in the field `instead`. `preview` is set once the form is
    complete; `findings` are refusals. `fixed_reason` is that of a muted referee, "" for others.
    """

    look: GameView
    query: QueryParams
    moves: tuple[CorrectableMove, ...]
    move: CorrectableMove | None = None
    rows: tuple[OfferRow, ...] = ()
    chosen: str = ""
    preview: Preview | None = None
    findings: tuple[Refusal, ...] = ()
    signed: tuple[SignedCorrection, ...] = ()
    decisions: tuple[MarkedDecision, ...] = ()
    in_words: bool = True
    may_correct: bool = True
    fixed_reason: str = ""
    command: str = field(default_factory=lambda: secrets.token_urlsafe(16))
    longest_reason: int = MOST_LETTERS

    @property
    def recent(self) -> tuple[MarkedDecision, ...]:
        """Newest decisions of referees who play."""
        return self.decisions[:MOVES_SHOWN]

    @property
    def older(self) -> tuple[MarkedDecision, ...]:
        return self.decisions[MOVES_SHOWN:]

    @property
    def known(self) -> tuple[SignedCorrection | MarkedDecision, ...]:
        """Decisions of both lists."""
        return (*self.signed, *self.decisions)

    @property
    def reviews_asked(self) -> tuple[int, ...]:
        """Numbers of the decisions whose review waits for an answer."""
        asked = (one for one in self.known if one.review and one.review.agrees is None)
        return tuple(one.number for one in asked)

    @property
    def others(self) -> tuple[Referee, ...]:
        """Other referees, who may sign instead of the viewer."""
        return other_referees(self.look)

    @property
    def is_asked(self) -> bool:
        """True after the viewer has asked another referee to sign."""
        return "asked" in self.query

    @property
    def review(self) -> ReviewPreview | None:
        """Review of the query; None without one, or if it is refused."""
        return None if self.findings else review_preview(self)

    @property
    def base(self) -> str:
        return f"/games/{self.look.game.address}"

    @property
    def here(self) -> str:
        return f"{self.base}/corrections"

    @property
    def row(self) -> OfferRow | None:
        """Order that is chosen; None for a strike."""
        number = integer_or_none(self.chosen)
        return None if number is None or not 0 <= number < len(self.rows) else self.rows[number]

    @property
    def groups(self) -> tuple[ChoiceGroup, ...]:
        """Orders in place of the move, those of its own battle or question first."""
        number = self.move.number if self.move else 0
        moves = (one for one in self.look.history.moves if one.number == number)
        return choice_groups(self.rows, bytes(next(moves).order))

    @property
    def is_strike(self) -> bool:
        return self.chosen == STRIKE

    @property
    def is_given(self) -> bool:
        return self.chosen == GIVEN

    @property
    def instead(self) -> str:
        """Order in place of the move, as JSON, of a correction that another referee asks for."""
        return self.query.get("instead", "")

    @property
    def last(self) -> int:
        return self.look.last

    @property
    def reason(self) -> str:
        return self.query.get(REASON, "")

    @property
    def signed_order(self) -> str:
        """Correction as JSON, for the form that signs."""
        return as_given(msgspec.to_builtins(self.preview.order)) if self.preview else ""

    @property
    def shown(self) -> ShownPreview | None:
        """Consequences as the page shows them; None before the form is complete."""
        return shown_preview(self.preview) if self.preview else None

    @property
    def may_ask(self) -> bool:
        """True for a player or a referee of a game that goes on."""
        return self.look.seat is not None and self.look.game.status == "running"

    def title_of(self, seat: str) -> Say:
        """Title of the side of a seat."""
        side = self.look.table.seats.get(seat, seat)
        return game_view.side_title(self.look, side)

    def field_value(self, name: str, usual: str = "") -> str:
        return self.query.get(name, usual)

    def is_ticked(self, name: str, value: str) -> bool:
        return value in self.query.getlist(name)


def correction_page(look: GameView, query: QueryParams, language: str) -> CorrectionPage:
    """Page for the present query. Raises `NoSuchGame` for a move that cannot be corrected."""
    if not corrections.may_correct(look):
        page = CorrectionPage(look, query, (), **reviewable(look), may_correct=False)
        return with_review_findings(page)
    known = corrections.list_moves(look)
    moves = known[:MOVES_SHOWN]
    number = integer_or_none(query.get("move", ""))
    if number is None:
        return with_review_findings(CorrectionPage(look, query, moves, **reviewable(look)))
    move = corrections.move_in(known, number)
    before = corrections.view_before(look, move)
    rows = tuple(rows_of(corrections.offers_before(before), ""))
    page = CorrectionPage(look, query, moves, move, rows, query.get("offer", ""))
    if REASON not in query or not (page.row or page.is_strike or page.is_given):
        return page
    try:
        preview = corrections.preview_correction(look, asked_correction(page, before, language))
    except UnreadableField as unread:
        return with_findings(page, (unread.refusal,))
    except Refused as refused:
        return with_findings(page, refused.refusals)
    return CorrectionPage(look, query, moves, move, rows, page.chosen, preview)


def reviewable(look: GameView) -> Reviewable:
    """Decisions that another referee may review."""
    return Reviewable(signed=corrections.signed_corrections(look), decisions=marked_decisions(look))


def review_preview(page: CorrectionPage) -> ReviewPreview | None:
    """Review of the query, if the viewer may ask for it or give it now."""
    number, answer = integer_or_none(page.query.get("correction", "")), page.query.get("answer", "")
    one = next((one for one in page.known if one.number == number), None)
    if one is None or not page.may_ask:
        return None
    is_open = one.review is not None and one.review.agrees is None
    if answer == ASK and not is_open:
        return ReviewPreview(one.number, ASK)
    if answer in (AGREE, DISAGREE) and is_open and page.may_correct:
        return ReviewPreview(one.number, answer, page.query.get("words", "").strip())
    return None


def with_review_findings(page: CorrectionPage) -> CorrectionPage:
    """The same page with the refusal of the answer in its query, if it has one."""
    review = page.review
    if review is None or review.answer == ASK:
        return page
    unreadable = unreadable_words(review.answer == AGREE, review.words)
    return replace(page, findings=(unreadable,)) if unreadable else page


def asked_correction(page: CorrectionPage, before: GameView, language: str) -> CorrectMove:
    """Correction that the form asks for; raises `UnreadableField`, and `NoSuchGame` for an order
    that is no JSON.
    """
    move = page.move.number if page.move else 0
    if page.is_given:
        try:
            instead = msgspec.json.decode(page.instead)
        except (msgspec.MsgspecError, RecursionError):
            raise NoSuchGame from None
        return corrections.correction_of(page.look, move, page.reason, instead)
    if page.row is None:
        return CorrectMove(move, page.reason.strip())
    filled = answered_order(before, page.row.offer, page.query, language)
    return CorrectMove(move, page.reason.strip(), filled.values)


def with_findings(page: CorrectionPage, findings: tuple[Refusal, ...]) -> CorrectionPage:
    """The same page with refusals."""
    return replace(page, preview=None, findings=findings)
