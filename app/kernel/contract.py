"""What every box on the shelf offers. Three pure functions carry a game; everything else helps
them.

A campaign is a long game under the same contract: many seats, a referee as a seat with orders of
his own.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import msgspec

from app.kernel.army_form import ArmyBuilder
from app.kernel.conditional_orders import StandingOrders
from app.kernel.dice import Dice
from app.kernel.event_summary import Arrow, Item, Met
from app.kernel.game_setup import Agreement
from app.kernel.offers import Assessment, Decision, Offer
from app.kernel.outcome import Outcome
from app.kernel.refusal import Refusal
from app.kernel.rulebook import Rulebook
from app.kernel.say import Say
from app.kernel.scene import Scene
from app.kernel.seats import Viewer
from app.kernel.survey import Battlefield, Measured, Section, Survey


class Order(msgspec.Struct, frozen=True, tag_field="kind", forbid_unknown_fields=True):
    """What a seat asks for. Each box has its own, told apart on record by the plain word `kind`."""


class Event(msgspec.Struct, frozen=True, tag_field="kind"):
    """What has happened, with its dice. `reveals` is true of a kind that tells some seat something
    new: no undo past it.
    """

    reveals = False


class Step(msgspec.Struct, frozen=True):
    """One line of the sequence of play; `key` is its address under a game, `orders` are the kinds
    it takes.

    `by_heart`: kinds of order of the step that a player may leave to the house, such as putting the
    rest of his men down.
    """

    key: str
    rule: str
    title: Say
    orders: tuple[type, ...]
    by_heart: tuple[type, ...] = ()


class Side(msgspec.Struct, frozen=True):
    """A side of a scenario. `shape` is the way it is drawn ("a" filled, "b" pale, ... "h").

    `competes` is false for a referee: such a side neither wins nor takes part in draws and pauses.
    """

    key: str
    title: Say
    shape: str
    plot: Say | None = None
    competes: bool = True


class Scenario(msgspec.Struct, frozen=True):
    """Something to play. `options_on` are options that the scenario itself switches on; `minutes`
    is a usual length.
    """

    key: str
    title: Say
    plot: Say
    sides: tuple[Side, ...]
    options_on: tuple[str, ...] = ()
    minutes: int = 60
    guided: bool = False


class Option(msgspec.Struct, frozen=True):
    """An optional rule: a switch of the table, fixed before the game begins. `usual`: on, unless
    whoever opens the table says no.
    """

    key: str
    title: Say
    rules: tuple[str, ...]
    usual: bool = False


class Setup(msgspec.Struct, frozen=True):
    """What is agreed before a game begins. `seats` names the side of each seat, in the order of the
    seats.

    `stock` is what the box alone understands (armies, a table ...), as plain data; `new_game`
    checks it.
    """

    scenario: str
    seats: Mapping[str, str]
    options: tuple[str, ...] = ()
    stock: Mapping[str, Any] = {}


class Line(msgspec.Struct, frozen=True):
    """One line of the log: a sentence, what explains it, and where on the board it happened; `way`:
    the places somebody went by.

    `level` is 0 for a heading (turn, phase), 1 for what happened, 2 for a detail. `reasons` are
    sentences with rule ids. `sight`: from where to where something went in a straight line; such a
    line can be drawn again (`Game.redrawn`).
    """

    says: Say
    rules: tuple[str, ...] = ()
    reasons: tuple[tuple[Say, str], ...] = ()
    places: tuple[str, ...] = ()
    dice: tuple[tuple[str, str], ...] = ()
    level: int = 1
    way: tuple[str, ...] = ()
    sight: tuple[str, ...] = ()


class Hint(msgspec.Struct, frozen=True):
    """What a guided battle tells a newcomer: what the moment is about, what to do now, and the rule
    behind it.

    `order` is that of the offer which is meant.
    """

    says: Say
    do: Say | None = None
    rule: str = ""
    order: Order | None = None


class Sheet(msgspec.Struct, frozen=True):
    """One table of the play sheet, as a page shows it; `origin` says who published it or that it is
    reconstructed.
    """

    title: Say
    origin: Say
    head: tuple[Say, ...]
    rows: tuple[tuple[Say, ...], ...]
    rules: tuple[str, ...] = ()


class Accounts(msgspec.Struct, frozen=True):
    """What a report of a finished game tells besides its story: what the sides call themselves, how
    it began, and the tables at its end.
    """

    names: Mapping[str, Say] = {}
    opening: tuple[Section, ...] = ()
    tables: tuple[Sheet, ...] = ()


class Departure(msgspec.Struct, frozen=True):
    """Consequences of a side that leaves: events of the box, and whether the game ends.

    `winners` counts only where the game ends; none means a draw.
    """

    events: tuple[Event, ...] = ()
    ends: bool = False
    winners: tuple[str, ...] = ()


class Card(msgspec.Struct, frozen=True):
    """What is printed on the box: names, contents, the kinds that its records hold, the ways in
    which a game may end.

    `on_the_pages` is false while a box is played through the contract and the command line alone.
    `surveys`: it answers what is seen from a place.
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
    surveys: bool = False


class Game(Protocol):
    """A box. `State`, `View`, orders and events are its own; nobody outside looks into a state.

    `agreement` is None where nothing is agreed beforehand but scenario and options, `armies` where
    nobody raises any, `standing` where nothing is answered in advance.
    """

    card: Card
    rulebook: Rulebook
    agreement: Agreement | None
    armies: ArmyBuilder | None
    standing: StandingOrders | None

    def new_game(self, setup: Setup, dice: Dice) -> Sequence[Event]:
        """The events that begin a game; the first makes a state out of none."""

    def decide(self, state: Any, order: Order, seat: str, dice: Dice) -> Sequence[Event]:
        """What follows from the order; raises `Refused`. The only function that rolls."""

    def evolve(self, state: Any, event: Event) -> Any:
        """The state after the event. Never refuses, never rolls, looks nothing up that can
        change.
        """

    def view(self, state: Any, viewer: Viewer) -> Any:
        """What this viewer knows, built from nothing."""

    def imagined(self, view: Any) -> Any:
        """A state in which all is so that the viewer knows, and nothing else: what is hidden from
        him is not there, what others have decided in secret is still to be decided. A seat owes a
        decision in it, unless it is over. For sandboxes.
        """

    def waiting_for(self, state: Any) -> Sequence[Decision]:
        """Who owes a decision: one seat, several at once, or the other side in the middle of an
        activation; empty at the end.
        """

    def offers(self, view: Any) -> Sequence[Offer]:
        """What the viewer's seat may do now, refused offers included with their refusals."""

    def assess(self, view: Any, order: Order) -> Assessment:
        """A dry run from the viewer's knowledge: refusals, figures, tallies, exact odds, reach."""

    def moment(self, state: Any) -> Moment:
        """How far the game has come, as everybody may know it: what the summary of any view says of
        it, without the rest.
        """

    def outcome(self, state: Any) -> Outcome | None:
        """How the game ended; None while it goes on."""

    def agreed(self, state: Any) -> Sequence[str]:
        """The sides that win if all agree to end now; none: a draw."""

    def eliminated(self, state: Any) -> Sequence[str]:
        """The sides that the rules of the box have put out of the game. They never win."""

    def side_leaves(self, state: Any, side: str, others: Sequence[str]) -> Departure:
        """Consequences of a side that gives up or runs out of time; `others` are still in play."""

    def drawing(self, view: Any, marks: Marks, language: str) -> Scene:
        """The board as the viewer sees it."""

    def wording(self, before: Any, event: Event, viewer: Viewer) -> Sequence[Line]:
        """The log lines of an event as this viewer hears of it; none if he does not. `before` is
        the state it met.
        """

    def recounted(self, met: Sequence[Met], viewer: Viewer) -> Sequence[Item]:
        """The same in a few sentences: the events of some moves as this viewer hears of them, what
        belongs together told together.
        """

    def redrawn(self, before: Any, event: Event, viewer: Viewer) -> Measured | None:
        """A shot of the record as it went, on the table that it met: its line, what covered its
        mark; None for what is no shot, or not heard of.
        """

    def accounts(self, met: Sequence[Met], state: Any) -> Accounts:
        """What a report tells besides the story: `met` is the whole record, `state` how it
        ended.
        """

    def summary(self, view: Any) -> Summary:
        """The position in words: turn, phase, score, pieces; the page's frame and the list beside
        the board.
        """

    def survey(self, view: Any, place: str) -> Survey | None:
        """What is seen, reached and shot at from a piece or a place ("A3", "36,24", "A3@36,24,90"),
        as far as the viewer knows; None for what he knows nothing of, and of a box that surveys
        nothing.
        """

    def measured(self, view: Any, one: str, two: str) -> Measured | None:
        """The way between two pieces or places; None as above."""

    def battlefield(self, view: Any) -> Battlefield | None:
        """The table in words, for whoever does not look at it; None where the list of the pieces
        says it all.
        """

    def sheet(self) -> Sequence[Sheet]:
        """The printed tables, every cell of them."""

    def hint(self, view: Any) -> Hint | None:
        """What a guided scenario tells a newcomer in this position."""

    def bot(self, view: Any, chance: random.Random) -> Order:
        """The order of a sensible player in the viewer's seat, who owes a decision."""

    def muster(self, army: Mapping[str, Any]) -> Sequence[Refusal]:
        """Everything that is wrong with a submitted army, in the order of the page; nothing where
        armies are not raised.
        """


class Marks(msgspec.Struct, frozen=True):
    """What the page wants marked on a drawing: a chosen piece or target, a planned way, the way of
    the last move (`trail`), and where offers lead.

    `piece_links` and `place_links` map ids to addresses; only they become links. `eyes`: the place
    of a survey, `blockers` what hides something from there. `arrows`: what has happened, numbered
    as in the list beside the board.
    """

    piece: str = ""
    target: str = ""
    path: tuple[str, ...] = ()
    reach: Mapping[str, int] = {}
    piece_links: Mapping[str, str] = {}
    place_links: Mapping[str, str] = {}
    targets: Mapping[str, str] = {}
    lines: tuple[tuple[str, str, bool, Say], ...] = ()
    trail: tuple[str, ...] = ()
    eyes: str = ""
    blockers: tuple[str, ...] = ()
    arrows: tuple[Arrow, ...] = ()


class PieceLine(msgspec.Struct, frozen=True):
    """One piece in words, for the list beside the board and for a screen reader."""

    id: str
    title: Say
    says: Say
    side: str
    place: str = ""
    can_act: bool = False
    lost: bool = False


class Moment(msgspec.Struct, frozen=True):
    """How far a game has come: its turn, the step of its sequence, and both in words."""

    turn: int
    step: str
    phase: Say


class Summary(msgspec.Struct, frozen=True):
    """A position in words. `score` has a line per side; `victory` says what each side wants;
    `plans` what the viewer has ordered ahead.
    """

    turn: int
    step: str
    phase: Say
    active: str
    score: tuple[tuple[str, Say], ...] = ()
    victory: tuple[tuple[str, Say], ...] = ()
    pieces: tuple[PieceLine, ...] = ()
    plans: tuple[Say, ...] = ()
