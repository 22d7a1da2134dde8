"""Frame of the game page: the parts that every panel reads, for one viewer at one moment."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from starlette.datastructures import QueryParams

from app.kernel import record
from app.kernel.box import implements_part
from app.kernel.corrections import corrections_exist, referee_only
from app.kernel.offers import Decision
from app.kernel.open_seats import unlisted_sides
from app.kernel.position import (
    PieceLine,
    PlaceLine,
    PositionInWords,
    position_in_words,
)
from app.kernel.reading_pages import ReadingPages
from app.kernel.say import Say, as_is
from app.kernel.seats import QueuedEntry, Viewer
from app.kernel.turn_facts import TurnFacts
from app.services.notify import digest
from app.services.people.permissions import referee_seat_of
from app.services.play.open_seats import HAS_LEFT, possible_entry
from app.services.watch import game_view
from app.services.watch.broadcast_delay import DELAYS
from app.services.watch.reading_pages import pages_of
from app.web.draft import address_of
from app.web.sandbox_page import SandboxPage
from app.web.sent_form import SentForm
from app.web.survey_panel import may_look

STEPS_SHOWN = 8
TABS = ("changes", "log", "text", "messages", "spectators")
TALK_TABS = ("messages", "spectators")
"""Tabs of the talk panel. The other tabs belong to the log panel."""
KEPT = ("piece", "place", "order", "offer", "all", "eyes", "tab")
"""Query fields kept in the links of surveys, rulers and shots."""


@dataclass(frozen=True)
class SeatRow:
    """Seat as the head of the page lists it."""

    seat: str
    side: str
    shape: str
    title: Say
    name: str | None
    bot: str
    is_mine: bool
    is_free: bool
    owes: bool
    has_won: bool


@dataclass(frozen=True)
class Score:
    """Score of a side, in words; `is_to_act` is true while it owes a decision."""

    shape: str
    says: Say
    is_to_act: bool = False


@dataclass(frozen=True)
class StepRow:
    """Step of the turn's sequence."""

    title: Say
    is_on: bool
    is_past: bool


@dataclass(frozen=True)
class OpenPlace:
    """Named place with the pieces in it, and the places that edges join to it."""

    line: PlaceLine
    pieces: tuple[PieceLine, ...]
    joined: tuple[PlaceLine, ...]


@dataclass(frozen=True)
class GameFrame(SentForm):
    """Common part of the panels. The page is at /games/7 or /games/7/at/37 with its board, at
    /games/7/text in words, or shows a `sandbox`.

    `base` is the address of the game, `here` that of the page. `command` is the id of the page's
    orders. `news` is the digest of the events that the viewer has not seen.
    """

    look: game_view.GameView
    base: str
    here: str
    query: QueryParams
    in_words: bool
    sandbox: SandboxPage | None
    summary: PositionInWords
    seats: tuple[SeatRow, ...]
    steps: tuple[StepRow, ...]
    news: digest.Digest
    command: str

    @cached_property
    def shapes(self) -> Mapping[str, str]:
        """Shape of each side's pieces."""
        return side_shapes(self.look)

    @cached_property
    def scores(self) -> tuple[Score, ...]:
        asked = {seat.side for seat in self.seats if seat.owes}
        return score_rows(self.summary.score, self.shapes, asked)

    @cached_property
    def places(self) -> tuple[OpenPlace, ...]:
        """Named places with their pieces; none on other boards."""
        known = {one.key: one for one in self.summary.places}
        return tuple(
            OpenPlace(
                line,
                tuple(piece for piece in self.summary.pieces if piece.place == line.key),
                tuple(known[key] for key in line.joined if key in known),
            )
            for line in self.summary.places
        )

    @property
    def unplaced(self) -> tuple[PieceLine, ...]:
        """Pieces in no named place."""
        known = {one.key for one in self.summary.places}
        return tuple(piece for piece in self.summary.pieces if piece.place not in known)

    def place_name(self, key: str) -> Say:
        """Name of a place; the key itself on a board without names, such as one of hexes."""
        names = (one.title for one in self.summary.places if one.key == key)
        return next(names, as_is(key))

    @property
    def tab(self) -> str:
        """Open tab beside the board."""
        asked = self.query.get("tab", "")
        if asked in TABS:
            return asked
        is_live = self.look.is_now and self.look.game.status == "running"
        is_news = self.news.is_for_me or (self.look.seat is None and is_live)
        return "changes" if self.news.items and is_news else "log"

    @property
    def is_tab_asked(self) -> bool:
        """Return True if the address asks only for a tab. A phone has no room for both, and shows
        the tab instead of the decision.
        """
        return self.query.get("tab") in TABS and set(self.query) <= {"tab", "eyes", "lang"}

    @property
    def has_talk_tab(self) -> bool:
        return self.tab in TALK_TABS and self.sandbox is None

    @property
    def is_long_turn(self) -> bool:
        """Return True if the turn has more steps than the head of the page can show."""
        return len(self.steps) > STEPS_SHOWN

    @property
    def may_survey(self) -> bool:
        """Return True if the viewer may survey the field from a place."""
        return may_look(self.look)

    @property
    def may_try(self) -> bool:
        """Return True if the page has links to sandboxes."""
        look = self.look
        is_player = self.sandbox is None and look.seat is not None and look.view is not None
        return is_player and implements_part(look.box, "imagined")

    @cached_property
    def may_join(self) -> bool:
        """Return True if the user has no seat and may join the running game."""
        return self.sandbox is None and possible_entry(self.look) is not None

    @cached_property
    def turn_facts(self) -> TurnFacts | None:
        """Facts of the turn of a long game beside the decision; None for a battle."""
        look = self.look
        return None if look.view is None else look.box.turn_facts(look.view)

    @property
    def own_notice(self) -> Say | None:
        """Sentence for a viewer who is out of the game or has left it; None for others."""
        look = self.look
        notice = look.box.own_notice(look.view) if look.view is not None and look.seat else None
        return HAS_LEFT if look.has_left and self.sandbox is None else notice

    @cached_property
    def my_entry(self) -> QueuedEntry | None:
        """Entry of the viewer that takes effect later."""
        look = self.look
        if self.sandbox is not None or look.table.state is None or look.viewer.side is None:
            return None
        waiting = look.box.queued(look.table.state)
        return next((one for one in waiting if one.side == look.viewer.side), None)

    def side_title(self, side: str) -> Say:
        return game_view.side_title(self.look, side)

    @property
    def pages_to_read(self) -> ReadingPages | None:
        """Pages of a long game to read; None for a battle."""
        return None if self.sandbox else pages_of(self.look)

    @property
    def is_gathering(self) -> bool:
        """Return True while a game with open seats gathers its players."""
        look = self.look
        is_running = self.sandbox is None and look.is_now and look.game.status == "running"
        return is_running and look.box.gathers(look.table.state)

    @property
    def may_correct(self) -> bool:
        """Return True for the referee of a long game that is running."""
        look = self.look
        return (
            self.sandbox is None
            and look.seat is not None
            and look.is_now
            and look.table.state is not None
            and look.outcome is None
            and corrections_exist(look.box) is None
            and referee_only(look.box, look.table, look.seat) is None
        )

    @property
    def has_referees(self) -> bool:
        """Return True if named users decide for the referee."""
        return self.sandbox is None and any(one.is_of_referees for one in self.look.seats)

    @property
    def is_referee(self) -> bool:
        """Return True if the user is a referee of this running game."""
        judge = referee_seat_of(self.look.seats, self.look.user_id, judging=True)
        return self.sandbox is None and judge is not None and self.look.game.status == "running"

    @cached_property
    def decision_as_referee(self) -> Decision | None:
        """Decision that waits for the user as a referee who also plays; None without one."""
        look = self.look
        judges = {one.seat for one in look.seats if one.is_of_referees}
        if not self.is_referee or not look.is_now or look.seat in judges:
            return None
        owed = look.box.waiting_for(look.table.state) if look.table.state is not None else ()
        return next((one for one in owed if one.seat in judges), None)

    @cached_property
    def act_as_referee(self) -> str:
        """Address of the order that answers this decision; the desk, if there are several."""
        look, owed = self.look, self.decision_as_referee
        if owed is None:
            return ""
        side = next(one.side for one in look.seats if one.seat == owed.seat)
        viewer = Viewer(owed.seat, side, plays=(look.seat or "",))
        offers = look.box.offers(look.box.view(look.table.state, viewer))
        main = [one for one in offers if one.main and one.is_live]
        if len(main) != 1:
            return f"{self.base}/desk"
        return address_of(f"{self.base}/desk/act", order=record.as_given(main[0].order), back="1")

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
        game = self.look.game
        return DELAYS[game.delay].says if game.delay and game.status == "running" else None

    # --- Addresses
    def address_of_move(self, number: int | None) -> str:
        """Address of a move from the same viewpoint."""
        return f"{self.base}/at/{number}{'/text' if self.in_words else ''}{self.kept_eyes}"

    @property
    def kept_eyes(self) -> str:
        """Query for the address of any move, so that the viewpoint stays the same."""
        return address_of("", **{name: self.query.get(name, "") for name in ("eyes", "tab")})

    @property
    def kept(self) -> dict[str, str]:
        """Query fields that links within the page keep."""
        return {name: value for name, value in self.query.items() if name in KEPT}

    def address_of_tab(self, key: str) -> str:
        """Address of a tab beside the board; "" is the tab of the decision."""
        return address_of(self.here, eyes=self.query.get("eyes", ""), tab=key)

    def address_of_shot(self, number: int, place: int) -> str:
        """Address that draws a shot of the log again."""
        return address_of(self.here, **self.kept, shot=f"{number}.{place}")

    def address_of_survey(self, piece: str, place: str = "") -> str:
        """Address of the survey from a piece or from a place."""
        return address_of(self.here, **self.kept, look=piece or place)

    def address_of_panel(self, name: str) -> str:
        """Address of one panel alone, at the move in view."""
        at = "" if self.look.is_now else str(self.look.at)
        kept = {key: self.query.get(key, "") for key in ("eyes", "tab")}
        return address_of(f"{self.base}/panels/{name}", at=at, **kept)


def place_with_pieces(frame: GameFrame, key: str) -> OpenPlace | None:
    """Named place with its pieces; None if there is none."""
    return next((place for place in frame.places if place.line.key == key), None)


def build_frame(
    look: game_view.GameView,
    query: QueryParams,
    *,
    in_words: bool = False,
    sandbox: SandboxPage | None = None,
) -> GameFrame:
    """Frame of the page at the moment in view."""
    base = sandbox.base if sandbox else f"/games/{look.game.address}"
    summary = summary_of(look)
    return GameFrame(
        look=look,
        base=base,
        here=base + ("" if look.is_now else f"/at/{look.at}") + ("/text" if in_words else ""),
        query=query,
        in_words=in_words,
        sandbox=sandbox,
        summary=summary,
        seats=seat_rows(look, sandbox.seat if sandbox else look.seat),
        steps=step_rows(look, summary),
        news=sandbox.digest if sandbox else digest.make_digest(look),
        command=secrets.token_urlsafe(16),
    )


def summary_of(look: game_view.GameView) -> PositionInWords:
    """Summary of the position; before the beginning only the phase."""
    if look.table.state is None:
        return PositionInWords(0, "", look.game.phase)
    return position_in_words(look.box.moment(look.table.state), look.box.summary(look.view))


def side_shapes(look: game_view.GameView) -> dict[str, str]:
    return {side.key: side.shape for side in look.scenario.sides}


def score_rows(
    score: Iterable[tuple[str, Say]], shapes: Mapping[str, str], asked: Collection[str] = ()
) -> tuple[Score, ...]:
    """Scores of the sides with the shapes of their pieces. The sides in `asked` owe a decision."""
    return tuple(Score(shapes.get(side, "a"), says, side in asked) for side, says in score)


def seat_rows(look: game_view.GameView, mine: str | None) -> tuple[SeatRow, ...]:
    """Seats of the game, without those of withdrawn entries. `mine` is the seat of the viewer."""
    shapes, gone = side_shapes(look), unlisted_sides(look.box, look.table)
    return tuple(
        SeatRow(
            seat.seat,
            seat.side,
            shapes.get(seat.side, "a"),
            game_view.side_title(look, seat.side),
            seat.name or ", ".join(one.name for one in seat.referees),
            seat.bot,
            seat.seat == mine,
            seat.is_free,
            seat.seat in look.waiting,
            look.outcome is not None and seat.side in look.outcome.winners,
        )
        for seat in look.seats
        if seat.side not in gone
    )


def step_rows(look: game_view.GameView, summary: PositionInWords) -> tuple[StepRow, ...]:
    """Steps of the turn. The setting-up step is listed only while it is on."""
    keys = [step.key for step in look.box.card.sequence]
    on = keys.index(summary.step) if summary.step in keys else -1
    return tuple(
        StepRow(step.title, place == on, place < on)
        for place, step in enumerate(look.box.card.sequence)
        if step.key != "setup" or on == 0
    )
