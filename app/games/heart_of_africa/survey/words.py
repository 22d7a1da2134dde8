"""Lengths, bearings and places in everyday words."""

from __future__ import annotations

from collections.abc import Sequence

from app.games.heart_of_africa.land import Land
from app.games.heart_of_africa.presentation.naming import COMPASS, called
from app.games.heart_of_africa.setup.table_edges import CENTIMETRES
from app.games.heart_of_africa.sight.viewpoints import Post
from app.games.heart_of_africa.state import Battle
from app.kernel.say import Say, say
from app.kernel.space.plane import Point, angle_to

CM = 2.54
AT_THE_EDGE = 0.05
WEST, EAST, SOUTH, NORTH = (
    say("{n} from the west edge", "{n} del borde oeste"),
    say("{n} from the east edge", "{n} del borde este"),
    say("{n} from the south edge", "{n} del borde sur"),
    say("{n} from the north edge", "{n} del borde norte"),
)


def short_length(inches: float) -> float:
    """A length to one decimal."""
    return round(inches, 1) + 0.0


def length(inches: float) -> Say:
    """12.3 in."""
    return say(
        "{n} in",
        "{n} pulgada" if short_length(inches) == 1 else "{n:pulgada+s}",
        n=short_length(inches),
    )


def length_in_both_units(battle: Battle, inches: float) -> Say:
    """Length in both units: 12.3 in (31.2 cm); only one for small figures."""
    return (
        length(inches)
        if CENTIMETRES in battle.options
        else say(
            "{inches} ({cm} cm)",
            "{inches} ({cm} cm)",
            inches=length(inches),
            cm=short_length(inches * CM),
        )
    )


def on_the_board(inches: float) -> Say:
    """Length on a line of the map: 12.3″."""
    return say("{n}″", "{n}″", n=short_length(inches))


def compass_degrees(angle: float) -> int:
    """A compass direction in degrees: clockwise from north."""
    return round((90 - angle) % 360) % 360


def wind_name(angle: float) -> Say:
    """The nearest of the eight winds."""
    return min(COMPASS, key=lambda one: abs((angle - one[0] + 180) % 360 - 180))[1]


def compass(angle: float) -> Say:
    return say("{wind}, {n}°", "{wind}, {n}°", wind=wind_name(angle), n=compass_degrees(angle))


def clock_hour(angle: float, facing: float) -> int:
    """The direction as an hour of a clock with twelve straight ahead."""
    return round(((facing - angle) % 360) / 30) % 12 or 12


def direction(here: Point, there: Point, facing: float | None) -> Say:
    """A direction by compass, and by the clock of the viewer."""
    angle = angle_to(here, there)
    if facing is None:
        return compass(angle)
    on_the_clock = clock_hour(angle, facing)
    clock = say("at {n} o’clock", "a la {n}" if on_the_clock == 1 else "a las {n}", n=on_the_clock)
    return say("{compass}, {clock}", "{compass}, {clock}", compass=compass(angle), clock=clock)


def from_edges(battle: Battle, at: Point) -> Say:
    """A place by its distances from the two edges that are nearest."""
    land = battle.land
    across = (WEST, at[0]) if at[0] <= land.width / 2 else (EAST, land.width - at[0])
    up = (SOUTH, at[1]) if at[1] <= land.depth / 2 else (NORTH, land.depth - at[1])
    parts = [say(edge.en, edge.es, n=length(inches)) for edge, inches in (across, up)]
    return say("{one}, {two}", "a {one}, a {two}", one=parts[0], two=parts[1])


def title_of(post: Post) -> Say:
    """The name of the post, or its place."""
    return (
        called(post.battle, post.key)
        if post.key
        else say("A place {where}", "Un punto {where}", where=from_edges(post.battle, post.at))
    )


def nearest_edge(battle: Battle, at: Point) -> Say:
    """A place by its distance from the nearest edge."""
    land = battle.land
    inches, edge = min(
        ((at[0], WEST), (land.width - at[0], EAST), (at[1], SOUTH), (land.depth - at[1], NORTH)),
        key=lambda one: one[0],
    )
    return say(edge.en, f"a {edge.es}", n=length(inches))


def extent(points: Sequence[Point]) -> Say:
    """The extent of something, west to east and south to north."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return say(
        "from {x0} to {x1} in from the west edge, from {y0} to {y1} in from the south edge",
        "de {x0} a {x1:pulgada+s} del borde oeste, de {y0} a {y1:pulgada+s} del borde sur",
        x0=short_length(min(xs)),
        x1=short_length(max(xs)),
        y0=short_length(min(ys)),
        y1=short_length(max(ys)),
    )


def on_the_edge(land: Land, at: Point) -> Say | None:
    """The edge that a place lies on."""
    x, y = at
    if y <= AT_THE_EDGE or y >= land.depth - AT_THE_EDGE:
        edge = (
            say("the south edge", "el borde sur")
            if y <= AT_THE_EDGE
            else say("the north edge", "el borde norte")
        )
        return say(
            "{edge}, {n} in from the west",
            "{edge}, a {n:pulgada+s} del oeste",
            edge=edge,
            n=short_length(x),
        )
    if x <= AT_THE_EDGE or x >= land.width - AT_THE_EDGE:
        edge = (
            say("the west edge", "el borde oeste")
            if x <= AT_THE_EDGE
            else say("the east edge", "el borde este")
        )
        return say(
            "{edge}, {n} in from the south",
            "{edge}, a {n:pulgada+s} del sur",
            edge=edge,
            n=short_length(y),
        )
    return None
