"""Recipes of tables for the six regions, in the order in which pieces are added."""

from __future__ import annotations

from collections.abc import Callable

from shapely import unary_union
from shapely.geometry.base import BaseGeometry

from app.games.heart_of_africa.land import Piece
from app.games.heart_of_africa.terrain import shapes
from app.games.heart_of_africa.terrain.carpets import add_carpet
from app.games.heart_of_africa.terrain.chart import DEFENDED, SEA
from app.games.heart_of_africa.terrain.country import OPPOSITE, Country
from app.games.heart_of_africa.terrain.courses import add_fords, add_sea
from app.games.heart_of_africa.terrain.growth import (
    bare_ground,
    clearings,
    coastal_bush,
    gallery_forest,
    grow,
    openings,
    rocks_below,
    slope_growth,
)
from app.games.heart_of_africa.terrain.heights import (
    heights,
    massif,
    ravine,
    rise,
    scarp_inland,
    shore_ravine,
    shore_rocks,
    small_kopje,
)
from app.games.heart_of_africa.terrain.hills import add_hill
from app.games.heart_of_africa.terrain.people import (
    gates,
    roads_past,
    short_track,
    village_cell,
    village_for,
    village_in_valley,
    wants_village,
)
from app.games.heart_of_africa.terrain.water import (
    coast_water,
    galleries,
    lengthwise,
    low_marsh,
    mouth_marsh,
    river_across,
    stream_across,
    swamps,
    tributary,
    valley_stream,
)

CORNERS = (("south", "west"), ("south", "east"), ("north", "west"), ("north", "east"))
HILL = ((17, 27), (12, 17))


class Slots:
    """The two pieces of permitted terrain that a table may have; a village required by the scenario
    does not count.
    """

    def __init__(self, country: Country):
        self.free, self.village_is_free = 2, country.scenario in DEFENDED

    def take(self, piece: object) -> None:
        self.free -= piece is not None

    def settle_in(self, village: object) -> None:
        self.free -= village is not None and not self.village_is_free


def steppe(country: Country) -> None:
    """Steppe: bare hills, scarps, dry ravines and rocks; hardly any water, at most one track."""
    chance, slots = country.chance, Slots(country)
    if country.happens(0.3):
        stream_across(country, 46, chance.choice(CORNERS))
    home = (
        village_for(country, country.under("stream"), (0, 0))
        if wants_village(country, 0.3)
        else None
    )
    slots.settle_in(home)
    heights(country, 0.85)
    if slots.free and country.happens(0.6):
        slots.take(small_kopje(country))
    for _ in range(chance.randint(1, 2)):
        ravine(country)
    for _ in range(chance.randint(1, 2)):
        add_hill(country, *HILL, off=country.no_room(), shy=1.0)
    if country.happens(0.75):
        short_track(country, home)
    gates(country, home)
    off = country.no_room()
    steppe_ground(country, off)
    if slots.free and country.happens(0.6):
        country.settle(
            "long_grass",
            (14, 25),
            (9, 14),
            off=off.union(country.under("rocky_ground")),
            near=country.under("stream"),
            shy=4.0,
        )


def steppe_ground(country: Country, off: BaseGeometry) -> None:
    """Add rocks and hills off the ground of `off`, up to the share of the dominant terrain."""
    foot = country.under("escarpment", "kopje", "low_hill", "ravine")

    def stones_or_hill() -> Piece | None:
        if country.happens(0.55):
            return rocks_below(country, off, foot)
        return add_hill(country, (16, 26), (12, 16), off=off, shy=1.0)

    grow(
        country,
        ("low_hill", "escarpment", "ravine", "rocky_ground"),
        country.chance.uniform(0.37, 0.46),
        stones_or_hill,
    )


def savannah(country: Country) -> None:
    """Savannah: low hills and long grass, water with trees along it, the road and its village."""
    chance, slots = country.chance, Slots(country)
    water = savannah_water(country)
    slots.take(water if water and water.kind == "river" else None)
    home = (
        village_for(country, country.under("stream", "river"))
        if wants_village(country, 0.5)
        else None
    )
    slots.settle_in(home)
    permitted = savannah_extras(country, slots.free, has_water=water is not None)
    off = country.no_room().union(country.under("marsh"))
    for _ in range(chance.randint(2, 3)):
        add_hill(country, *HILL, off=off, shy=1.0)
    roads_past(country, home)
    for river in country.of("river"):
        add_fords(country, river)
    gates(country, home)
    if "jungle" in permitted:
        gallery_forest(country)
    bare = bare_ground(country, "marsh").union(country.under("jungle").buffer(0.5))
    grow(
        country,
        ("low_hill", "long_grass"),
        chance.uniform(0.38, 0.47),
        lambda: country.settle(
            "long_grass",
            (15, 32),
            (9, 17),
            off=bare,
            avoid=country.under("low_hill"),
            shy=2.2,
            rough=0.26,
            cut=True,
        ),
    )


def prairie(country: Country) -> None:
    """Prairie: high grass, woods along the water, tracks and clearings."""
    slots, draw = Slots(country), country.chance.random()
    water = river_across(country) if draw < 0.15 else stream_across(country) if draw < 0.9 else None
    slots.take(water if water and water.kind == "river" else None)
    home = (
        village_for(country, country.under("stream", "river"), (1, 2))
        if wants_village(country, 0.4)
        else None
    )
    slots.settle_in(home)
    if slots.free and country.happens(0.35):
        slots.take(add_hill(country, (17, 25), (12, 16), off=country.no_room(), shy=1.0))
    roads_past(country, home, branch=0.7)
    for river in country.of("river"):
        add_fords(country, river)
    gates(country, home)
    if water and slots.free:
        galleries(country, water, slots.free)
    woods = country.under("jungle")
    add_carpet(
        country,
        "long_grass",
        [woods, *openings(country, (34, 42), (6.2, 7.5)), *clearings(country, 8, (8, 14), woods)],
        0.676,
    )


def forest(country: Country) -> None:
    """Forest: jungle with swamps along the streams, a track through it, a few clearings."""
    chance, slots = country.chance, Slots(country)
    water = (
        river_across(country)
        if country.happens(0.2)
        else stream_across(country, between=lengthwise(country))
    )
    slots.take(water if water and water.kind == "river" else None)
    if water and water.kind == "stream" and country.happens(0.55):
        tributary(country, water)
    home = (
        village_for(country, country.under("stream", "river"), (1, 2))
        if wants_village(country, 0.5)
        else None
    )
    slots.settle_in(home)
    if slots.free and country.happens(0.4):
        add_hill(country, (17, 25), (12, 16), off=country.no_room(), shy=1.0)
    roads_past(country, home, branch=0.25)
    for river in country.of("river"):
        add_fords(country, river)
    gates(country, home)
    dry = openings(country, (32, 38), (5.8, 7.0))
    swamps(country, chance.uniform(0.35, 0.38), unary_union(dry))
    meadows = (
        [
            shapes.soft(country.ground[piece.id].buffer(-2.3), 0.4)
            for piece in country.of("marsh")[:1]
        ]
        if country.happens(0.7)
        else []
    )
    add_carpet(
        country,
        "jungle",
        [*dry, *clearings(country, 2, (9, 14)), *meadows, *clearings(country, 2, (8, 12))],
        0.676,
    )


def mountain(country: Country) -> None:
    """Mountain: many hills with narrow valleys; streams and tracks follow the valleys, woods and
    rocks the slopes.
    """
    chance, slots = country.chance, Slots(country)
    cells = massif(country)
    chosen = village_cell(country, cells) if wants_village(country, 0.35) else None
    for cell in cells:
        if cell is not chosen:
            rise(country, cell)
    home = village_in_valley(country, chosen) if chosen is not None else None
    slots.settle_in(home)
    valley_stream(country)
    roads_past(country, home, branch=0.3)
    gates(country, home)
    off = bare_ground(country, "stream")
    grow(
        country,
        ("jungle", "rocky_ground"),
        chance.uniform(0.36, 0.43),
        lambda: slope_growth(country, off),
        26,
    )
    if slots.free and country.happens(0.35):
        country.settle(
            "long_grass",
            (14, 22),
            (9, 13),
            off=off.union(country.under("jungle", "rocky_ground")),
            shy=3.0,
        )


def coast(country: Country) -> None:
    """Coast: the shore of an ocean or great lake: swamp at the river mouth, bush behind the beach,
    a scarp inland.
    """
    chance, slots = country.chance, Slots(country)
    edge = chance.choice(country.flanks)
    add_sea(country, edge, chance.uniform(5.5, 8.5))
    water = coast_water(country, edge)
    slots.take(water if water and water.kind == "river" else None)
    home = (
        village_for(country, country.under(SEA, "river", "stream"))
        if wants_village(country, 0.55)
        else None
    )
    slots.settle_in(home)
    if country.happens(0.4):
        scarp_inland(country, OPPOSITE[edge])
    if water is None or country.happens(0.4):
        shore_ravine(country, edge)
    if slots.free and country.happens(0.5):
        slots.take(add_hill(country, (16, 24), (12, 16), off=country.no_room(), shy=1.0))
    mouth_marsh(country, edge, water)
    coast_roads(country, edge, home)
    for river in country.of("river"):
        add_fords(country, river)
    gates(country, home)
    bare = bare_ground(country, "ravine")
    grow(
        country,
        (SEA, "escarpment", "jungle", "marsh", "ravine"),
        chance.uniform(0.38, 0.46),
        lambda: coastal_bush(country, bare),
        20,
    )
    if slots.free and country.happens(0.5):
        off = bare.union(country.under("jungle", "marsh"))
        country.settle("long_grass", (14, 26), (9, 14), off=off, shy=2.0, rough=0.24)
    if country.happens(0.5):
        shore_rocks(country, edge)


def coast_roads(country: Country, edge: str, home: Piece | None) -> None:
    """Add the road from front to front, or from a front inland."""
    along = country.scenario == "ambush" or country.happens(0.8)
    ends = country.fronts if along else (country.fronts[0], OPPOSITE[edge])
    roads_past(country, home, ends, branch=0.35)


RECIPES: dict[str, Callable[[Country], None]] = {
    "steppe": steppe,
    "savannah": savannah,
    "prairie": prairie,
    "forest": forest,
    "mountain": mountain,
    "coast": coast,
}


def savannah_extras(country: Country, most: int, *, has_water: bool) -> list[str]:
    """Draw the permitted terrain of a savannah and add it, except the jungle, which follows the
    roads. Returns the kinds.
    """
    odds = {
        "kopje": 0.45,
        "escarpment": 0.25,
        "jungle": 0.8 if has_water else 0.4,
        "marsh": 0.35 if has_water else 0.1,
    }
    wanted = [kind for kind, share in odds.items() if country.happens(share)]
    country.chance.shuffle(wanted)
    makes: dict[str, Callable[[], object]] = {
        "kopje": lambda: small_kopje(country),
        "escarpment": lambda: heights(country, 1.0, 1.0),
        "marsh": lambda: low_marsh(country),
    }
    for kind in wanted[:most]:
        makes.get(kind, lambda: None)()
    return wanted[:most]


def savannah_water(country: Country) -> Piece | None:
    """A river, a stream, a stream with a tributary, or none."""
    draw = country.chance.random()
    if draw < 0.22:
        return river_across(country)
    water = stream_across(country) if draw < 0.75 else None
    if water and country.happens(0.3):
        tributary(country, water)
    return water
