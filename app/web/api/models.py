"""Models of requests and answers. Values of the kernel keep their structure, in one language."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, WithJsonSchema

from app.kernel import army_form, contract, game_setup, offers, outcome, seats, survey
from app.kernel import battle_report as reports
from app.kernel.position import PositionInWords
from app.kernel.report_tables import Sheet as PrintedTable
from app.services.notify import notification_preferences
from app.services.notify.digest import Digest
from app.services.people.api_tokens import SCOPES
from app.services.play import conditional_orders, sandbox_plan, seat_substitution
from app.services.time import availability, viewer_clocks
from app.services.watch.game_view import LogEntry, Milestone
from app.store import records
from app.web.api import documented_forms
from app.web.api.plain_data import AnOrder, DescribedBy, No, Plain

LAST = 2**31 - 1
Number = Annotated[int, Field(ge=0, le=LAST)]
Line = Annotated[str, Field(max_length=200)]
Answer = Annotated[str, Field(max_length=4000)]
Answers = Annotated[dict[Line, Answer], Field(max_length=200)]
Scope = Literal[*SCOPES]  # type: ignore[valid-type] # the scopes are listed once
Sharing = Literal["own", "link", "public", "later"]
Language = Literal["en", "es"]


class Asked(BaseModel):
    """Body of a request; unknown fields are refused."""

    model_config = ConfigDict(extra="forbid", strict=True)


# --- Problems
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
    refusals: list[No] = []
    fields: list[Wrong] = []
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
Laying = Annotated[Plain, DescribedBy(game_setup.Laying)]
Moment = Annotated[Plain, DescribedBy(Milestone)]
Survey = Annotated[Plain, DescribedBy(survey.Survey)]
Measured = Annotated[Plain, DescribedBy(survey.Measured)]
Battlefield = Annotated[Plain, DescribedBy(survey.Battlefield)]
News = Annotated[Plain, DescribedBy(Digest)]
Move = Annotated[Plain, DescribedBy(LogEntry)]
Planned = Annotated[Plain, DescribedBy(sandbox_plan.PlannedOrder)]
Chapter = Annotated[Plain, DescribedBy(reports.Chapter)]
Builder = Annotated[Plain, DescribedBy(army_form.Builder)]
ArmySheet = Annotated[Plain, DescribedBy(army_form.ArmySheet)]
Brief = Annotated[Plain, DescribedBy(army_form.Brief, "ArmyBrief")]
Token = Annotated[Plain, DescribedBy(records.Token)]
OnTheClock = Annotated[Plain, DescribedBy(viewer_clocks.ClocksForViewer)]
Hours = Annotated[Plain, DescribedBy(availability.PlayingHours)]
Notices = Annotated[Plain, DescribedBy(notification_preferences.NotificationsPage)]
StandingOrder = Annotated[Plain, DescribedBy(conditional_orders.TopicAnswer)]
StandingTrial = Annotated[Plain, DescribedBy(conditional_orders.ConditionalDryRun)]
Hands = Annotated[Plain, DescribedBy(seat_substitution.SeatSubstitutions)]


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
    from a place.
    """

    key: str
    title: str
    blurb: str
    scenarios: list[Scenario]
    options: list[Option]
    sequence: list[Step]
    endings: list[str]
    raises_armies: bool
    surveys: bool


class Agreed(Asked):
    """Terms of a table so far, by the field of their clause."""

    terms: Answers = {}


class ToAgree(BaseModel):
    """Terms to agree for a scenario, given these terms, and the contributions of each side."""

    terms: list[Clause]
    brings: dict[str, list[Clause]]


# --- Games
class Seat(BaseModel):
    """Seat of a game. `name` is null while it is free, `person` the id of its player. `bot`: the
    server's own bot. The name of a member's bot account ends in "[bot]".
    """

    seat: str
    side: str
    name: str | None
    person: int | None
    bot: bool
    owes: bool
    winner: bool


class Listed(BaseModel):
    """Game in a list. `address` is its address; `mine` your seat, `unseen` the moves since your
    last visit.
    """

    address: str
    box: str
    box_title: str
    scenario: str
    scenario_title: str
    title: str
    terms: list[str]
    status: Literal["open", "running", "over"]
    visibility: Literal["open", "private"]
    spectators: bool
    delay: str
    number: int
    turn: int
    phase: str
    seats: list[Seat]
    winners: list[str]
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
    viewer owes now, `waiting` the seats that owe one. `take_back` is the refusal to take the last
    move back (null: possible, or not yours to ask). `draw_by` are the sides that offer a draw,
    `seen` is the last move of an earlier visit, `rematch` the address of the rematch.
    """

    address: str
    box: str
    scenario: str
    title: str
    options: list[str]
    terms: list[str]
    status: Literal["open", "running", "over"]
    visibility: Literal["open", "private"]
    spectators: bool
    delay: str
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


class Given(Asked):
    """Order. `command` is a new id for each order; the same one again gets the same answer. `after`
    is the last move that the program knows. `step` is the step of the decision (null for orders of
    the platform).
    """

    command: Annotated[str, Field(min_length=1, max_length=64)]
    after: Number
    order: AnOrder
    step: Line | None = None


class Tried(Asked):
    """Order, or an offer with open fields, for a dry run."""

    order: AnOrder


class InAdvance(Asked):
    """Conditional orders: an answer for each topic, several joined by blanks; "" deletes it.
    `command` and `after` as for an order: saving an answer that is public (`on_record`) is a move.
    """

    answers: Annotated[dict[Line, Line], Field(max_length=200)]
    command: Annotated[str, Field(max_length=40)] = ""
    after: Number | None = None


class Played(BaseModel):
    """Move that an order has made. `repeated`: this command had made it before. `last` is the last
    move on record. It is later if a conditional order answered at once.
    """

    number: int
    last: int
    repeated: bool
    over: bool
    move: Move


Face = Annotated[int, Field(ge=1, le=1000)]
Falls = Literal["chance", "typical"]


class Beginning(Asked):
    """New sandbox. `at`: the move after which it begins, with the seat's knowledge then (null:
    now). Without a name it gets a letter.
    """

    at: Number | None = None
    name: Line = ""


class KeptSandbox(BaseModel):
    """Sandbox that begins after move `began`. `dice`: fall of dice without a given face. `played`:
    its plan is being played in the game.
    """

    id: int
    name: str
    seat: str
    began: int
    dice: Falls
    played: bool
    created: str
    changed: str


class Sandbox(KeptSandbox):
    """Sandbox with its steps, the dice of each, and the imagined game. The game is seen by the seat
    that decides next; `game.last` counts the steps.
    """

    steps: list[Move]
    rolls: list[list[Roll]]
    game: Game


class Trial(Asked):
    """Order in a sandbox. `after`: number of steps that the program knows. `faces`: faces of the
    first dice; `dice`: fall of the others (null: as saved).
    """

    order: AnOrder
    after: Number
    faces: Annotated[list[Face], Field(max_length=200)] = []
    dice: Falls | None = None


class Knowing(Asked):
    """`after`: number of steps that the program knows. If the number differs, nothing is done
    (null: no check).
    """

    after: Number | None = None


class Back(Knowing):
    to: Number


class Changing(Asked):
    """Changes of a sandbox; null: no change."""

    name: Line | None = None
    dice: Falls | None = None
    played: bool | None = None


class Last(BaseModel):
    """Number of the last move."""

    number: int


class Seen(Asked):
    number: Number


class Roll(BaseModel):
    purpose: str
    of: str
    sides: int
    face: int


class Rolled(BaseModel):
    """Dice of a move."""

    number: int
    seat: str
    rolls: list[Roll]


class Dice(BaseModel):
    """Data to verify the dice. While the game goes on it is the commitment and the text of each
    seat.
    """

    commitment: str
    seed: str
    seed_fits: bool
    false: int
    added: dict[str, str]
    moves: list[Rolled]


class Letter(BaseModel):
    """Message in the players' chat. `after`: the last move before it; `person` the id of its
    author. The text is empty if a moderator has `hidden` it.
    """

    id: int
    person: int | None
    name: str
    text: str
    made_at: str
    after: int
    hidden: bool


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


# --- Tables
Bringing = Annotated[dict[Line, Answer | dict[str, Any]], Field(max_length=50)]
"""Contribution to a table: answers by field; "army" is the id of an own army, or its plain data."""


Days = Annotated[int, Field(ge=0, le=10_000)]


class Clock(Asked):
    """Clock. `kind`: "none", "each" (`days`), "bank" (`days`, and `more` hours a decision), "hour"
    (before `hour`), "steps" (days by kind of decision). `grace` in hours, `holidays` in days."""

    kind: Line = "none"
    days: Days = 0
    more: Days = 0
    hour: Line = ""
    zone: Line = ""
    grace: Days = 0
    then: Line = "wait"
    holidays: Days = 0
    per: Line = "game"
    steps: Annotated[dict[Line, Days], Field(max_length=20)] = {}
    weekdays: Line = ""


class Table(Asked):
    """New table. `side` "": the first one. Against "bot" the game begins at once. `options` null:
    the usual ones. `delay`: delay for viewers without a seat (none, three moves, 15 minutes, one
    day, or a finished turn).
    """

    box: Line
    scenario: Line
    side: Line = ""
    options: Annotated[list[Line], Field(max_length=100)] | None = None
    visibility: Literal["open", "private"] = "open"
    spectators: bool = True
    delay: Literal["", "moves", "minutes", "day", "turn"] = ""
    against: Literal["people", "bot"] = "people"
    added: Line = ""
    title: Line = ""
    per_side: Annotated[int, Field(ge=1, le=3)] = 1
    terms: Answers = {}
    brings: Bringing = {}
    clock: Clock = Clock()


class Sitting(Asked):
    """`seat` null: the first free one. `added`: your text for the dice."""

    seat: Line | None = None
    added: Line = ""
    brings: Bringing = {}


class Handed(Asked):
    brings: Bringing


class Again(Asked):
    added: Line = ""


class Inviting(Asked):
    """Name of a user."""

    name: Line


class Invitation(BaseModel):
    """Invitation to a table. `seat`: seat of a running game to take over (`side` is its title), ""
    before the start.
    """

    by: str
    table: Listed
    seat: str
    side: str


class Waiting(BaseModel):
    """Table that waits: its terms, the seats that have contributed, and the possible contributions.
    Contributions of others are hidden.
    """

    terms: list[str]
    brought: list[str]
    mine: dict[str, Any]
    brings: dict[str, list[Clause]]


class Laid(Asked):
    """Change to a table that is laid out together, by the fields of its clauses."""

    change: Answers


# --- Armies
class Raising(Asked):
    box: Line
    terms: Answers = {}


class Drafting(Asked):
    """Army: the answers of the page by their place, or the army as plain data. `do`: act of the
    page on it ("raise": random army).
    """

    box: Line
    answers: (
        Annotated[
            dict[Line, Annotated[list[Answer], Field(max_length=200)]], Field(max_length=3000)
        ]
        | None
    ) = None
    army: dict[str, Any] | None = None
    do: Line = ""


class Pasting(Asked):
    """Copy of an army: a JSON file of this server, or its text in either language."""

    box: Line
    text: Annotated[str, Field(max_length=20_000)]


class Keeping(Drafting):
    """`opens_at`: time when a secret army ("later") opens, ISO 8601."""

    do: Literal[""] = ""
    sharing: Sharing = "own"
    opens_at: Line = ""


class Army(BaseModel):
    """Saved army. `form` is its plain data, `brief` its check by today's lists, `number` its id at
    a table. `hidden`: removed by a moderator; only its owner sees it.
    """

    address: str
    number: int | None
    box: str
    name: str
    by: str
    sharing: str
    opens_at: str | None
    data_version: str
    created: str
    changed: str
    hidden: bool
    is_mine: bool
    form: dict[str, Any]
    brief: Brief


# --- Accounts
class Account(BaseModel):
    """Account of the token, and its scopes."""

    name: str
    is_bot: bool
    language: str
    theme: str
    palette: str
    created: str
    token: str
    scopes: list[str]


class Wishes(Asked):
    language: Language | None = None
    theme: Literal["auto", "light", "dark"] | None = None
    palette: Literal["classic", "deutan", "contrast"] | None = None
    listed: bool | None = None


class NewHours(Asked):
    """Times without play: from `quiet_from` until `quiet_until` ("22:00"), and on free days ("56":
    Saturday and Sunday).
    """

    zone: Line = "UTC"
    quiet_from: Line = ""
    quiet_until: Line = ""
    free_days: Line = ""


class Choices(Asked):
    """Notifications by "event-channel": "your_turn-mail": "now"."""

    choices: Answers


class Hook(Asked):
    kind: Line
    name: Line
    url: Answer
    mention: Line = ""


class MadeHook(BaseModel):
    """New webhook. `secret` signs a plain one ("json") and is shown once; "" for the others."""

    id: int
    secret: str


class Tested(Asked):
    """ "mail", or the number of a receiver."""

    to: Line


class Reason(Asked):
    reason: Answer


class Blocked(BaseModel):
    person: int
    name: str


class Watching(BaseModel):
    """Number of viewers of a game now, and the members among them who allow to be listed."""

    count: int
    people: list[Blocked]


class NewToken(Asked):
    name: Line
    scopes: Annotated[list[Scope], Field(max_length=10)]


class MadeToken(BaseModel):
    """New token; `secret` is shown once."""

    secret: str
    token: Token


class NewProgram(Asked):
    name: Line


class Allowing(Asked):
    may_write: bool


class Program(BaseModel):
    """Bot account of a member; `may_write`: messages, and texts in reports."""

    id: int
    name: str
    may_write: bool
    created: str


Problem.model_rebuild()
