"""Composition of panels: a page builds those that it shows, and a live update those that
changed.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from app.services.container import Services
from app.services.watch import game_view
from app.web.panels.board import BoardPanel, build_board
from app.web.panels.clock import ClockPanel, build_clock
from app.web.panels.decision import NO_ANSWER, Answer, DecisionPanel, build_decision
from app.web.panels.dice_results import DicePanel, build_dice
from app.web.panels.ending import Ending, build_ending
from app.web.panels.film import FilmPanel, Recap, build_film, build_recap
from app.web.panels.frame import GameFrame
from app.web.panels.guide import LessonInView, hint_of, lesson_in_view, pointed_out
from app.web.panels.log import LogPanel, build_log
from app.web.panels.replay import ReplayPanel, build_replay
from app.web.panels.selection import Selection, selection_of_query
from app.web.panels.talk import TalkPanel, build_talk

BOARD, DECISION, LOG, TALK, CLOCK, REPLAY = (
    "board",
    "decision",
    "log",
    "talk",
    "clock",
    "replay",
)
PANELS = (BOARD, DECISION, LOG, TALK, CLOCK, REPLAY)
REPLAY_STEP = (BOARD, LOG, REPLAY)
"""Panels of a replay step for an anonymous visitor."""
LIVE = "live"
"""Name for the panels that a move changes."""


def live_panels(look: game_view.GameView, tab: str) -> tuple[str, ...]:
    """Panels that the last move changes. The clock stands within the decision.

    The end of a game opens the chats, and the form of a remark names the last move.
    """
    is_talk_changed = look.outcome is not None or (tab == "spectators" and look.user_id is not None)
    return (BOARD, DECISION, LOG, *((TALK,) if is_talk_changed else ()))


@dataclass(frozen=True)
class GamePage:
    """Frame and panels of a game page. A panel that is not asked for is None."""

    frame: GameFrame
    selection: Selection
    board: BoardPanel | None
    decision: DecisionPanel | None
    log: LogPanel | None
    talk: TalkPanel | None
    clock: ClockPanel | None
    replay: ReplayPanel | None
    dice: DicePanel | None
    film: FilmPanel | None
    recap: Recap | None
    ending: Ending | None
    lesson: LessonInView | None

    @property
    def context(self) -> dict[str, Any]:
        """Context of the templates; `page` is the frame."""
        begins = self.decision or self.replay
        return {
            "page": self.frame,
            "selection": self.selection,
            "board": self.board,
            "decision": self.decision,
            "log": self.log,
            "talk": self.talk,
            "clock": self.clock,
            "replay": self.replay,
            "dice": self.dice,
            "film": self.film,
            "recap": self.recap,
            "ending": self.ending,
            "lesson": self.lesson,
            "trying": begins.trying if begins else None,
        }


def asks_for_decision(look: game_view.GameView, names: Collection[str]) -> bool:
    """True for the panel of the decision; a finished game shows the replay within it."""
    return DECISION in names or (REPLAY in names and look.outcome is not None)


def compose_page(
    services: Services,
    frame: GameFrame,
    language: str,
    user_id: int | None,
    names: Collection[str] = PANELS,
    answer: Answer = NO_ANSWER,
) -> GamePage:
    """Game page with the panels in `names`, as far as the moment and the viewer have them.

    The clock stands within the decision. A past moment has a replay in place of a decision, and a
    finished game shows both.
    """
    look = frame.look
    selection = selection_of_query(frame, language)
    film, hint = build_film(frame), hint_of(frame)
    lesson, has_talk = lesson_in_view(frame, hint), TALK in names and frame.sandbox is None
    is_decision = asks_for_decision(look, names) and look.is_now and film is None
    has_clock = frame.sandbox is None and (is_decision or CLOCK in names)
    clock = build_clock(services, look) if has_clock else None
    log = build_log(frame) if LOG in names and (frame.in_words or not frame.has_talk_tab) else None
    decision = None
    if is_decision:
        decision = build_decision(services, frame, selection, clock, log, answer, hint)
    has_moments = not look.is_now or look.outcome is not None
    has_replay = film is None and has_moments and (REPLAY in names or is_decision)
    dice = build_dice(frame) if is_decision or has_replay else None
    pointed = pointed_out(lesson, hint, selection)
    return GamePage(
        frame=frame,
        selection=selection,
        board=build_board(frame, selection, language, film, pointed, dice)
        if BOARD in names
        else None,
        decision=decision,
        log=log,
        talk=build_talk(services, frame, user_id) if has_talk else None,
        clock=clock,
        replay=build_replay(services, frame) if has_replay else None,
        dice=dice,
        film=film,
        lesson=lesson,
        ending=build_ending(frame) if is_decision else None,
        recap=build_recap(frame) if is_decision and not frame.in_words else None,
    )
