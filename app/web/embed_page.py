"""Context of the show pages: a read-only game for anonymous visitors, in a frame on another site or
on a projector.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from app.kernel.contract import Marks
from app.kernel.say import Say, say
from app.services.container import Services
from app.services.watch import game_view
from app.services.watch.broadcast_delay import DELAYS
from app.web import svg
from app.web.panels.board import last_path
from app.web.panels.clock import SeatClock, build_clock
from app.web.panels.frame import Score, SeatRow, score_rows, seat_rows, side_shapes
from app.web.preview_image import state_in_words

EVERY = 20  # seconds between reloads of a page without scripts
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
    address that follows, and `events` its stream.

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
    title = look.game.title or look.scenario.title.in_(language)
    base = f"/games/{look.game.address}"
    plain = Show(
        kind,
        title,
        here,
        following or here,
        every or EVERY,
        bool(following),
        look,
        base,
        f"{base}/show?after={look.last}",
        seats=seat_rows(look, None),
        stands=state_in_words(look),
    )
    if look.view is None:
        return plain
    scene = look.box.drawing(look.view, Marks(trail=last_path(look)), language)
    clock = build_clock(services, look)
    scores = score_rows(look.box.summary(look.view).score, side_shapes(look))
    return Show(
        **plain.__dict__
        | {
            "board": Markup(svg.fixed_picture(scene)),
            "live": Markup(svg.live_markup(scene, "still")),
            "scores": scores,
            "said": last_said(look),
            "due": clock.rows if clock else (),
        }
    )


def last_said(look: game_view.GameView) -> Say:
    """Last important message about the game; after the end, the result."""
    if look.outcome is not None:
        return look.outcome.says
    lines = [
        line for told in game_view.load_log(look, max(0, look.at - LATELY)) for line in told.lines
    ]
    return next(
        (line.says for line in reversed(lines) if line.level == 1),
        lines[-1].says if lines else NOTHING,
    )


def none_of(kind: str, here: str, language: str, words: Say, every: int = EVERY) -> Show:
    """Show page without a game; it reloads later."""
    return Show(kind, words.in_(language), here, here, every, cycles=kind == "projector")
