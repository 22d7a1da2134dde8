"""Context of the game page: the view of one viewer at one moment, ready for the template."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from markupsafe import Markup
from starlette.datastructures import QueryParams

from app.kernel.contract import Marks, Scenario
from app.kernel.event_summary import Arrow, Item
from app.kernel.form import Kind
from app.kernel.offers import Reach
from app.kernel.position import Hint, PositionInWords, position_in_words
from app.kernel.refusal import Refusal
from app.kernel.say import Say, say
from app.kernel.scene import Scene
from app.kernel.survey import Battlefield, Standing
from app.services.container import Services
from app.services.notify import digest
from app.services.people import player_chat
from app.services.play import lobby, seat_substitution
from app.services.play.seat_substitution import Hands
from app.services.watch import game_view
from app.services.watch.broadcast_delay import DELAYS
from app.store.records import Letter
from app.web import svg
from app.web.clock_page import ClockPage, clock_page
from app.web.conditional_orders_page import StandingPage, is_asked_there, standing_page
from app.web.confirmation import Question, completes_a_draw, question_of
from app.web.draft import Draft, OfferRow, address_of, draft_of, filled, rows_of, with_odds
from app.web.forms import whole
from app.web.sandbox_page import SandboxPage, Trying, beside, trying
from app.web.shot_replay import Redrawn, redrawn
from app.web.spectator_page import HallPage, hall_page
from app.web.survey_panel import Seeing, may_look, seeing_of

STEPS_SHOWN = 8
MOST_JUST_NOW, MOST_SILENT = 6, 3
TABS = ("changes", "log", "words", "letters", "hall")
KEPT = ("piece", "order", "offer", "all", "eyes", "tab")
"""Query fields kept in the links of surveys, rulers and shots."""
TRUTH, LOOKERS_ON = say("The truth", "La verdad"), say("Spectators", "Espectadores")
HTMX = {"hx-get": "{href}", "hx-target": "#panel", "hx-swap": "outerHTML", "hx-push-url": "true"}
NO_HANDS = Hands((), ())


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
class SeatRow:
    seat: str
    side: str
    shape: str
    title: Say
    name: str | None
    is_mine: bool
    is_free: bool
    owes: bool
    has_won: bool


@dataclass(frozen=True)
class Score:
    shape: str
    says: Say


@dataclass(frozen=True)
class StepRow:
    title: Say
    is_on: bool
    is_past: bool


@dataclass(frozen=True)
class Moment:
    """Position on the replay slider."""

    number: int
    label: Say
    is_turn: bool
    is_on: bool
    turn: int


@dataclass(frozen=True)
class Eyes:
    """Viewpoint for a finished game. `shape` is "" for the full view and for spectators."""

    key: str
    title: Say
    shape: str
    address: str
    is_on: bool


@dataclass(frozen=True)
class PlayPage:
    """Game page of one viewer. It is at /games/7 or /games/7/at/37 with its board, at
    /games/7/words in words, or shows a `sandbox`.

    `base` is the address of the game, `here` that of the page.
    """

    look: game_view.Look
    base: str
    here: str
    scene: Scene | None
    summary: PositionInWords
    seats: tuple[SeatRow, ...]
    scores: tuple[Score, ...]
    steps: tuple[StepRow, ...]
    tab: str
    pieces: tuple[PieceRow, ...]
    rows: tuple[OfferRow, ...]
    refused: tuple[OfferRow, ...]
    main: tuple[OfferRow, ...]
    sheets: tuple[OfferRow, ...]
    ahead: tuple[OfferRow, ...]
    chosen: str
    chosen_title: Say | None
    draft: Draft | None
    question: Question | None
    reach: tuple[tuple[str, Reach, str], ...]
    told: Sequence[game_view.Told]
    digest: digest.Digest
    letters: Sequence[Letter]
    moments: tuple[Moment, ...]
    earlier: int | None
    later: int | None
    command: str
    hint: Hint | None = None
    hint_at: str = ""
    next_lesson: Scenario | None = None
    notice: Say | None = None
    findings: tuple[Refusal, ...] = ()
    leaves: Say | None = None
    opened: int | None = None
    query: QueryParams = field(default_factory=QueryParams)
    seeing: Seeing | None = None
    shapes: Mapping[str, str] = field(default_factory=dict)
    in_words: bool = False
    battlefield: Battlefield | None = None
    just_now: tuple[Item, ...] = ()
    shot: Redrawn | None = None
    eyes: tuple[Eyes, ...] = ()
    clock: ClockPage | None = None
    hall: HallPage | None = None
    sandbox: SandboxPage | None = None
    trying: Trying | None = None
    standing: StandingPage | None = None
    hands: Hands = NO_HANDS

    @property
    def board(self) -> Markup:
        """Whole drawing for a page. `live` is the part that a move changes, and `store` holds the
        symbols that both use.
        """
        return Markup(
            svg.board(self.scene, keep=self.look.game.address, links=HTMX) if self.scene else ""
        )

    @property
    def live(self) -> Markup:
        return Markup(svg.live(self.scene, links=HTMX) if self.scene else "")

    @property
    def store(self) -> Markup:
        return Markup(svg.store(self.scene) if self.scene else "")

    @property
    def ranking(self) -> tuple[Say, ...]:
        """Places and honours of a finished game, in words."""
        titles = {side.key: side.title for side in self.look.scenario.sides}
        return self.look.outcome.ranking(titles) if self.look.outcome else ()

    @property
    def is_measured(self) -> bool:
        return self.scene is not None and self.scene.measure is not None

    def moment(self, number: int | None) -> str:
        """Address of a moment from the same viewpoint."""
        return f"{self.base}/at/{number}{'/words' if self.in_words else ''}{self.kept_eyes}"

    @property
    def kept_eyes(self) -> str:
        """Query for the address of any moment, so that the viewpoint stays the same."""
        return address_of("", **{name: self.query.get(name, "") for name in ("eyes", "tab")})

    def shot_again(self, number: int, place: int) -> str:
        """Address that draws a shot of the log again."""
        return address_of(self.here, **self.kept, shot=f"{number}.{place}")

    def tab_at(self, key: str) -> str:
        """Address of a tab beside the board; "" is the tab of the decision."""
        return address_of(self.here, eyes=self.query.get("eyes", ""), tab=key)

    @property
    def is_tab_asked(self) -> bool:
        """Return True if the address asks only for a tab. A phone has no room for both, and shows
        the tab instead of the decision.
        """
        return self.query.get("tab") in TABS and set(self.query) <= {"tab", "eyes", "lang"}

    @property
    def kept(self) -> dict[str, str]:
        return {name: value for name, value in self.query.items() if name in KEPT}

    @property
    def looks(self) -> bool:
        """Return True if the viewer may survey the field from a place."""
        return may_look(self.look)

    def look_from(self, piece: str, place: str = "") -> str:
        """Address of the survey from a piece or from a place."""
        return address_of(self.here, **self.kept, look=piece or place)

    def said(self, name: str, usual: str = "") -> str:
        """Value of a form field as last sent."""
        return self.query.get(name, usual)

    def is_ticked(self, name: str, value: str) -> bool:
        """Return True if a checkbox is ticked, as last sent. In a new form all are ticked."""
        return "offer" not in self.query or value in self.query.getlist(name)

    def stance(self, piece: str) -> Standing | None:
        """State of a piece, as the table of the page in words shows it."""
        sides = self.battlefield.sides if self.battlefield else ()
        return next((one for _, _, standing in sides for one in standing if one.id == piece), None)

    @property
    def is_ordering_ahead(self) -> bool:
        """Return True if the page shows orders for later in place of the current decision."""
        return "ahead" in self.query and bool(self.ahead or self.standing)

    @property
    def may_order_ahead(self) -> bool:
        """Return True if the viewer can order something for later or answer in advance."""
        return bool(self.ahead or (self.standing and self.standing.now))

    @property
    def in_force(self) -> tuple[Say, ...]:
        """Orders for later and conditional orders of the viewer."""
        return (*self.plans, *(self.standing.in_words if self.standing else ()))

    @property
    def plans(self) -> tuple[Say, ...]:
        """Orders for later, without the conditional orders that are listed separately."""
        known = self.standing.known if self.standing else ()
        return tuple(says for says in self.summary.plans if str(says) not in known)

    @property
    def is_long_turn(self) -> bool:
        """Return True if the turn has more steps than the frame of the page can show."""
        return len(self.steps) > STEPS_SHOWN

    @property
    def is_only_way(self) -> bool:
        """Return True if the only possible order ends the step. It becomes the green button."""
        return (
            not self.pieces and not self.rows and sum(row.offer.is_live for row in self.main) == 1
        )

    @property
    def is_verbs(self) -> bool:
        """Return True if there are so many forms that the page shows one at a time."""
        return (
            bool(self.sheets)
            or self.is_ordering_ahead
            or sum(bool(row.offer.asks) for row in self.rows) > 1
        )

    @property
    def verb(self) -> OfferRow | None:
        """Form that is open at first."""
        forms = [row for row in self.rows if row.offer.asks]
        return next(
            (row for row in forms if row.number == self.opened), forms[0] if forms else None
        )

    @property
    def ends_by_draw(self) -> bool:
        """Return True if the game ends when the viewer agrees to the offered draw."""
        return completes_a_draw(self.look)

    @property
    def is_shared(self) -> bool:
        """Return True if anonymous visitors with the address may watch."""
        return (
            self.look.game.spectators
            and self.look.is_now
            and not self.in_words
            and self.sandbox is None
        )

    @property
    def delay(self) -> Say | None:
        """Broadcast delay for spectators of a running game; None without a delay."""
        return (
            DELAYS[self.look.game.delay].says
            if self.look.game.delay and self.look.game.status == "running"
            else None
        )

    @property
    def last_letter(self) -> int:
        return self.letters[-1].id if self.letters else 0


def play_page(
    services: Services,
    look: game_view.Look,
    query: QueryParams,
    language: str,
    user_id: int | None,
    *,
    notice: Say | None = None,
    findings: tuple[Refusal, ...] = (),
    in_words: bool = False,
    sandbox: SandboxPage | None = None,
) -> PlayPage:
    base = sandbox.base if sandbox else f"/games/{look.game.address}"
    here = base + ("" if look.is_now else f"/at/{look.at}") + ("/words" if in_words else "")
    chosen, draft = query.get("piece", ""), draft_of(look, query, language)
    summary = PositionInWords(0, "", look.game.phase)
    if look.table.state is not None:
        summary = position_in_words(look.box.moment(look.table.state), look.box.summary(look.view))
    if not chosen and look.decisions and look.decisions[0].piece and "all" not in query:
        chosen = look.decisions[0].piece
    rows = rows_of(look.offers, here)
    if not draft:
        rows = [
            row
            for one in rows
            for row in (
                with_odds(look, [one]) if one.offer.main or one.offer.piece == chosen else [one]
            )
        ]
    reach = reach_of(look, rows, chosen, here)
    seeing = seeing_of(look, query, summary, here, language)
    shapes = {side.key: side.shape for side in look.scenario.sides}
    shot = redrawn(look, query, here)
    round_it = beside(sandbox) if sandbox else round_the_table(services, look, user_id, here)
    news = round_it["digest"]
    tab = query.get("tab", "")
    tab = tab if tab in TABS else "changes" if news.is_for_me and news.items else "log"
    told = news.arrows if tab == "changes" and not draft else ()
    scene = None
    if look.table.state is not None and not in_words:
        scene = (
            look.box.drawing(shot.view, shot.marks, language)
            if shot is not None and shot.measured is not None
            else drawn(
                look,
                [] if "ahead" in query else rows,
                chosen,
                draft,
                reach,
                here,
                language,
                seeing,
                told,
            )
        )
    titles = {line.id: line for line in summary.pieces}
    mine = [row for row in rows if row.offer.piece and (not chosen or row.offer.piece == chosen)]
    pieces = tuple(piece_rows(rows, titles, shapes, chosen, here))
    sheets = (
        ()
        if chosen
        else tuple(
            row
            for row in rows
            if not row.offer.piece and row.offer.asks and row.offer.is_live and not row.offer.ahead
        )
    )
    # Single men with orders of their own are in no list that leads to them, so all forms are open.
    is_open = bool(chosen) or not (pieces or sheets)
    milestones = game_view.milestones(look)
    numbers = game_view.standing_numbers(look)
    hint = (
        look.box.hint(look.view)
        if look.seat and look.is_now and look.view is not None and look.scenario.guided
        else None
    )
    return PlayPage(
        look=look,
        base=base,
        here=here,
        summary=summary,
        seats=seat_rows(look, shapes, sandbox.seat if sandbox else look.seat),
        scores=tuple(Score(shapes.get(side, "a"), says) for side, says in summary.score),
        steps=step_rows(look, summary),
        chosen=chosen,
        draft=draft,
        question=question_of(
            look,
            query.get("confirm", ""),
            base,
            round_it.get("clock"),
            round_it.get("leaves"),
            sandbox.name if sandbox else "",
        ),
        scene=scene,
        tab=tab,
        pieces=pieces,
        rows=tuple(
            sorted(
                (row for row in mine if row.offer.is_live and (is_open or is_whole(row))),
                key=lambda row: not row.offer.main,
            )
        ),
        refused=tuple(row for row in mine if not row.offer.is_live) if chosen else (),
        main=tuple(
            row
            for row in rows
            if not row.offer.piece and not row.offer.asks and not row.offer.ahead
        ),
        sheets=sheets,
        ahead=tuple(
            row
            for row in rows
            if row.offer.ahead
            and row.offer.is_live
            and (sandbox or not is_asked_there(look, row.offer.order, row.offer.asks))
        )
        if look.decisions
        else (),
        standing=None if sandbox else standing_page(services, look, query),
        chosen_title=titles[chosen].title if chosen in titles else None,
        reach=reach,
        told=tuple(reversed(game_view.log(look))),
        shot=shot,
        eyes=eyes_of(look, shapes, query, base),
        moments=tuple(
            Moment(one.number, one.phase, one.is_turn, one.number <= look.at, one.turn)
            for one in milestones
        ),
        earlier=max((number for number in numbers if number < look.at), default=None),
        later=min((number for number in numbers if number > look.at), default=None),
        command=secrets.token_urlsafe(16),
        notice=notice,
        findings=findings,
        hint=hint,
        hint_at=next(
            (
                row.address
                for row in rows
                if hint and row.offer.order == hint.order and not row.offer.asks
            ),
            "",
        ),
        opened=whole(query.get("offer", "")),
        query=query,
        seeing=seeing,
        shapes=shapes,
        in_words=in_words,
        battlefield=look.box.battlefield(look.view) if in_words and look.view is not None else None,
        just_now=just_now(look, numbers) if in_words and look.view is not None else (),
        **round_it,
    )


def round_the_table(
    services: Services, look: game_view.Look, user_id: int | None, here: str
) -> dict[str, Any]:
    """Context beside the board: digest, player chat, spectator chat, clock, seat offers and
    sandboxes.
    """
    return {
        "digest": digest.digest(look),
        "letters": player_chat.read(services, look.game.address, user_id)
        if look.seat or look.outcome
        else (),
        "hall": hall_page(services, look, user_id),
        "hands": seat_substitution.of(services, look),
        "clock": clock_page(services, look),
        "leaves": left_to_the_house(look),
        "trying": trying(services, look, here),
        "next_lesson": lobby.next_lesson(look.box, look.game.scenario)
        if look.seat and look.outcome
        else None,
    }


def just_now(look: game_view.Look, numbers: Sequence[int]) -> tuple[Item, ...]:
    """Events of the last move. If that move has none to tell, such as a move of the clock, those of
    one of the moves just before.
    """
    before = [0, *(number for number in numbers if number < look.at)][-MOST_SILENT:]
    told = (look.story.recounted(after, look.at, look.viewer) for after in reversed(before))
    return next((items for items in told if items), ())[-MOST_JUST_NOW:]


def is_whole(row: OfferRow) -> bool:
    """Return True for a main offer whose dice odds the player should check first, such as a
    combined attack. It is listed before a piece is chosen.
    """
    return row.offer.main and row.offer.rolls and not row.offer.asks


def last_way(look: game_view.Look) -> tuple[str, ...]:
    """Places of the last move's path, for the board."""
    lines = [line for told in game_view.log(look, look.at - 1) for line in told.lines]
    return next((line.way for line in lines if line.way), ())


def eyes_of(
    look: game_view.Look, shapes: Mapping[str, str], query: QueryParams, base: str
) -> tuple[Eyes, ...]:
    """Viewpoints for a finished game: full view, each seat and spectators. Empty before the end."""
    if look.game.status != "over":
        return ()
    seats = [
        (seat.seat, game_view.side_title(look, seat.side), shapes.get(seat.side, "n"))
        for seat in look.seats
    ]
    rows = [("", TRUTH, ""), *seats, ("spectator", LOOKERS_ON, "")]
    on = query.get("eyes", "")
    return tuple(
        Eyes(
            key,
            title,
            shape,
            address_of(f"{base}/at/{look.at}", eyes=key, tab=query.get("tab", "")),
            key == on,
        )
        for key, title, shape in rows
    )


def left_to_the_house(look: game_view.Look) -> Say | None:
    """Step whose remaining orders the player may leave to the server; None if there is no such
    order.
    """
    for step in look.box.card.sequence if look.decisions else ():
        if (
            step.by_heart
            and step.key == look.decisions[0].step
            and any(
                isinstance(offer.order, step.by_heart) and offer.is_live for offer in look.offers
            )
        ):
            return step.title
    return None


def seat_rows(
    look: game_view.Look, shapes: dict[str, str], mine: str | None
) -> tuple[SeatRow, ...]:
    return tuple(
        SeatRow(
            seat.seat,
            seat.side,
            shapes.get(seat.side, "a"),
            game_view.side_title(look, seat.side),
            seat.name,
            seat.seat == mine,
            seat.is_free,
            seat.seat in look.waiting,
            look.outcome is not None and seat.side in look.outcome.winners,
        )
        for seat in look.seats
    )


def step_rows(look: game_view.Look, summary: PositionInWords) -> tuple[StepRow, ...]:
    keys = [step.key for step in look.box.card.sequence]
    on = keys.index(summary.step) if summary.step in keys else -1
    return tuple(
        StepRow(step.title, place == on, place < on)
        for place, step in enumerate(look.box.card.sequence)
        if step.key != "setup" or on == 0
    )


def piece_rows(
    rows: list[OfferRow], titles: dict, shapes: dict[str, str], chosen: str, base: str
) -> list[PieceRow]:
    """One row per piece with offers; pieces that can act come first."""
    found: dict[str, list[OfferRow]] = {}
    for row in rows:
        if row.offer.piece:
            found.setdefault(row.offer.piece, []).append(row)
    listed = []
    for piece, its in found.items():
        live = sum(row.offer.is_live for row in its)
        line = titles.get(piece)
        if line is None:
            continue
        why = next((row.offer.no[0] for row in its if row.offer.no), None)
        listed.append(
            PieceRow(
                piece,
                line.title,
                line.says,
                shapes.get(line.side, "n"),
                address_of(base, piece=piece),
                piece == chosen,
                live,
                None if live else why,
            )
        )
    return sorted(listed, key=lambda row: row.live == 0)


def reach_of(
    look: game_view.Look, rows: list[OfferRow], chosen: str, base: str
) -> tuple[tuple[str, Reach, str], ...]:
    """Places within reach of the chosen piece: (place, path, address of the draft)."""
    if not chosen:
        return ()
    places: dict[str, tuple[str, Reach, str]] = {}
    for row in rows:
        if row.offer.piece != chosen or not row.offer.is_live:
            continue
        for ask in row.offer.asks:
            if ask.kind is Kind.PATH and not ask.is_measured:
                for place, reach in game_view.assess(look, row.offer.order).reach.items():
                    order = filled(row.offer, {ask.name: list(reach.path)})
                    places.setdefault(
                        place, (place, reach, address_of(base, piece=chosen, order=order))
                    )
            elif ask.kind is Kind.PLACE and not ask.is_measured:
                for choice in ask.choices:
                    order = filled(row.offer, {ask.name: choice.value})
                    places.setdefault(
                        choice.value,
                        (
                            choice.value,
                            Reach((choice.value,), 0),
                            address_of(base, piece=chosen, order=order),
                        ),
                    )
        if row.offer.place and not row.offer.asks:
            places.setdefault(
                row.offer.place, (row.offer.place, Reach((row.offer.place,), 0), row.address)
            )
    return tuple(places.values())


def drawn(
    look: game_view.Look,
    rows: list[OfferRow],
    chosen: str,
    draft: Draft | None,
    reach: tuple,
    base: str,
    language: str,
    seeing: Seeing | None,
    told: tuple[Arrow, ...] = (),
):
    """Scene with links on pieces that can act, places in reach and targets with their odds. It also
    marks the events of the list beside it.
    """
    pieces = {
        row.offer.piece: address_of(base, piece=row.offer.piece)
        for row in rows
        if row.offer.piece and row.offer.is_live
    }
    targets = {
        row.offer.target: row
        for row in rows
        if row.offer.target
        and row.offer.is_live
        and row.offer.piece == chosen
        and not row.offer.asks
    }
    links = pieces | {target: row.address for target, row in targets.items()}
    marks = Marks(
        piece=chosen,
        target=draft.target if draft else "",
        path=draft.assessment.way if draft else (),
        reach={place: way.cost for place, way, _ in reach if way.cost},
        piece_links=links,
        place_links={place: address for place, _, address in reach},
        targets={target: row.odds for target, row in targets.items()},
        lines=draft.assessment.lines if draft else (),
        trail=() if draft or chosen or told else last_way(look),
        arrows=told,
    )
    if seeing is not None:
        marks = marks_of(seeing, pieces)
    return look.box.drawing(look.view, marks, language)


def marks_of(seeing: Seeing, links: Mapping[str, str]) -> Marks:
    """Marks of a survey or a ruler, in place of the marks of the decision."""
    if seeing.survey is not None:
        return Marks(
            piece=seeing.survey.piece,
            piece_links=links,
            lines=seeing.survey.lines,
            eyes=seeing.survey.place,
            blockers=seeing.survey.blockers,
        )
    if seeing.measured is not None:
        return Marks(
            piece_links=links, lines=seeing.measured.lines, blockers=seeing.measured.blockers
        )
    return Marks(piece_links=links)
