"""Summary of a battle: the result of each move, the line of a shot, and the survivors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby

import msgspec

from app.games.cry_havoc import events as e
from app.games.cry_havoc import plans, wording, wording_fights, wording_phrases
from app.games.cry_havoc.dice_rows import throws_of
from app.games.cry_havoc.occupancy import is_animal
from app.games.cry_havoc.state import DEAD, HEALTHY, PRISONER, WOUNDED, Battle, Unit
from app.kernel.contract import Event
from app.kernel.event_summary import Item, Met
from app.kernel.log_lines import plain_items
from app.kernel.report_tables import ReportDetails, Sheet
from app.kernel.say import Say, as_is, say
from app.kernel.seats import Viewer
from app.kernel.survey import Fact, Measured, Section

WEIGHTS: Mapping[type, int] = {
    e.Killed: 3,
    e.Surrendered: 3,
    e.Unhorsed: 2,
    e.Wounded: 1,
    e.LeftMap: 1,
    e.Escaped: 2,
    e.BattleEnded: 10,
}
FROM_THE_RECORD = say(
    "Counted from the record of the battle.", "Contado a partir del registro de la batalla."
)
STATES: Mapping[str, Say] = {
    HEALTHY: say("unhurt", "ileso"),
    WOUNDED: say("wounded", "herido"),
    DEAD: say("dead", "muerto"),
    PRISONER: say("taken prisoner", "prisionero"),
}
LEFT = say("off the map", "fuera del mapa")


def summary_items(met: Sequence[Met], viewer: Viewer) -> tuple[Item, ...]:
    """Item for each move, weighed by its casualties."""
    events = {number: list(its) for number, its in groupby(met, key=lambda one: one.number)}
    return tuple(
        weighed(item, events[item.move])
        for item in plain_items(
            lambda before, event, _: wording.wording(before, event), met, viewer
        )
    )


def weighed(item: Item, met: Sequence[Met]) -> Item:
    lost: dict[str, int] = {}
    for one in met:
        if isinstance(one.event, (e.Killed, e.Surrendered)) and (
            side := one.before.units[one.event.unit].side
        ):
            lost[side] = lost.get(side, 0) + 1
    turn = met[0].before.turn if met[0].before is not None else 0
    return msgspec.structs.replace(
        item,
        turn=turn,
        lost=tuple(sorted(lost.items())),
        throws=tuple(throws_of(met)),
        weight=sum(WEIGHTS.get(type(one.event), 0) for one in met),
    )


def replayed_shot(before: Battle | None, event: Event) -> Measured | None:
    """Line of a shot, from hex to hex; None for other events. Nothing is hidden on this map."""
    if before is None or not isinstance(event, e.Shot):
        return None
    line = wording.wording(before, event)[0]
    start = before.units[event.unit].hex or ""
    words = say(
        "{band}, {cover}",
        "{band}, {cover}",
        band=wording_fights.BANDS[event.band],
        cover=wording_fights.COVERS[event.cover],
    )
    return Measured(
        ends=(event.unit, event.target),
        title=line.says,
        far=wording_phrases.hexes_far(event.range),
        facts=(Fact(words, "CH-MIS-10"),),
        lines=((start, event.target_hex, True, words),),
    )


def report_details(state: Battle) -> ReportDetails:
    names = {side: plans.side_title(state.scenario, side) for side in state.sides}
    return ReportDetails(
        names,
        tuple(band(state, side) for side in state.sides),
        tuple(roll_call(state, side) for side in state.sides),
    )


def of_side(state: Battle, side: str) -> list[Unit]:
    return [unit for unit in state.units.values() if unit.side == side and not is_animal(unit)]


def band(state: Battle, side: str) -> Section:
    """Members of a side at the start."""
    return Section(
        plans.side_title(state.scenario, side),
        tuple(Fact(as_is(unit.name)) for unit in of_side(state, side)),
    )


def roll_call(state: Battle, side: str) -> Sheet:
    """Fate of each member of a side."""
    rows = tuple(
        (as_is(unit.name), LEFT if unit.left else STATES.get(unit.state, STATES[HEALTHY]))
        for unit in of_side(state, side)
    )
    return Sheet(
        say("Roll call: {who}", "Recuento: {who}", who=plans.side_title(state.scenario, side)),
        FROM_THE_RECORD,
        (say("character", "personaje"), say("at the end", "al final")),
        rows,
    )
