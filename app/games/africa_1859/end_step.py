"""AFR-SEQ, AFB-END: the end step of a turn, part by part."""

from __future__ import annotations

from collections.abc import Callable

from app.games.africa_1859 import events as e
from app.games.africa_1859.campaign_weather import begin_turn
from app.games.africa_1859.digging import place_works
from app.games.africa_1859.hunger_and_disease import feed, roll_diseases
from app.games.africa_1859.morale import rally
from app.games.africa_1859.procedures import EndStep
from app.games.africa_1859.reinforcements import enter_groups, enter_leaders
from app.games.africa_1859.replacements import levy, replace_steps
from app.games.africa_1859.run import Run
from app.games.africa_1859.state import MOROCCO, SPAIN
from app.games.africa_1859.supply import scenario_of
from app.games.africa_1859.victory import judge

Part = Callable[[Run, EndStep], bool]
"""Part of the end step. It returns false while it waits for an answer."""


def end_step(run: Run, now: EndStep) -> None:
    """AFB-END-01: Next part of the end step; a part that is done gives way to the next one."""
    if not PARTS[now.stage](run, now) or run.war.ending is not None:
        return
    names = list(PARTS)
    following = names[names.index(now.stage) + 1 :]
    if following:
        run.update(EndStep(following[0]))


def is_last_turn(run: Run) -> bool:
    """Return true in the last turn of the scenario."""
    scenario = scenario_of(run.war)
    return scenario is not None and run.war.turn >= scenario.turns


def at_once(part: Callable[[Run], None]) -> Part:
    """Part that asks no player."""

    def carried_out(run: Run, now: EndStep) -> bool:  # noqa: ARG001 - nothing is left over
        part(run)
        return True

    return carried_out


def before_the_last_turn(part: Callable[[Run, EndStep, str], bool], side: str) -> Part:
    """Part of a side that is left out in the last turn."""
    return lambda run, now: is_last_turn(run) or part(run, now, side)


def take_off_markers(run: Run) -> None:
    """AFR-SEQ-20: Rally and reinforcements come first, then all markers are taken off."""
    run.tell(e.MarkersRemoved())


def next_turn(run: Run) -> None:
    """The turn number rises; in the campaign storm roll and event follow."""
    run.pop()
    run.tell(e.PhaseBegan(run.war.turn + 1, SPAIN))
    begin_turn(run)


PARTS: dict[str, Part] = {
    "rally": at_once(rally),
    "works": at_once(place_works),
    "groups_s": before_the_last_turn(enter_groups, SPAIN),
    "leaders_s": before_the_last_turn(enter_leaders, SPAIN),
    "steps_s": before_the_last_turn(replace_steps, SPAIN),
    "groups_m": before_the_last_turn(enter_groups, MOROCCO),
    "leaders_m": before_the_last_turn(enter_leaders, MOROCCO),
    "steps_m": before_the_last_turn(replace_steps, MOROCCO),
    "levy": before_the_last_turn(levy, MOROCCO),
    "markers": at_once(take_off_markers),
    "hunger": feed,
    "disease": at_once(roll_diseases),
    "victory": at_once(judge),
    "next_turn": at_once(next_turn),
}
"""Parts of the end step in their order."""
