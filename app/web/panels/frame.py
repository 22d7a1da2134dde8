"""Frame of the game page: the parts that every panel reads, for one viewer at one moment."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from starlette.datastructures import QueryParams

from app.kernel.box import implements_part
from app.kernel.corrections import corrections_exist, referee_only
from app.kernel.form import Field
from app.kernel.position import PositionInWords, position_in_words
from app.kernel.say import Say
from app.services.notify import digest
from app.services.play.open_seats import possible_entry
from app.services.watch import game_view
from app.services.watch.broadcast_delay import DELAYS
from app.web.draft import address_of
from app.web.sandbox_page import SandboxPage
from app.web.survey_panel import may_look

STEPS_SHOWN = 8
TABS = ("changes", "log", "words", "letters", "hall")
TALK_TABS = ("letters", "hall")
"""Tabs of the talk panel. The other tabs belong to the log panel."""
KEPT = ("piece", "order", "offer", "all", "eyes", "tab")
"""Query fields kept in the links of surveys, rulers and shots."""


@dataclass(frozen=True)
class SeatRow:
    """Seat as the head of the page lists it."""

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
    """Score of a side, in words."""

    shape: str
    says: Say


@dataclass(frozen=True)
class StepRow:
    """Step of the turn's sequence."""

    title: Say
    is_on: bool
    is_past: bool


@dataclass(frozen=True)
class GameFrame:
    """Common part of the panels. The page is at /games/7 or /games/7/at/37 with its board, at
    /games/7/words in words, or shows a `sandbox`.

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
        return score_rows(self.summary.score, self.shapes)

    @property
    def tab(self) -> str:
        """Open tab beside the board."""
        asked = self.query.get("tab", "")
        if asked in TABS:
            return asked
        return "changes" if self.news.is_for_me and self.news.items else "log"

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
        look = self.look
        is_named = any(one.is_refereed_by(look.user_id) for one in look.seats)
        return self.sandbox is None and is_named and look.game.status == "running"

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
        return f"{self.base}/at/{number}{'/words' if self.in_words else ''}{self.kept_eyes}"

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

    # --- Form fields as last sent
    def field_value(self, name: str, usual: str = "") -> str:
        return self.query.get(name, usual)

    def is_ticked(self, ask: Field, value: str) -> bool:
        """Return True if a checkbox is ticked, as last sent. In a new form all are ticked, unless
        the field is optional.
        """
        if "offer" not in self.query:
            return not ask.is_optional
        return value in self.query.getlist(ask.name)


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
        here=base + ("" if look.is_now else f"/at/{look.at}") + ("/words" if in_words else ""),
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


def score_rows(score: Iterable[tuple[str, Say]], shapes: Mapping[str, str]) -> tuple[Score, ...]:
    """Scores of the sides with the shapes of their pieces."""
    return tuple(Score(shapes.get(side, "a"), says) for side, says in score)


def seat_rows(look: game_view.GameView, mine: str | None) -> tuple[SeatRow, ...]:
    """Seats of the game. `mine` is the seat of the viewer."""
    shapes = side_shapes(look)
    return tuple(
        SeatRow(
            seat.seat,
            seat.side,
            shapes.get(seat.side, "a"),
            game_view.side_title(look, seat.side),
            seat.name or ", ".join(one.name for one in seat.referees),
            seat.seat == mine,
            seat.is_free,
            seat.seat in look.waiting,
            look.outcome is not None and seat.side in look.outcome.winners,
        )
        for seat in look.seats
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
