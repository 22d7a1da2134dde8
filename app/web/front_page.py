"""Context of the front page of a long game: decision, map with a slider over turns, last
chapter.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from markupsafe import Markup

from app.kernel.offers import Decision
from app.kernel.reading_pages import BattlePage
from app.kernel.say import Say
from app.services.container import Services
from app.services.play.referees import silent_referees
from app.services.watch.chronicle import WrittenChapter, map_at, written_chapters
from app.services.watch.game_view import GameView, load_milestones
from app.services.watch.reading_pages import GamePages
from app.store import records
from app.web import svg
from app.web.page_cache import PageCache
from app.web.panels.clock import build_clock, gives_defaults
from app.web.panels.frame import SeatRow, seat_rows


@dataclass(frozen=True)
class OwnDecision:
    """Decision of the viewer. `due` is its deadline, "" without one. `silence` follows by itself if
    it `has_default`; otherwise the referee may answer with it.
    """

    owed: Decision
    due: str
    silence: Say | None
    has_default: bool


@dataclass(frozen=True)
class FrontPage:
    """Front page for one viewer. `owed` are the viewer's decisions. `turn` is the turn that the map
    shows, `turns` all of them.

    `waiting` holds the seats that owe a decision. `battles` are those of the present turn.
    """

    owed: Sequence[OwnDecision]
    waiting: Sequence[SeatRow]
    holdings: Markup
    turn: int
    turns: Sequence[int]
    battles: Sequence[BattlePage]
    chapter: WrittenChapter | None
    silent: Sequence[records.Referee] = ()

    @property
    def earlier(self) -> int | None:
        """Turn before the one that the map shows; None at the first."""
        return max((turn for turn in self.turns if turn < self.turn), default=None)

    @property
    def later(self) -> int | None:
        """Turn after the one that the map shows; None at the last."""
        return min((turn for turn in self.turns if turn > self.turn), default=None)


def front_page(
    services: Services,
    told: GamePages,
    turn: int | None,
    language: str,
    drawn: PageCache[Markup],
) -> FrontPage:
    """Front page with the map at the end of a turn; of the present turn, or None: the map of
    now.
    """
    look = told.look
    ends = ends_of_turns(look)
    now = max(ends)
    shown = min(max(turn or now, min(ends)), now)
    chapters = written_chapters(told)
    return FrontPage(
        own_decisions(services, look),
        tuple(row for row in seat_rows(look, look.seat) if row.owes),
        drawn_map(look, ends[shown], "holdings", language, drawn),
        shown,
        tuple(ends),
        tuple(battle for battle in told.pages.battles if battle.turn == now or battle.is_open),
        chapters[-1] if chapters else None,
        silent_referees(services, look),
    )


def ends_of_turns(look: GameView) -> dict[int, int]:
    """Last move of each turn; of the present turn the move in view."""
    begins = {one.turn: one.number for one in load_milestones(look) if one.is_turn}
    turns = sorted(begins)
    ends = {turn: begins[later] for turn, later in pairwise(turns)}
    return {**ends, turns[-1]: look.at}


def own_decisions(services: Services, look: GameView) -> tuple[OwnDecision, ...]:
    """Decisions of the viewer, each with its deadline and the consequence of silence."""
    clock = build_clock(services, look) if look.decisions else None
    mine = clock.mine.time if clock and clock.mine else None
    return tuple(
        OwnDecision(
            one, mine.deadline_of(one) if mine else "", silence_of(look, one), gives_defaults(look)
        )
        for one in look.decisions
    )


def deadline_of(services: Services, look: GameView, owed: Decision) -> str:
    """Deadline of a decision of the viewer; "" without one or without a running clock."""
    found = (one.due for one in own_decisions(services, look) if one.owed == owed)
    return next(found, "")


def silence_of(look: GameView, owed: Decision) -> Say | None:
    """Consequence if the viewer does not answer: a label of an order, or a sentence of the game."""
    usual = look.box.default_order(look.view, owed)
    labels = (one.label for one in look.offers if usual is not None and one.order == usual)
    found = next(labels, owed.silence)
    return None if found is owed.silence and not gives_defaults(look) else found


def drawn_map(
    look: GameView, number: int, ident: str, language: str, drawn: PageCache[Markup]
) -> Markup:
    """Public map after a move with its text alternative.

    Maps of the past are cached by the hash of their move, which no other game has, and by the last
    correction.
    """

    def draw() -> Markup:
        scene = map_at(look, number, language)
        return Markup(svg.still_picture(scene, ident, scene.label))

    if number == look.last:
        return draw()
    rewritten = look.history.last_rewrite(look.at)
    return drawn.page((look.history.moves[number - 1].hash, rewritten, ident, language), draw)
