"""AFB-VIC: set-up of a scenario, and positions on a map."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from app.games.africa_1859 import events as e
from app.games.africa_1859.campaign_weather import begin_turn
from app.games.africa_1859.counters import is_fighter, kind_of
from app.games.africa_1859.data_file import NEWEST, VERSIONS, Scenario
from app.games.africa_1859.ground import control_at_setup
from app.games.africa_1859.run import Run
from app.games.africa_1859.state import (
    MOROCCO,
    SPAIN,
    WAITING,
    Arrivals,
    Ground,
    Leader,
    Phase,
    Terms,
    Unit,
    War,
)
from app.kernel.contract import Event, Setup
from app.kernel.dice import Dice
from app.kernel.refusal import Refusal, no, refuse_if
from app.kernel.say import Say, say

MOST_HANDICAP = 20
EXCHANGING_FACE = 4
"""From this face on, a die for equal bids exchanges the sides."""


def new_game(setup: Setup, dice: Dice) -> Sequence[Event]:
    """Events that begin a game: the position, then the weather of the first turn."""
    bids = setup.stock.get("bids", {})
    refuse_if(wrong_agreement(setup.stock))
    run = Run(War(terms_of(setup)), dice)
    run.tell(e.Began(set_up(terms_of(setup))))
    if bids:
        settle_sides(run, bids)
    begin_turn(run)
    return tuple(run.events)


def settle_sides(run: Run, bids: Mapping[str, int]) -> None:
    """The player who bid less takes Spain; a die decides between equal bids (AFB-VIC-05).

    `bids` are those of the players who waited on the seats of each side.
    """
    is_exchange = bids[MOROCCO] < bids[SPAIN]
    if bids[MOROCCO] == bids[SPAIN]:
        is_exchange = run.roll("equal_bids") >= EXCHANGING_FACE
    low, high = sorted(bids.values())
    run.tell(e.SidesBid(low, high, mean_bid(bids), is_exchange))


def mean_bid(bids: Mapping[str, int]) -> int:
    """Handicap from both bids: their mean, rounded toward 0 (AFB-VIC-05)."""
    return int(sum(bids.values()) / 2)


def wrong_agreement(stock: Mapping[str, Any]) -> Refusal | None:
    """Refusal of the handicap and the bids of a setup."""
    bids, handicap = stock.get("bids", {}), stock.get("handicap", 0)
    return wrong_handicap(handicap) or (wrong_bids(bids, handicap) if bids else None)


def wrong_bids(bids: Any, handicap: int) -> Refusal | None:
    """Refusal of bids that do not give the handicap."""
    if not isinstance(bids, Mapping) or set(bids) != {SPAIN, MOROCCO}:
        return no("AFB-VIC-05", "Each side bids once.", "Cada bando puja una vez.")
    wrong = wrong_handicap(bids[SPAIN]) or wrong_handicap(bids[MOROCCO])
    if wrong or mean_bid(bids) == handicap:
        return wrong
    return no(
        "AFB-VIC-05",
        "The handicap is the mean of the bids, {n}.",
        "La ventaja es la media de las pujas, {n}.",
        n=mean_bid(bids),
    )


def wrong_handicap(handicap: Any) -> Refusal | None:
    """Refusal of a handicap or bid that is no whole number from -20 to 20."""
    is_whole = isinstance(handicap, int) and not isinstance(handicap, bool)
    if is_whole and abs(handicap) <= MOST_HANDICAP:
        return None
    return no(
        "AFB-VIC-05",
        "A handicap is a whole number from −{most} to {most}.",
        "La ventaja es un número entero de −{most} a {most}.",
        most=MOST_HANDICAP,
    )


def terms_of(setup: Setup) -> Terms:
    """Terms of a game from its setup; the newest data file counts."""
    scenario = VERSIONS[NEWEST].scenarios[setup.scenario]
    return Terms(
        NEWEST,
        scenario.map,
        scenario.key,
        "opposing" if "opposing" in setup.options else "printed",
        int(setup.stock.get("handicap", 0)),
        dict(setup.seats),
        commands_of(scenario, setup.seats),
    )


def commands_of(scenario: Scenario, seats: Mapping[str, str]) -> dict[str, str]:
    """Seat that orders each counter: the commands of a side are dealt to its seats in turn.

    With more seats than commands the leaders, then the units, are dealt in turn.
    """
    found: dict[str, str] = {}
    for side in (SPAIN, MOROCCO):
        mine = [seat for seat, one in seats.items() if one == side]
        if not mine:
            continue
        commands = [command.counters for command in scenario.commands.get(side, ())]
        if len(mine) > len(commands):
            commands = [(counter,) for counter in counters_of(scenario, side)]
        for number, counters in enumerate(commands):
            found.update(dict.fromkeys(counters, mine[number % len(mine)]))
    return found


def command_words(scenario: str, seats: Mapping[str, str]) -> dict[str, Say]:
    """Command of each seat of a shared side: its titles, or the leaders that are dealt to it.

    The newest data file counts. A bare map has none.
    """
    if scenario not in VERSIONS[NEWEST].scenarios:
        return {}
    named = VERSIONS[NEWEST].scenarios[scenario].commands
    found: dict[str, Say] = {}
    for side in (SPAIN, MOROCCO):
        mine = [seat for seat, one in seats.items() if one == side]
        commands = named.get(side, ())
        for number, seat in enumerate(mine if len(mine) > 1 else ()):
            titles = tuple(one.title for one in commands[number :: len(mine)])
            found[seat] = (
                dealt_words(scenario, seats, seat)
                if len(mine) > len(commands)
                else titles[0]
                if len(titles) == 1
                else say("{names}", "{names}", names=titles)
            )
    return found


def dealt_words(scenario: str, seats: Mapping[str, str], seat: str) -> Say:
    """Leaders and units that are dealt in turn to a seat of a side with few commands."""
    data = VERSIONS[NEWEST]
    dealt = commands_of(data.scenarios[scenario], seats)
    leaders = [key for key, one in dealt.items() if one == seat and key in data.leaders]
    if not leaders:
        return say("units dealt in turn", "unidades repartidas por turno")
    return say(
        "{leaders}, with units dealt in turn",
        "{leaders}, con unidades repartidas por turno",
        leaders=tuple(data.leaders[key].title for key in leaders),
    )


def counters_of(scenario: Scenario, side: str) -> list[str]:
    """Counters of a side, those to come included: leaders, then units."""
    data = next(one for one in VERSIONS.values() if scenario in one.scenarios.values())
    groups = [group for group in scenario.groups if group.side == side]
    leaders = [key for key, _ in scenario.leaders if data.leaders[key].side == side]
    units = [key for key, kind, _ in scenario.units if data.kinds[kind].side == side]
    leaders += [key for group in groups for key in group.leaders]
    return leaders + units + [key for group in groups for key, _ in group.units]


def set_up(terms: Terms) -> War:
    """AFB-VIC-04: The set-up of a scenario is fixed and stands in the data file."""
    scenario = VERSIONS[terms.data].scenarios[terms.scenario]
    units, leaders = scenario_counters(terms)
    return position(terms, units, leaders, to_come=tuple(range(len(scenario.groups))))


def scenario_counters(terms: Terms) -> tuple[list[Unit], list[Leader]]:
    """Counters of the set-up."""
    data = VERSIONS[terms.data]
    scenario = data.scenarios[terms.scenario]
    units = [
        Unit(key, kind, data.kinds[kind].side, at, data.kinds[kind].steps)
        for key, kind, at in scenario.units
    ]
    leaders = [Leader(key, data.leaders[key].side, at) for key, at in scenario.leaders]
    return units, leaders


def position(
    terms: Terms,
    units: Iterable[Unit] = (),
    leaders: Iterable[Leader] = (),
    phase: Phase | None = None,
    *,
    control: Mapping[str, str] | None = None,
    camps_gone: Sequence[str] = (),
    forts: Sequence[str] = (),
    to_come: Sequence[int] = (),
) -> War:
    """Position on the map of the terms. `control` names the spaces that differ from a set-up.

    The groups `to_come` wait off the map; all fighters given count as received.
    """
    spaces = VERSIONS[terms.data].maps[terms.map].spaces
    ground = Ground(
        works=tuple(key for key, space in spaces.items() if space.works),
        forts=(*(key for key, space in spaces.items() if space.fort), *forts),
    )
    war = War(
        terms,
        {unit.id: unit for unit in units},
        {leader.id: leader for leader in leaders},
        ground,
        phase or Phase(),
    )
    held = {**control_at_setup(war), **(control or {})}
    taken = {key for key, space in spaces.items() if space.camp == MOROCCO and held[key] == SPAIN}
    gone = tuple(key for key in spaces if key in taken or key in camps_gone)
    received = {side: steps_of(war, side) for side in (SPAIN, MOROCCO)}
    war = replace(
        war,
        ground=replace(ground, control=held, camps_gone=gone),
        arrivals=Arrivals(tuple(to_come), received),
    )
    return with_groups(war, to_come)


def steps_of(war: War, side: str) -> int:
    """Full steps of all fighters of a side."""
    return sum(
        kind_of(war, unit).steps
        for unit in war.units.values()
        if unit.side == side and is_fighter(war, unit)
    )


def with_groups(war: War, groups: Sequence[int]) -> War:
    """Position with the counters of these groups of reinforcements, which wait off the map."""
    data = VERSIONS[war.terms.data]
    units, leaders = dict(war.units), dict(war.leaders)
    for number in groups:
        group = data.scenarios[war.terms.scenario].groups[number]
        for key, kind in group.units:
            units.setdefault(key, Unit(key, kind, group.side, WAITING, data.kinds[kind].steps))
        for key in group.leaders:
            leaders.setdefault(key, Leader(key, group.side, WAITING))
    return replace(war, units=units, leaders=leaders)
