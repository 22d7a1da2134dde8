"""Board of a campaign: one card for each player, in the order of joining."""

from __future__ import annotations

from app.games.heart_of_africa.campaign.fog import View
from app.games.heart_of_africa.campaign.honours import end_is_proposed
from app.games.heart_of_africa.campaign.names import (
    CLASSES,
    STATUSES,
    date_of,
    nation_of,
    player_title,
    title_of,
)
from app.games.heart_of_africa.campaign.state import Player, Season
from app.kernel.contract import Marks
from app.kernel.say import Say, say
from app.kernel.scene import NOTHING, Element, Ink, Layer, Scene, Spot

WIDTH, HEIGHT, GAP, COLUMNS = 300.0, 150.0, 20.0, 3
SIGNS = {"native": "●", "explorer": "▲", "colonial": "■"}
HEAD = 60.0


def draw(view: View, marks: Marks, language: str) -> Scene:
    """Cards of all players with class, hongos, victories and masters."""
    season = view.season
    players = season.by_joining
    rows = max(1, -(-len(players) // COLUMNS))
    box = (0.0, 0.0, COLUMNS * (WIDTH + GAP) + GAP, HEAD + rows * (HEIGHT + GAP) + GAP)
    cards = tuple(
        card(season, player, place(number), marks, language)
        for number, player in enumerate(players)
    )
    spots = tuple(
        Spot(player.key, centre(place(number)), card_words(season, player).in_(language))
        for number, player in enumerate(players)
    )
    head = text((GAP, 40.0), heading(season).in_(language), "cmp-date")
    return Scene(
        "cmp-board",
        say("Players of the campaign", "Jugadores de la campaña").in_(language),
        box,
        box,
        (box[2] / 2, box[3] / 2),
        box,
        (),
        "heart-of-africa-campaign",
        (Layer("cards", Ink((head, *cards))),),
        NOTHING,
        spots,
        reach=WIDTH / 2,
    )


def heading(season: Season) -> Say:
    """Turn and date, and whether the end is proposed."""
    date = say("Turn {n}: {date}", "Turno {n}: {date}", n=season.turn, date=date_of(season))
    if not season.players or not end_is_proposed(season):
        return date
    return say("{date} · end proposed", "{date} · se propone el fin", date=date)


def place(number: int) -> tuple[float, float]:
    """Upper left corner of a card."""
    row, column = divmod(number, COLUMNS)
    return (GAP + column * (WIDTH + GAP), HEAD + row * (HEIGHT + GAP))


def centre(corner: tuple[float, float]) -> tuple[float, float]:
    """Middle of a card."""
    return (corner[0] + WIDTH / 2, corner[1] + HEIGHT / 2)


def card(
    season: Season, player: Player, corner: tuple[float, float], marks: Marks, language: str
) -> Element:
    """Card of a player; a player out of the campaign is drawn pale."""
    x, y = corner
    chosen = " is-chosen" if player.key in (marks.piece, marks.target) else ""
    idle = "" if player.is_active else " is-out"
    lines = [line.in_(language) for line in card_lines(season, player)]
    return Element(
        "g",
        (("class", f"cmp-card cmp-{player.class_}{idle}{chosen}"), ("data-piece", player.key)),
        (
            Element(
                "rect",
                (
                    ("x", f"{x:g}"),
                    ("y", f"{y:g}"),
                    ("width", f"{WIDTH:g}"),
                    ("height", f"{HEIGHT:g}"),
                    ("rx", "6"),
                ),
            ),
            text(
                (x + 14, y + 32),
                f"{SIGNS[player.class_]} {player_title(player).in_(language)}",
                "cmp-name",
            ),
            *(
                text((x + 14, y + 60 + 24 * number), words, "cmp-line")
                for number, words in enumerate(lines)
            ),
        ),
    )


def text(at: tuple[float, float], words: str, style: str) -> Element:
    """One line of text."""
    attrs = (("x", f"{at[0]:g}"), ("y", f"{at[1]:g}"), ("class", style))
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
