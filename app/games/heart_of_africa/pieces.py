"""Figures and units, and the marks of a figure's actions in the running turn, as plain frozen
facts.
"""

from __future__ import annotations

import msgspec

from app.kernel.space.plane import Point

(
    MOVED,
    TURNED,
    CHARGED,
    EVADED,
    BROKE_OFF,
    GUIDED,
    ARRIVED,
    LANDED,
    EMBARKED,
    SWAPPED,
    CROSSED,
    TRAPPED,
    REMOUNTED,
    ROOFED,
) = (
    "moved",
    "turned",
    "charged",
    "evaded",
    "broke_off",
    "guided",
    "arrived",
    "landed",
    "embarked",
    "swapped",
    "crossed",
    "trapped",
    "remounted",
    "roofed",
)


DISPLACED = frozenset(
    {
        MOVED,
        CHARGED,
        EVADED,
        BROKE_OFF,
        GUIDED,
        ARRIVED,
        LANDED,
        EMBARKED,
        CROSSED,
        TRAPPED,
        REMOUNTED,
        ROOFED,
    }
)
"""Marks of a change of place or form: the figure counts as having moved. TURNED alone is a change
of facing, SWAPPED neither.
"""


MOORED = "moored"
"""Mark of a vessel that a figure embarked on or left this turn: it does not move."""


ON_TABLE, RESERVE, ARRIVING, AMBUSH, COLUMN, TO_DEPLOY, GONE = (
    "table",
    "reserve",
    "arriving",
    "ambush",
    "column",
    "to_deploy",
    "gone",
)


LEADER, STANDARD_BEARER, WITCH_DOCTOR, SCOUT = "leader", "standard_bearer", "witch_doctor", "scout"


class Figure(msgspec.Struct, frozen=True):
    """One figure, gun with crew, baggage element or vessel; `type` is an id of the characteristics.

    `unit` is empty for an independent figure, an attendant or a free boat; `role` is "leader" for
    the Leader. `of` names the White Man of a Gun Bearer, the Leader of an attendant. `at` is None
    off the table. `fate` is the reason why it is gone for good. `did` holds its actions of the
    running turn, `began` the start of its move, `faced` its facing then.
    """

    id: str
    type: str
    side: str
    unit: str = ""
    role: str = ""
    traits: tuple[str, ...] = ()
    of: str = ""
    contingent: str = ""  # allied contingent of an independent figure
    repeating: bool = False
    at: Point | None = None
    facing: float = 0.0
    fate: str = ""  # cause of removal; "exited": left the table as the scenario asks
    fell: Point | None = None  # where it stood when it was taken off
    fell_in: str = ""  # step of its removal ("turn:step")
    fell_room: str = ""  # the room, or the roof, it fell in or on
    fell_roof: str = ""
    where: str = ON_TABLE  # independent figures off the table: RESERVE, ARRIVING, COLUMN, TO_DEPLOY
    comes_with: str = ""  # unit in reserve with which an independent figure arrives
    mode: str = ""  # mounted_regular: mounted, dismounted
    mode_at_start: str = ""
    smoke: int | None = None  # turn in which the reload marker was placed
    jammed: int | None = None  # machine gun: turn in which it may not fire
    out_of_order: bool = False
    did: tuple[str, ...] = ()
    began: Point | None = None
    faced: float | None = None
    waded: bool = False  # has made the crocodile roll of the ford it is crossing
    activated: bool = False  # an independent figure has had its move this turn
    contact_at_start: tuple[str, ...] = ()  # enemies it touched when the Movement phase began
    won: bool = False  # killed or drove off its opponent in this turn's close combat
    won_last_turn: bool = False
    may_join: bool = False  # a Charismatic Leader whose unit broke may join another
    aboard: str = ""  # vessel
    room: str = ""  # "T1/west", "T1/courtyard"
    roof: str = ""
    hits: int = 0  # vessel
    tested_to: int = 0
    failed_tests: int = 0
    aground: int | None = None

    @property
    def position(self) -> Point:
        """Place of a figure that stands on the table; LookupError for one that does not."""
        if self.at is None:
            raise LookupError(f"{self.id} is not on the table")
        return self.at


class Unit(msgspec.Struct, frozen=True):
    """A unit, or the baggage as one (`kind` "baggage"). `original` figures began the game, `start`
    this turn.

    `activation`: "" not yet, "moved", "no_move" (declared still), "declined" (rolled, then stayed).
    """

    id: str
    side: str
    kind: str = "troops"  # troops, baggage
    name: str = ""
    contingent: str = ""  # "" main army, else the id of the allied contingent
    original: int = 0
    start: int = 0
    marker: bool = False
    activation: str = ""
    where: str = ON_TABLE
    arrived: bool = False  # was placed as an arrival this turn
    advance_guard: bool = False
    behind: bool = False  # its ambush is laid behind a hill: seeing it discovers it
    exited: int = 0
    fate: str = ""  # "broken", "wiped_out", "exited", "withdrawn"
    at_works: bool = False  # its gun has to be put down at a work of its side
    joined: int = 0  # of `start`: figures that joined it after the start of the turn
    code: str = ""  # of a sandbox: the code it has in the real game, where hidden units count
