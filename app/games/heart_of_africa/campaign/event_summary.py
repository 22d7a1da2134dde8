"""Summary of moves, with each die of the rules as a row of a table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Any

import msgspec

from app.games.heart_of_africa.campaign import events as e
from app.games.heart_of_africa.campaign.names import battle_title, title_of
from app.games.heart_of_africa.campaign.state import Season
from app.games.heart_of_africa.campaign.tables import HONGOS, HUNTING, MEETINGS, WOUNDS
from app.games.heart_of_africa.campaign.wording import wording
from app.games.heart_of_africa.campaign.wording.explorers import WOUNDS as WOUND_WORDS
from app.games.heart_of_africa.campaign.wording.lines import Lines, line
from app.games.heart_of_africa.setup.beginning import title as scenario_title
from app.kernel.contract import Event
from app.kernel.event_summary import Dice, Item, Met, Throw
from app.kernel.log_lines import plain_items
from app.kernel.say import say
from app.kernel.seats import Viewer

GAINS, WOUNDED, DEAD = "plus_one_hongo", "roll_leader_wound", "dead"
MEET = say("they meet", "se encuentran")
NO_MEETING = say("they do not meet", "no se encuentran")
HUNT_WORDS = {
    GAINS: say("{n:hongo+s} more", "{n:hongo+s} más", n=int(HONGOS["hunting_gain"])),
    WOUNDED: say("the Leader is wounded", "el Líder queda herido"),
    "nothing": say("nothing", "nada"),
}


def summary_items(met: Sequence[Met], viewer: Viewer) -> tuple[Item, ...]:
    """Item for each move with log lines. Its dice are rows of a table."""
    events = {number: list(its) for number, its in groupby(met, key=lambda one: one.number)}
    items = plain_items(brief_wording, met, viewer)
    return tuple(with_dice(item, events[item.move]) for item in items)


def brief_wording(before: Season | None, event: Event, viewer: Viewer) -> Lines:
    """Log lines of an event. The order of play has no rolls, because the table shows them."""
    if before is None or not isinstance(event, e.PrecedenceSet) or not event.order:
        return wording(before, event, viewer)
    says = say(
        "The players act in this order: {players}.",
        "Los jugadores actúan en este orden: {players}.",
        players=tuple(
            say("{who:the}", "{who:el}", who=title_of(before, key)) for key in event.order
        ),
    )
    return [line(says, "HOA-CMP-16")]


def with_dice(item: Item, met: Sequence[Met]) -> Item:
    """Item with a row for each roll of its move."""
    throws = tuple(THROWS[type(one.event)](one.before, one.event) for one in met if is_roll(one))
    dice = tuple(die for row in throws for die in row.dice)
    return msgspec.structs.replace(item, throws=throws, dice=dice)


def is_roll(met: Met) -> bool:
    return met.before is not None and type(met.event) in THROWS


def face(die: int, *, scored: bool = False) -> Dice:
    return ((str(die), scored),)


def meeting_row(season: Season, event: e.MeetingRolled) -> Throw:
    one, two = event.dice
    least, most = MEETINGS
    return Throw(
        title_of(season, event.one),
        (*face(one, scored=event.meets), *face(two, scored=event.meets)),
        whom=title_of(season, event.two),
        need=say("{least} or {most}", "{least} o {most}", least=least, most=most),
        result=MEET if event.meets else NO_MEETING,
    )


def order_row(season: Season, event: e.PrecedenceRolled) -> Throw:
    product = say(
        "{die} × {aggression} = {product}",
        "{die} × {aggression} = {product}",
        die=event.die,
        aggression=event.aggression,
        product=event.product,
    )
    return Throw(title_of(season, event.player), face(event.die), result=product)


def hunt_row(season: Season, event: e.HuntRolled) -> Throw:
    result = HUNTING[event.die]
    least = min(die for die, effect in HUNTING.items() if effect == GAINS)
    return Throw(
        title_of(season, event.explorer),
        face(event.die, scored=result == GAINS),
        need=say("{n}+", "{n}+", n=least),
        result=HUNT_WORDS[result],
    )


def wound_row(season: Season, event: e.WoundRolled) -> Throw:
    most = max(die for die, effect in WOUNDS.items() if effect != DEAD)
    return Throw(
        say("Leader of {who:the}", "Líder {who:del}", who=title_of(season, event.explorer)),
        face(event.die, scored=event.effect != DEAD),
        need=say("{n} or less", "{n} o menos", n=most),
        result=WOUND_WORDS[event.effect],
    )


def scenario_row(season: Season, event: e.BattleReady) -> Throw:
    war = season.battle(event.battle)
    if war is None:
        raise ValueError(f"no battle {event.battle}")
    scenario = scenario_title(event.scenario)
    return Throw(battle_title(season, war), face(event.die), result=scenario)


THROWS: dict[type, Callable[[Any, Any], Throw]] = {
    e.MeetingRolled: meeting_row,
    e.PrecedenceRolled: order_row,
    e.HuntRolled: hunt_row,
    e.WoundRolled: wound_row,
    e.BattleReady: scenario_row,
}
"""Events with dice that the rules name; a name that is drawn is none of them."""
