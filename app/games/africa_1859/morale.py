"""AFB-MOR: morale checks, demoralised units and the rally of the end step."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from app.games.africa_1859 import events as e
from app.games.africa_1859.counters import is_convoy, kind_of, leader_kind, title_of
from app.games.africa_1859.ground import (
    controller,
    data_of,
    has_camp,
    has_fort,
    is_beside_enemy,
    is_town,
    leaders_at,
)
from app.games.africa_1859.harm import lose_leader, lose_steps
from app.games.africa_1859.run import Run
from app.games.africa_1859.state import MOROCCO, SPAIN, Leader, Unit, War
from app.games.africa_1859.supply import is_out_of_supply
from app.kernel.refusal import Refusal, no


def leader_help(war: War, unit: Unit, helpers: Iterable[str] | None = None) -> int:
    """AFB-UNI-07: The best second factor of the friendly leaders in the space helps a unit.

    `helpers` limits them, for a group that assaults or a rider that has left.
    """
    friends = leaders_at(war, unit.at, unit.side)
    able = None if helpers is None else set(helpers)
    return max(
        (leader_kind(war, one).b for one in friends if able is None or one.id in able), default=0
    )


def passes(die: int, need: int) -> bool:
    """Return true if the die is at most the need; a 1 always passes, a 6 never."""
    return die == 1 or (die != 6 and die <= need)


def unit_need(war: War, unit: Unit, helpers: Iterable[str] | None = None) -> int:
    """AFB-MOR-01: Need of a unit: morale, best leader, and the line of missing supply."""
    modifiers = data_of(war).tables["morale"]["modifiers"]
    supply = modifiers["supply"] if is_out_of_supply(war, unit) else 0
    return int(kind_of(war, unit).morale + leader_help(war, unit, helpers) + supply)


def leader_need(war: War, leader: Leader) -> int:
    """Need of a leader: a fixed value and the own second factor, without help from others."""
    return int(data_of(war).tables["morale"]["leader_base"] + leader_kind(war, leader).b)


def check(run: Run, counter: str, helpers: Iterable[str] | None = None) -> bool:
    """Morale check of a unit or leader; returns true if it passes. Convoys never check.

    A unit that fails is demoralised, a leader is lost.
    """
    one = run.war.counter(counter)
    if isinstance(one, Leader):
        return check_leader(run, counter)
    if one is None or is_convoy(run.war, one):
        return True
    need = unit_need(run.war, one, helpers)
    die = run.roll("check", counter, effect=lambda face: passes(face, need))
    is_passed = passes(die, need)
    run.tell(e.Checked(counter, need, is_passed))
    if not is_passed:
        shake(run, counter)
    return is_passed


def shake(run: Run, unit: str) -> None:
    """AFB-MOR-03: A unit that fails while it is demoralised loses 1 step and stays demoralised."""
    if run.war.units[unit].dem:
        lose_steps(run, unit, 1, "check")
    else:
        run.tell(e.Demoralised(unit))


def check_leader(run: Run, leader: str) -> bool:
    """AFR-LDR-01: A leader who fails a morale check is a casualty and is removed."""
    need = leader_need(run.war, run.war.leaders[leader])
    die = run.roll("check", leader, effect=lambda face: passes(face, need))
    is_passed = passes(die, need)
    run.tell(e.Checked(leader, need, is_passed))
    if not is_passed:
        lose_leader(run, leader, "check")
    return is_passed


def is_shaken(war: War, unit: Unit) -> Refusal | None:
    """AFB-MOR-02: A demoralised unit neither assaults, fires, screens, reacts nor digs.

    It moves of its own will only towards its rear.
    """
    if not unit.dem:
        return None
    return no(
        "AFB-MOR-02",
        "{who} can only fall back while demoralised.",
        "{who}: desmoralización; solo puede replegarse.",
        who=title_of(war, unit.id),
    )


def rally_lines(war: War, unit: Unit) -> Mapping[str, int]:
    """AFB-MOR-04: Lines of a rally roll beside morale: leader, base, contact, supply."""
    amounts = data_of(war).tables["rally"]["modifiers"]
    is_base = has_camp(war, unit.at, unit.side) or (
        controller(war, unit.at) == unit.side and (is_town(war, unit.at) or has_fort(war, unit.at))
    )
    return {
        "leader": leader_help(war, unit),
        "base": amounts["base"] if is_base else 0,
        "contact": amounts["contact"] if is_beside_enemy(war, unit.at, unit.side) else 0,
        "supply": amounts["supply"] if is_out_of_supply(war, unit) else 0,
    }


def rally(run: Run) -> None:
    """AFR-MOR-04: In the end step one roll for each demoralised unit, Spain first, by id."""
    for side in (SPAIN, MOROCCO):
        shaken = sorted(
            unit.id for unit in run.war.units.values() if unit.dem and unit.side == side
        )
        for key in shaken:
            unit = run.war.units[key]
            need = kind_of(run.war, unit).morale + sum(rally_lines(run.war, unit).values())
            if passes(run.roll("rally", key), need):
                run.tell(e.Rallied(key))
