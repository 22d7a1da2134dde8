"""Facts, tallies and answers by which a case is compared with the position."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from app.games.africa_1859 import events as e
from app.games.africa_1859.calendar_of_turns import dates_of
from app.games.africa_1859.case_secrets import seen_secrets
from app.games.africa_1859.data_file import CATALOGUE, VERSIONS
from app.games.africa_1859.ground import (
    controller,
    distance,
    has_camp_marker,
    has_works,
    rear_distance,
)
from app.games.africa_1859.procedures import Question
from app.games.africa_1859.questions import open_question
from app.games.africa_1859.state import War
from app.games.africa_1859.supply import is_out_of_supply
from app.kernel.contract import Event

Differences = list[str]


def facts_differ(war: War, told: Sequence[Event], facts: Mapping[str, Any]) -> Differences:
    """Differences of the named facts from the position and from the events so far."""
    found: Differences = []
    for fact, wanted in facts.items():
        if fact in BY_KEY:
            for key, value in wanted.items():
                found += BY_KEY[fact](war, key, value)
        elif fact in SINGLE:
            now = SINGLE[fact](war, told)
            found += differ(fact, wanted, now)
        elif fact == "asked":
            found += [
                line
                for decision, count in wanted.items()
                for line in differ(f"asked {decision}", count, times_asked(told, decision))
            ]
        elif fact == "waits_for":
            found += waiting_differs(war, wanted)
        else:
            raise ValueError(f"fact {fact} is not known")
    return found


def differ(what: str, wanted: Any, now: Any) -> Differences:
    """One difference, or none."""
    return [] if wanted == now else [f"{what}: expected {wanted!r}, found {now!r}"]


def counter_differs(war: War, key: str, wanted: Mapping[str, Any]) -> Differences:
    """Differences of the named fields of a unit or leader."""
    counter = war.counter(key)
    if counter is None:
        return [f"{key}: there is no such counter"]
    return [
        line
        for name, value in wanted.items()
        for line in differ(f"{key} {name}", value, getattr(counter, name))
    ]


def times_asked(told: Iterable[Event], decision: str) -> int:
    """Number of questions of a kind that have been put to players."""
    return sum(isinstance(event, e.Asked) and event.decision == decision for event in told)


def waiting_differs(war: War, wanted: Mapping[str, Any] | None) -> Differences:
    """Differences of the open question: its side, its kind and its legal spaces."""
    question = open_question(war)
    if wanted is None or question is None:
        return differ("waits_for", wanted, None if question is None else named(question))
    found = differ("waits_for", (wanted["side"], wanted["decision"]), named(question))
    if "hidden" in wanted:
        found += seen_secrets(war, wanted)
    if "spaces" in wanted:
        found += differ("spaces", sorted(wanted["spaces"]), sorted(question.spaces))
    return found


def named(question: Question) -> tuple[str, str]:
    """Side and kind of a question."""
    return question.side, question.decision


def clashes(_: War, told: Sequence[Event]) -> list[dict[str, Any]]:
    """All clashes in order."""
    return [
        {
            "attacker": event.attacker,
            "defender": event.defender,
            "winner": event.winner,
            "losses": list(event.losses),
        }
        for event in told
        if isinstance(event, e.Clashed)
    ]


def of_the_end(name: str) -> Callable[[War, Sequence[Event]], Any]:
    """Reader of a field of the ending; None while the game goes on."""
    return lambda war, _: getattr(war.ending, name) if war.ending else None


BY_KEY: dict[str, Callable[[War, str, Any], Differences]] = {
    "units": counter_differs,
    "leaders": counter_differs,
    "control": lambda war, key, value: differ(f"control {key}", value, controller(war, key)),
    "camps": lambda war, key, value: differ(f"camp {key}", value, has_camp_marker(war, key)),
    "works": lambda war, key, value: differ(f"works {key}", value, has_works(war, key)),
}
SINGLE: dict[str, Callable[[War, Sequence[Event]], Any]] = {
    "phase": lambda war, _: war.phase.side,
    "turn": lambda war, _: war.turn,
    "storm": lambda war, _: war.phase.storm,
    "clashes": clashes,
    "over": lambda war, _: war.ending is not None,
    "points": lambda war, _: dict(war.ending.points) if war.ending else None,
    **{name: of_the_end(name) for name in ("winner", "degree", "ended_by", "result")},
}


def tally_differs(told: Sequence[Event], wanted: Mapping[str, Any]) -> Differences:
    """Differences of a roll from its tally: all lines that are not 0, and the total."""
    what = f"{wanted['for']} of {wanted['of']}"
    rolls = [
        event
        for event in told
        if isinstance(event, e.Rolled)
        and (event.purpose, event.of) == (wanted["for"], wanted["of"])
    ]
    nth = wanted.get("nth", 1)
    if len(rolls) < nth:
        return [f"{what}: rolled {len(rolls)} times, expected {nth}"]
    roll = rolls[nth - 1]
    return differ(f"{what}, lines", dict(wanted["mods"]), dict(roll.mods)) + differ(
        f"{what}, total", wanted["total"], roll.total
    )


def answer_differs(war: War, wanted: Mapping[str, Any]) -> Differences:
    """Difference of the answer to a question of a case."""
    return differ(str(dict(wanted)), wanted["is"], ANSWERS[wanted["ask"]](war, wanted))


def turn_dates(war: War, row: Mapping[str, Any]) -> list[str]:
    """First and last day of a turn, as ISO dates."""
    scenario = VERSIONS[CATALOGUE].scenarios[war.terms.scenario]
    return [day.isoformat() for day in dates_of(scenario, row["turn"])]


ANSWERS: dict[str, Callable[[War, Mapping[str, Any]], Any]] = {
    "distance": lambda war, row: distance(war, row["from"], row["to"], row["side"]),
    "rear_distance": lambda war, row: rear_distance(war, row["from"], row["side"]),
    "supply": lambda war, row: not is_out_of_supply(war, war.units[row["unit"]]),
    "turn_dates": turn_dates,
}
