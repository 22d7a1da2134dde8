"""Tables of counters and of the ground."""

from __future__ import annotations

from collections.abc import Mapping

from app.games.africa_1859.data_file import GameData, Terrain
from app.games.africa_1859.play_sheet.cells import COMPLETION, number, published, signed, yes_no
from app.games.africa_1859.state import MOROCCO, SPAIN
from app.kernel.report_tables import Sheet
from app.kernel.say import Say, as_is, say


def piece_sheets(data: GameData) -> tuple[Sheet, ...]:
    """Units of both sides, leaders, terrain, ways and stacking."""
    return (
        *(unit_sheet(data, side) for side in (SPAIN, MOROCCO)),
        leader_counters(data),
        terrain_sheet(data),
        edge_sheet(data),
        stacking_sheet(data),
    )


CLASSES: Mapping[str, Say] = {
    "infantry": say("infantry", "infantería"),
    "engineer": say("engineers", "ingenieros"),
    "cavalry": say("cavalry", "caballería"),
    "artillery": say("artillery", "artillería"),
    "convoy": say("convoy", "convoy"),
    "ship": say("ship", "buque"),
}


def unit_sheet(data: GameData, side: str) -> Sheet:
    """Factors of the units of a side."""
    rows = tuple(
        (
            kind.title,
            CLASSES[kind.unit_class],
            yes_no(kind.is_light),
            number(kind.cf),
            number(kind.ff or kind.af),
            number(kind.morale),
            number(kind.steps),
            number(kind.move),
        )
        for kind in data.kinds.values()
        if kind.side == side
    )
    return Sheet(
        say("Units: {side}", "Unidades: {side}", side=data.sides[side]),
        published(
            say("points 8.3 and 8.4", "puntos 8.3 y 8.4"),
            "They name light infantry and cavalry; the factors are our completion. A unit with half "
            "of its steps or less has each factor {less}.",
            "Citan la infantería ligera y la caballería; los factores son complemento nuestro. Con "
            "la mitad de los pasos o menos, cada factor tiene {less}.",
            less=signed(data.tables["reduction"]),
        ),
        (
            say("unit", "unidad"),
            say("class", "clase"),
            say("can screen", "puede cubrir"),
            say("combat", "combate"),
            say("fire or guns", "fuego o artillería"),
            say("morale", "moral"),
            say("steps", "pasos"),
            say("spaces", "espacios"),
        ),
        rows,
        ("AFR-ASL-04", "AFB-UNI-01", "AFB-UNI-02", "AFB-UNI-03"),
    )


def leader_counters(data: GameData) -> Sheet:
    """Both factors of each leader."""
    rows = tuple(
        (one.title, data.sides[one.side], as_is(f"{one.a}/{one.b}"))
        for one in data.leaders.values()
    )
    return Sheet(
        say("Leaders: clash and morale", "Líderes: choque y moral"),
        published(
            say("point 9", "punto 9"),
            "It gives the counter 0/0; the other factors are our completion.",
            "Da la ficha 0/0; los demás factores son complemento nuestro.",
        ),
        (say("leader", "líder"), say("side", "bando"), say("factors", "factores")),
        rows,
        ("AFB-UNI-07", "AFR-LDR-03"),
    )


def terrain_sheet(data: GameData) -> Sheet:
    """Defence, cover and passage of each terrain."""
    works = data.tables["works"]
    added = (
        (say("+ works", "+ atrincheramientos"), works["works"]),
        (say("+ fort", "+ fuerte"), works["fort"]),
    )
    rows = (
        *(
            (
                one.title,
                number(one.defence),
                yes_no(one.has_cover),
                yes_no(one.is_open),
                wheels_into(one),
            )
            for one in data.terrain.values()
        ),
        *(
            (title, signed(amount), yes_no(True), yes_no(False), as_is("–"))
            for title, amount in added
        ),
    )
    return Sheet(
        say("Ground", "Terreno"),
        COMPLETION,
        (
            say("terrain", "terreno"),
            say("defence", "defensa"),
            say("cover", "cubierta"),
            say("open to cavalry", "abierto a la caballería"),
            say("wheeled guns and convoys", "artillería rodada y convoyes"),
        ),
        rows,
        ("AFB-MAP-02", "AFB-MAP-03"),
    )


def wheels_into(terrain: Terrain) -> Say:
    """Entry of wheels into a terrain."""
    if terrain.has_roads_only:
        return say("by road or bridge", "por camino o puente")
    return yes_no(True)


EDGES: Mapping[str, Say] = {
    "open": say("open ground", "campo abierto"),
    "road": say("road", "camino"),
    "bridge": say("bridge", "puente"),
    "river": say("river", "río"),
    "track": say("track", "senda"),
}


def edge_sheet(data: GameData) -> Sheet:
    """Ways between spaces."""
    return Sheet(
        say("Ways between spaces", "Tramos entre espacios"),
        COMPLETION,
        (
            say("way", "tramo"),
            say("wheeled guns and convoys", "artillería rodada y convoyes"),
            say("crossing in an assault", "paso de río en un asalto"),
        ),
        tuple(
            (EDGES[key], yes_no(key not in data.no_wheels), yes_no(key in data.crossings))
            for key in EDGES
        ),
        ("AFB-MAP-01", "AFB-MAP-03"),
    )


def stacking_sheet(data: GameData) -> Sheet:
    """Limits of a space."""
    limits = data.stacking
    return Sheet(
        say("Most of one side in a space", "Máximo de un bando en un espacio"),
        COMPLETION,
        (say("counters", "fichas"), say("most", "máximo")),
        (
            (
                say("infantry, cavalry, engineers", "infantería, caballería, ingenieros"),
                number(limits["units"]),
            ),
            (
                say(
                    "the same in a town, a fort or with an own camp marker",
                    "lo mismo en una plaza, un fuerte o con marcador de campamento propio",
                ),
                number(limits["units"] + limits["town_or_camp_bonus"]),
            ),
            (say("artillery", "artillería"), number(limits["artillery"])),
            (say("leaders, convoys", "líderes, convoyes"), say("no limit", "sin límite")),
        ),
        ("AFB-STK-01",),
    )
