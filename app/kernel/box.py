"""Base class of a game, with the optional parts of the contract implemented."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from app.kernel.army_form import ArmyBuilder
from app.kernel.battle_dates import AgreedDate, DateQuestion
from app.kernel.bench_entry import BenchEntry
from app.kernel.bot_strengths import HARD
from app.kernel.child_battles import Aftermath, Battle, EnteredResult, UnitFall
from app.kernel.conditional_orders import ConditionalOrders
from app.kernel.contest_chronicle import ContestChapter
from app.kernel.contract import Departure, Difference, Event, Game, Order, Side
from app.kernel.dice import Dice
from app.kernel.entrant_facts import EntrantFacts
from app.kernel.event_summary import Item, Met
from app.kernel.game_files import file_beside
from app.kernel.game_setup import Agreement
from app.kernel.legend import Legend
from app.kernel.log_lines import plain_items
from app.kernel.long_game_parts import News
from app.kernel.monkey import any_order
from app.kernel.offers import Decision
from app.kernel.overview import OverviewPage, read_overview
from app.kernel.position import Hint, Moment, Summary
from app.kernel.reading_pages import ReadingPages
from app.kernel.refusal import Refusal
from app.kernel.report_tables import ReportDetails, Sheet
from app.kernel.say import Say, say
from app.kernel.seats import QueuedEntry, Viewer
from app.kernel.survey import Battlefield, Measured, Survey
from app.kernel.turn_facts import Exchange, TurnFacts


@cache
def _overview_beside(kind: type) -> tuple[OverviewPage, ...]:
    """Pages of the file `overview.yaml` beside the source of a class; none without it."""
    path = file_beside(kind, "overview.yaml")
    return read_overview(path) if path else ()


class Box(Game):
    """Base class of a game. A game adds `card`, `rulebook` and the ten methods of the core.

    The methods below are the defaults of the optional parts. They suit a game of open information
    without armies, game setup or conditional orders.
    """

    bench: BenchEntry = BenchEntry()
    agreement: Agreement | None = None
    armies: ArmyBuilder | None = None
    conditional_orders: ConditionalOrders | None = None
    battle_box: str = ""

    @property
    def style_sheet(self) -> Path | None:
        """File `style.css` in the folder of the game, if there is one."""
        return file_beside(type(self), "style.css")

    @property
    def overview(self) -> tuple[OverviewPage, ...]:
        """Pages of the file `overview.yaml` in the folder of the game; none without it."""
        return _overview_beside(type(self))

    @property
    def has_sheet(self) -> bool:
        """True if the game itself prints a play sheet."""
        return implements_part(self, "sheet")

    def legend(self, language: str) -> Legend | None:  # noqa: ARG002 - a default
        """There is no legend."""
        return None

    # ------------------------------------------------------------------ position in words
    def moment(self, state: Any) -> Moment:
        """Turn and step only. The turn is `state.turn`, or 0 if the state has none."""
        turn = getattr(state, "turn", 0)
        owed = self.waiting_for(state)
        step = owed[0].step if owed else ""
        return Moment(turn, step, self._phase(turn, step))

    def _phase(self, turn: int, step: str) -> Say:
        title = next((one.title for one in self.card.sequence if one.key == step), None)
        if title is None:
            return say("The end", "Final")
        if not turn:
            return title
        return say("Turn {n}: {step}", "Turno {n}: {step}", n=turn, step=title)

    def summary(self, view: Any) -> Summary:  # noqa: ARG002 - a default
        """No score and no list of pieces."""
        return Summary()

    def sides(self, state: Any) -> Sequence[Side]:  # noqa: ARG002 - a default
        """All sides are on the card."""
        return ()

    def published(self, view: Any) -> Any:
        """The API shows the view as it is."""
        return view

    def sheet(self) -> Sequence[Sheet]:
        """There is no play sheet."""
        return ()

    # ------------------------------------------------------------------ inspection
    def survey(self, view: Any, place: str) -> Survey | None:  # noqa: ARG002 - a default
        """No place is surveyed."""
        return None

    def measured(self, view: Any, one: str, two: str) -> Measured | None:  # noqa: ARG002 - a default
        """No distance is measured."""
        return None

    def battlefield(self, view: Any) -> Battlefield | None:  # noqa: ARG002 - a default
        """The list of pieces describes the board."""
        return None

    # ------------------------------------------------------------------ leaving and agreed ends
    def agreed(self, state: Any) -> Sequence[str]:  # noqa: ARG002 - a default
        """An agreed end is a draw."""
        return ()

    def eliminated(self, state: Any) -> Sequence[str]:  # noqa: ARG002 - a default
        """No side is eliminated before the end."""
        return ()

    def side_leaves(self, state: Any, side: str, others: Sequence[str]) -> Departure:  # noqa: ARG002 - a default
        """With two sides the other one wins; with more sides the game continues without this
        one.
        """
        return Departure(ends=len(others) < 2, winners=tuple(others) if len(others) < 2 else ())

    def seat_gives_up(self, state: Any, seat: str, allies: Sequence[str]) -> Sequence[Event] | None:  # noqa: ARG002 - a default
        """The whole side gives up with one of its players."""
        return None

    def goes_on(self, state: Any, dice: Dice) -> Sequence[Event]:  # noqa: ARG002 - a default
        """Nothing follows."""
        return ()

    def gathers(self, state: Any) -> bool:  # noqa: ARG002 - a default
        """A game begins with its players."""
        return False

    def entry_refusals(self, state: Any, facts: EntrantFacts) -> Sequence[Refusal]:  # noqa: ARG002 - a default
        """An entry has no conditions."""
        return ()

    def game_of_battles(self, state: Any) -> str:  # noqa: ARG002 - a default
        """No ratings count."""
        return ""

    def leaving_words(self, state: Any, side: str) -> Sequence[Say]:  # noqa: ARG002 - a default
        """Sentences of the card, the same for all players."""
        return self.card.open_seats.leaving if self.card.open_seats is not None else ()

    def successors(self, state: Any, side: str) -> Sequence[str]:  # noqa: ARG002 - a default
        """No player takes over the seat of another one."""
        return ()

    def succession(self, state: Any, side: str, successor: str) -> Sequence[Event]:  # noqa: ARG002 - a default
        """Raise `LookupError`: no player takes over the seat of another one."""
        raise LookupError(successor)

    def queued(self, state: Any) -> Sequence[QueuedEntry]:  # noqa: ARG002 - a default
        """Each entry takes effect at once."""
        return ()

    # ------------------------------------------------------------------ child battles
    def battles(self, state: Any) -> Sequence[Battle]:  # noqa: ARG002 - a default
        """The game has no battles on other tables."""
        return ()

    def entered_results(self, state: Any) -> Sequence[EnteredResult]:  # noqa: ARG002 - a default
        """No result of a real table is rated."""
        return ()

    def resulted(self, state: Any, battle: Battle, aftermath: Aftermath) -> Order:  # noqa: ARG002 - a default
        """Raise `LookupError`: the game has no battles on other tables."""
        raise LookupError(battle.key)

    def result_words(self, state: Any, battle: Battle, aftermath: Aftermath) -> Sequence[Say]:  # noqa: ARG002 - a default
        """Nothing is told of the losses."""
        return ()

    def defeat_words(self, state: Any, battle: Battle, side: str) -> Sequence[Say]:  # noqa: ARG002 - a default
        """Nothing follows."""
        return ()

    def armed(self, state: Any, battle: Battle, side: str, how: str) -> Sequence[Event]:  # noqa: ARG002 - a default
        """The game does not await the armies of its battles."""
        return ()

    def side_titles(self, terms: Mapping[str, Any]) -> Mapping[str, Say]:  # noqa: ARG002 - a default
        """The sides keep the titles of their scenario."""
        return {}

    def aftermath(self, state: Any) -> Aftermath:
        """Turns only."""
        return Aftermath(turns=self.moment(state).turn)

    def unit_falls(self, state: Any) -> Sequence[UnitFall]:  # noqa: ARG002 - a default
        """No unit is named."""
        return ()

    # ------------------------------------------------------------------ telling
    def summary_items(self, met: Sequence[Met], viewer: Viewer) -> Sequence[Item]:
        """One item for each move, made from its log lines."""
        return plain_items(self.wording, met, viewer)

    def replayed_shot(self, before: Any, event: Event, viewer: Viewer) -> Measured | None:  # noqa: ARG002 - a default
        """No event can be drawn again."""
        return None

    def report_details(self, met: Sequence[Met], state: Any) -> ReportDetails:  # noqa: ARG002 - a default
        """A report has no tables of its own."""
        return ReportDetails()

    def news(self, before: Any, event: Event) -> Sequence[News]:  # noqa: ARG002 - a default
        """Decisions alone are told."""
        return ()

    def agreed_dates(self, state: Any) -> Sequence[AgreedDate]:  # noqa: ARG002 - a default
        """No battle has a date."""
        return ()

    def date_questions(self, state: Any, seat: str) -> Sequence[DateQuestion]:  # noqa: ARG002 - a default
        """No date waits for an answer."""
        return ()

    # ------------------------------------------------------------------ corrections
    def kept_facts(self, before: Sequence[Event], after: Sequence[Event]) -> Sequence[Event]:  # noqa: ARG002 - a default
        """Nothing comes from outside."""
        return after

    def corrected(self, before: Any, after: Any, move: int) -> Sequence[Event]:  # noqa: ARG002 - a default
        """A correction leaves nothing to read but its own line."""
        return ()

    def differences(self, before: Any, after: Any) -> Sequence[Difference]:  # noqa: ARG002 - a default
        """No consequence is listed."""
        return ()

    def pages(self, view: Any) -> ReadingPages | None:  # noqa: ARG002 - a default
        """There are no pages beside the board."""
        return None

    def places(self, state: Any) -> Mapping[str, int]:  # noqa: ARG002 - a default
        """No place changes with single moves."""
        return {}

    def turn_facts(self, view: Any) -> TurnFacts | None:  # noqa: ARG002 - a default
        """No facts stand beside the decision."""
        return None

    def exchange(self, before: Any, event: Event) -> Exchange | None:  # noqa: ARG002 - a default
        """No side negotiates."""
        return None

    def closed_chapters(self, state: Any) -> int | None:  # noqa: ARG002 - a default
        """Chapters are turns."""
        return None

    def contest_chapter(self, before: Any, after: Any) -> ContestChapter | None:  # noqa: ARG002 - a default
        """The game is no contest."""
        return None

    def chapter_title(self, before: Any, after: Any) -> Say | None:  # noqa: ARG002 - a default
        """A turn is named by its date only."""
        return None

    def own_notice(self, view: Any) -> Say | None:  # noqa: ARG002 - a default
        """The page itself tells the end of a battle."""
        return None

    # ------------------------------------------------------------------ playing
    def imagined(self, view: Any) -> Any:  # noqa: ARG002 - a default
        """There are no sandboxes."""
        return None

    def order_to_place(self, view: Any, piece: str, place: str) -> Order | None:  # noqa: ARG002 - a default
        """A tapped place has its name only."""
        return None

    def words_of_tap(self, view: Any, piece: str, place: str) -> Say | None:  # noqa: ARG002 - a default
        """The order of a tap names the place."""
        return None

    def hint(self, view: Any) -> Hint | None:  # noqa: ARG002 - a default
        """No scenario is guided."""
        return None

    def bot(self, view: Any, chance: random.Random, strength: str = HARD) -> Order:  # noqa: ARG002 - a default
        """Random legal order, so that the game continues without an absent player."""
        return any_order(self, view, chance)

    def default_order(self, view: Any, owed: Decision | None = None) -> Order | None:  # noqa: ARG002 - a default
        """The rules give no order for an absent player."""
        return None


def implements_part(game: Game, part: str) -> bool:
    """Return true if the game implements this optional method itself, for example "survey"."""
    return getattr(type(game), part) is not getattr(Box, part)


def with_own_rulebook(boxes: Mapping[str, Game]) -> dict[str, Game]:
    """Boxes by key, without those that share the rulebook of an earlier one, as a campaign does."""
    found: dict[int, tuple[str, Game]] = {}
    for key, box in boxes.items():
        found.setdefault(id(box.rulebook), (key, box))
    return dict(found.values())
