"""Context of the show pages: a read-only game for anonymous visitors, in a frame on another site or
on a projector.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from markupsafe import Markup

from app.kernel.contract import Marks
from app.kernel.reading_pages import ReadingPages, StandingsTable
from app.kernel.say import Say, say
from app.services.container import Services
from app.services.play.marked_decisions import MARK
from app.services.watch import game_view
from app.services.watch.broadcast_delay import DELAYS
from app.services.watch.reading_pages import pages_of
from app.web import svg
from app.web.contest_wall import ContestWall, contest_wall
from app.web.panels.board import last_path
from app.web.panels.clock import SeatClock, build_clock
from app.web.panels.frame import Score, SeatRow, score_rows, seat_rows, side_shapes
from app.web.preview_image import names_sides, state_in_words

WALL = "projector"
EVERY = 20  # seconds between reloads of a page without scripts
MOST_ROWS = 16  # rows of standings on a projector
LATELY = 30  # moves searched for the last message
NOTHING = say("", "")
NO_GAME = say(
    "No public game is being played just now.", "Ahora mismo no se juega ninguna partida pública."
)
NO_SUCH = say(
    "There is no such game, or it is not public.",
    "No existe esa partida, o no es pública.",
)


@dataclass(frozen=True)
class Show:
    """Content of a show page. `kind` is "embed" or "projector". `here` is its address, `next` the
    address that follows, and `events` its stream; "" for a game that only its club sees, whose page
    is fetched again and again.

    `pages` and `shapes` are those of a long game; its projector shows standings and the order of
    the turn in place of the seats. `wall` is the projector page of a contest.

    `every` counts seconds. With `cycles` the next game follows after them; otherwise a page without
    scripts reloads.
    """

    kind: str
    title: str
    here: str
    next: str
    every: int = EVERY
    cycles: bool = False
    look: game_view.GameView | None = None
    link: str = ""
    events: str = ""
    board: str = ""
    live: str = ""
    seats: tuple[SeatRow, ...] = ()
    scores: tuple[Score, ...] = ()
    said: Say = NOTHING
    stands: Say = NOTHING
    due: Sequence[SeatClock] = ()
    pages: ReadingPages | None = None
    shapes: Mapping[str, str] = field(default_factory=dict)
    wall: ContestWall | None = None

    @property
    def standings(self) -> tuple[StandingsTable, ...]:
        """Tables that fit on a screen: one for each class if there are many rows."""
        tables = self.pages.standings if self.pages else ()
        if sum(len(table.rows) for table in tables) <= MOST_ROWS:
            return tables
        first = {tuple(sorted(row.side for row in one.rows)): one for one in reversed(tables)}
        return tuple(one for one in tables if one in first.values())

    @property
    def polls(self) -> bool:
        """True if the page is fetched again, because its stream is for anonymous visitors."""
        return self.look is not None and not self.events

    @property
    def last(self) -> int:
        return self.look.last if self.look else 0

    @property
    def delay(self) -> Say | None:
        """Broadcast delay of a running game; None without a delay."""
        game = self.look.game if self.look else None
        return DELAYS[game.delay].title if game and game.delay and game.status != "over" else None


def show_of(
    services: Services,
    look: game_view.GameView,
    kind: str,
    language: str,
    here: str,
    following: str = "",
    every: int = 0,
) -> Show:
    """Show page of a game. With `following`, that address is opened after `every` seconds."""
    base = f"/games/{look.game.address}"
    plain = Show(
        kind,
        look.game.title or look.scenario.title.in_(language),
        here,
        following or here,
        every or EVERY,
        bool(following),
        look,
        base,
        "" if look.game.club_only else f"{base}/show?after={look.last}",
        seats=seats_in_play(look) if names_sides(look) else (),
        stands=state_in_words(look),
    )
    if look.view is None:
        return replace(plain, board=picture_of_setup(look, language))
    clock = build_clock(services, look)
    due = clock.rows if clock else ()
    pages = None if look.box.card.is_battle else pages_of(look)
    wall = contest_wall(pages, due) if pages and kind == WALL else None
    if wall is not None:
        return replace(plain, pages=pages, wall=wall)
    return with_board(replace(plain, pages=pages, due=due), look, language)


def picture_of_setup(look: game_view.GameView, language: str) -> Markup:
    """Drawing of an open table as it is agreed; empty without one."""
    agreement, game = look.box.agreement, look.game
    if agreement is None or game.status != "open":
        return Markup("")
    scene = agreement.drawing(game.scenario, game.terms, language)
    return Markup(svg.fixed_picture(scene)) if scene else Markup("")


def with_board(show: Show, look: game_view.GameView, language: str) -> Show:
    """Show page with the board of the game, its scores and its last message."""
    if look.view is None:
        return show
    scene = look.box.drawing(look.view, Marks(trail=last_path(look)), language)
    shapes = side_shapes(look)
    return replace(
        show,
        board=Markup(svg.fixed_picture(scene)),
        live=Markup(svg.live_markup(scene, "still")),
        scores=score_rows(look.box.summary(look.view).score, shapes) if names_sides(look) else (),
        said=last_said(look),
        shapes=shapes,
    )


def seats_in_play(look: game_view.GameView) -> tuple[SeatRow, ...]:
    """Seats without those of referees."""
    sides = {side.key for side in look.scenario.sides if side.competes}
    return tuple(row for row in seat_rows(look, None) if row.side in sides)


def last_said(look: game_view.GameView) -> Say:
    """Last important message about the game; after the end, the result. The mark of a referee who
    plays is none.
    """
    if look.outcome is not None:
        return look.outcome.says
    lines = [
        line
        for told in game_view.load_log(look, max(0, look.at - LATELY))
        for line in told.lines
        if line.rules != MARK
    ]
    return next(
        (line.says for line in reversed(lines) if line.level == 1),
        lines[-1].says if lines else NOTHING,
    )


def none_of(kind: str, here: str, language: str, words: Say, every: int = EVERY) -> Show:
    """Show page without a game; it reloads later."""
    return Show(kind, words.in_(language), here, here, every, cycles=kind == "projector")
