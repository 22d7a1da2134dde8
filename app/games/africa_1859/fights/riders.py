"""AFR-ASL-05 to AFR-ASL-10: riders of an assaulted space, and riders that meet them."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from app.games.africa_1859.counters import combat_factor, is_cavalry, is_foot, title_of
from app.games.africa_1859.data_file import VERSIONS
from app.games.africa_1859.evolve import with_units
from app.games.africa_1859.fights.caracoles import exchange, withdraw
from app.games.africa_1859.fights.clash import sum_of
from app.games.africa_1859.fights.designations import defending_units, group_units, is_fresh
from app.games.africa_1859.fights.exits import (
    Withdrawal,
    exits,
    no_exit,
    way_back_is_barred,
)
from app.games.africa_1859.fights.helpers_of_units import helpers_of
from app.games.africa_1859.fights.horse_clash import (
    HorseLosses,
    Horseman,
    horse_lines,
    horse_losses,
)
from app.games.africa_1859.fights.horse_ground import horse_ground
from app.games.africa_1859.fights.roles import (
    ATTACKER,
    DEFENDER,
    active_screen,
    assault_of,
    front_unit,
    screen_joins,
    side_in,
    with_roles,
)
from app.games.africa_1859.fights.rolling import roll_two
from app.games.africa_1859.ground import data_of
from app.games.africa_1859.harm import lose_steps
from app.games.africa_1859.morale import check
from app.games.africa_1859.orders import Intercept, Riders
from app.games.africa_1859.procedures import Assault, Question, RiderChoice
from app.games.africa_1859.run import Run
from app.games.africa_1859.state import MOROCCO, SPAIN, Unit, War
from app.kernel.refusal import Refusal, no

STAY, CARACOLE, COUNTER_CHARGE = "stay", "caracole", "counter_charge"


def is_free_of_markers(war: War, side: str) -> bool:
    """AFR-SEQ-19: Against Moroccan assaults in the Moroccan phase Spain reacts marked or not."""
    return side == SPAIN and war.phase.side == MOROCCO


def able_riders(war: War, assault: Assault) -> list[Unit]:
    """AFR-SEQ-13: Riders of the assaulted space that may react; none against a reaction charge."""
    if assault.reaction:
        return []
    free = is_free_of_markers(war, side_in(assault, DEFENDER))
    return [
        unit
        for unit in defending_units(war, assault)
        if is_cavalry(war, unit) and is_fresh(war, unit) and (free or not unit.marker)
    ]


def has_role(assault: Assault, unit: str) -> bool:
    """Return true for the defending vanguard and screen."""
    return unit in (assault.dfn.vanguard, assault.dfn.screen)


def has_shelter(war: War, assault: Assault) -> bool:
    """AFR-ASL-05: Riders shelter with infantry or engineers of their own space."""
    return any(is_foot(war, unit) for unit in defending_units(war, assault))


def choices_of(war: War, assault: Assault, rider: str) -> list[RiderChoice]:
    """All legal choices of one rider in a position."""
    found = [RiderChoice(rider, STAY)]
    found += [
        RiderChoice(rider, CARACOLE, exit=space)
        for space in exits(war, withdrawal_of(assault, rider))
    ]
    if not has_role(assault, rider):
        if has_shelter(war, assault):
            found.append(RiderChoice(rider, CARACOLE, shelter=True))
        found.append(RiderChoice(rider, COUNTER_CHARGE))
    return found


def may_choose(war: War, assault: Assault, rider: str) -> bool:
    """Return true if a rider may do more than stay."""
    return not has_role(assault, rider) or len(choices_of(war, assault, rider)) > 1


def withdrawal_of(assault: Assault, rider: str) -> Withdrawal:
    """Withdrawal of a rider in defence."""
    return Withdrawal(rider, side_in(assault, DEFENDER), assault.space, assault.via, defends=True)


def riders_refusals(war: War, question: Question, order: Riders) -> Iterator[Refusal | None]:
    """AFR-ASL-06: The list of choices is judged as a whole and in its order.

    Each rider named before counts where it will have gone.
    """
    if order.passes:
        return
    assault = innermost_assault(war)
    named = [choice.unit for choice in order.choices]
    if len(set(named)) < len(named):
        yield no(
            "AFR-ASL-05", "Each rider has one choice.", "Cada unidad montada tiene una elección."
        )
    for choice in order.choices:
        refusal = _choice_refusal(war, question, assault, choice)
        yield refusal
        if refusal is None and choice.exit:
            war = with_units(war, [choice.unit], at=choice.exit)


def innermost_assault(war: War) -> Assault:
    """Assault under way, below the question."""
    return next(frame for frame in reversed(war.stack) if isinstance(frame, Assault))


def _choice_refusal(
    war: War, question: Question, assault: Assault, choice: RiderChoice
) -> Refusal | None:
    """Reason against one choice in the position that the choices before it leave."""
    if choice.unit not in question.units:
        return no(
            "AFR-SEQ-13",
            "Only fresh cavalry of the assaulted space that may react has a choice.",
            "Solo elige la caballería del espacio asaltado que puede reaccionar.",
        )
    if choice.choice == STAY:
        return None
    if choice.choice == COUNTER_CHARGE or choice.shelter:
        return _no_role_or_shelter(war, assault, choice)
    if choice.choice != CARACOLE or not choice.exit:
        return no(
            "AFR-ASL-06",
            "A caracole names its exit, or the shelter of its own space.",
            "La caracola indica su salida, o el abrigo de su propio espacio.",
        )
    ride = withdrawal_of(assault, choice.unit)
    return way_back_is_barred(war, ride, choice.exit) or no_exit(war, ride, choice.exit)


def _no_role_or_shelter(war: War, assault: Assault, choice: RiderChoice) -> Refusal | None:
    who = title_of(war, choice.unit)
    if has_role(assault, choice.unit):
        return no(
            "AFR-ASL-05",
            "{who}: a vanguard or screen stays, or leaves by a caracole.",
            "{who}: la vanguardia o cobertura se queda, o se va con una caracola.",
            who=who,
        )
    if choice.shelter and not has_shelter(war, assault):
        return no(
            "AFR-ASL-05",
            "{who}: no infantry of the space gives shelter.",
            "{who}: no hay infantería en el espacio que dé abrigo.",
            who=who,
        )
    return None


def choose_riders(run: Run, question: Question, order: Riders) -> None:  # noqa: ARG001 - as all
    """Record the choices, which the stage of the rides carries out in order."""
    kept = tuple(choice for choice in order.choices if choice.choice != STAY)
    run.update(replace(assault_of(run), riders=() if order.passes else kept))


# --- Interception
def interceptors(war: War, assault: Assault) -> list[Unit]:
    """AFR-ASL-09: Fresh cavalry of the group that is neither vanguard nor screen may intercept."""
    taken = (assault.att.vanguard, assault.att.screen)
    return [
        unit
        for unit in group_units(war, assault)
        if is_cavalry(war, unit) and is_fresh(war, unit) and unit.id not in taken
    ]


def counter_chargers(assault: Assault) -> list[str]:
    """Riders that counter-charge, in their order."""
    return [one.unit for one in assault.riders if one.choice == COUNTER_CHARGE]


def intercept_refusals(war: War, question: Question, order: Intercept) -> Iterator[Refusal | None]:
    """Reasons against a list of interceptions."""
    if order.passes:
        return
    used = list(order.pairs.values())
    chargers = counter_chargers(innermost_assault(war))
    if (
        not used
        or len(set(used)) < len(used)
        or not set(used) <= set(question.units)
        or not set(order.pairs) <= set(chargers)
    ):
        yield no(
            "AFR-ASL-09",
            "One fresh rider of the group meets one counter-charging unit. The screen and the"
            " vanguard stay.",
            "Cada unidad montada fresca del grupo sale contra una sola que contracarga. La cobertura"
            " y la vanguardia se quedan.",
        )


def choose_interception(run: Run, question: Question, order: Intercept) -> None:  # noqa: ARG001 - as all
    """Record the pairs of interceptor and counter-charging unit."""
    run.update(replace(assault_of(run), pairs={} if order.passes else dict(order.pairs)))


# --- Rides
def next_ride(run: Run) -> None:
    """Carry out the next choice of the list."""
    assault = assault_of(run)
    choice = assault.riders[assault.next_rider]
    run.update(replace(assault, next_rider=assault.next_rider + 1))
    unit = run.war.units[choice.unit]
    if unit.at != assault.space or not unit.steps:
        return
    reacted = (*assault.reacted, choice.unit)
    run.update(replace(assault_of(run), reacted=reacted))
    if choice.choice == COUNTER_CHARGE:
        counter_charge(run, choice.unit)
    else:
        ride_caracole(run, choice)


def ride_caracole(run: Run, choice: RiderChoice) -> None:
    """Caracole in defence: exchange of fire without cover, then exit or shelter."""
    assault = assault_of(run)
    target = front_unit(run.war, assault)
    is_screen = target == active_screen(run.war, assault, ATTACKER)
    exchange(run, choice.unit, target, target_cover=False)
    if is_screen and not active_screen(run.war, assault_of(run), ATTACKER):
        screen_joins(run, ATTACKER)
    if choice.exit:
        withdraw(run, choice.unit, (choice.exit,))
        if assault.dfn.screen == choice.unit:
            run.update(with_roles(assault_of(run), DEFENDER, screen="", screened_off=True))


def counter_charge(run: Run, rider: str) -> None:
    """AFR-ASL-07: One counter-charging unit fights its interceptor, or the unit in front."""
    assault = assault_of(run)
    met = assault.pairs.get(rider, "")
    if met and not is_fresh(run.war, run.war.units[met]):
        met = ""
    target = met or front_unit(run.war, assault)
    is_screen = target == active_screen(run.war, assault, ATTACKER)
    charger_wins = fight_on_horse(run, rider, target)
    if is_screen and (charger_wins or not active_screen(run.war, assault_of(run), ATTACKER)):
        drive_in(run)


def drive_in(run: Run) -> None:
    """AFR-ASL-10: A screen that loses to a charge or is demoralised joins its stack."""
    screen_joins(run, ATTACKER)


class HorseTable(msgspec.Struct, frozen=True):
    """Result of a horse clash by its dice, with a version of the data and the sums of both
    lines.
    """

    version: int
    sums: tuple[int, int]

    def __call__(self, one: int, two: int) -> HorseLosses:
        table = VERSIONS[self.version].tables["horse_clash"]
        return horse_losses(table, (one, two), self.sums)


def fight_on_horse(run: Run, charger: str, target: str) -> bool:
    """Roll a horse clash and apply its losses; returns true if the charger wins."""
    war, assault = run.war, assault_of(run)
    table = data_of(war).tables["horse_clash"]
    ground = horse_ground(war, assault.space)
    lines = tuple(
        horse_lines(table, horseman(war, unit), unit == charger, ground)
        for unit in (charger, target)
    )
    sums = (sum_of(lines[0]), sum_of(lines[1]))
    rolls = (("horse_charger", charger, lines[0]), ("horse_target", target, lines[1]))
    result_of = HorseTable(war.terms.data, sums)
    result = result_of(*roll_two(run, rolls, result_of))
    suffer = ((charger, result.charger), (target, result.target))
    for unit, steps in suffer:
        if steps:
            lose_steps(run, unit, steps, "horse_clash")
    loser = target if result.charger_wins else charger
    if run.war.units[loser].steps:
        check(run, loser, helpers_of(run.war, loser))
    return result.charger_wins


def horseman(war: War, unit: str) -> Horseman:
    """Unit as it fights in a horse clash."""
    one = war.units[unit]
    return Horseman(combat_factor(war, one), is_cavalry(war, one))
