"""Contract of every box: a core of ten methods, and optional parts.

A campaign is a long game under the same contract; its referee is a seat with orders of its own.
"""

from __future__ import annotations

import random
from abc import abstractmethod
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

import msgspec

from app.kernel.army_form import ArmyBuilder
from app.kernel.bench_entry import BenchEntry
from app.kernel.bot_strengths import HARD
from app.kernel.clock_terms import StepDeadline
from app.kernel.conditional_orders import ConditionalOrders
from app.kernel.dice import Dice
from app.kernel.event_summary import Item, Met
from app.kernel.game_setup import Agreement
from app.kernel.legend import Legend
from app.kernel.long_game_parts import (
    Announcements,
    ChildBattles,
    Corrections,
    Difference,
    Gathering,
    Reading,
)
from app.kernel.marks import Marks
from app.kernel.offers import Assessment, Decision, Offer
from app.kernel.order_types import Event, Order
from app.kernel.outcome import Outcome
from app.kernel.overview import OverviewPage
from app.kernel.position import Hint, Moment, Summary
from app.kernel.report_tables import ReportDetails, Sheet
from app.kernel.rulebook import Rulebook
from app.kernel.say import Say
from app.kernel.scenario_options import Option, options_in_words
from app.kernel.scene import Scene
from app.kernel.seats import OpenSeats, Viewer
from app.kernel.survey import Inspection, Measured

__all__ = [
    "Difference",
    "Event",
    "Marks",
    "Option",
    "Order",
]  # defined elsewhere, part of the contract


class Step(msgspec.Struct, frozen=True):
    """Step of the sequence of play. `key` is its address under a game, `orders` are its kinds of
    order.

    `automatic_orders` lists kinds of order that a player may leave to the server, such as placing
    the rest. `deadlines` are those of its kinds of decision (`Decision.deadline`).
    """

    key: str
    rule: str
    title: Say
    orders: tuple[type, ...]
    automatic_orders: tuple[type, ...] = ()
    deadlines: tuple[StepDeadline, ...] = ()


class Side(msgspec.Struct, frozen=True):
    """Side of a scenario. `shape` is its drawing style ("a" filled, "b" pale, ... "h"; "i" judges).

    `competes` is false for a referee. Such a side neither wins nor takes part in draws and pauses.
    """

    key: str
    title: Say
    shape: str
    plot: Say | None = None
    competes: bool = True


class Scenario(msgspec.Struct, frozen=True):
    """Scenario of a box, with options that it switches on. At most `most_per_side` share a side."""

    key: str
    title: Say
    plot: Say
    sides: tuple[Side, ...]
    options_on: tuple[str, ...] = ()
    minutes: int = 60
    guided: bool = False
    most_per_side: int = 3


class Setup(msgspec.Struct, frozen=True):
    """Setup agreed before a game begins. `seats` maps each seat, in order, to its side.

    `options` are keys of options, numbers as "handicap=2" (`kernel/scenario_options`).

    `stock` is plain data of the box, such as armies or a terrain, which `new_game` checks.
    """

    scenario: str
    seats: Mapping[str, str]
    options: tuple[str, ...] = ()
    stock: Mapping[str, Any] = {}


class Line(msgspec.Struct, frozen=True):
    """Line of the log: a sentence with its reasons and its places on the board.

    - `reasons`: sentences with rule ids.
    - `level`: 0 for a heading (turn, phase), 1 for an event, 2 for a detail.
    - `way`: places along a movement.
    - `sight`: both ends of a straight line. Such a line can be drawn again (`Game.replayed_shot`).
    """

    says: Say
    rules: tuple[str, ...] = ()
    reasons: tuple[tuple[Say, str], ...] = ()
    places: tuple[str, ...] = ()
    dice: tuple[tuple[str, str], ...] = ()
    level: int = 1
    way: tuple[str, ...] = ()
    sight: tuple[str, ...] = ()


class Departure(msgspec.Struct, frozen=True):
    """Consequences when a side leaves: events of the box, and `ends` if the game ends.

    `winners` counts only if the game ends; no winner means a draw.
    """

    events: tuple[Event, ...] = ()
    ends: bool = False
    winners: tuple[str, ...] = ()


class Card(msgspec.Struct, frozen=True):
    """Description of a box: names, scenarios, options, kinds of order and event, possible endings.

    - `any_time`: kinds of order that a seat may give although it owes no decision. They may change
      who owes one, as a referee's do.
    - `degrees`: words for the degrees of a result, such as "decisive victory", by their key.
    - `open_seats`: of a game that players join and leave. `former_scenarios`: of old records.
    - `kind`: "battle", or "campaign" for a long game. Start page and demonstrations take battles.
    - `prefix`, `other_prefixes`: of its rule ids, and of those from further books. `bot_strengths`:
      of its bot, none for one strength.
    - `on_the_pages`: false for a box that is played only through contract and command line.
    """

    key: str
    prefix: str
    title: Say
    blurb: Say
    scenarios: tuple[Scenario, ...]
    options: tuple[Option, ...]
    sequence: tuple[Step, ...]
    orders: tuple[type, ...]
    events: tuple[type, ...]
    endings: tuple[str, ...]
    upcasters: Mapping[str, Any] = {}
    dice: int = 6
    chapters: Mapping[str, Say] = {}
    on_the_pages: bool = True
    any_time: tuple[type, ...] = ()
    kind: str = "battle"
    open_seats: OpenSeats | None = None
    former_scenarios: tuple[Scenario, ...] = ()
    degrees: Mapping[str, Say] = {}
    other_prefixes: tuple[str, ...] = ()
    bot_strengths: tuple[str, ...] = ()

    @property
    def prefixes(self) -> tuple[str, ...]:
        """All prefixes of its rule ids, the main one first."""
        return (self.prefix, *self.other_prefixes)

    def short_rule(self, rule: str) -> str:
        """Id of a rule as the pages of the game show it, without the main prefix."""
        return rule.removeprefix(f"{self.prefix}-")

    def options_in_words(self, chosen: Collection[str]) -> tuple[Say, ...]:
        """Chosen options of a game, in words."""
        return options_in_words(self.options, chosen)

    def scenario(self, key: str) -> Scenario | None:
        """Scenario with this key, also a former one; None if there is none."""
        return next((x for x in (*self.scenarios, *self.former_scenarios) if x.key == key), None)

    @property
    def deadlines(self) -> tuple[StepDeadline, ...]:
        """Deadlines of the sequence, each once."""
        return tuple({one.key: one for step in self.sequence for one in step.deadlines}.values())

    def deadlines_of(self, scenario: str) -> tuple[StepDeadline, ...]:
        """Deadlines of the decisions that a scenario asks for."""
        return tuple(one for one in self.deadlines if not one.forms or scenario in one.forms)

    @property
    def is_battle(self) -> bool:
        """Return true for a single battle, false for a long game."""
        return self.kind == "battle"


class Core(Protocol):
    """Everything that a game must implement. `State`, `View`, orders and events are its own; other
    code never reads a state.

    `decide`, `evolve` and `view` are pure functions that carry the game.
    """

    @property
    def card(self) -> Card:
        """Description of the game."""

    @property
    def rulebook(self) -> Rulebook:
        """Rules of the game, by id."""

    @abstractmethod
    def new_game(self, setup: Setup, dice: Dice) -> Sequence[Event]:
        """Events that begin a game; the first one creates the state."""

    @abstractmethod
    def decide(self, state: Any, order: Order, seat: str, dice: Dice) -> Sequence[Event]:
        """Events that follow; raises `Refused`. Only this function and `new_game` roll dice."""

    @abstractmethod
    def evolve(self, state: Any, event: Event) -> Any:
        """State after the event. It never refuses, never rolls and reads no changing data."""

    @abstractmethod
    def view(self, state: Any, viewer: Viewer) -> Any:
        """Knowledge of this viewer, built from an empty view."""

    @abstractmethod
    def waiting_for(self, state: Any) -> Sequence[Decision]:
        """Pending decisions of one seat or of several, also of the other side; empty at the end."""

    @abstractmethod
    def offers(self, view: Any) -> Sequence[Offer]:
        """Orders that the viewer's seat may give now. Refused offers carry their refusals."""

    @abstractmethod
    def assess(self, view: Any, order: Order) -> Assessment:
        """Dry run from the viewer's knowledge: refusals, figures, tallies, odds, reach."""

    @abstractmethod
    def outcome(self, state: Any) -> Outcome | None:
        """Result of the game; None while it continues."""

    @abstractmethod
    def drawing(self, view: Any, marks: Marks, language: str) -> Scene:
        """Drawing of the board for the viewer."""

    @abstractmethod
    def wording(self, before: Any, event: Event, viewer: Viewer) -> Sequence[Line]:
        """Log lines of an event for this viewer; none if the viewer does not learn of it.

        `before` is the state in which the event happened.
        """


class Position(Protocol):
    """Optional part: the position in words, the printed tables and the published view."""

    def moment(self, state: Any) -> Moment:
        """Turn, step and phase. They are public: the same in any view."""

    def summary(self, view: Any) -> Summary:
        """Side to act, score and pieces in words, for the frame and the list of pieces."""

    def sides(self, state: Any) -> Sequence[Side]:
        """Sides of open seats, under their present titles; others are on the card. Closed seats
        that are not among them are not listed. A battle may name sides of the card by their armies.
        """

    def published(self, view: Any) -> Any:
        """The view in the form that the API shows. Its return type is in the API document."""

    def sheet(self) -> Sequence[Sheet]:
        """All printed tables, complete."""


class LeavingAndAgreedEnds(Protocol):
    """Optional part: consequences when a side leaves, is eliminated, or all sides agree to end."""

    def agreed(self, state: Any) -> Sequence[str]:
        """Sides that win if all sides agree to end now; empty for a draw."""

    def eliminated(self, state: Any) -> Sequence[str]:
        """Sides that the rules of the box have eliminated. They never win."""

    def side_leaves(self, state: Any, side: str, others: Sequence[str]) -> Departure:
        """Consequences if a side concedes or runs out of time; `others` are still in play."""

    def seat_gives_up(self, state: Any, seat: str, allies: Sequence[str]) -> Sequence[Event] | None:
        """Events when one of several players of a side gives up, so that its `allies` play on.

        None: the whole side gives up.
        """

    def goes_on(self, state: Any, dice: Dice) -> Sequence[Event]:
        """Events that need no player, after a side has left and the game has not ended."""


class Telling(Protocol):
    """Optional part: summaries, the battle report and recorded shots."""

    def summary_items(self, met: Sequence[Met], viewer: Viewer) -> Sequence[Item]:
        """Summary of the events of some moves for this viewer; related events are grouped."""

    def replayed_shot(self, before: Any, event: Event, viewer: Viewer) -> Measured | None:
        """Recorded shot, measured again on the table of its time: line of fire and cover of the
        target.

        None for other events and for shots that the viewer does not know of.
        """

    def report_details(self, met: Sequence[Met], state: Any) -> ReportDetails:
        """Details for the report; `met` is the whole record, `state` the final state."""


class Playing(Protocol):
    """Optional part: sandboxes, guided play, the bot and default orders."""

    def imagined(self, view: Any) -> Any:
        """State that holds exactly what the viewer knows, for sandboxes; None without sandboxes.

        Hidden pieces are absent. Secret decisions of other seats are still to be made. Some seat
        owes a decision unless the game is over.
        """

    def order_to_place(self, view: Any, piece: str, place: str) -> Order | None:
        """Order by which a piece would go to a tapped place or act on it, legal or not. Its
        refusals tell why the place is out of reach. None if no order names the place.
        """

    def words_of_tap(self, view: Any, piece: str, place: str) -> Say | None:
        """Sentence about the tapped place beside that order, if the order does not name it."""

    def hint(self, view: Any) -> Hint | None:
        """Hint of a guided scenario for this position."""

    def bot(self, view: Any, chance: random.Random, strength: str = HARD) -> Order:
        """Order of a player of this strength in the viewer's seat. The seat must owe a decision."""

    def default_order(self, view: Any, owed: Decision | None = None) -> Order | None:
        """Order that the rules give without an answer to this decision, or the viewer's first."""


class Game(
    Core,
    Position,
    Inspection,
    LeavingAndAgreedEnds,
    ChildBattles,
    Telling,
    Announcements,
    Corrections,
    Gathering,
    Reading,
    Playing,
    Protocol,
):
    """A game as the platform uses it: the core, and every optional part.

    `app.kernel.box.Box` implements the optional parts. Three parts are objects of their own:

    - `agreement`: game setup; None if only scenario and options are agreed before the game.
    - `armies`: army building; None if no player builds an army.
    - `conditional_orders`: answers in advance; None if nothing is answered in advance.
    """

    @property
    def style_sheet(self) -> Path | None:
        """Style sheet of the board, linked on the pages that show it; None without one."""

    def legend(self, language: str) -> Legend | None:
        """Drawings of the board with their words; None without a legend."""

    @property
    def overview(self) -> Sequence[OverviewPage]: ...

    @property
    def bench(self) -> BenchEntry:
        """Entry of the game in the benchmarks."""

    @property
    def agreement(self) -> Agreement | None: ...

    @property
    def armies(self) -> ArmyBuilder | None: ...

    @property
    def conditional_orders(self) -> ConditionalOrders | None: ...
