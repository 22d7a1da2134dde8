"""Log lines about Explorers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from app.games.heart_of_africa.campaign import events as e
from app.games.heart_of_africa.campaign.names import (
    title_of,
)
from app.games.heart_of_africa.campaign.state import Season
from app.games.heart_of_africa.campaign.wording.lines import Lines, faces, line
from app.kernel.say import say


def explored(before: Season, event: e.Explored) -> Lines:
    says = say(
        "{who:The} {who:explores|explore} the territory of {people:the}.",
        "{who:El} {who:explora|exploran} el territorio {people:del}.",
        who=title_of(before, event.explorer),
        people=title_of(before, event.people),
    )
    return [line(says, event.rule)]


def exploration_completed(before: Season, event: e.ExplorationCompleted) -> Lines:
    says = say(
        "{who:The} {who:has|have} explored all native territories.",
        "{who:El} {who:ha|han} explorado todos los territorios nativos.",
        who=title_of(before, event.explorer),
    )
    return [line(says, "HOA-CMP-30")]


def hunt_rolled(before: Season, event: e.HuntRolled) -> Lines:
    says = say(
        "Hunting of {who:the}: {die} (4 or more gains 1 hongo).",
        "Caza {who:del}: {die} (con 4 o más gana 1 hongo).",
        who=title_of(before, event.explorer),
        die=event.die,
    )
    return [line(says, "HOA-CMP-39", dice=faces(event.die))]


WOUNDS = {
    "slight": say("a slight wound, without effect", "herida leve, sin efecto"),
    "misses_next_turn": say("the next turn is lost", "pierde el turno siguiente"),
    "dead": say("the Leader dies", "el Líder muere"),
}


def wound_rolled(before: Season, event: e.WoundRolled) -> Lines:
    says = say(
        "Wounded Leader of {who:the}: {die}, {effect}.",
        "Líder herido {who:del}: {die}, {effect}.",
        who=title_of(before, event.explorer),
        die=event.die,
        effect=WOUNDS[event.effect],
    )
    return [line(says, "HOA-CMP-37", dice=faces(event.die))]


WORDS: dict[type, Callable[[Season, Any], Lines]] = {
    e.Explored: explored,
    e.ExplorationCompleted: exploration_completed,
    e.HuntRolled: hunt_rolled,
    e.WoundRolled: wound_rolled,
}
