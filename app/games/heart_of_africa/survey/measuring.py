"""The distance between two pieces or places, and the country between them."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import shapely

from app.games.heart_of_africa.drawing.places import spelled_point
from app.games.heart_of_africa.figures import base, is_hidden
from app.games.heart_of_africa.fog import View
from app.games.heart_of_africa.movement.regions import slow_ground
from app.games.heart_of_africa.pieces import Figure
from app.games.heart_of_africa.sight import ground
from app.games.heart_of_africa.sight.ground import enclosed_area
from app.games.heart_of_africa.sight.lines_of_sight import End, Look
from app.games.heart_of_africa.sight.viewpoints import Post, post_of
from app.games.heart_of_africa.state import Battle
from app.games.heart_of_africa.survey.sights import between_ends, blockers_told, split_line
from app.games.heart_of_africa.survey.words import compass, length, length_in_both_units, title_of
from app.games.heart_of_africa.tables import TERRAIN_NAMES
from app.kernel.say import Say, say
from app.kernel.space.plane import Base, Point, angle_to, base_gap, inches_to
from app.kernel.survey import Fact, Measured

LEAST = 0.05
"""Shorter stretches between the ends are left out (inches)."""


class Pin(msgspec.Struct, frozen=True):
    """An end of a measurement: a figure, or a bare point."""

    base: Base
    figure: Figure | None

    @property
    def word(self) -> str:
        return self.figure.id if self.figure is not None else spelled_point(self.base.at)


def measured(view: View, one: str, two: str) -> Measured | None:
    """The way from one to the other, between the nearest figures of each; None if one of them is
    unknown to the viewer.
    """
    here, there = post_of(view, one), post_of(view, two)
    if here is None or there is None:
        return None
    battle = view.battle
    a, b = min(
        ((a, b) for a in pins_of(here) for b in pins_of(there)),
        key=lambda pair: base_gap(pair[0].base, pair[1].base),
    )
    inches = base_gap(a.base, b.base)
    look = (
        None
        if is_secret(battle, a) or is_secret(battle, b)
        else between_ends(battle, end_of(battle, a), end_of(battle, b))
    )
    title = say("{one} to {two}", "De {one} a {two}", one=title_of(here), two=title_of(there))
    return Measured(
        ends=(here.place, there.place),
        title=title,
        far=length_in_both_units(battle, inches),
        facts=tuple(way_facts(battle, a, b, look)),
        lines=split_line(battle, a.word, b.word, inches, look),
        blockers=tuple(key for key in (look.blockers[0].id, look.blockers[0].other) if key)
        if look and look.blockers
        else (),
    )


def pins_of(post: Post) -> list[Pin]:
    figures = [figure for figure in post.figures if figure.at is not None]
    if post.planned:
        return [Pin(Base(base(figure).at), None) for figure in figures]
    return [Pin(base(figure), figure) for figure in figures] or [Pin(Base(post.at), None)]


def is_secret(battle: Battle, pin: Pin) -> bool:
    return pin.figure is not None and is_hidden(battle, pin.figure)


def end_of(battle: Battle, pin: Pin) -> End:
    return End(battle, pin.figure) if pin.figure is not None else End(battle, None, pin.base.at)


def way_facts(battle: Battle, a: Pin, b: Pin, look: Look | None) -> Iterator[Fact]:
    here, there = a.base.at, b.base.at
    if a.figure is not None or b.figure is not None:
        yield Fact(
            say(
                "Measured between the edges of the bases; {n} between their middles",
                "Medido entre los bordes de las bases; {n} entre sus centros",
                n=length(inches_to(here, there)),
            ),
            "HOA-GEN-06",
        )
    if inches_to(here, there) > LEAST:
        yield Fact(say("To the {way}", "Hacia el {way}", way=compass(angle_to(here, there))))
    under = tuple(ground_along(battle, here, there))
    if under:
        yield Fact(say("Over {what}", "Por {what}", what=under))
    slow = nearest_stretch(here, there, *slow_ground(battle)[0].parts)
    if slow > LEAST:
        yield Fact(
            say("Difficult going for {n}", "Terreno difícil en {n}", n=length(slow)), "HOA-MOV-02"
        )
    if look is not None and look.free:
        yield Fact(say("The line of sight is free", "La línea de visión está libre"), "HOA-VIS-04")
    yield from (Fact(refusal.says, refusal.rule) for refusal in blockers_told(battle, look))


def ground_along(battle: Battle, here: Point, there: Point) -> Iterator[Say]:
    """The inches of each kind of country between the ends."""
    inches: dict[str, float] = {}
    land = ground.country(battle.land)
    roads = shapely.unary_union([enclosed_area(road.points) for road in land.roads])
    for area in land.areas:
        shape = enclosed_area(area.points)
        inches[area.kind] = inches.get(area.kind, 0.0) + nearest_stretch(
            here, there, shape.difference(roads) if ground.is_cut_by_roads(area.kind) else shape
        )
    for kind, found in inches.items():
        if found > LEAST:
            yield say(
                "{n} of {what}",
                "{n} de {what}",
                n=length(found),
                what=lowered_title(TERRAIN_NAMES[kind]),
            )


def lowered_title(title: Say) -> Say:
    """A name of the table within a sentence."""
    return say(title.en[:1].lower() + title.en[1:], title.es[:1].lower() + title.es[1:])


def nearest_stretch(here: Point, there: Point, *shapes: shapely.Geometry) -> float:
    line = shapely.LineString((here, there))
    return sum(shapely.intersection(line, shape).length for shape in shapes)
