"""A game to look at and nothing else, as strangers see it: in a frame on another site, or large on
a wall.
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
from app.web import clock_page, svg
from app.web.play_page import Score, SeatRow, last_way, seat_rows
from app.web.preview_image import stands

EVERY = 20  # seconds after which a page without scripts asks again
LATELY = 30  # moves in which something was said
NOTHING = say("", "")
NO_GAME = say(
    "No public game is being played just now.", "Ahora mismo no se juega ninguna partida pública."
)
NO_SUCH = say(
    "There is no such game, or it is not for everybody.",
    "No existe esa partida, o no es para todos.",
)


@dataclass(frozen=True)
class Show:
    """`kind`: "embed" or "projector"; `here` is its own address, `next` the one that comes after
    it, `events` the stream that renews it.

    `every`: after so many seconds the next one is shown (`cycles`), or a page without scripts asks
    again.
    """

    kind: str
    title: str
    here: str
    next: str
    every: int = EVERY
    cycles: bool = False
    look: game_view.Look | None = None
    link: str = ""
    events: str = ""
    board: str = ""
    live: str = ""
    seats: tuple[SeatRow, ...] = ()
    scores: tuple[Score, ...] = ()
    said: Say = NOTHING
    stands: Say = NOTHING
    due: Sequence[clock_page.SeatRow] = ()

    @property
    def last(self) -> int:
        return self.look.last if self.look else 0

    @property
    def delay(self) -> Say | None:
        """How late the game is shown, while it goes on."""
        game = self.look.game if self.look else None
        return DELAYS[game.delay].title if game and game.delay and game.status != "over" else None


def show_of(
    services: Services,
    look: game_view.Look,
    kind: str,
    language: str,
    here: str,
    following: str = "",
    every: int = 0,
) -> Show:
    """The game as it is shown; with `following` another one comes after so many seconds."""
    title = look.game.title or look.scenario.title.in_(language)
    shapes = {side.key: side.shape for side in look.scenario.sides}
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
        seats=seat_rows(look, shapes, None),
        stands=stands(look),
    )
    if look.view is None:
        return plain
    scene = look.box.drawing(look.view, Marks(trail=last_way(look)), language)
    clock = clock_page.clock_page(services, look)
    scores = tuple(
        Score(shapes.get(side, "a"), says) for side, says in look.box.summary(look.view).score
    )
    return Show(
        **plain.__dict__
        | {
            "board": Markup(svg.svg(scene)),
            "live": Markup(svg.live(scene, "still")),
            "scores": scores,
            "said": last_said(look),
            "due": clock.rows if clock else (),
        }
    )


def last_said(look: game_view.Look) -> Say:
    """The last thing of weight that was said of the game; at its end how it ended."""
    if look.outcome is not None:
        return look.outcome.says
    lines = [line for told in game_view.log(look, max(0, look.at - LATELY)) for line in told.lines]
    return next(
        (line.says for line in reversed(lines) if line.level == 1),
        lines[-1].says if lines else NOTHING,
    )


def none_of(kind: str, here: str, language: str, words: Say, every: int = EVERY) -> Show:
    """The page where there is nothing to show; it looks again later."""
    return Show(kind, words.in_(language), here, here, every, cycles=kind == "projector")
