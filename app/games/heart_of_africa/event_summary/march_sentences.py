"""Sentences about marches, charges, arrivals and deployment."""

from __future__ import annotations

from collections.abc import Sequence

from app.games.heart_of_africa import events as e
from app.games.heart_of_africa.event_summary.dice_rows import row_of_test
from app.games.heart_of_africa.event_summary.groups import Group
from app.games.heart_of_africa.event_summary.items import (
    NOTHING,
    ONSET,
    as_in_the_log,
    item,
    roll_words,
)
from app.games.heart_of_africa.event_summary.names import owner_of, several, side_of
from app.games.heart_of_africa.pieces import AMBUSH, BROKE_OFF
from app.games.heart_of_africa.presentation.naming import called, side_title
from app.games.heart_of_africa.state import Battle, Charge
from app.games.heart_of_africa.survey.words import length, wind_name
from app.kernel.event_summary import Item
from app.kernel.say import Say, say
from app.kernel.space.plane import Point, angle_to, inches_to, mean_of

STEP = 0.4
"""Distance of the middle of a unit below which it has stayed in place (inches)."""


def march(group: Group) -> Item | None:
    """A unit's activation: its charge, its march, or the reason why it stayed."""
    battle, who = group.battle, group.key[2]
    moves, charges = (
        list(group.all(e.FigureMoved)),
        [charge for event in group.all(e.FigureMoved) for charge in event.charges],
    )
    dice = [(face, False) for event in group.all(e.Activated) for _, _, face in event.dice]
    way = start_and_end(battle, who, moves) or [
        point for event in group.all(e.VesselMoved) for point in (event.way[0], event.way[-1])
    ]
    if charges:
        return charge_item(group, who, charges, dice, way)
    if any(event.how == "declined" for event in group.all(e.ActivationEnded)):
        says = say(
            "{who:the} {who:rolls and does|roll and do} not move.",
            "{who:el} {who:tira y no mueve|tiran y no mueven}.",
            who=called(battle, who),
        )
        return item(group, says, side_of(battle, who), rules=["HOA-SEQ-03"], dice=dice, deed=True)
    if way and inches_to(way[0], way[-1]) >= STEP:
        return march_item(group, who, moves, dice, way)
    changed = next(group.all(e.ModeChanged), None)
    if changed is not None or len(group.parts) == 1:
        return as_in_the_log(group)
    says = say(
        "{who:the} hardly {who:moves|move}.",
        "{who:el} {who:apenas se mueve|apenas se mueven}.",
        who=called(battle, who),
    )
    return item(group, says, side_of(battle, who), dice=dice, way=way[-1:], deed=True)


def start_and_end(battle: Battle, who: str, moves: Sequence[e.FigureMoved]) -> list[Point]:
    """Start and end of the middle of a unit, attendants left out."""
    own = walking_figures(battle, who, moves)
    return (
        [mean_of(event.way[0] for event in own), mean_of(event.way[-1] for event in own)]
        if own
        else []
    )


def walking_figures(
    battle: Battle, who: str, moves: Sequence[e.FigureMoved]
) -> list[e.FigureMoved]:
    return [event for event in moves if not battle.figures[event.figure].of or event.figure == who]


LEAVES = say(
    "{who:the} {who:breaks off and goes|break off and go} {most}{length} to the {way}.",
    "{who:el} {who:rompe el contacto y va|rompen el contacto y van} {most}{length} hacia el {way}.",
)


MARCHES = say(
    "{who:the} {who:marches|march} {most}{length} to the {way}.",
    "{who:el} {who:avanza|avanzan} {most}{length} hacia el {way}.",
)


GOES = say(
    "{who:the} {who:goes|go} {most}{length} to the {way}.",
    "{who:el} {who:va|van} {most}{length} hacia el {way}.",
)


def march_item(
    group: Group,
    who: str,
    moves: Sequence[e.FigureMoved],
    dice: list[tuple[int, bool]],
    way: list[Point],
) -> Item:
    battle = group.battle
    lengths = [event.length for event in moves]
    lengths += [event.length for event in group.all(e.VesselMoved)]
    farthest = max(lengths, default=0.0)
    left = any(BROKE_OFF in event.did for event in moves)
    most = say("up to ", "hasta ") if len(walking_figures(battle, who, moves)) > 1 else NOTHING
    text = LEAVES if left else MARCHES if who in battle.units else GOES
    says = Say(
        text.en,
        text.es,
        {
            "who": called(battle, who),
            "most": most,
            "length": length(farthest),
            "way": wind_name(angle_to(way[0], way[-1])),
        },
    )
    return item(
        group,
        says,
        side_of(battle, who),
        rules=["HOA-MEL-11"] if left else ["HOA-MOV-01"],
        dice=dice,
        way=way,
        kind="march",
        deed=True,
    )


def charge_item(
    group: Group,
    who: str,
    charges: Sequence[Charge],
    dice: list[tuple[int, bool]],
    way: list[Point],
) -> Item:
    battle = group.battle
    foes = several(battle, [owner_of(battle, charge.victim) for charge in charges])
    men = len({charge.attacker for charge in charges})
    says = say(
        "{who:the} {who:charges|charge} {foes:the}: {n:figure+s} in contact.",
        "{who:el} {who:carga|cargan} contra {foes:el}: {n:figura+s} en contacto.",
        who=called(battle, who),
        foes=foes,
        n=men,
    )
    title = say("the charge of {who:the}", "la carga {who:del}", who=called(battle, who))
    return item(
        group,
        says,
        side_of(battle, who),
        title=title,
        rules=["HOA-MEL-01"],
        dice=dice,
        way=way,
        kind="march",
        deed=True,
        weight=ONSET,
    )


def away(group: Group) -> Item:
    battle, who = group.battle, group.key[2]
    says = say(
        "{who:the} {who:rides|ride} away from the charge.",
        "{who:el} {who:escapa|escapan} de la carga al galope.",
        who=called(battle, who),
    )
    return item(
        group,
        says,
        side_of(battle, who),
        rules=["HOA-MEL-03"],
        way=start_and_end(battle, who, list(group.all(e.FigureMoved))),
        kind="march",
        weight=ONSET,
    )


def stands(group: Group) -> Item | None:
    battle, side = group.battle, group.key[2]
    who = [
        key
        for event in group.all(e.StoodStill)
        for key in event.who
        if key in battle.figures or battle.units[key].where != AMBUSH
    ]
    if not who:
        return None
    says = say(
        "{side:the} {side:does|do} not move: {who}.",
        "{side:el} {side:no mueve|no mueven}: {who}.",
        side=side_title(battle, side),
        who=several(battle, who, sided=True),
    )
    return item(group, says, side, rules=["HOA-SEQ-02"], deed=True)


def deployed(group: Group) -> Item:
    battle, side = group.battle, group.key[1]
    open_, hidden = (
        [event.who for event in group.all(e.Deployed) if event.ambush is which]
        for which in (False, True)
    )
    says = say(
        "{side}, deployed: {who}.",
        "{side}, despliegue: {who}.",
        side=side_title(battle, side),
        who=several(battle, open_, sided=True),
    )
    if hidden:
        lying = several(battle, hidden, sided=True)
        says = (
            say("{says} In ambush: {who}.", "{says} En emboscada: {who}.", says=says, who=lying)
            if open_
            else say(
                "{side}, in ambush: {who}.",
                "{side}, en emboscada: {who}.",
                side=side_title(battle, side),
                who=lying,
            )
        )
    return item(group, says, side, rules=["HOA-SCN-05"], deed=True)


def arrival(group: Group) -> Item:
    battle, who = group.battle, group.key[2]
    rolls, places = (
        list(group.all(e.ArrivalRolled)),
        [place for event in group.all(e.Arrived) for place in event.at.values()],
    )
    comes = bool(places) or any(event.arrives for event in rolls)
    text = COMES if comes else DOES_NOT_COME
    odds = (
        say(" ({roll})", " ({roll})", roll=roll_words(rolls[0].die, rolls[0].needs))
        if rolls
        else NOTHING
    )
    return item(
        group,
        Say(text.en, text.es, {"who": called(battle, who), "odds": odds}),
        side_of(battle, who),
        rules=["HOA-DEP-01" if rolls else "HOA-DEP-03"],
        dice=[(event.die, event.arrives) for event in rolls],
        throws=[
            row_of_test(
                called(battle, who),
                event.die,
                event.needs,
                is_good=event.arrives,
                result=say("arrives", "llega") if event.arrives else say("waits", "espera"),
            )
            for event in rolls
        ],
        way=[mean_of((x, y) for x, y, _ in places)] if places else (),
        weight=ONSET if comes else 0,
    )


COMES = say(
    "{who:the} {who:comes|come} onto the table{odds}.",
    "{who:el} {who:entra|entran} en la mesa{odds}.",
)


DOES_NOT_COME = say(
    "{who:the} {who:does|do} not arrive yet{odds}.",
    "{who:el} {who:aún no llega|aún no llegan}{odds}.",
)
