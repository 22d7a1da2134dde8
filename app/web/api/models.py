"""Models of requests and answers. Values of the kernel keep their structure, in one language."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field, WithJsonSchema

from app.kernel import battle_report as reports
from app.kernel import conditional_orders as kernel_conditional
from app.kernel import contract, offers, outcome, seats, survey
from app.kernel.position import PositionInWords
from app.kernel.report_tables import Sheet as PrintedTable
from app.services.notify import notification_preferences
from app.services.notify.digest import Digest
from app.services.people.api_tokens import SCOPES
from app.services.play import conditional_orders
from app.services.time import availability, viewer_clocks
from app.services.watch import waiting_list
from app.services.watch.game_view import LogEntry, Milestone
from app.store import records
from app.web.api import documented_forms
from app.web.api.deferred_model import BaseModel
from app.web.api.plain_data import AnOrder, DescribedBy, No, Plain

LAST = 2**31 - 1
Number = Annotated[int, Field(ge=0, le=LAST)]
Line = Annotated[str, Field(max_length=200)]
Answer = Annotated[str, Field(max_length=4000)]
Answers = Annotated[dict[Line, Answer], Field(max_length=200)]
Scope = Literal[*SCOPES]  # type: ignore[valid-type] # the scopes are listed once
Language = Literal["en", "es"]


class Asked(BaseModel):
    """Body of a request; unknown fields are refused."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Wrong(BaseModel):
    """Invalid part of the request; `at` is its path ("body.after")."""

    at: str
    says: str


class Problem(BaseModel):
    """Reason of a refused or failed request (RFC 9457). `refusals` are the rules that forbid it,
    `fields` the unreadable parts. Overtaken (409): `number` is the last move on record and `game`
    the game now. Too often (429): retry after `seconds`.
    """

    type: str
    title: str
    status: int
    detail: str
    refusals: list[No] = []  # noqa: RUF012 pydantic copies it
    fields: list[Wrong] = []  # noqa: RUF012 pydantic copies it
    number: int | None = None
    seconds: int | None = None
    game: Game | None = None


Decision = Annotated[Plain, DescribedBy(offers.Decision)]
Offer = Annotated[Plain, DescribedBy(offers.Offer)]
Assessment = Annotated[Plain, DescribedBy(offers.Assessment)]
Summary = Annotated[Plain, DescribedBy(PositionInWords)]
Outcome = Annotated[Plain, DescribedBy(outcome.Outcome)]
Viewer = Annotated[Plain, DescribedBy(seats.Viewer)]
Scenario = Annotated[Plain, DescribedBy(contract.Scenario)]
Option = Annotated[Plain, DescribedBy(contract.Option)]
Sheet = Annotated[Plain, DescribedBy(PrintedTable)]
Clause = Annotated[Plain, DescribedBy(documented_forms.Clause)]
Moment = Annotated[Plain, DescribedBy(Milestone)]
Survey = Annotated[Plain, DescribedBy(survey.Survey)]
Measured = Annotated[Plain, DescribedBy(survey.Measured)]
Battlefield = Annotated[Plain, DescribedBy(survey.Battlefield)]
News = Annotated[Plain, DescribedBy(Digest)]
Move = Annotated[Plain, DescribedBy(LogEntry)]
Chapter = Annotated[Plain, DescribedBy(reports.Chapter)]
Token = Annotated[Plain, DescribedBy(records.Token)]
OnTheClock = Annotated[Plain, DescribedBy(viewer_clocks.ClocksForViewer)]
Hours = Annotated[Plain, DescribedBy(availability.PlayingHours)]
Notices = Annotated[Plain, DescribedBy(notification_preferences.NotificationsPage)]
StandingOrder = Annotated[Plain, DescribedBy(conditional_orders.TopicAnswer)]
Preset = Annotated[Plain, DescribedBy(kernel_conditional.Preset)]
WaitingList = Annotated[Plain, DescribedBy(waiting_list.WaitingList)]
StandingTrial = Annotated[Plain, DescribedBy(conditional_orders.ConditionalDryRun)]


class Step(BaseModel):
    """Step of the sequence of play: the address of its orders, and the kinds of order in it."""

    key: str
    rule: str
    title: str
    orders: list[str]
    by_heart: list[str]


class Rule(BaseModel):
    """Rule of a game. `ruling` settles an open point of the rulebook. `cases` is the number of test
    cases of the rule, `refusals` the number of those that expect a refusal.
    """

    id: str
    title: str
    text: str
    ruling: str
    kind: str
    source: str
    is_enforced: bool
    cases: int
    refusals: int


class Box(BaseModel):
    """Game on this server. `raises_armies`: it has an army builder; `surveys`: it answers surveys
    from a place. `degrees`: those of a result, in words. `bot_strengths`: its bots (empty: one).
    """

    key: str
    title: str
    blurb: str
    scenarios: list[Scenario]
    options: list[Option]
    sequence: list[Step]
    endings: list[str]
    degrees: dict[str, str]
    bot_strengths: list[str]
    raises_armies: bool
    surveys: bool


class Agreed(Asked):
    """Terms of a table so far, by the field of their clause."""

    terms: Answers = {}  # noqa: RUF012 pydantic copies it


class ToAgree(BaseModel):
    """Terms to agree for a scenario, given these terms, and the contributions of each side."""

    terms: list[Clause]
    brings: dict[str, list[Clause]]


# --- Games
class Seat(BaseModel):
    """Seat of a game. `name` is null while it is free, `person` the id of its player. `bot`: the
    server's own bot; `strength` "" in a game with one. A bot account's name ends in "[bot]"."""

    seat: str
    side: str
    name: str | None
    person: int | None
    bot: bool
    strength: str
    owes: bool
    winner: bool


class Listed(BaseModel):
    """Game in a list. `address` is its address; `mine` your seat, `unseen` the moves since your
    last visit. `rated`: the result counts for the ratings of the players.
    """

    address: str
    box: str
    box_title: str
    scenario: str
    scenario_title: str
    title: str
    terms: list[str]
    status: Literal["open", "running", "over"]
    visibility: Literal["open", "private", "club"]
    spectators: bool
    delay: str
    rated: bool
    number: int
    turn: int
    phase: str
    seats: list[Seat]
    winners: list[str]
    degree: str
    ending: str
    opened_at: str
    begun_at: str
    moved_at: str
    mine: str | None
    waits_for_me: bool
    unseen: int


class Game(BaseModel):
    """Game as the sender sees it after move `at`. `last` is the last move; without a seat, the last
    one that the `delay` shows. `view` is all that the viewer knows, in the game's own form;
    `summary` is the same in words. Both are null before the start. `decisions` are those that the
    viewer may answer now, `waiting` the seats that owe one. `take_back` is the refusal to take the
    last move back (null: possible, or not yours to ask). `draw_by` are the sides that offer a draw,
    `seen` is the last move of an earlier visit, `rematch` the address of the rematch. A battle of a
    long game has its key there (`battle`) and the address of that game (`parent`), if visible.
    """

    address: str
    box: str
    scenario: str
    title: str
    options: list[str]
    terms: list[str]
    status: Literal["open", "running", "over"]
    visibility: Literal["open", "private", "club"]
    spectators: bool
    delay: str
    rated: bool
    commitment: str
    seats: list[Seat]
    seat: str | None
    viewer: Viewer
    at: int
    last: int
    is_now: bool
    summary: Summary | None
    view: Annotated[dict[str, Any] | None, WithJsonSchema({"x-is": "View"})]
    outcome: Outcome | None
    decisions: list[Decision]
    waiting: list[str]
    may_take_back: bool
    take_back: No | None
    draw_by: list[str]
    seen: int | None
    rematch: str | None
    parent: str | None
    battle: str | None


class Given(Asked):
    """Order. `command` is a new id for each order; the same one again gets the same answer. `after`
    is the last move that the program knows. `step` is the step of the decision (null for orders of
    the platform). `seat` is the seat of the referees, for a referee who also plays (null: yours).
    """

    command: Annotated[str, Field(min_length=1, max_length=64)]
    after: Number
    order: AnOrder
    step: Line | None = None
    seat: Line | None = None


class Tried(Asked):
    """Order, or an offer with open fields, for a dry run."""

    order: AnOrder


class InAdvance(Asked):
    """Conditional orders: an answer for each topic, several joined by blanks; "" deletes it.
    A ranking has its values in order; "?leader" is a condition on which the seat is asked.
    `command` and `after` as for an order: saving an answer that is public (`on_record`) is a move.
    """

    answers: Answers
    command: Annotated[str, Field(max_length=40)] = ""
    after: Number | None = None


class Played(BaseModel):
    """Move that an order has made. `repeated`: this command had made it before. `last` is the last
    move on record. It is later if a conditional order answered at once. `kept`: the order made no
    move; the server keeps it in secret, and `move` is the last move. `game` and `offers` are null
    without the preference "return=representation", and `panel` also if `fields` does not name it.
    """

    number: int
    last: int
    repeated: bool
    over: bool
    kept: bool
    move: Move
    game: Game | None = None
    offers: list[Offer] | None = None
    panel: str | None = None


class Last(BaseModel):
    """Number of the last move."""

    number: int


class Seen(Asked):
    number: Number


class ChatMessage(BaseModel):
    """Message in the players' chat. `after`: the last move before it; `person` the id of its
    author. The text is empty if a moderator has `hidden` it.

    `id` counts the messages that you can read in this game. `side`: only players of this side read
    it; "" for all.
    """

    id: int
    person: int | None
    name: str
    text: str
    made_at: str
    after: int
    hidden: bool
    side: str


class Remark(BaseModel):
    """Message in the spectators' chat with its `number`. `about` is a move (null: none). `after` is
    the last move that the author saw. The text is empty if a moderator has `hidden` it.
    """

    number: int
    person: int | None
    name: str
    text: str
    made_at: str
    after: int
    about: int | None
    hidden: bool


class Saying(Asked):
    """`about`: the move that the message is about."""

    text: Annotated[str, Field(max_length=4000)]
    about: Number | None = None


class Note(BaseModel):
    """Private note of a player on the move `about`."""

    about: int
    text: str
    changed: str


class Writing(Asked):
    text: Annotated[str, Field(max_length=4000)]


class ChatMessageWriting(Writing):
    """Message to all players, or to those of your side."""

    to_side: bool = False


class Words(Asked):
    """Text of a player for a chapter; with `replaces` it replaces the text from the record."""

    text: Annotated[str, Field(max_length=8000)]
    replaces: bool = False


class Written(BaseModel):
    """Text of a player in a chapter; it is empty if a moderator has `hidden` it."""

    number: int
    name: str
    text: str
    replaces: bool
    changed: str
    hidden: bool


class Report(BaseModel):
    """Report of a finished game; `words` are texts of players by the key of the chapter."""

    title: str
    subtitle: str
    terms: list[str]
    chapters: list[Chapter]
    tables: list[Sheet]
    words: dict[str, list[Written]]


# --- People
class Reason(Asked):
    reason: Answer


class Blocked(BaseModel):
    person: int
    name: str


class Watching(BaseModel):
    """Number of viewers of a game now, and the members among them who allow to be listed."""

    count: int
    people: list[Blocked]


Problem.model_rebuild()
