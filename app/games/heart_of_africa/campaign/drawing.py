"""Map of a campaign: territories of the peoples, subjects under their masters, tracks of Explorers.

The map is a sketch: each player has a place on a ring, by joining, and keeps it. More than eight
players stand in rows.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from itertools import chain
from textwrap import wrap
from zlib import crc32

from app.games.heart_of_africa.campaign.fog import View
from app.games.heart_of_africa.campaign.honours import end_is_proposed
from app.games.heart_of_africa.campaign.map_lines import curves, path_of, tag_box
from app.games.heart_of_africa.campaign.names import (
    CLASSES,
    STATUSES,
    date_of,
    nation_of,
    player_title,
    shape_of,
    title_of,
)
from app.games.heart_of_africa.campaign.state import COLONIAL, EXPLORER, NATIVE, Player, Season
from app.kernel.contract import Marks
from app.kernel.say import Say, say
from app.kernel.scene import NOTHING, Box, Element, Ink, Layer, Point, Scene, Spot

SHEET: Box = (0.0, 0.0, 800.0, 720.0)
CENTRE: Point = (400.0, 375.0)
RING = (285.0, 245.0)
FEW, MANY = 8, 16
"""Places on the ring, and in the rows of a campaign of many players."""
COLUMNS = (100.0, 300.0, 500.0, 700.0)
FIRST_ROW, ROW = 90.0, 190.0
SPREAD = (4, 0, 6, 2, 5, 1, 7, 3)
"""Order in which the eight places are taken, so that the first players are far apart."""
RADII = {FEW: 96.0, MANY: 84.0}
CORNERS = 11
LAKE_RADIUS = 74.0
MARGIN, HEAD = 118.0, 34.0
LETTERS = {FEW: 16, MANY: 12}
"""Letters of a line of text below a sign."""
NAME_ROW, LINE_ROW = 31, 30
TagRows = tuple[list[str], list[str]]
"""Rows of the name of a player, and of the line below it."""


def draw(view: View, marks: Marks, language: str) -> Scene:
    """Map of the season, with the players' names and accounts."""
    season = view.season
    places = places_of(season)
    rows = {player.key: tag_rows(season, player, language) for player in season.by_joining}
    tags = {key: tag_box(places[key], [*chain(*parts)]) for key, parts in rows.items()}
    layers = (
        Layer("lake", Ink((way(blob("lake", CENTRE, LAKE_RADIUS), "cmp-lake"),))),
        Layer("realms", Ink(tuple(realms(season, places, marks)))),
        Layer("tracks", Ink(tuple(tracks(season, tags)))),
        Layer("attacks", Ink(tuple(attacks(season, tags)))),
        Layer("signs", Ink(tuple(signs(season, places, marks)))),
        Layer("names", Ink(tuple(name_texts(season, places, rows, language)))),
    )
    sheet = sheet_of(places)
    return Scene(
        "cmp-board",
        map_words(season).in_(language),
        sheet,
        sheet,
        (sheet[0] + sheet[2] / 2, sheet[1] + sheet[3] / 2),
        sheet,
        (),
        "heart-of-africa-campaign",
        layers,
        NOTHING,
        tuple(
            Spot(player.key, places[player.key], spot_words(season, player).in_(language))
            for player in season.by_joining
        ),
        reach=RADII[FEW],
    )


def map_words(season: Season) -> Say:
    """The whole map in words."""
    players = tuple(spot_words(season, player) for player in season.by_joining)
    if not players:
        return say("Map of the campaign, without players", "Mapa de la campaña, sin jugadores")
    return say(
        "Map of the campaign. {date}. {players}",
        "Mapa de la campaña. {date}. {players}",
        date=heading(season),
        players=players,
    )


def spot_words(season: Season, player: Player) -> Say:
    """Name of a player with everything that the map shows of it."""
    words = say(
        "{who}: {words}",
        "{who}: {words}",
        who=player_title(player),
        words=card_words(season, player),
    )
    if not player.explored:
        return words
    return say(
        "{words}; track through {all}",
        "{words}; recorrido por {all}",
        words=words,
        all=tuple(title_of(season, key) for key in player.explored),
    )


# ----------------------------------------------------------------------------- places
def places_of(season: Season) -> dict[str, Point]:
    """Place of each player on the ring, or in the rows."""
    place = on_ring if slots_of(season) == FEW else in_rows
    return {player.key: place(number) for number, player in enumerate(season.by_joining)}


def sheet_of(places: dict[str, Point]) -> Box:
    """Part of the map that holds all places, the lake and the date; at least the middle."""
    heights = [CENTRE[1], *(y for _, y in places.values())]
    top, bottom = min(heights) - MARGIN, max(heights) + MARGIN
    return (SHEET[0], top - HEAD, SHEET[2], bottom - top + HEAD)


BLOBS_KEPT = 500
"""Outlines of territories that stay in memory."""


def slots_of(season: Season) -> int:
    """Number of places on the map."""
    return FEW if len(season.players) <= FEW else MANY


def on_ring(number: int) -> Point:
    """Place with this number; the eight places are taken in an order that spreads them."""
    angle = 2 * math.pi * SPREAD[number] / FEW
    return (CENTRE[0] + RING[0] * math.cos(angle), CENTRE[1] + RING[1] * math.sin(angle))


def in_rows(number: int) -> Point:
    """Place with this number, row by row."""
    row, column = divmod(number, len(COLUMNS))
    return (COLUMNS[column], FIRST_ROW + row * ROW)


@lru_cache(BLOBS_KEPT)
def blob(key: str, centre: Point, radius: float) -> str:
    """Closed curve round a centre; the same key gives the same curve."""
    points = []
    for corner in range(CORNERS):
        stretch = 0.84 + 0.26 * (crc32(f"{key}/{corner}".encode()) % 1000) / 1000
        angle = 2 * math.pi * corner / CORNERS
        points.append(
            (
                centre[0] + radius * stretch * math.cos(angle),
                centre[1] + radius * stretch * math.sin(angle),
            )
        )
    return smooth(points)


def smooth(points: list[Point]) -> str:
    """Closed Catmull-Rom curve through the points, as an SVG path."""
    total = len(points)
    parts = [f"M{points[0][0]:.1f} {points[0][1]:.1f}"]
    for place in range(total):
        before, start, end, after = (points[(place + step) % total] for step in (-1, 0, 1, 2))
        one = (start[0] + (end[0] - before[0]) / 6, start[1] + (end[1] - before[1]) / 6)
        two = (end[0] - (after[0] - start[0]) / 6, end[1] - (after[1] - start[1]) / 6)
        numbers = " ".join(f"{x:.1f} {y:.1f}" for x, y in (one, two, end))
        parts.append(f"C{numbers}")
    return "".join(parts) + "Z"


# ----------------------------------------------------------------------------- layers
def way(path: str, style: str, **more: str) -> Element:
    """Path with a class."""
    attrs = (*(("data-" + name, value) for name, value in more.items()), ("d", path))
    return Element("path", (("class", style), *attrs))


def realms(season: Season, places: dict[str, Point], marks: Marks) -> Iterator[Element]:
    """Territories of native peoples; a subject has the colour of its master."""
    radius = RADII[slots_of(season)]
    for player in season.by_joining:
        if player.class_ != NATIVE:
            continue
        owner = player.master or player.key
        states = [
            "cmp-realm",
            f"cmp-{shape_of(owner)}",
            "is-subject" if player.master else "",
            "" if player.is_active or player.master else "is-out",
            "is-chosen" if player.key in (marks.piece, marks.target) else "",
        ]
        style = " ".join(filter(None, states))
        yield way(blob(player.key, places[player.key], radius), style, piece=player.key)


def tracks(season: Season, tags: dict[str, Box]) -> Iterator[Element]:
    """Tracks of Explorers with a point at each stop, and lines from Colonials to their
    districts.
    """
    for player in season.by_joining:
        own = f"cmp-{shape_of(player.key)}"
        stops = [key for key in player.explored if key in tags]
        if stops:
            parts = curves(tags, [player.key, *stops], CENTRE)
            yield way(path_of(parts), f"cmp-track {own}")
            for part in parts:
                yield dot(part[-1], 6.0, f"cmp-stop {own}")
        for district in player.districts:
            if district in tags:
                line = path_of(curves(tags, [player.key, district], CENTRE))
                yield way(line, f"cmp-bond {own}")


def attacks(season: Season, tags: dict[str, Box]) -> Iterator[Element]:
    """Attacks and open battles of this turn, from attacker to defender."""
    pairs = [(talk.attacker, talk.defender) for talk in season.talks if talk.is_attack]
    pairs += [war.players for war in season.battles if war.is_open]
    for attacker, defender in pairs:
        if attacker in tags and defender in tags:
            parts = curves(tags, [attacker, defender], CENTRE)
            yield way(path_of(parts), f"cmp-attack cmp-{shape_of(attacker)}")
            yield dot(parts[-1][-1], 9.0, f"cmp-goal cmp-{shape_of(attacker)}")


def dot(at: Point, radius: float, style: str) -> Element:
    """Circle with a class."""
    numbers = (("cx", f"{at[0]:.1f}"), ("cy", f"{at[1]:.1f}"), ("r", f"{radius:g}"))
    return Element("circle", (("class", style), *numbers))


def signs(season: Season, places: dict[str, Point], marks: Marks) -> Iterator[Element]:
    """Letter of each player; its rim tells the class: round, triangle or square."""
    for player in season.by_joining:
        x, y = places[player.key]
        shape = shape_of(player.key)
        idle = "" if player.is_active else " is-out"
        chosen = " is-chosen" if player.key in (marks.piece, marks.target) else ""
        style = f"cmp-sign cmp-{shape}{idle}{chosen}"
        y -= 34
        yield Element(
            "g",
            (("class", style), ("data-piece", player.key)),
            (outline(player, x, y), text((x, y + 8), shape.upper(), "cmp-letter")),
        )


def outline(player: Player, x: float, y: float) -> Element:
    """Rim of a sign by the class of the player."""
    if player.class_ == EXPLORER:
        return Element("path", (("d", f"M{x:.1f} {y - 30:.1f}l27 48h-54Z"),))
    if player.class_ == COLONIAL:
        return Element("path", (("d", f"M{x - 21:.1f} {y - 21:.1f}h42v42h-42Z"),))
    return dot((x, y), 22.0, "cmp-rim")


def name_texts(
    season: Season, places: dict[str, Point], rows: dict[str, TagRows], language: str
) -> Iterator[Element]:
    """Date, names of the players and a line about each."""
    yield text((20.0, sheet_of(places)[1] + 44.0), heading(season).in_(language), "cmp-date")
    for key, (name, words) in rows.items():
        x, y = places[key]
        for row, part in enumerate(name):
            yield text((x, y + 18 + NAME_ROW * row), part, "cmp-name")
        for row, part in enumerate(words):
            yield text((x, y + 18 + NAME_ROW * len(name) + LINE_ROW * row), part, "cmp-line")


def tag_rows(season: Season, player: Player, language: str) -> TagRows:
    """Rows of the name of a player, and of the line below it."""
    letters = LETTERS[slots_of(season)]
    return (
        wrap(player_title(player).in_(language), letters),
        wrap(holding_words(season, player).in_(language), letters),
    )


def holding_words(season: Season, player: Player) -> Say:
    """Short line below the name: account, districts, or the state of a player out of play."""
    if player.master:
        return say("subject of {who:the}", "súbdito {who:del}", who=title_of(season, player.master))
    if not player.is_active:
        return STATUSES[player.status]
    if player.class_ == COLONIAL:
        return say("{n:district+s}", "{n:distrito+s}", n=len(player.districts))
    return say("{n:hongo+s}", "{n:hongo+s}", n=player.hongos or 0)


def heading(season: Season) -> Say:
    """Turn and date, and whether the end is proposed."""
    date = say("Turn {n}: {date}", "Turno {n}: {date}", n=season.turn, date=date_of(season))
    if not season.players or not end_is_proposed(season):
        return date
    return say("{date} · end proposed", "{date} · se propone el fin", date=date)


def text(at: Point, words: str, style: str) -> Element:
    """One line of text."""
    attrs = (("x", f"{at[0]:.1f}"), ("y", f"{at[1]:.1f}"), ("class", style))
    return Element("text", attrs, (words,))


def card_lines(season: Season, player: Player) -> list[Say]:
    """Up to four lines of a card."""
    lines = [kind_of_player(player)]
    if not player.is_active:
        status = STATUSES[player.status]
        if player.master:
            status = say(
                "subject of {who:the}", "súbdito {who:del}", who=title_of(season, player.master)
            )
        return [*lines, status]
    if player.hongos is not None:
        lines.append(say("{n:hongo+s}", "{n:hongo+s}", n=player.hongos))
    lines += class_lines(player)
    if player.victories:
        lines.append(say("victories: {n}", "victorias: {n}", n=sum(player.victories.values())))
    return lines[:4]


def kind_of_player(player: Player) -> Say:
    """Class of a player, with the nation where the name does not tell it."""
    if not player.people:
        return CLASSES[player.class_]
    return say(
        "{nation} · {class_}",
        "{nation} · {class_}",
        nation=nation_of(player),
        class_=CLASSES[player.class_],
    )


def class_lines(player: Player) -> list[Say]:
    """Lines of Explorers and Colonials."""
    if player.class_ == "explorer":
        n = len(player.explored)
        return [say("territories explored: {n}", "territorios explorados: {n}", n=n)]
    if player.class_ == "colonial":
        n = len(player.districts)
        return [
            say(
                "districts: {n} · defeats in a row: {m}",
                "distritos: {n} · derrotas seguidas: {m}",
                n=n,
                m=player.streak,
            )
        ]
    return []


def card_words(season: Season, player: Player) -> Say:
    """The whole card in one sentence, for lists and screen readers."""
    return say("{lines}", "{lines}", lines=tuple(card_lines(season, player)))
