"""Models of requests and answers about long games: referees, corrections, battles, pages to
read.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from app.kernel import long_game_parts, outcome, reading_pages, turn_facts
from app.services.play import corrections, marked_decisions
from app.services.watch import chronicle
from app.services.watch import reading_pages as pages_to_read
from app.web.api.deferred_model import BaseModel
from app.web.api.dice_models import Roll
from app.web.api.models import Asked, Decision, Line, Number, Offer
from app.web.api.plain_data import AnOrder, DescribedBy, Plain

Pages = Annotated[Plain, DescribedBy(reading_pages.ReadingPages)]
TurnFacts = Annotated[Plain, DescribedBy(turn_facts.TurnFacts)]
Standings = Annotated[Plain, DescribedBy(reading_pages.StandingsTable)]
LedgerRow = Annotated[Plain, DescribedBy(reading_pages.LedgerRow)]
SidePage = Annotated[Plain, DescribedBy(reading_pages.SidePage)]
BattlePage = Annotated[Plain, DescribedBy(reading_pages.BattlePage)]
HistoryLine = Annotated[Plain, DescribedBy(pages_to_read.HistoryLine)]
Honour = Annotated[Plain, DescribedBy(outcome.Honour)]
Chapter = Annotated[Plain, DescribedBy(chronicle.WrittenChapter, "ChronicleOfATurn")]
CorrectableMove = Annotated[Plain, DescribedBy(corrections.CorrectableMove)]
SignedCorrection = Annotated[Plain, DescribedBy(corrections.SignedCorrection)]
MarkedDecision = Annotated[Plain, DescribedBy(marked_decisions.MarkedDecision)]
ChangedMove = Annotated[Plain, DescribedBy(corrections.ChangedMove)]
Difference = Annotated[Plain, DescribedBy(long_game_parts.Difference)]
Reason = Annotated[str, Field(max_length=4000)]


# --- Referees
class NamedReferee(BaseModel):
    """Referee of a game. `silent`: no act for seven days while a decision waits."""

    person: int
    name: str
    named_at: str
    silent: bool


class Referees(BaseModel):
    """Referees of a game. `may_name`: you may name others and resign; `may_vote`: you may vote for
    another one.
    """

    referees: list[NamedReferee]
    may_name: bool
    may_vote: bool


class Naming(Asked):
    """`name` of a member."""

    name: Line


class WaitingPlayer(BaseModel):
    """Player who owes a decision, `owes` in words; `deadline` is "" without one."""

    seat: str
    name: str | None
    title: str
    owes: str
    deadline: str
    is_late: bool


class Desk(BaseModel):
    """Desk of a referee: decisions that wait for one, players who are to decide, possible orders.

    `seat` is the seat of the referees: name it in your orders if you `plays` too.
    """

    seat: str
    plays: bool
    last: int
    decisions: list[Decision]
    reviews: list[SignedCorrection]
    reviewed_decisions: list[MarkedDecision]
    players: list[WaitingPlayer]
    offers: list[Offer]


class Absence(BaseModel):
    """Announced absence of a player with its reason; "" without one. `last` is the last day."""

    seat: str
    title: str
    name: str
    first: str
    last: str
    days: int
    reason: str


class GivingReason(Asked):
    """Reason of the own absence that begins on the day `first`; an empty one deletes it."""

    first: Line
    reason: Reason = ""


class RefereeNote(BaseModel):
    """Note of a referee, which all referees of the game read. `changed` is "" or a time."""

    id: int
    by: str
    text: str
    made_at: str
    changed: str
    may_change: bool
    may_remove: bool


class WritingNote(Asked):
    """Text of a note of a referee."""

    text: Reason


class DecisionSpan(BaseModel):
    """Decision of the present turn: asked and answered when. `answered` is "" while it is open,
    `deadline` without one. `by_server`: the server gave the default order.
    """

    seat: str
    title: str
    owes: str
    asked: str
    answered: str
    deadline: str
    is_late: bool
    by_server: bool


class DecisionsOfTurn(BaseModel):
    """Decisions of the present turn in the order in which they were asked, until `now`."""

    turn: int
    now: str
    decisions: list[DecisionSpan]


# --- Corrections
class Correctable(BaseModel):
    """Move that can be corrected, and the orders that its seat could have given."""

    move: CorrectableMove
    offers: list[Offer]


class Correcting(Asked):
    """Correction of a move. `instead` is the right order of the same seat; null strikes the
    move.
    """

    move: Number
    reason: Reason
    instead: AnOrder | None = None


class Signing(Correcting):
    """Correction as it was previewed: `digest` is that of its preview. `command` is a new id."""

    command: Annotated[str, Field(min_length=1, max_length=64)]
    digest: Line


class CorrectionResult(BaseModel):
    """Possible result of a correction with its odds, `ways` of `of`. `rolls` are the new dice of
    each way to it.
    """

    ways: int
    of: int
    rolls: list[list[Roll]]
    differences: list[Difference]
    changed: list[ChangedMove]


class CorrectionPreview(BaseModel):
    """Consequences of a correction; `digest` signs it. `redecided` counts the later moves that were
    decided again. If the new dice have too many results to list, `results` are the most likely
    ones, or none. Their odds add up to less than 1.
    """

    digest: str
    redecided: int
    is_certain: bool
    results: list[CorrectionResult]


# --- Battles and pages to read
class BattleTable(BaseModel):
    """Table of a battle. `owes`: you owe a decision there."""

    address: str
    status: Literal["open", "running", "over"]
    is_mine: bool
    owes: bool


class ChildBattle(BaseModel):
    """Battle of a long game. `seats` are seats of the long game by side of the battle.

    `status`: the result is awaited ("ready"), waits for its confirmation ("entered"), or has taken
    effect or is void ("over"). `table` is null without a table on this site. `is_on_real_table`:
    its players agree to fight on a real table, so the table on this site does not open.
    """

    key: str
    title: str
    box: str
    scenario: str
    seats: dict[str, str]
    status: Literal["ready", "entered", "over"]
    is_on_real_table: bool
    table: BattleTable | None


class Person(BaseModel):
    """Page of a side with its postings and its history, newest first, and its battles."""

    page: SidePage
    ledger: list[LedgerRow]
    history: list[HistoryLine]
    battles: list[BattlePage]
