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
    """The body of a request: nothing may stand in it that nobody asked for."""

    model_config = ConfigDict(extra="forbid", strict=True)


# --- Problems
class Wrong(BaseModel):
    """A part of the request that cannot be; `at` leads to it ("body.after")."""

    at: str
    says: str


class Problem(BaseModel):
    """Why a request was not answered (RFC 9457).

    `refusals` are the rules that speak against it, `fields` the parts that cannot be read.
    Overtaken (409): `number` is the last move on record and `game` the game as it stands now. Too
    often (429): again after `seconds`.
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
Summary = Annotated[Plain, DescribedBy(PositionInWords, "Summary")]
Outcome = Annotated[Plain, DescribedBy(outcome.Outcome)]
Viewer = Annotated[Plain, DescribedBy(seats.Viewer)]
Scenario = Annotated[Plain, DescribedBy(contract.Scenario)]
Option = Annotated[Plain, DescribedBy(contract.Option)]
Sheet = Annotated[Plain, DescribedBy(PrintedTable)]
Clause = Annotated[Plain, DescribedBy(documented_forms.Clause)]
Laying = Annotated[Plain, DescribedBy(game_setup.Laying)]
Moment = Annotated[Plain, DescribedBy(Milestone, "Moment")]
Survey = Annotated[Plain, DescribedBy(survey.Survey)]
Measured = Annotated[Plain, DescribedBy(survey.Measured)]
Battlefield = Annotated[Plain, DescribedBy(survey.Battlefield)]
News = Annotated[Plain, DescribedBy(Digest, "News")]
Move = Annotated[Plain, DescribedBy(LogEntry, "Move")]
Planned = Annotated[Plain, DescribedBy(sandbox_plan.PlannedOrder)]
Chapter = Annotated[Plain, DescribedBy(reports.Chapter)]
Builder = Annotated[Plain, DescribedBy(army_form.Builder, "ArmyPage")]
ArmySheet = Annotated[Plain, DescribedBy(army_form.ArmySheet)]
Brief = Annotated[Plain, DescribedBy(army_form.Brief, "ArmyBrief")]
Token = Annotated[Plain, DescribedBy(records.Token)]
OnTheClock = Annotated[Plain, DescribedBy(viewer_clocks.ClocksForViewer)]
Hours = Annotated[Plain, DescribedBy(availability.PlayingHours)]
Notices = Annotated[Plain, DescribedBy(notification_preferences.NotificationsPage)]
StandingOrder = Annotated[Plain, DescribedBy(conditional_orders.TopicAnswer, "StandingOrder")]
StandingTrial = Annotated[Plain, DescribedBy(conditional_orders.ConditionalDryRun, "StandingTrial")]
Hands = Annotated[Plain, DescribedBy(seat_substitution.SeatSubstitutions)]


class Step(BaseModel):
    """A step of the sequence of play, the address of its orders, and the kinds of order that it
    takes.
    """

    key: str
    rule: str
    title: str
    orders: list[str]
    by_heart: list[str]


class Rule(BaseModel):
    """A rule; `ruling` is how it is understood where the book leaves something open, `cases` how
    many cases try it, `refusals` by expecting a no.
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
    """A game on the shelf. `raises_armies`: there is an army builder; `surveys`: it answers what is
    seen from a place.
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
    """The terms of a table so far, by the field of their clause."""

    terms: Answers = {}


class ToAgree(BaseModel):
    """What may be agreed about a scenario under these terms, and what each side may bring."""

    terms: list[Clause]
    brings: dict[str, list[Clause]]


# --- Games
class Seat(BaseModel):
    """A seat; `name` is null while it is free, `person` the number of whoever sits there. `bot` is
    the house's own; a member's program has a name that ends in "[bot]".
    """

    seat: str
    side: str
    name: str | None
    person: int | None
    bot: bool
    owes: bool
    winner: bool


class Listed(BaseModel):
    """A game as lists show it. `address` is what stands in its addresses; `mine` the seat of
    whoever asks, `unseen` the moves since his last visit.
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
    """A game as whoever asks sees it after move `at`; `last` is the last move: for whoever has no
    seat the last that the `delay` shows him.

    `view` is all that the viewer knows, as the game itself has it, `summary` the same in words;
    both are null before the beginning. `decisions` are what the viewer owes now, `waiting` the
    seats that owe something, `take_back` why the last move cannot be taken back (null: it can, or
    it is not his to ask), `draw_by` the sides that offer a draw, `seen` the last move of an earlier
    visit, `rematch` the address of the rematch.
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
    """An order. `command` is made by the program, once for each order: sent again, it gets the
    answer that it got. `after` is the last move that the program knows; `step` the step of the
    decision that is answered (null for orders of the house).
    """

    command: Annotated[str, Field(min_length=1, max_length=64)]
    after: Number
    order: AnOrder
    step: Line | None = None


class Tried(Asked):
    """An order, or an offer's with fields still open, for a dry run."""

    order: AnOrder


class InAdvance(Asked):
    """Standing orders: by topic an answer, several with blanks between them; "" strikes out.
    `command` and `after` as for an order: where an answer lies open on the record of the game
    (`on_record`), saving it is a move.
    """

    answers: Annotated[dict[Line, Line], Field(max_length=200)]
    command: Annotated[str, Field(max_length=40)] = ""
    after: Number | None = None


class Played(BaseModel):
    """The move that an order has made; `repeated`: this command had made it before. `last`: the
    last move on record, another one where somebody had answered in advance what this one asks him.
    """

    number: int
    last: int
    repeated: bool
    over: bool
    move: Move


Face = Annotated[int, Field(ge=1, le=1000)]
Falls = Literal["chance", "typical"]


class Beginning(Asked):
    """A new sandbox. `at`: the move after which it begins, with what the seat knew then (null:
    now); without a name it gets a letter.
    """

    at: Number | None = None
    name: Line = ""


class KeptSandbox(BaseModel):
    """A sandbox; it begins after move `began`. `dice`: how those fall that are not named; `played`:
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
    """A sandbox with what has been tried in it: its steps, the dice of each, and the imagined game
    as the seat sees it that is to decide there (`game.last` counts the steps).
    """

    steps: list[Move]
    rolls: list[list[Roll]]
    game: Game


class Trial(Asked):
    """An order in a sandbox. `after`: how many steps the program knows; `faces`: those of the first
    dice, `dice`: how the others fall (null: as kept).
    """

    order: AnOrder
    after: Number
    faces: Annotated[list[Face], Field(max_length=200)] = []
    dice: Falls | None = None


class Knowing(Asked):
    """`after`: how many steps the program knows; if there are others by now, nothing is done (null:
    whatever there are).
    """

    after: Number | None = None


class Back(Knowing):
    to: Number


class Changing(Asked):
    """What of a sandbox is to change; null: nothing."""

    name: Line | None = None
    dice: Falls | None = None
    played: bool | None = None


class Last(BaseModel):
    """The number of the last move."""

    number: int


class Seen(Asked):
    number: Number


class Roll(BaseModel):
    purpose: str
    of: str
    sides: int
    face: int


class Rolled(BaseModel):
    """The dice of a move."""

    number: int
    seat: str
    rolls: list[Roll]


class Dice(BaseModel):
    """What anybody needs to check the dice. While the game goes on there is only the commitment,
    and what each seat added.
    """

    commitment: str
    seed: str
    seed_fits: bool
    false: int
    added: dict[str, str]
    moves: list[Rolled]


class Letter(BaseModel):
    """A line of the players' talk; `after`: the move it followed, `person` the number of whoever
    wrote it. Of one that a moderator has `hidden` the text is left out.
    """

    id: int
    person: int | None
    name: str
    text: str
    made_at: str
    after: int
    hidden: bool


class Remark(BaseModel):
    """What somebody said among the spectators, the `number`th there; `about` is the move that it is
    about (null: none in particular), `after` the last one that he saw. Of one that a moderator has
    `hidden` the text is left out.
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
    """`about`: the move that it is about."""

    text: Annotated[str, Field(max_length=4000)]
    about: Number | None = None


class Note(BaseModel):
    """A player's own note on the move `about`."""

    about: int
    text: str
    changed: str


class Writing(Asked):
    text: Annotated[str, Field(max_length=4000)]


class Words(Asked):
    """A player's own words for a chapter; with `replaces` they stand in place of what the record
    says.
    """

    text: Annotated[str, Field(max_length=8000)]
    replaces: bool = False


class Written(BaseModel):
    """What a player has written into a chapter; of words that are `hidden` (removed by a moderator)
    nothing is left.
    """

    number: int
    name: str
    text: str
    replaces: bool
    changed: str
    hidden: bool


class Report(BaseModel):
    """The report of a finished game; `words` are what players have written, by the key of the
    chapter.
    """

    title: str
    subtitle: str
    terms: list[str]
    chapters: list[Chapter]
    tables: list[Sheet]
    words: dict[str, list[Written]]


# --- Tables
Bringing = Annotated[dict[Line, Answer | dict[str, Any]], Field(max_length=50)]
"""What is brought to a table: answers by field; "army" is the number of an army of one's own, or an
army as plain data.
"""


Days = Annotated[int, Field(ge=0, le=10_000)]


class Clock(Asked):
    """The clock of a table. `kind`: "none", "each" (`days` for each decision), "bank" (`days` in
    all, `more` hours for each decision), "hour" (before `hour` in `zone`). `grace` in hours; `then`
    is what follows; days of `holidays`, `per` "game" or "year".
    """

    kind: Line = "none"
    days: Days = 0
    more: Days = 0
    hour: Line = ""
    zone: Line = ""
    grace: Days = 0
    then: Line = "wait"
    holidays: Days = 0
    per: Line = "game"


class Table(Asked):
    """A table that is opened; `side` "": the first one. Against "bot" the game begins at once.
    `options` null: those that are usual. `delay`: how late those see the game who have no seat (at
    once, three moves, 15 minutes, one day, or a turn when it is over).
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
    """`seat` null: the first free one. `added`: your own text for the dice."""

    seat: Line | None = None
    added: Line = ""
    brings: Bringing = {}


class Handed(Asked):
    brings: Bringing


class Again(Asked):
    added: Line = ""


class Inviting(Asked):
    """Somebody's name."""

    name: Line


class Invitation(BaseModel):
    """A table to which you are asked, and by whom; `seat`: of a running game, in which you would
    play on (`side` is its title), "" before the beginning.
    """

    by: str
    table: Listed
    seat: str
    side: str


class Waiting(BaseModel):
    """A table that waits: what was agreed, who has brought something, and what whoever takes a seat
    may bring. What others brought is theirs.
    """

    terms: list[str]
    brought: list[str]
    mine: dict[str, Any]
    brings: dict[str, list[Clause]]


class Laid(Asked):
    """One change to a table that is laid out together, by the fields of its clauses."""

    change: Answers


# --- Armies
class Raising(Asked):
    box: Line
    terms: Answers = {}


class Drafting(Asked):
    """An army: the answers of the page by their place, or the army as plain data. `do`: an act of
    the page that is done to it ("raise": by chance).
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
    """A copy of an army: our JSON file, or its text in either language."""

    box: Line
    text: Annotated[str, Field(max_length=20_000)]


class Keeping(Drafting):
    """`opens_at`: when a secret army ("later") opens, ISO 8601."""

    do: Literal[""] = ""
    sharing: Sharing = "own"
    opens_at: Line = ""


class Army(BaseModel):
    """An army that somebody keeps: `form` is its plain data, `brief` what the lists of today say of
    it, `number` what a table is told to bring it; `hidden`: removed by a moderator, so its owner's
    alone.
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
    """Who asks, and what the token allows him."""

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
    """When you do not play: from `quiet_from` until `quiet_until` ("22:00"), and on free days
    ("56": Saturday and Sunday).
    """

    zone: Line = "UTC"
    quiet_from: Line = ""
    quiet_until: Line = ""
    free_days: Line = ""


class Choices(Asked):
    """How you hear of what, by "event-way": "your_turn-mail": "now"."""

    choices: Answers


class Hook(Asked):
    kind: Line
    name: Line
    url: Answer
    mention: Line = ""


class MadeHook(BaseModel):
    """A new webhook; `secret`: what a plain one ("json") is signed with, told this once ("" of the
    others).
    """

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
    """How many watch a game now, and those members among them who let themselves be listed."""

    count: int
    people: list[Blocked]


class NewToken(Asked):
    name: Line
    scopes: Annotated[list[Scope], Field(max_length=10)]


class MadeToken(BaseModel):
    """A new token; `secret` is told this once."""

    secret: str
    token: Token


class NewProgram(Asked):
    name: Line


class Allowing(Asked):
    may_write: bool


class Program(BaseModel):
    """The account of a program of one's own; `may_write`: letters, and words in reports."""

    id: int
    name: str
    may_write: bool
    created: str


Problem.model_rebuild()
