"""A shot at its time: the recorded line, its stretches, and the cover of its target, on the table
before it.
"""

from __future__ import annotations

from collections.abc import Iterator

from app.games.heart_of_africa import events as e
from app.games.heart_of_africa import fog
from app.games.heart_of_africa.drawing.places import spelled_point
from app.games.heart_of_africa.pieces import Figure
from app.games.heart_of_africa.presentation.naming import called, place_title
from app.games.heart_of_africa.shooting import aim, modifiers
from app.games.heart_of_africa.shooting.weapons import weapon
from app.games.heart_of_africa.sight import cover, growth, lines_of_sight, visibility
from app.games.heart_of_africa.state import Battle
from app.games.heart_of_africa.survey.country import country_title
from app.games.heart_of_africa.survey.words import length, length_in_both_units, on_the_board
from app.games.heart_of_africa.tables import TERRAIN_NAMES
from app.games.heart_of_africa.wording import heard_event
from app.kernel.contract import Event
from app.kernel.say import Say, say
from app.kernel.seats import Viewer
from app.kernel.survey import Fact, Measured

IN_COVER = "target_in_cover"


def replayed_shot(before: Battle | None, event: Event, viewer: Viewer) -> Measured | None:
    """The shot on the table as this viewer knew it then; None for other events, or for an unknown
    shot.
    """
    if (
        before is None
        or not isinstance(event, e.ShotFired)
        or event.line is None
        or heard_event(before, event, viewer) is None
    ):
        return None
    battle = fog.view(before, viewer).battle
    shooter, target = battle.figures.get(event.figure), battle.figures.get(event.target)
    if shooter is None:
        return None
    muzzle, mark = (spelled_point(point) for point in event.line)
    screens = (
        tuple(cover_facts(battle, shooter, target))
        if target is not None and any(what == IN_COVER for _, what, _ in event.mods)
        else ()
    )
    facts = (
        *range_fact(battle, shooter),
        *(country_under(battle, shooter, target) if target is not None else ()),
        *(fact for fact, _ in screens),
    )
    title = say(
        "{one} at {two}",
        "{one} contra {two}",
        one=called(battle, shooter.id),
        two=mark_of(battle, event),
    )
    return Measured(
        ends=(event.figure, event.target),
        title=title,
        far=length_in_both_units(battle, event.distance),
        facts=facts,
        lines=((muzzle, mark, True, on_the_board(event.distance)),),
        blockers=tuple(key for _, key in screens),
    )


def mark_of(battle: Battle, event: e.ShotFired) -> Say:
    if event.target:
        return called(battle, event.target)
    return place_title(battle, event.room) if event.room else say("a wall", "un muro")


def range_fact(battle: Battle, shooter: Figure) -> Iterator[Fact]:
    inches = weapon(battle, shooter).range
    if inches:
        yield Fact(
            say(
                "Range {range}, −1 beyond {half}",
                "Alcance {range}; −1 a más de {half}",
                range=length(inches),
                half=length(inches / 2),
            ),
            "HOA-SHT-09",
        )


def country_under(battle: Battle, shooter: Figure, target: Figure) -> Iterator[Fact]:
    """The growth on the line, with the limit of inches at which it would hide the target."""
    if shooter.at is None or target.at is None:
        return
    look = visibility.line_of_sight(battle, shooter, target, shooting=True)
    for kind, inches in look.line.depths.items():
        if inches > lines_of_sight.SLIGHT and kind in growth.LIMITS:
            says = say(
                "Through {n} of {what}; more than {most} would hide the target",
                "A través de {n} de {what}; más de {most} ocultarían el objetivo",
                n=length(inches),
                what=lowered_title(TERRAIN_NAMES[kind]),
                most=length(growth.LIMITS[kind]),
            )
            yield Fact(says, growth.DEPTH_RULES.get(kind, ""))
    if look.free:
        yield Fact(say("The line is free", "La línea está libre"), "HOA-VIS-04")


def cover_facts(battle: Battle, shooter: Figure, target: Figure) -> Iterator[tuple[Fact, str]]:
    """The country or work that covered the target at the start or end of its move."""
    off = aim.aim(battle, shooter, target).distance
    began = target.began if modifiers.started_in_cover(battle, shooter, target) else None
    now = cover.covers(battle, target, target.at, shooter, off) if target.at is not None else ()
    for rule, piece in dict.fromkeys(
        (*now, *(cover.covers(battle, target, began, shooter) if began is not None else ()))
    ):
        title = country_title(battle, piece.id) or place_title(battle, piece.id)
        yield (
            Fact(say("In cover: {what}", "A cubierto: {what}", what=lowered_title(title)), rule),
            piece.id,
        )
    if modifiers.started_indoors(battle, shooter, target):
        room = battle.movement.began_in[target.id]
        what = lowered_title(place_title(battle, room))
        yield Fact(say("Came out of: {what}", "Salía de: {what}", what=what), "HOA-SHT-11"), room
    work = modifiers.work_before(battle, target, shooter) or modifiers.work_at_start(
        battle, shooter, target
    )
    if work is not None:
        yield (
            Fact(
                say(
                    "Behind the {what}",
                    "Detrás: {what}",
                    what=lowered_title(place_title(battle, work.id)),
                ),
                "HOA-SHT-11",
            ),
            work.id,
        )


def lowered_title(title: Say) -> Say:
    """A name of the table within a sentence."""
    return say(
        title.en[:1].lower() + title.en[1:], title.es[:1].lower() + title.es[1:], **title.facts
    )
