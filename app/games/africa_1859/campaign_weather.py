"""AFB-CMP: storms and the event at the start of a campaign turn."""

from __future__ import annotations

from typing import Any

from app.games.africa_1859 import events as e
from app.games.africa_1859.counters import is_on_map
from app.games.africa_1859.run import Run
from app.games.africa_1859.state import GONE, SPAIN, Leader
from app.games.africa_1859.supply import scenario_of


def begin_turn(run: Run) -> None:
    """Storm roll and event at the start of a turn, in that order."""
    scenario = scenario_of(run.war)
    if scenario is None:
        return
    if "storm" in scenario.campaign:
        roll_storm(run, scenario.campaign["storm"]["results"])
    for event in scenario.campaign.get("events", ()):
        if event["turn"] == run.war.turn:
            relieve(run, event["leader"], event["relief"])


def roll_storm(run: Run, results: dict[str, Any]) -> None:
    """AFB-CMP-03: At the start of each campaign turn a die brings a storm or none.

    The faces of a storm stand in the data file, by turns.
    """
    faces = storm_faces(results, run.war.turn)
    run.tell(e.StormRolled(run.roll("storm") in faces))


def storm_faces(results: dict[str, Any], turn: int) -> list[int]:
    """Faces of the die that bring a storm in a turn."""
    faces: list[int] = results["default"]
    for turns, special in results.items():
        first, _, last = turns.partition("-")
        if last and int(first) <= turn <= int(last):
            faces = special
    return faces


def relieve(run: Run, leader: str, relief: str) -> None:
    """AFB-CMP-06: A leader in play leaves without loss, and another appears in the same space."""
    gone = run.war.leaders.get(leader)
    if gone is None or not is_on_map(gone):
        return
    run.tell(e.Removed((leader,), GONE, "ill"))
    fresh = Leader(relief, SPAIN, gone.at)
    run.tell(e.Entered((relief,), gone.at, "relief", SPAIN, leaders=(fresh,)))
