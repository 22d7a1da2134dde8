"""Events: facts with their dice. `evolve` only records them."""

from __future__ import annotations

from collections.abc import Mapping

from app.games.cry_havoc.state import Map, Pending, Unit
from app.kernel.contract import Event
from app.kernel.space.hexes import Hex


class BattleBegan(Event, frozen=True, tag="battle_began"):
    map: Map
    scenario: str
    options: tuple[str, ...]
    sides: tuple[str, str]
    seats: Mapping[str, str]
    units: tuple[Unit, ...]
    facts: Mapping[str, str] = {}


class AmmunitionRolled(Event, frozen=True, tag="ammunition_rolled"):
    unit: str
    dice: tuple[int, ...]
    ammo: int


class Deployed(Event, frozen=True, tag="deployed"):
    unit: str
    hex: Hex
    rear: Hex | None = None


class StepPassed(Event, frozen=True, tag="step_passed"):
    """A seat has passed the step."""

    seat: str


class StepBegan(Event, frozen=True, tag="step_began"):
    """A step begins; marks of the step or phase before are removed (see `evolve`)."""

    turn: int
    side: str
    step: str


class Recovered(Event, frozen=True, tag="recovered"):
    unit: str


class CoverSet(Event, frozen=True, tag="cover_set"):
    unit: str
    cover: str | None


class Shot(Event, frozen=True, tag="shot"):
    """A shot. `reasons` are (rule, amount) added to the die; `covered` is the side on which the
    target is covered now.
    """

    unit: str
    target: str
    target_hex: Hex
    die: int
    range: int
    band: str
    cover: str
    category: str
    row: int
    letter: str
    reasons: tuple[tuple[str, int], ...] = ()
    cover_rules: tuple[str, ...] = ()
    covered: str | None = None


class Fought(Event, frozen=True, tag="fought"):
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    attack: int
    defence: int
    base_column: str
    shift: int
    column: str
    table: str
    die: int
    letter: str


class Agreed(Event, frozen=True, tag="agreed"):
    """A seat lets its allies lead its units into joint attacks of this step."""

    seat: str


class SurrenderRolled(Event, frozen=True, tag="surrender_rolled"):
    unit: str
    attackers: tuple[str, ...]
    die: int
    surrendered: bool


class Surrendered(Event, frozen=True, tag="surrendered"):
    """The knight gets the ransom counter; `Fell` gives the hex of a rider who dismounts."""

    unit: str
    to: str  # side
    counter: str
    figures: tuple[int, int, int]


class Wounded(Event, frozen=True, tag="wounded"):
    """A wound. `counter` and `figures`, if given, replace those of a ransom counter."""

    unit: str
    rule: str = ""
    counter: str = ""
    figures: tuple[int, int, int] | None = None


class Stunned(Event, frozen=True, tag="stunned"):
    unit: str
    in_phase_of: str


class Killed(Event, frozen=True, tag="killed"):
    """A character or animal dies in its hex; the hex of a rider follows as `Fell`."""

    unit: str
    by: str | None
    rule: str = ""


class Unharmed(Event, frozen=True, tag="unharmed"):
    """A result without effect on the unit hit."""

    unit: str
    letter: str


class Unhorsed(Event, frozen=True, tag="unhorsed"):
    """The rider has left the saddle; the horse stays in both hexes, dead if `horse_killed`."""

    unit: str
    horse: str
    horse_killed: bool
    by: str | None = None


class Fell(Event, frozen=True, tag="fell"):
    """Hex of the thrown rider; a dead one without a free hex lies in a hex of the horse."""

    unit: str
    hex: Hex


class Retreated(Event, frozen=True, tag="retreated"):
    unit: str
    hex: Hex
    rear: Hex | None = None
    from_hexes: tuple[Hex, ...] = ()


class Asked(Event, frozen=True, tag="asked"):
    """Decisions are owed before anything else; they go before those that wait already."""

    pending: tuple[Pending, ...]


class Answered(Event, frozen=True, tag="answered"):
    """The decision at this place in the queue is settled."""

    place: int = 0


class CombatClosed(Event, frozen=True, tag="combat_closed"):
    """The current combat is over; no advance is open any more."""


class Advanced(Event, frozen=True, tag="advanced"):
    unit: str
    path: tuple[Hex, ...]
    hex: Hex
    rear: Hex | None = None


class Moved(Event, frozen=True, tag="moved"):
    """A whole move. `animals` are the led ones with their new places; `leads` is the animal held at
    the end.
    """

    unit: str
    path: tuple[Hex, ...]
    cost: int
    hex: Hex
    rear: Hex | None = None
    animals: tuple[tuple[str, Hex, Hex | None], ...] = ()
    leads: str | None = None
    entered: bool = False


class LeftMap(Event, frozen=True, tag="left_map"):
    unit: str
    edge: str
    leads: tuple[str, ...] = ()  # animals, or a led captive, that leave with it


class Mounted(Event, frozen=True, tag="mounted"):
    unit: str
    animal: str


class Dismounted(Event, frozen=True, tag="dismounted"):
    unit: str
    animal: str
    hex: Hex


class Tied(Event, frozen=True, tag="tied"):
    unit: str
    pair: tuple[str, str]


class Untied(Event, frozen=True, tag="untied"):
    unit: str
    pair: tuple[str, str]


class LeadLost(Event, frozen=True, tag="lead_lost"):
    unit: str
    animal: str


class LeadShifted(Event, frozen=True, tag="lead_shifted"):
    """The leader holds the train at its other end now, by this animal."""

    unit: str
    animal: str


class AmmunitionGiven(Event, frozen=True, tag="ammunition_given"):
    giver: str
    to: str
    count: int


class GuardsAssigned(Event, frozen=True, tag="guards_assigned"):
    prisoner: str
    guards: tuple[str, ...]


class Escorted(Event, frozen=True, tag="escorted"):
    prisoner: str
    places: tuple[tuple[str, Hex | None, Hex | None], ...]
    edge: str | None = None  # left the map together by this edge


class Escaped(Event, frozen=True, tag="escaped"):
    """The prisoner has run or attacked the escort: a normal enemy again, who cannot surrender any
    more.
    """

    unit: str


class Retaken(Event, frozen=True, tag="retaken"):
    unit: str
    by: tuple[str, ...]
    side: str


class Scored(Event, frozen=True, tag="scored"):
    """The totals of the scenario after the last events."""

    score: Mapping[str, int]


class BattleEnded(Event, frozen=True, tag="battle_ended"):
    winners: tuple[str, ...]
    ending: str
    score: Mapping[str, int]


EVENTS = (
    BattleBegan,
    AmmunitionRolled,
    Deployed,
    StepPassed,
    StepBegan,
    Recovered,
    CoverSet,
    Shot,
    Fought,
    Agreed,
    SurrenderRolled,
    Surrendered,
    Wounded,
    Stunned,
    Killed,
    Unharmed,
    Unhorsed,
    Fell,
    Retreated,
    Asked,
    Answered,
    CombatClosed,
    Advanced,
    Moved,
    LeftMap,
    Mounted,
    Dismounted,
    Tied,
    Untied,
    LeadLost,
    LeadShifted,
    AmmunitionGiven,
    GuardsAssigned,
    Escorted,
    Escaped,
    Retaken,
    Scored,
    BattleEnded,
)
