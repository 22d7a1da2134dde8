"""AFR-ASL-21, AFB-ASL-11: an assault stage by stage. Each call carries out one of them."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from app.games.africa_1859 import events as e
from app.games.africa_1859.fights.aftermath import (
    check_beaten,
    end_assault,
    take_clash_losses,
    victor_risk,
)
from app.games.africa_1859.fights.assault_fire import ask_defence_fire, ask_support, vanguard_fire
from app.games.africa_1859.fights.beginning import begin
from app.games.africa_1859.fights.clash_roll import roll_clash
from app.games.africa_1859.fights.retreat import capture_train, enter_taken_space, retreat_or_enter
from app.games.africa_1859.fights.riders import (
    able_riders,
    counter_chargers,
    interceptors,
    may_choose,
    next_ride,
)
from app.games.africa_1859.fights.roles import (
    ATTACKER,
    DEFENDER,
    assault_of,
    replacements,
    side_in,
    vanguard_stands,
)
from app.games.africa_1859.fights.screens import fight_screens
from app.games.africa_1859.procedures import Answer, Assault, Question
from app.games.africa_1859.run import Run

BEFORE_CLASH = ("riders", "rides", "screens", "support", "defence_fire", "vanguard_fire", "clash")
"""Stages before which a lost or shaken vanguard is replaced.

The first of them follows the designations. A charge may have lost its vanguard on the way.
"""


def advance(run: Run, assault: Assault) -> None:
    """AFB-ASL-11: Carry out the next stage of an assault, in the order of its dice.

    Before each die of the stages up to the clash both sides have a vanguard.
    """
    if assault.stage in BEFORE_CLASH and not has_vanguards(run, assault):
        return
    STAGES[assault.stage](run)


def has_vanguards(run: Run, assault: Assault) -> bool:
    """Return true if both vanguards stand and no guns are to be answered.

    Otherwise ask for a vanguard, the attacker first. Then Spanish guns answer. Last, end the
    assault.
    """
    missing = [role for role in (ATTACKER, DEFENDER) if not vanguard_stands(run.war, assault, role)]
    able = {role: replacements(run.war, assault, role) for role in missing}
    asked = next((role for role in missing if able[role]), None)
    if asked is not None and not (missing[0] == ATTACKER and not able[ATTACKER]):
        units = tuple(unit.id for unit in able[asked])
        run.push(Question("new_vanguard", side_in(assault, asked), assault.space, units=units))
    elif assault.answered:
        run.update(replace(assault, answered=()))
        run.push(Answer(run.war.units[assault.answered[0]].at, assault.answered))
    elif missing:
        call_off(run, missing[0])
    else:
        return True
    return False


def call_off(run: Run, role: str) -> None:
    """AFB-ASL-05: Without a vanguard of the attacker the assault ends; without a defender it
    succeeds.

    There is no clash, no further check and no roll of a leader.
    """
    assault = assault_of(run)
    taken = role == DEFENDER
    run.tell(e.CalledOff(assault.space, taken))
    if taken:
        enter_taken_space(run)
    end_assault(run)


def to(stage: str) -> Callable[[Run], None]:
    """Function that sets the next stage."""

    def go_on(run: Run) -> None:
        run.update(replace(assault_of(run), stage=stage))

    return go_on


def ask_riders(run: Run) -> None:
    """Ask for the choices of the defender's riders, if one of them has a choice."""
    assault = assault_of(run)
    to("intercept")(run)
    able = [
        unit.id for unit in able_riders(run.war, assault) if may_choose(run.war, assault, unit.id)
    ]
    if able:
        side = side_in(assault, DEFENDER)
        run.push(Question("riders", side, assault.space, units=tuple(able)))


def ask_interception(run: Run) -> None:
    """Ask whether riders of the group meet the counter-charging ones."""
    assault = assault_of(run)
    to("rides")(run)
    able = tuple(unit.id for unit in interceptors(run.war, assault))
    if able and counter_chargers(assault):
        run.push(Question("intercept", assault.attacker, assault.space, units=able))


def ride_on(run: Run) -> None:
    """Carry out one choice of a rider, or go on to the screens."""
    assault = assault_of(run)
    if assault.next_rider < len(assault.riders):
        next_ride(run)
    else:
        to("screens")(run)


def screens_then_support(run: Run) -> None:
    """Carry out the fire of the screens."""
    fight_screens(run)
    to("defence_fire" if assault_of(run).reaction else "support")(run)


def fire_of_vanguard(run: Run) -> None:
    """Carry out the fire of the defending vanguard."""
    to("clash")(run)
    vanguard_fire(run)


def clash(run: Run) -> None:
    """Roll the clash."""
    roll_clash(run)
    to("attacker_losses")(run)


def losses_of(role: str, following: str) -> Callable[[Run], None]:
    """Function that takes the losses of one side and sets the next stage."""

    def take(run: Run) -> None:
        to(following)(run)
        take_clash_losses(run, role)

    return take


def after_losses(run: Run) -> None:
    """Let the beaten side go: captures and retreat of a defender, return of an attacker."""
    assault = assault_of(run)
    won = assault.clash is not None and assault.clash.winner == ATTACKER
    if won:
        capture_train(run)
    else:
        beaten = (*assault.group, *assault.leaders)
        run.update(replace(assault, beaten=beaten, stage="checks"))


STAGES: dict[str, Callable[[Run], None]] = {
    "begin": begin,
    "riders": ask_riders,
    "intercept": ask_interception,
    "rides": ride_on,
    "screens": screens_then_support,
    "support": ask_support,
    "defence_fire": ask_defence_fire,
    "vanguard_fire": fire_of_vanguard,
    "clash": clash,
    "attacker_losses": losses_of(ATTACKER, "defender_losses"),
    "defender_losses": losses_of(DEFENDER, "after_losses"),
    "after_losses": after_losses,
    "retreat": retreat_or_enter,
    "checks": check_beaten,
    "victor": victor_risk,
    "end": end_assault,
}
"""Stages in their order: AFR-ASL-21."""
