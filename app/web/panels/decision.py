"""Decision panel: what the viewer is asked, the offers, the draft and the confirmation question."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import quote_plus

from app.kernel.event_summary import Item
from app.kernel.position import Hint, PlaceLine
from app.kernel.refusal import Refusal
from app.kernel.say import Say
from app.kernel.survey import Standing
from app.services.container import Services
from app.services.play import seat_substitution
from app.services.play.orders_meanwhile import orders_kept_by
from app.services.play.seat_substitution import SeatSubstitutions
from app.services.watch import game_view
from app.services.watch.battle_links import (
    BattleLink,
    LongGameLink,
    load_battle_links,
    load_long_game_link,
)
from app.services.watch.rated_game import load_rating_sentence
from app.web.conditional_orders_page import StandingPage, is_asked_there, standing_page
from app.web.confirmation import Question, completes_a_draw, left_to_the_server, question_of
from app.web.draft import Draft, OfferRow, address_of
from app.web.forms import integer_or_none
from app.web.panels.choices import ChoiceForm, Choices, build_any_time, build_choices, is_any_time
from app.web.panels.clock import ClockPanel
from app.web.panels.frame import GameFrame, OpenPlace, place_with_pieces
from app.web.panels.guide import Guide, guide_of, hinted_row
from app.web.panels.log import LogPanel
from app.web.panels.reach import ReachRow
from app.web.panels.selection import Selection
from app.web.panels.still_possible import still_possible
from app.web.sandbox_page import Trying, sandbox_links

MOST_JUST_NOW, MOST_SILENT = 6, 3
NO_HANDS = SeatSubstitutions((), ())


@dataclass(frozen=True)
class Answer:
    """Answer to an order that was not carried out: a notice, or the refusals.

    `texts` were typed by the player. They are shown where no form can hold them any more.
    """

    notice: Say | None = None
    findings: tuple[Refusal, ...] = ()
    texts: tuple[str, ...] = ()


NO_ANSWER = Answer()


@dataclass(frozen=True)
class PieceRow:
    """Piece with something to order: its live and its refused offers."""

    id: str
    title: Say
    says: Say
    shape: str
    address: str
    chosen: bool
    live: int
    why_not: Refusal | None


@dataclass(frozen=True)
class PlaceRow:
    """Place with orders for its stack: the address that opens it, and its live offers."""

    line: PlaceLine
    address: str
    live: int
    why_not: Refusal | None


@dataclass(frozen=True)
class OfferLists:
    """Offers as the panel lists them.

    `rows` and `refused` are those of the chosen piece or place. `main` are those without a piece, a
    place or a field. `sheets` are forms without a piece. `opened` is the number of the form that
    was sent last.
    """

    pieces: tuple[PieceRow, ...]
    places: tuple[PlaceRow, ...]
    rows: tuple[OfferRow, ...]
    refused: tuple[OfferRow, ...]
    main: tuple[OfferRow, ...]
    sheets: tuple[OfferRow, ...]
    opened: int | None

    @property
    def is_empty(self) -> bool:
        return not (self.pieces or self.places or self.rows or self.sheets or self.refused)

    @property
    def is_only_way(self) -> bool:
        """Return True if the only possible order ends the step. It becomes the green button."""
        return (
            not (self.pieces or self.places or self.rows)
            and sum(row.offer.is_live for row in self.main) == 1
        )

    @property
    def has_many_forms(self) -> bool:
        """Return True if there are so many forms that the page shows one at a time."""
        return bool(self.sheets) or sum(bool(row.offer.asks) for row in self.rows) > 1

    @property
    def first_form(self) -> OfferRow | None:
        """Form that is open at first."""
        forms = [row for row in self.rows if row.offer.asks]
        return next(
            (row for row in forms if row.number == self.opened), forms[0] if forms else None
        )


@dataclass(frozen=True)
class OrdersAhead:
    """Orders for later: offers (`rows`), conditional orders (`standing`) and what is in force."""

    rows: tuple[OfferRow, ...]
    standing: StandingPage | None
    ordered: tuple[Say, ...]
    is_open: bool

    @property
    def is_possible(self) -> bool:
        """Return True if the viewer can order something for later or answer in advance."""
        return bool(self.rows or (self.standing and self.standing.now))

    @property
    def sheets(self) -> tuple[OfferRow, ...]:
        """Orders for later that open as a draft, such as a plan for a whole army."""
        return tuple(row for row in self.rows if row.offer.asks and row.offer.asks_again)

    @property
    def plans(self) -> tuple[Say, ...]:
        """Orders for later, without the conditional orders that are listed separately."""
        known = self.standing.known if self.standing else ()
        return tuple(says for says in self.ordered if str(says) not in known)

    @property
    def in_force(self) -> tuple[Say, ...]:
        """Orders for later and conditional orders of the viewer."""
        return (*self.plans, *(self.standing.in_words if self.standing else ()))


@dataclass(frozen=True)
class DecisionPanel:
    """Decision of one viewer, or the state of the game for a viewer who has none.

    `leaves` is the step whose remaining orders the server may give. `stance` and `just_now` are for
    the page in words.
    """

    selection: Selection
    chosen_title: Say | None
    place: OpenPlace | None
    offers: OfferLists
    ahead: OrdersAhead
    guide: Guide
    question: Question | None
    leaves: Say | None
    answer: Answer
    stance: Standing | None
    just_now: tuple[Item, ...]
    ranking: tuple[Say, ...]
    ends_by_draw: bool
    earlier: int | None
    trying: Trying | None
    hands: SeatSubstitutions
    choices: Choices | None
    any_time: tuple[ChoiceForm, ...]
    battles: tuple[BattleLink, ...]
    long_game: LongGameLink | None
    still_possible: tuple[Say, ...] | None
    rating: Say | None

    @property
    def draft(self) -> Draft | None:
        return self.selection.draft

    @property
    def chosen(self) -> str:
        return self.selection.chosen

    @property
    def able_instead(self) -> tuple[PieceRow, ...]:
        """Pieces with orders, beside a chosen piece that has none."""
        able = tuple(row for row in self.offers.pieces if row.live)
        return () if not self.chosen or any(row.id == self.chosen for row in able) else able

    @property
    def reach(self) -> tuple[ReachRow, ...]:
        return self.selection.reach

    @property
    def back(self) -> str:
        """Query of the page with the chosen piece or place, without the draft."""
        place = self.selection.stack.place
        return address_of("", place=place) if place else f"?piece={quote_plus(self.chosen)}"

    def odds_at(self, number: int, place: str) -> str:
        """Chance of a good result of an offer at a place within its reach; "" without dice."""
        return self.selection.stack.odds.get((number, place), "")

    @property
    def is_one_form_shown(self) -> bool:
        """Return True if the page shows one form at a time."""
        return self.offers.has_many_forms or self.ahead.is_open or self.choices is not None


def build_decision(
    services: Services,
    frame: GameFrame,
    selection: Selection,
    clock: ClockPanel | None,
    log: LogPanel | None,
    answer: Answer,
    hint: Hint | None = None,
) -> DecisionPanel:
    """Decision panel of the position in view. `log` is set on the page in words."""
    look, sandbox, chosen = frame.look, frame.sandbox, selection.chosen
    place = place_with_pieces(frame, selection.stack.place)
    leaves = None if sandbox else left_to_the_server(look)
    numbers = game_view.standing_numbers(look)
    long_game = None if sandbox else load_long_game_link(services, look)
    titled = "" if selection.draft and selection.draft.is_for_all_pieces else chosen
    return DecisionPanel(
        selection=selection,
        chosen_title=place.line.title if place else piece_title(frame, titled),
        place=place,
        offers=offer_lists(frame, selection, hint),
        ahead=orders_ahead(services, frame, selection.rows),
        guide=guide_of(frame, selection, hint),
        question=asked_first(frame, clock, leaves, long_game),
        leaves=leaves,
        answer=answer,
        stance=stance_of(log, chosen),
        just_now=just_now(look, numbers) if frame.in_words and look.view is not None else (),
        ranking=ranking_of(look),
        ends_by_draw=completes_a_draw(look),
        earlier=max((number for number in numbers if number < look.at), default=None),
        trying=sandbox_links(services, look, frame.here) if frame.may_try else None,
        hands=NO_HANDS if sandbox else seat_substitution.load_substitutions(services, look),
        choices=build_choices(frame, selection),
        any_time=build_any_time(frame, selection.rows),
        battles=() if sandbox else load_battle_links(services, look),
        long_game=long_game,
        still_possible=still_possible(frame, selection),
        rating=None if sandbox else load_rating_sentence(services, look),
    )


def asked_first(
    frame: GameFrame, clock: ClockPanel | None, leaves: Say | None, long_game: LongGameLink | None
) -> Question | None:
    """Confirmation question that the address names."""
    key, name = frame.query.get("confirm", ""), frame.sandbox.name if frame.sandbox else ""
    defeat = long_game.defeat if long_game else ()
    return question_of(frame.look, key, frame.base, clock, leaves, name, defeat)


def piece_title(frame: GameFrame, piece: str) -> Say | None:
    """Title of a piece; None if the viewer does not know it."""
    return next((line.title for line in frame.summary.pieces if line.id == piece), None)


# --- Offers
def offer_lists(frame: GameFrame, selection: Selection, hint: Hint | None) -> OfferLists:
    """Offers by piece; with a chosen piece only its own. The form of the hint is open at first."""
    rows, chosen = selection.rows, selection.chosen
    mine = [row for row in rows if selection.lists(row.offer)]
    pieces = piece_rows(frame, rows, chosen)
    places = place_rows(frame, rows)
    sheets = () if selection.is_any else tuple(row for row in rows if is_sheet(row))
    # Single men with orders of their own are in no list that leads to them, so all forms are open.
    is_open = selection.is_any or not (pieces or places or sheets)
    live = [row for row in mine if row.offer.is_live and (is_open or is_whole(row))]
    hinted = hinted_row(selection, hint) if hint else None
    asked = integer_or_none(frame.query.get("offer", ""))
    return OfferLists(
        pieces=pieces,
        places=places,
        rows=tuple(sorted(live, key=lambda row: not row.offer.main)),
        refused=tuple(row for row in mine if not row.offer.is_live) if selection.is_any else (),
        main=tuple(
            row
            for row in rows
            if not (row.offer.piece or row.offer.stack or row.offer.asks or row.offer.ahead)
        ),
        sheets=sheets,
        opened=hinted.number if asked is None and hinted else asked,
    )


def is_sheet(row: OfferRow) -> bool:
    """Return True for a form of the current decision that belongs to no piece."""
    offer = row.offer
    return (
        not (offer.piece or offer.stack) and bool(offer.asks) and offer.is_live and not offer.ahead
    )


def place_rows(frame: GameFrame, rows: Sequence[OfferRow]) -> tuple[PlaceRow, ...]:
    """Places whose stack has offers; those with an order that can be given come first."""
    found = []
    for line in frame.summary.places:
        its = [row.offer for row in rows if row.offer.stack == line.key]
        if its:
            live = sum(offer.is_live for offer in its)
            why = next((offer.no[0] for offer in its if offer.no), None)
            address = address_of(frame.here, place=line.key)
            found.append(PlaceRow(line, address, live, None if live else why))
    return tuple(sorted(found, key=lambda row: row.live == 0))


def is_whole(row: OfferRow) -> bool:
    """Return True for a main offer whose dice odds the player should check first, such as a
    combined attack. It is listed before a piece is chosen.
    """
    return row.offer.main and row.offer.rolls and not row.offer.asks


def piece_rows(frame: GameFrame, rows: Sequence[OfferRow], chosen: str) -> tuple[PieceRow, ...]:
    """One row per piece with offers; pieces that can act come first."""
    lines = {line.id: line for line in frame.summary.pieces}
    found: dict[str, list[OfferRow]] = {}
    for row in rows:
        if row.offer.piece in lines:
            found.setdefault(row.offer.piece, []).append(row)
    listed = []
    for piece, its in found.items():
        live = sum(row.offer.is_live for row in its)
        why = next((row.offer.no[0] for row in its if row.offer.no), None)
        listed.append(
            PieceRow(
                piece,
                lines[piece].title,
                lines[piece].says,
                frame.shapes.get(lines[piece].side, "n"),
                address_of(frame.here, piece=piece),
                piece == chosen,
                live,
                None if live else why,
            )
        )
    return tuple(sorted(listed, key=lambda row: row.live == 0))


def orders_ahead(services: Services, frame: GameFrame, rows: Sequence[OfferRow]) -> OrdersAhead:
    look = frame.look
    ahead = tuple(
        row
        for row in rows
        if (look.decisions or isinstance(row.offer.order, orders_kept_by(look.box)))
        and row.offer.ahead
        and row.offer.is_live
        and not is_any_time(frame, row)
        and (frame.sandbox or not is_asked_there(look, row.offer.order, row.offer.asks))
    )
    standing = None if frame.sandbox else standing_page(services, look, frame.query)
    is_open = "ahead" in frame.query and bool(ahead or standing)
    return OrdersAhead(ahead, standing, tuple(frame.summary.plans), is_open)


# --- Beside the offers
def stance_of(log: LogPanel | None, piece: str) -> Standing | None:
    """State of a piece, as the table of the page in words shows it."""
    sides = log.battlefield.sides if log and log.battlefield else ()
    return next((one for _, _, standing in sides for one in standing if one.id == piece), None)


def just_now(look: game_view.GameView, numbers: Sequence[int]) -> tuple[Item, ...]:
    """Events of the last move. If that move has none to tell, such as a move of the clock, those of
    one of the moves just before.
    """
    before = [0, *(number for number in numbers if number < look.at)][-MOST_SILENT:]
    told = (look.history.summary_items(after, look.at, look.viewer) for after in reversed(before))
    return next((items for items in told if items), ())[-MOST_JUST_NOW:]


def ranking_of(look: game_view.GameView) -> tuple[Say, ...]:
    """Places and honours of a finished game, in words."""
    titles = {side.key: side.title for side in look.scenario.sides}
    return look.outcome.ranking(titles) if look.outcome else ()
