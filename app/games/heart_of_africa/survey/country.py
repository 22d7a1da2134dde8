"""Country and works in words: the effects of each kind, and the place of each piece."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import shapely

from app.games.heart_of_africa.land import Land, Piece, Work
from app.games.heart_of_africa.presentation.naming import place_title, side_title
from app.games.heart_of_africa.sight.cover import FAR_OFF
from app.games.heart_of_africa.sight.edges import BEHIND_EDGE, BESIDE_RAVINE
from app.games.heart_of_africa.sight.ground import enclosed_area, kept_with
from app.games.heart_of_africa.sight.growth import LIMITS
from app.games.heart_of_africa.sight.hills import HILL_REACH
from app.games.heart_of_africa.state import Battle
from app.games.heart_of_africa.survey.words import extent, on_the_edge
from app.games.heart_of_africa.terrain_and_works import piece_of, work_of
from app.kernel.say import Say, as_is, say
from app.kernel.space.notation import place_words
from app.kernel.space.plane import Path, Point
from app.kernel.survey import Fact, Ground

BENDS = 1.5
"""Largest deviation of a winding line in words (inches)."""
OPEN, SLOW = (
    say("Open going", "Terreno abierto para mover"),
    say("Difficult going", "Terreno difícil para mover"),
)
COVERS_ALL, COVERS_FOOT = (
    say("Cover for all figures in it", "Cubre a todas las figuras que están dentro"),
    say("Cover for figures on foot", "Cubre a las figuras a pie"),
)
COVERS_STILL = say(
    "Cover for figures on foot that do not move, from more than {n} in away",
    "Cubre a las figuras a pie que no se mueven, a más de {n:pulgada+s}",
    n=FAR_OFF,
)
COVERS_BANK = say(
    "Cover at the bank for figures on foot that do not move and face outwards",
    "La orilla cubre a las figuras a pie que no se mueven y miran hacia fuera",
)
BURNS = say("It burns", "Arde")
WATER = say("For boats alone", "Solo para embarcaciones")


def growth_facts(kind: str) -> Say:
    return say(
        "A line of sight through more than {n} in of it is blocked",
        "Tapa la línea de visión que lo atraviesa más de {n:pulgada+s}",
        n=LIMITS[kind],
    )


EFFECTS: Mapping[str, tuple[tuple[Say, str], ...]] = {
    "low_hill": (
        (OPEN, "HOA-TER-02"),
        (
            say("Its crest blocks every line across it", "La cresta tapa toda línea que la cruza"),
            "HOA-TER-03",
        ),
        (
            say(
                "Points nearer to the middle of the crest are higher",
                "Lo más cercano al centro de la cresta está más alto",
            ),
            "HOA-TER-04",
        ),
        (
            say(
                "On one hill figures see at most {n} in",
                "En una misma colina no se ve a más de {n:pulgada+s}",
                n=HILL_REACH,
            ),
            "HOA-TER-05",
        ),
    ),
    "escarpment": (
        (
            say(
                "Its slope is difficult going and covers all figures",
                "La ladera es terreno difícil y cubre a todas las figuras",
            ),
            "HOA-TER-07",
        ),
        (
            say(
                "Figures see across its top edge only from {n} in behind it or less",
                "Por encima del borde superior solo se ve desde {n:pulgada+s} o menos",
                n=BEHIND_EDGE,
            ),
            "HOA-TER-08",
        ),
    ),
    "kopje": (
        (
            say(
                "Its slope is difficult going and covers all figures; its top is rocky ground",
                "La ladera es terreno difícil y cubre a todas las figuras; la cima es terreno "
                "rocoso",
            ),
            "HOA-TER-09",
        ),
    ),
    "jungle": (
        (SLOW, "HOA-TER-11"),
        (COVERS_ALL, "HOA-TER-11"),
        (growth_facts("jungle"), "HOA-TER-12"),
    ),
    "long_grass": (
        (SLOW, "HOA-TER-13"),
        (say("No cover", "No cubre"), "HOA-TER-13"),
        (growth_facts("long_grass"), "HOA-TER-14"),
        (BURNS, "HOA-FIR-04"),
    ),
    "rocky_ground": ((OPEN, "HOA-TER-16"), (COVERS_FOOT, "HOA-TER-16")),
    "cultivation": ((OPEN, "HOA-TER-18"), (COVERS_STILL, "HOA-TER-18")),
    "village": (
        (OPEN, "HOA-TER-19"),
        (
            say(
                "Cover for all visible figures in it, but not from Artillery",
                "Cubre a las figuras visibles que están dentro, pero no de la Artillería",
            ),
            "HOA-TER-22",
        ),
        (growth_facts("village"), "HOA-TER-21"),
        (BURNS, "HOA-FIR-04"),
    ),
    "marsh": (
        (SLOW, "HOA-TER-23"),
        (
            say("Closed to riders, guns and baggage", "Cerrada a montados, piezas y bagaje"),
            "HOA-TER-24",
        ),
        (COVERS_STILL, "HOA-TER-23"),
    ),
    "stream": ((SLOW, "HOA-TER-26"), (COVERS_BANK, "HOA-TER-27")),
    "ravine": (
        (
            say(
                "Its rims are difficult going, its bottom is not",
                "Los bordes son terreno difícil; el fondo, no",
            ),
            "HOA-TER-28",
        ),
        (COVERS_FOOT, "HOA-TER-28"),
        (
            say(
                "Figures see into it only from {n} in off the rim or less",
                "Solo se ve el interior a {n:pulgada+s} o menos del borde",
                n=BESIDE_RAVINE,
            ),
            "HOA-TER-29",
        ),
    ),
    "river": (
        (say("Crossed by boat or at a ford", "Se cruza en bote o por un vado"), "HOA-TER-30"),
        (COVERS_BANK, "HOA-TER-32"),
    ),
    "ford": (
        (SLOW, "HOA-TER-31"),
        (say("Roll one die for crocodiles", "Se tira un dado por los cocodrilos"), "HOA-TER-31"),
    ),
    "sea_or_lake": ((WATER, "HOA-TER-33"),),
    "road": (
        (
            say(
                "Open going through all but kopjes and marsh",
                "Terreno abierto a través de todo, salvo kopjes y marismas",
            ),
            "HOA-TER-34",
        ),
        (
            say(
                "Growth does not hinder sight along it",
                "La vegetación no impide ver a lo largo de él",
            ),
            "HOA-TER-35",
        ),
    ),
    "field_fortification": (
        (
            say(
                "Only figures on foot at it see across it",
                "Solo ven por encima las figuras a pie que están junto a ella",
            ),
            "HOA-FRT-03",
        ),
        (
            say(
                "Cover for figures behind it, but not from Artillery",
                "Cubre a las figuras que están detrás, pero no de la Artillería",
            ),
            "HOA-FRT-11",
        ),
        (say("Climbing over takes a whole turn", "Trepar lleva un turno entero"), "HOA-FRT-04"),
    ),
    "barricade": (
        (
            say(
                "Only figures at it see across it",
                "Solo ven por encima las figuras que están junto a ella",
            ),
            "HOA-FRT-03",
        ),
        (
            say(
                "Cover for figures behind it, but not from Artillery",
                "Cubre a las figuras que están detrás, pero no de la Artillería",
            ),
            "HOA-FRT-16",
        ),
    ),
    "fence": (
        (
            say(
                "A man-high one counts as a barricade; a higher one blocks every line",
                "De la altura de un hombre vale como barricada; si es más alto, tapa toda línea",
            ),
            "HOA-TER-20",
        ),
    ),
    "temba": (
        (
            say(
                "Its walls stop all figures and hide those that do not shoot",
                "Los muros detienen a todas las figuras y ocultan a las que no disparan",
            ),
            "HOA-FRT-24",
        ),
    ),
    "mission_station": ((say("Built like a Temba", "Como una Temba"), "HOA-FRT-18"),),
    "trap": (
        (
            say(
                "Stakes or a dummy: a figure that steps on it finds out",
                "De estacas o fingida: lo descubre la figura que la pise",
            ),
            "HOA-STR-02",
        ),
    ),
    "stake_trap": (
        (
            say(
                "A figure that steps on it stops, and rolls to survive",
                "La figura que la pisa se detiene y tira para salvarse",
            ),
            "HOA-STR-03",
        ),
    ),
    "dummy_trap": ((say("It does no harm", "No hace daño"), "HOA-STR-02"),),
}


def country_title(battle: Battle, key: str) -> Say | None:
    """The title of a piece of country or a work, numbered if there are several of its kind; None
    for others.
    """
    thing = piece_of(battle, key) or work_of(battle, key.partition("/")[0])
    if thing is None:
        return None
    title, number = place_title(battle, thing.id), piece_numbers(battle.land).get(thing.id, 0)
    return (
        say("{title} {number}", "{title} {number}", title=title, number=number) if number else title
    )


def piece_numbers(land: Land) -> Mapping[str, int]:
    """The number of each piece among those of its kind; none for a single one."""

    def make(land: Land) -> dict[str, int]:
        alike: dict[str, list[str]] = {}
        things: tuple[Piece | Work, ...] = (*land.pieces, *land.works)
        for thing in things:
            alike.setdefault(thing.kind, []).append(thing.id)
        return {
            key: place
            for keys in alike.values()
            if len(keys) > 1
            for place, key in enumerate(keys, start=1)
        }

    return kept_with(land, "numbers of the country", make)


def country_of(battle: Battle) -> tuple[Ground, ...]:
    """Every kind of country and works on the table."""
    things: dict[str, list[Piece | Work]] = {}
    works = tuple(work for work in battle.land.works if not work.removed)
    every: tuple[Piece | Work, ...] = (*battle.land.pieces, *works)
    for thing in every:
        things.setdefault(thing.kind, []).append(thing)
    return tuple(
        Ground(
            place_title(battle, its[0].id),
            tuple(Fact(says, rule) for says, rule in EFFECTS.get(kind, ())),
            tuple(place_of_piece(battle, thing) for thing in its),
        )
        for kind, its in things.items()
    )


def place_of_piece(battle: Battle, thing: Piece | Work) -> Say:
    """A piece by its name and place."""
    title = country_title(battle, thing.id) or as_is(thing.id)
    parts = tuple(piece_lies(battle, thing) if isinstance(thing, Piece) else work_lies(thing))
    owner = side_title(battle, thing.owner) if thing.owner else None
    where = tuple(say("{it}", "{it}", it=part) for part in parts)
    its = (
        say("{title} ({owner})", "{title} ({owner})", title=title, owner=owner)
        if owner is not None
        else title
    )
    return say("{its}: {where}", "{its}: {where}", its=its, where=where)


def piece_lies(battle: Battle, piece: Piece) -> Iterator[Say]:
    if len(piece.path) > 1 and piece.kind in ("road", "stream", "river", "ravine"):
        yield course_words(battle.land, piece.path)
    elif piece.outline:
        yield extent(piece.outline)
        if piece.kind not in ("road", "sea_or_lake"):
            yield say(
                "about {n} square inches",
                "unas {n:pulgada+s} cuadradas",
                n=round(enclosed_area(piece.outline).area),
            )
    if piece.crest is not None:
        yield say(
            "its crest from {a} to {b}",
            "su cresta de {a} a {b}",
            a=pair(piece.crest[0]),
            b=pair(piece.crest[1]),
        )
    if len(piece.high) > 2:
        yield say("its high ground {where}", "su parte alta {where}", where=extent(piece.high))
    if piece.crocodiles:
        yield say("with crocodiles", "con cocodrilos")


def work_lies(work: Work) -> Iterator[Say]:
    if work.line:
        yield corner_words(simple_path(work.line))
    elif work.rect is not None:
        x0, y0, x1, y1 = work.rect
        yield extent(((x0, y0), (x1, y1)))
    elif work.at is not None:
        yield say("at {at}", "en {at}", at=pair(work.at))
    if work.breaches:
        yield (
            say("{n} breaches", "{n} brechas", n=len(work.breaches))
            if len(work.breaches) > 1
            else say("1 breach", "1 brecha")
        )


def course_words(land: Land, path: Path) -> Say:
    """A road or a water from end to end."""
    first, last = (on_the_edge(land, end) or pair(end) for end in (path[0], path[-1]))
    bends = simple_path(path)[1:-1]
    if not bends:
        return say("from {first} to {last}", "desde {first} hasta {last}", first=first, last=last)
    return say(
        "from {first}, by {way}, to {last}",
        "desde {first}, por {way}, hasta {last}",
        first=first,
        last=last,
        way=corner_words(bends),
    )


def corner_words(path: Sequence[Point]) -> Say:
    """A line from corner to corner."""
    text = " → ".join(f"{{p{place}}}" for place in range(len(path)))
    return Say(text, text, {f"p{place}": pair(point) for place, point in enumerate(path)})


def simple_path(path: Path) -> Sequence[Point]:
    return [(x, y) for x, y in shapely.LineString(path).simplify(BENDS).coords]


def pair(point: Point) -> Say:
    """A place: inches from the west and from the south edge, “36, 24.5”, «36 / 24,5»."""
    return place_words(point)
