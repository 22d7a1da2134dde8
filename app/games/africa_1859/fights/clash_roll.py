"""AFR-ASL-16: the roll of a clash in a position, with its lines."""

from __future__ import annotations

from msgspec.structs import replace

from app.games.africa_1859 import events as e
from app.games.africa_1859.counters import (
    combat_factor,
    is_cavalry,
    is_engineer,
    leader_kind,
)
from app.games.africa_1859.fights.clash import (
    ClashLosses,
    Front,
    Ground,
    Lines,
    clash_lines,
    clash_losses,
    sum_of,
)
from app.games.africa_1859.fights.designations import group_units, is_fresh
from app.games.africa_1859.fights.horse_ground import horse_ground
from app.games.africa_1859.fights.roles import (
    ATTACKER,
    DEFENDER,
    assault_of,
    roles_of,
    units_of_role,
)
from app.games.africa_1859.fights.rolling import roll_two
from app.games.africa_1859.ground import (
    data_of,
    is_crossing,
    space_of,
    terrain_defence,
    works_defence,
)
from app.games.africa_1859.procedures import Assault, Clash, Roles
from app.games.africa_1859.run import Run
from app.games.africa_1859.state import Unit, War
from app.games.africa_1859.supply import is_out_of_supply


def front_of(war: War, assault: Assault, role: str) -> Front:
    """Side of the clash: vanguard, leader, guns, steps."""
    roles = roles_of(assault, role)
    fresh = [one for one in units_of_role(war, assault, role) if is_fresh(war, one)]
    return front_behind(war, roles, war.units[roles.vanguard], sum(one.steps for one in fresh))


def front_behind(war: War, roles: Roles, unit: Unit, steps: int) -> Front:
    """Side of the clash with this vanguard and these steps of fresh fighters."""
    leader = war.leaders.get(roles.leader)
    return Front(
        combat_factor(war, unit),
        is_cavalry(war, unit),
        leader_kind(war, leader).a if leader else 0,
        roles.guns_fired,
        steps,
        not is_out_of_supply(war, unit),
        unit.dem,
    )


def ground_of(war: War, assault: Assault) -> Ground:
    """AFB-UNI-05: Ground of the clash; fresh engineers of the group lower works or a fort by 1."""
    digs = any(is_engineer(war, one) and is_fresh(war, one) for one in group_units(war, assault))
    return ground_with(war, assault, digs=digs)


def ground_with(war: War, assault: Assault, *, digs: bool) -> Ground:
    """Ground of the clash; engineers of the group dig or not."""
    works = works_defence(war, assault.space)
    if digs:
        works = max(0, works + int(data_of(war).tables["works"]["engineers"]))
    crossing = (
        is_crossing(war, assault.via, assault.space)
        or space_of(war, assault.space).terrain == "marsh"
    )
    return Ground(
        terrain_defence(war, assault.space), works, horse_ground(war, assault.space), crossing
    )


def lines_of_clash(war: War, assault: Assault) -> tuple[Lines, Lines]:
    """Lines of attacker and defender."""
    table = data_of(war).tables["assault"]
    one, other = (front_of(war, assault, role) for role in (ATTACKER, DEFENDER))
    ground = ground_of(war, assault)
    return (
        clash_lines(table, "attacker", (one, other), ground),
        clash_lines(table, "defender", (other, one), ground),
    )


def vanguard_steps(war: War, assault: Assault) -> tuple[int, int]:
    """Steps of both vanguards when the dice are thrown."""
    return war.units[assault.att.vanguard].steps, war.units[assault.dfn.vanguard].steps


def losses_by_dice(war: War, assault: Assault) -> ClashTable:
    """Winner and losses of a clash for each pair of dice."""
    one, other = lines_of_clash(war, assault)
    opposing = war.terms.clash_base == "opposing"
    return ClashTable((sum_of(one), sum_of(other)), vanguard_steps(war, assault), opposing)


class ClashTable:
    """Result of a clash by its dice, with lines and vanguards as they stand."""

    def __init__(self, lines: tuple[int, int], vanguards: tuple[int, int], opposing: bool) -> None:
        self.lines, self.vanguards, self.opposing = lines, vanguards, opposing

    def __call__(self, one: int, other: int) -> ClashLosses:
        return clash_losses((one, other), self.lines, self.vanguards, self.opposing)


def roll_clash(run: Run) -> None:
    """AFR-ASL-16: Each side rolls a die and adds its lines of the assault table."""
    war, assault = run.war, assault_of(run)
    result_of = losses_by_dice(war, assault)
    one, other = lines_of_clash(war, assault)
    rolls = (
        ("clash_attacker", assault.att.vanguard, one),
        ("clash_defender", assault.dfn.vanguard, other),
    )
    dice = roll_two(run, rolls, result_of)
    result = result_of(*dice)
    totals = dice[0] + result_of.lines[0], dice[1] + result_of.lines[1]
    losses = (result.attacker, result.defender)
    run.tell(e.Clashed(assault.space, *totals, result.winner, losses))
    run.update(replace(assault, clash=Clash(*dice, *totals, result.winner, *losses)))
