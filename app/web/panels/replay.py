"""Replay panel: the slider over all moves, the phases, and the viewpoints after the end."""

from __future__ import annotations

from dataclasses import dataclass

from app.kernel.say import Say, say
from app.services.container import Services
from app.services.watch import game_view
from app.web.draft import address_of
from app.web.panels.frame import GameFrame
from app.web.sandbox_page import Trying, sandbox_links

MOST_SENTENCES = 3
FULL_VIEW, SPECTATORS = (
    say("Everything (nothing hidden)", "Todo (sin ocultar nada)"),
    say("Spectators", "Espectadores"),
)


@dataclass(frozen=True)
class Moment:
    """Position on the replay slider."""

    number: int
    label: Say
    is_turn: bool
    is_on: bool
    turn: int


@dataclass(frozen=True)
class Viewpoint:
    """Viewpoint for a finished game. `shape` is "" for the full view and for spectators."""

    key: str
    title: Say
    shape: str
    address: str
    is_on: bool


@dataclass(frozen=True)
class ReplayPanel:
    """Moves before and after the one in view; `earlier` and `later` are None at the ends. `told`
    are the sentences of the move in view. `trying` holds the links to the viewer's sandboxes.
    """

    moments: tuple[Moment, ...]
    earlier: int | None
    later: int | None
    viewpoints: tuple[Viewpoint, ...]
    told: tuple[Say, ...]
    trying: Trying | None


def build_replay(services: Services, frame: GameFrame) -> ReplayPanel:
    look = frame.look
    numbers = game_view.standing_numbers(look)
    return ReplayPanel(
        moments=tuple(
            Moment(one.number, one.phase, one.is_turn, one.number <= look.at, one.turn)
            for one in game_view.load_milestones(look)
        ),
        earlier=max((number for number in numbers if number < look.at), default=None),
        later=min((number for number in numbers if number > look.at), default=None),
        viewpoints=viewpoints_of(frame),
        told=sentences_of_move(look),
        trying=sandbox_links(services, look, frame.here) if frame.may_try else None,
    )


def viewpoints_of(frame: GameFrame) -> tuple[Viewpoint, ...]:
    """Viewpoints for a finished game: full view, each seat and spectators. Empty before the end."""
    look = frame.look
    if look.game.status != "over":
        return ()
    seats = [
        (seat.seat, game_view.side_title(look, seat.side), frame.shapes.get(seat.side, "n"))
        for seat in look.seats
    ]
    rows = [("", FULL_VIEW, ""), *seats, ("spectator", SPECTATORS, "")]
    tab = frame.query.get("tab", "")
    return tuple(
        Viewpoint(
            key,
            title,
            shape,
            address_of(f"{frame.base}/at/{look.at}", eyes=key, tab=tab),
            key == frame.query.get("eyes", ""),
        )
        for key, title, shape in rows
    )


def sentences_of_move(look: game_view.GameView) -> tuple[Say, ...]:
    """Sentences of the move in view: its events, or the first lines of its log entry."""
    if look.table.state is None or look.at < 1:
        return ()
    items = look.history.summary_items(look.at - 1, look.at, look.viewer)
    if items:
        return tuple(item.says for item in items)[:MOST_SENTENCES]
    lines = look.history.lines(look.at, look.viewer)
    return tuple(line.says for line in lines if line.level <= 1)[:MOST_SENTENCES]
