"""The sentence of each group of events: actors, targets, results, and place on the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from app.games.heart_of_africa import events as e
from app.games.heart_of_africa.event_summary.dice_rows import morale_row, row_of_test
from app.games.heart_of_africa.event_summary.fight_sentences import fight, fire
from app.games.heart_of_africa.event_summary.groups import Group
from app.games.heart_of_africa.event_summary.items import (
    DOWNFALL,
    NOTHING,
    SURPRISE,
    WAVERING,
    as_in_the_log,
    fallen,
    figures_of,
    item,
    place_of,
    roll_words,
)
from app.games.heart_of_africa.event_summary.march_sentences import (
    arrival,
    away,
    deployed,
    march,
    stands,
)
from app.games.heart_of_africa.event_summary.names import (
    of_its_side,
    owner_of,
    several,
    side_of,
)
from app.games.heart_of_africa.pieces import LEADER
from app.games.heart_of_africa.presentation.naming import (
    called,
    fate_words,
)
from app.games.heart_of_africa.presentation.reason_names import CAUSES
from app.games.heart_of_africa.state import Battle
from app.kernel.event_summary import Item
from app.kernel.say import Say, say
from app.kernel.space.plane import Point, mean_of

EASIER = 4
"""The die that an ordinary Leader needs to rally a unit; an Eloquent one needs less."""
"""Weights of a lost unit, an important loss, an ambush, a charge, a failed test."""


def item_of(group: Group) -> Item | None:
    """The item of a group; None if there is nothing to say."""
    return SENTENCES.get(group.kind, as_in_the_log)(group)


def ambush(group: Group) -> Item:
    battle, who = group.battle, group.key[1]
    event = next(group.all(e.AmbushRevealed))
    shocked = several(battle, event.shocked)
    tail = NOTHING
    if shocked:
        tail = (
            say(", which surprises {who:the}", ", que sorprende {who:al}", who=shocked)
            if event.by
            else say(" and surprises {who:the}", " y sorprende {who:al}", who=shocked)
        )
    title = say("the ambush of {who:the}", "la emboscada {who:del}", who=called(battle, who))
    says = say("{title} is sprung{tail}.", "salta {title}{tail}.", title=title, tail=tail)
    if event.by:
        says = say(
            "{by:the} {by:uncovers|uncover} {title}{tail}.",
            "{by:el} {by:descubre|descubren} {title}{tail}.",
            by=called(battle, owner_of(battle, event.by)),
            title=title,
            tail=tail,
        )
    return item(
        group,
        says,
        side_of(battle, who),
        title=title,
        rules=["HOA-DEP-10" if event.by else "HOA-DEP-09"],
        way=[mean_of((x, y) for x, y, _ in event.at.values())],
        weight=SURPRISE,
    )


def held(group: Group) -> Item:
    battle, tests = group.battle, list(group.all(e.MoraleRolled))
    who = [event.test.unit for event in tests]
    says = say(
        "Morale test passed: {who:the}.",
        "{who:Supera|Superan} el test de moral: {who:el}.",
        who=several(battle, who),
    )
    sides = {side_of(battle, key) for key in who}
    return item(
        group,
        says,
        sides.pop() if len(sides) == 1 else "",
        rules=["HOA-MOR-11"],
        dice=[(event.die, True) for event in tests],
        throws=[morale_row(battle, event) for event in tests],
    )


def nerve(group: Group) -> Item:
    """A failed test: a marker, or a broken unit."""
    battle, who, test = group.battle, group.key[2], next(group.all(e.MoraleRolled))
    roll = say(
        "morale test for {cause}: {die}, {needs}+ needed",
        "test de moral por {cause}: {die}, necesita {needs}+",
        die=test.die,
        needs=test.needs,
        cause=CAUSES[test.test.cause],
    )
    at = [
        figure.at
        for figure in battle.figures.values()
        if figure.unit == who and figure.at is not None and not figure.fate
    ]
    place = [mean_of(at)] if at else []
    dice = [(test.die, False)]
    if test.result != "broken":
        says = say(
            "{who:the} {who:takes|take} a marker ({roll}).",
            "{who:el} {who:recibe|reciben} un marcador ({roll}).",
            who=called(battle, who),
            roll=roll,
        )
        return item(
            group,
            says,
            side_of(battle, who),
            rules=["HOA-MOR-12"],
            dice=dice,
            throws=[morale_row(battle, test)],
            way=place,
            weight=WAVERING,
        )
    return broken_unit(group, who, battle, roll, dice, place)


def broken_unit(
    group: Group,
    who: str,
    battle: Battle,
    roll: Say,
    dice: list[tuple[int, bool]],
    place: list[Point],
) -> Item:
    """A unit that breaks and flees."""
    title = say(
        "{who:the} {who:breaks and flees|break and flee}",
        "{who:el} {who:se rompe y huye|se rompen y huyen}",
        who=called(battle, who),
    )
    lost = len(fallen(group))
    men = say(": {men}", ": {men}", men=figures_of(lost)) if lost else NOTHING
    says = say("{title}{men} ({roll}).", "{title}{men} ({roll}).", title=title, roll=roll, men=men)
    return item(
        group,
        says,
        side_of(battle, who),
        title=title,
        rules=["HOA-MOR-13"],
        dice=dice,
        throws=[morale_row(battle, test) for test in group.all(e.MoraleRolled)],
        way=place,
        weight=DOWNFALL,
    )


def gone(group: Group) -> Item | None:
    """Figures that left the table for other reasons, and units that were lost."""
    battle, (_, _, cause, who) = group.battle, group.key
    name = called(battle, who)
    if cause == "wiped_out":
        says = say(
            "{who:the} {who:is|are} wiped out.",
            "{who:el} {who:ha sido aniquilado|ha sido aniquilada|han sido aniquilados|"
            "han sido aniquiladas}.",
            who=name,
        )
        return item(
            group,
            says,
            side_of(battle, who),
            rules=["HOA-MOR-13"],
            weight=DOWNFALL,
            title=say("the end of {who:the}", "el fin {who:del}", who=name),
        )
    men = [key for event in group.all(e.Removed) for key in event.figures]
    if not men:
        return as_in_the_log(group)
    if cause == "left":
        return None  # attendants go with their Leader, whom the sentence names
    at = [battle.figures[key].position for key in men if battle.figures[key].at is not None]
    figures = figures_of(len(men))
    says = say(
        "{who:the}: {men} {how}.",
        "{who:el}: {men} {how}.",
        who=name,
        men=figures,
        how=fate_words(cause, figures),
    )
    if who not in battle.units and men == [who]:
        says = say("{who:the}: {how}.", "{who:el}: {how}.", who=name, how=fate_words(cause, name))
    return item(
        group, says, side_of(battle, who), rules=["HOA-GEN-04"], way=[mean_of(at)] if at else ()
    )


def spared(group: Group) -> Item:
    battle, event = group.battle, next(group.all(e.TestCancelled))
    who = event.test.unit
    says = say(
        "{who:the} {who:ignores its|ignore their} morale test for {cause}, thanks to {by:the}.",
        "{who:el} {who:ignora|ignoran} su test de moral por {cause}, gracias {by:al}.",
        who=called(battle, who),
        cause=CAUSES[event.test.cause],
        by=of_its_side(battle, event.by),
    )
    rule = "HOA-LDR-16" if battle.figures[event.by].role == LEADER else "HOA-SPC-06"
    return item(group, says, side_of(battle, who), rules=[rule])


RALLIES = say(
    "{leader:the} rallies {who:the} ({roll}): the marker is removed.",
    "{leader:el} reagrupa {who:al} ({roll}): se quita el marcador.",
)
DOES_NOT_RALLY = say(
    "{leader:the} does not rally {who:the} ({roll}).", "{leader:el} no reagrupa {who:al} ({roll})."
)


RALLIED, NOT_RALLIED = (
    say("the marker is removed", "se quita el marcador"),
    say("the marker stays", "el marcador se queda"),
)


def rally(group: Group) -> Item:
    battle, event = group.battle, next(group.all(e.Rallied))
    text = RALLIES if event.success else DOES_NOT_RALLY
    says = Say(
        text.en,
        text.es,
        {
            "leader": called(battle, event.figure),
            "who": called(battle, event.unit),
            "roll": roll_words(event.die, event.needs),
        },
    )
    return item(
        group,
        says,
        side_of(battle, event.unit),
        rules=["HOA-LDR-17" if event.needs < EASIER else "HOA-LDR-04"],
        dice=[(event.die, event.success)],
        throws=[
            row_of_test(
                called(battle, event.unit),
                event.die,
                event.needs,
                is_good=event.success,
                result=RALLIED if event.success else NOT_RALLIED,
            )
        ],
        way=place_of(battle, event.figure),
    )


def spell(group: Group) -> Item:
    battle, event = group.battle, next(group.all(e.Bewitched))
    says = say(
        "{figure:the} bewitches {whom:the}.",
        "{figure:el} hechiza {whom:al}.",
        figure=called(battle, event.figure),
        whom=called(battle, event.unit),
    )
    return item(
        group,
        says,
        side_of(battle, event.figure),
        rules=["HOA-SPC-10"],
        way=place_of(battle, event.figure),
        weight=1,
    )


SENTENCES: Mapping[str, Callable[[Group], Item | None]] = {
    "march": march,
    "away": away,
    "stands": stands,
    "deployed": deployed,
    "arrival": arrival,
    "ambush": ambush,
    "fire": fire,
    "fight": fight,
    "held": held,
    "nerve": nerve,
    "gone": gone,
    "spared": spared,
    "rally": rally,
    "spell": spell,
}
