"""Pages of a long game to read: standings, ledger, sides, battles, order of the turn.

A game builds them from a view, so they tell only what the viewer knows.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from app.kernel.battle_dates import BattleDates
from app.kernel.child_battles import UnitLosses
from app.kernel.compared_results import ComparedResults
from app.kernel.contest_pages import ContestPages
from app.kernel.offers import Offer
from app.kernel.refusal import Refusal
from app.kernel.say import Say
from app.kernel.seats import QueuedEntry
from app.kernel.tally import Tally


class StandingRow(msgspec.Struct, frozen=True):
    """Place of a side in a table. Equal numbers share a place; `tally` explains the number."""

    place: int
    side: str
    title: Say
    number: int
    tally: Tally
    is_out: bool = False


class StandingsTable(msgspec.Struct, frozen=True):
    """Standings of one class by one number; `unit` names the number, and `about` explains it."""

    key: str
    title: Say
    unit: Say
    rule: str
    rows: tuple[StandingRow, ...]
    about: Say | None = None


class LedgerRow(msgspec.Struct, frozen=True):
    """Posting of the ledger. An empty payer or receiver is no account.

    - `number` counts from 1, `when` is the date of the turn.
    - `balances` are the accounts after the posting, by side.
    - `struck_by` is the number of the move whose correction struck the posting; 0 if it counts.
    - `by_referee` is true for a posting that a referee has entered by hand.
    """

    number: int
    turn: int
    when: Say
    payer: str
    receiver: str
    amount: int
    cause: str
    cause_words: Say
    says: Say
    rule: str
    battle: str = ""
    balances: dict[str, int] = {}
    struck_by: int = 0
    by_referee: bool = False


class PromotionRoad(msgspec.Struct, frozen=True):
    """Way to another kind of army: achievements so far, `need`, and what is missing (`no`)."""

    title: Say
    tally: Tally
    need: int
    no: tuple[Refusal, ...] = ()


class SidePage(msgspec.Struct, frozen=True):
    """Page of a side: kind, state, account, victories by list, promotions.

    `account` is None for a side without one. `facts` are sentences about the present. `seat` is
    that of its player, if the side is not a seat of its own.
    """

    side: str
    title: Say
    kind: Say
    status: Say
    is_active: bool
    account: int | None
    facts: tuple[Say, ...] = ()
    victories: tuple[tuple[Say, int], ...] = ()
    roads: tuple[PromotionRoad, ...] = ()
    seat: str = ""


class StatedNumbers(msgspec.Struct, frozen=True):
    """Numbers of the player `who`: `numbers` by the name of the field, `losses` of single units.

    `result` is the number of the stated result in the form, None if it does not have that result.
    """

    who: Say
    numbers: Mapping[str, int]
    losses: tuple[UnitLosses, ...] = ()
    result: int | None = None


class ResultForm(msgspec.Struct, frozen=True):
    """Form for the result of a battle on a real table.

    `results` are orders, one for each result, with the same fields to fill in. These orders have a
    field `casualties` besides: a list of `UnitLosses`. `fields` are the names of the fields that
    concern one side, by side.

    A form may dispute a result: `disputed` is that result in words, and `stated` its number among
    `results`. `losses` are its units. The fields hold its other numbers.

    A form of the referee has in `versions` the numbers of the players, which stand beside each
    field. Without `has_units` the form asks for no losses of single units.
    """

    results: tuple[Offer, ...]
    fields: Mapping[str, tuple[str, ...]]
    disputed: Say | None = None
    stated: int | None = None
    losses: tuple[UnitLosses, ...] = ()
    versions: tuple[StatedNumbers, ...] = ()
    has_units: bool = True

    @property
    def is_open(self) -> bool:
        """True if a result may be entered now."""
        return any(one.is_live for one in self.results)


class Stage(msgspec.Struct, frozen=True):
    """Stage of a battle: "done", "now", "wrong" (now, and disputed) or "" for a later one."""

    title: Say
    state: str = ""


class PlaceChoice(msgspec.Struct, frozen=True):
    """Wishes of the players for the place of a battle, as sentences.

    `offers` are the choices of the viewer, and `note` says how long they can be changed. Other
    viewers have neither.
    """

    wishes: tuple[Say, ...] = ()
    offers: tuple[Offer, ...] = ()
    note: Say | None = None


class PlanZone(msgspec.Struct, frozen=True):
    """Zone on the plan of a table: left, top, right and bottom in inches, with its label.

    Units that arrive later come in at a zone `is_for_arrivals`, which has no label.
    """

    side: str
    rect: tuple[float, float, float, float]
    says: Say | None = None
    is_for_arrivals: bool = False


class TablePlan(msgspec.Struct, frozen=True):
    """Plan of a real table: its size in inches, the zones of the sides, and a note."""

    width: float
    depth: float
    zones: tuple[PlanZone, ...]
    note: Say


class ArrivalBoxes(msgspec.Struct, frozen=True):
    """Rule of units that arrive later, for the boxes of a printed sheet.

    They arrive from turn `first_turn` on. `most_units` may be kept back; None for half of them.
    """

    side: str
    says: Say
    rule: str
    first_turn: int
    most_units: int | None = None


class BattlePage(msgspec.Struct, frozen=True):
    """Page of a battle: its sides with their points, scenario, ground, state and result.

    - `points` have a tally for each side. `facts` are sentences about the result, in order of time.
    - `sheet` are labels with words for a printed sheet. `turns` is the turn limit, 0 without one.
    - `losses` are those of single units. `result_form` is set for a player of the battle.
    - `is_fought` is true after a battle with a winner or without a decision, not for a void one.
    - `dispute_form` states other numbers than the entered ones. `compared` shows both.
    - `stages` are all stages of the battle, in order of time.
    - `decision_form` is the referee's, for a battle that awaits its result.
    - `place` is set while the place of a battle can be chosen, and after an agreement.
    - `is_armed` is true once the armies of both sides are in. They are public then.
    - `plan` and `arrivals` are for a printed sheet: the plan of the table, and the sides whose
      units may arrive later.
    - `is_reported` is true once a player has stated the result of a real table.
    - `fallen` are the figures that the two sides lost; None if no result states any.
    - `roles` are the sides of the battle that its players take, in their order, if they have names.
    - `dates` are those that its players have proposed; None where players propose none.
    - `seats` act for the sides, in their order; () where each side has the key of its seat.
    - `teams` are those of the sides in a contest of teams.
    """

    key: str
    title: Say
    turn: int
    when: Say
    sides: tuple[str, ...]
    status: Say
    is_open: bool
    scenario: Say | None = None
    ground: Say | None = None
    points: tuple[tuple[str, Tally], ...] = ()
    winner: str = ""
    facts: tuple[Say, ...] = ()
    sheet: tuple[tuple[Say, Say], ...] = ()
    turns: int = 0
    losses: tuple[UnitLosses, ...] = ()
    result_form: ResultForm | None = None
    is_fought: bool = False
    dispute_form: ResultForm | None = None
    compared: ComparedResults | None = None
    stages: tuple[Stage, ...] = ()
    is_armed: bool = False
    decision_form: ResultForm | None = None
    place: PlaceChoice | None = None
    is_reported: bool = False
    fallen: tuple[int, int] | None = None
    plan: TablePlan | None = None
    arrivals: tuple[ArrivalBoxes, ...] = ()
    roles: tuple[Say, ...] = ()
    dates: BattleDates | None = None
    seats: tuple[str, ...] = ()
    teams: tuple[str, ...] = ()

    @property
    def acting(self) -> tuple[str, ...]:
        """Seats that act for the sides, in the order of the sides."""
        return self.seats or self.sides

    def side_of(self, seat: str) -> str:
        """Side for which a seat acts; "" if there is none."""
        return dict(zip(self.acting, self.sides, strict=True)).get(seat, "")


class OrderRow(msgspec.Struct, frozen=True):
    """Side in the order of the turn: every roll with its product, and its declaration.

    `is_next` is to declare now. `has_acted` has declared, or cannot declare any more.
    """

    side: str
    title: Say
    rolls: tuple[Say, ...]
    done: Say
    is_next: bool = False
    has_acted: bool = False


class ReadingPages(msgspec.Struct, frozen=True):
    """All pages of a long game for one viewer. `unit` names the currency of the ledger. `entries`
    are those of players who enter later. `contest` is set for a contest only.
    """

    when: Say
    unit: Say
    standings: tuple[StandingsTable, ...]
    ledger: tuple[LedgerRow, ...]
    sides: tuple[SidePage, ...]
    battles: tuple[BattlePage, ...]
    order: tuple[OrderRow, ...] = ()
    entries: tuple[QueuedEntry, ...] = ()
    contest: ContestPages | None = None

    @property
    def has_rounds(self) -> bool:
        """True for a contest with drawn rounds, false for a ladder, free league and campaign."""
        return self.contest is not None and not self.contest.is_open_form

    def side(self, key: str) -> SidePage | None:
        return next((one for one in self.sides if one.side == key), None)

    def battle(self, key: str) -> BattlePage | None:
        return next((one for one in self.battles if one.key == key), None)
