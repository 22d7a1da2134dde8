"""Preview picture of a game for links in chats and mails: the board as anonymous visitors see it. A
private or waiting game gets a cover.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from app.kernel.contract import Marks
from app.kernel.outcome import headline_of_winners
from app.kernel.say import Say, say
from app.kernel.scene import Box, Element, Layer, Scene
from app.kernel.strokes import num
from app.services.watch import game_view
from app.web.panels.board import last_path
from app.web.svg import escaped_markup, view_box
from app.web.svg_css_inliner import Around, StyleInliner

WIDE, HIGH = 1200, 630  # pixels, the usual size of link previews
COLUMN, EDGE = 432, 40
FULL_SIDES, LAST_SIDE = 4, 546
"""Most sides with the names of their players, and the lowest line for a side, in pixels."""
DEFINED = ("pattern", "clipPath", "linearGradient", "radialGradient", "mask")
WAITS = say("The table waits for players.", "La mesa espera jugadores.")
PRIVATE = say("A private game", "Una partida privada")
CLUB_GAME = say("A game of a club", "Una partida de un club")
MEMBERS_ONLY = say("Only its members see it.", "Solo la ven sus miembros.")
FREE = say("free seat", "asiento libre")


@dataclass(frozen=True)
class Side:
    shape: str
    title: str
    names: str


@dataclass(frozen=True)
class Poster:
    """Text beside the board: title, box, players and state of the game."""

    title: str
    box: str
    sides: tuple[Side, ...]
    stands: str

    @property
    def words(self) -> str:
        """Text of the picture in one line, for its description."""
        players = " – ".join(f"{side.title}: {side.names}" for side in self.sides)
        return " · ".join(part for part in (self.box, players, self.stands) if part)


def poster_of(look: game_view.GameView, language: str) -> Poster:
    """Text that a link may show; of a private game only its box."""
    box = look.box.card.title.in_(language)
    if look.game.is_private:
        return Poster(box, "", (), PRIVATE.in_(language))
    return Poster(
        printable_text(look.game.title) or look.scenario.title.in_(language),
        box,
        tuple(sides_of(look, language)),
        state_in_words(look).in_(language),
    )


def names_sides(look: game_view.GameView) -> bool:
    """False for a contest: its drawing has the standings, and its seats may be many."""
    return look.box.card.kind != "contest"


def sides_of(look: game_view.GameView, language: str) -> Iterator[Side]:
    """Sides with the names of their players; none of a contest."""
    if not names_sides(look):
        return
    titles = game_view.side_titles(look)
    for side in look.scenario.sides:
        if not side.competes:
            continue
        names = [
            printable_text(seat.name or "") or FREE.in_(language)
            for seat in look.seats
            if seat.side == side.key
        ]
        yield Side(side.shape, titles[side.key].in_(language), ", ".join(names))


def state_in_words(look: game_view.GameView) -> Say:
    """Current phase, or the result."""
    if look.view is None:
        return WAITS
    if look.outcome is not None:
        winners = [game_view.side_title(look, side) for side in look.outcome.winners]
        degree = look.box.card.degrees.get(look.outcome.degree)
        return headline_of_winners(winners, degree) if winners else look.outcome.unwon
    return look.box.moment(look.table.state).phase


def printable_text(words: str) -> str:
    return "".join(sign for sign in words if sign.isprintable())


@dataclass(frozen=True)
class Card:
    """Metadata for sites that show a link to the page. `oembed` is the address of the frame's
    description; "" if framing is not allowed.
    """

    title: str
    words: str
    link: str
    picture: str
    oembed: str = ""
    width: int = WIDE
    height: int = HIGH


def card_of(look: game_view.GameView, base_url: str, language: str) -> Card | None:
    """Metadata of a game page. None for a player, because it describes the view of anonymous
    visitors.
    """
    if look.seat is not None:
        return None
    poster, link = poster_of(look, language), f"{base_url}/games/{look.game.address}"
    if look.game.is_private:
        return Card(poster.title, poster.words, link, f"{link}/picture.png?lang={language}")
    found = urlencode({"url": link, "lang": language})
    return Card(
        poster.title,
        poster.words,
        link,
        f"{link}/picture.png?lang={language}&at={look.at}",
        f"{base_url}/oembed?{found}",
    )


def club_game_card(base_url: str, address: str, language: str) -> Card:
    """Metadata of a game that only its club sees. They are the same for all such games."""
    link = f"{base_url}/games/{address}"
    picture = f"{link}/picture.png?lang={language}"
    return Card(CLUB_GAME.in_(language), MEMBERS_ONLY.in_(language), link, picture)


# --- Drawing
def club_game_picture(language: str) -> str:
    """Picture of a game that only its club sees, as a self-contained SVG. It names no game."""
    poster = Poster(CLUB_GAME.in_(language), "", (), MEMBERS_ONLY.in_(language))
    return cover_picture(poster, "")


def game_picture(look: game_view.GameView, language: str) -> str:
    """Complete picture as a self-contained SVG."""
    poster = poster_of(look, language)
    if look.view is None or look.game.is_private:
        return cover_picture(poster, look.box.card.blurb.in_(language))
    scene = look.box.drawing(look.view, Marks(trail=last_path(look)), language)
    painter = StyleInliner(elements_by_id(scene.symbols.elements), look.box.style_sheet)
    ground = painter.value("var(--map-ground)")
    board = (
        f'<rect x="{COLUMN}" width="{WIDE - COLUMN}" height="{HIGH}" '
        f'fill="{ground}"/>{scene_definitions(scene, painter)}'
        f'<svg {fitted_board(scene.core)} viewBox="{view_box(scene.core)}">{scene_layers(scene, painter)}</svg>'
    )
    column = (
        f'<rect width="{COLUMN}" height="{HIGH}" fill="{painter.value("var(--paper-raised)")}"/>'
        + "".join(text_column(poster, painter, COLUMN))
    )
    return framed_picture(
        board
        + column
        + f'<path d="M{COLUMN} 0V{HIGH}" stroke="{painter.value("var(--rule)")}" stroke-width="2"/>'
    )


def fitted_board(core: Box) -> str:
    """Position of the board at the largest scale that fills its area; edges may be cut off."""
    _, _, width, height = core
    scale = min((WIDE - COLUMN) / width, HIGH / height)
    return (
        f'x="{num(COLUMN + (WIDE - COLUMN - width * scale) / 2)}" '
        f'y="{num((HIGH - height * scale) / 2)}" '
        f'width="{num(width * scale)}" height="{num(height * scale)}"'
    )


def cover_picture(poster: Poster, blurb: str) -> str:
    """Picture without a board, for a waiting table or a private game, with some words about it."""
    painter = StyleInliner({})
    lines = "".join(
        text_line(words, EDGE, 470 + 40 * row, "400 30px var(--serif)", painter, "var(--ink-soft)")
        for row, words in enumerate(folded_lines(blurb, WIDE - 2 * EDGE, 30, 3))
    )
    frame = f'<rect width="{WIDE}" height="{HIGH}" fill="{painter.value("var(--paper)")}"/>'
    for inset, width in ((14, 5), (24, 1.5)):
        frame += (
            f'<rect x="{inset}" y="{inset}" width="{WIDE - 2 * inset}" '
            f'height="{HIGH - 2 * inset}" fill="none" '
            f'stroke="{painter.value("var(--rule)")}" stroke-width="{width}"/>'
        )
    return framed_picture(frame + "".join(text_column(poster, painter, WIDE)) + lines)


def framed_picture(inner: str) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDE}" height="{HIGH}" viewBox="0 0 {WIDE} {HIGH}">{inner}</svg>'


def elements_by_id(elements: tuple[Element | str, ...]) -> Mapping[str, Element]:
    """Drawings of a store by their ids."""
    found: dict[str, Element] = {}
    for element in elements:
        if isinstance(element, Element):
            found |= {value: element for name, value in element.attrs if name == "id"}
            found |= elements_by_id(element.children)
    return found


def scene_definitions(scene: Scene, painter: StyleInliner) -> str:
    """Fills, patterns and clip paths of the scene."""
    return f"<defs>{painter.markup([one for one in elements_by_id(scene.symbols.elements).values() if one.tag in DEFINED])}</defs>"


def scene_layers(scene: Scene, painter: StyleInliner) -> str:
    kinds = ((scene.ground, "map-ground"), (scene.layers, "map-live"))
    return "".join(
        painter.markup([layer_element(layer) for layer in its], elements_around(scene, kind))
        for its, kind in kinds
    )


def layer_element(layer: Layer) -> Element:
    return Element("g", (("class", f"ly-{layer.key}"),), layer.ink.elements)


def elements_around(scene: Scene, kind: str) -> Around:
    """Elements around the layers of a board on a page."""
    return ("div", f"map-view is-still {scene.kind}"), ("svg", f"brd {kind}")


# --- Lettering
def text_column(poster: Poster, painter: StyleInliner, width: int) -> Iterator[str]:
    """Column of text beside the board, from top to bottom."""
    room, at = width - 2 * EDGE, 74
    yield text_line("Caracole", EDGE, at, "700 34px var(--serif)", painter, "var(--act)")
    at += 76
    for words in folded_lines(poster.title, room, 52, 3):
        yield text_line(words, EDGE, at, "700 52px var(--serif)", painter, "var(--ink)")
        at += 56
    if poster.box and poster.box != poster.title:
        yield text_line(poster.box, EDGE, at, "400 27px var(--sans)", painter, "var(--ink-soft)")
    at += 62
    yield from side_lines(poster.sides, at, room, painter)
    bottom = folded_lines(poster.stands, room, 30, 2)
    for row, words in enumerate(bottom):
        yield text_line(
            words,
            EDGE,
            HIGH - 44 - 38 * (len(bottom) - 1 - row),
            "700 30px var(--serif)",
            painter,
            "var(--call)",
        )


def side_lines(
    sides: tuple[Side, ...], at: float, room: int, painter: StyleInliner
) -> Iterator[str]:
    """Sides with their players, each on two lines; of a larger game each on one line."""
    is_full = len(sides) <= FULL_SIDES
    step = 84 if is_full else 46
    room, most = room - 60, int((LAST_SIDE - at) / step) + 1
    shown = sides if len(sides) <= most else sides[: most - 1]
    for place, side in enumerate(shown):
        y, left = at + step * place, EDGE + 60
        yield side_badge(side.shape, y, painter, 44 if is_full else 36)
        bold = ("700 28px var(--sans)", painter, "var(--ink)")
        yield text_line(fitting_words(side.title, room, 28), left, y - 4, *bold)
        if is_full:
            soft = ("400 26px var(--sans)", painter, "var(--ink-soft)")
            yield text_line(fitting_words(side.names, room, 26), left, y + 28, *soft)
    if len(shown) < len(sides):
        soft = ("400 26px var(--sans)", painter, "var(--ink-soft)")
        yield text_line(f"+ {len(sides) - len(shown)}", EDGE + 60, at + step * len(shown), *soft)


def text_line(words: str, x: float, y: float, font: str, painter: StyleInliner, colour: str) -> str:
    weight, size, family = font.split(" ", 2)
    return (
        f'<text x="{num(x)}" y="{num(y)}" font-weight="{weight}" font-size="{size}" '
        f'font-family="{escaped_markup(painter.value(family))}" '
        f'fill="{painter.value(colour)}">{escaped_markup(words)}</text>'
    )


def side_badge(shape: str, at: float, painter: StyleInliner, size: int = 44) -> str:
    """Letter of a side. Even letters are drawn pale, as their bases are. `size` is in pixels."""
    side, pale = painter.value(f"var(--side-{shape})"), painter.value("var(--piece-pale)")
    fill, letter = (pale, side) if shape in "bdf" else (side, pale)
    middle = EDGE + size / 2
    return (
        f'<rect x="{EDGE}" y="{num(at - size * 0.64)}" width="{size}" height="{size}" rx="9" '
        f'fill="{fill}" stroke="{side}" stroke-width="3"/>'
        f'<text x="{num(middle)}" y="{num(at + size * 0.12)}" text-anchor="middle" '
        f'font-weight="700" font-size="{num(size * 0.64)}" '
        f'font-family="{escaped_markup(painter.value("var(--sans)"))}" '
        f'fill="{letter}">{escaped_markup(shape.upper())}</text>'
    )


def letters_that_fit(room: float, size: float) -> int:
    """Number of letters of this size in a line."""
    return max(4, int(room / (size * 0.47)))


def folded_lines(words: str, room: float, size: float, lines: int) -> list[str]:
    """Text wrapped into at most `lines` lines."""
    return textwrap.wrap(words, letters_that_fit(room, size), max_lines=lines, placeholder="…")


def fitting_words(words: str, room: float, size: float) -> str:
    most = letters_that_fit(room, size)
    return words if len(words) <= most else words[: most - 1].rstrip() + "…"
