"""Pieces of a table that is laid out, as the page shows them: fields, drawings and words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from shapely.geometry import Point

from app.games.heart_of_africa.drawing.pen import TENTHS
from app.games.heart_of_africa.game_setup.laying_turns import (
    LONGEST,
    NAMES,
    Size,
    kinds_open,
    not_his_piece,
    region_laid,
)
from app.games.heart_of_africa.game_setup.terms import Terms, size_of
from app.games.heart_of_africa.land import Land
from app.games.heart_of_africa.tables import REGIONS
from app.games.heart_of_africa.terrain import shapes
from app.games.heart_of_africa.terrain.chart import SEA
from app.games.heart_of_africa.terrain.laying import (
    CLEARING,
    FIXED,
    LINES,
    WIDTHS,
    LaidOut,
    Mark,
    rim,
)
from app.kernel.form import Choice, EditableShape, Field
from app.kernel.game_setup import Thing
from app.kernel.say import Say, say
from app.kernel.space.notation import place_words, way_words
from app.kernel.space.plane import Path
from app.kernel.space.plane import Point as Spot


def thing(terms: Terms, laid: LaidOut, number: int, side: str) -> Thing:
    mark = terms.marks[number]
    wrong = not_his_piece(terms, side, number) if side else None
    length, breadth = mark.size
    size = (
        say("{n} in wide", "{n:pulgada+s} de ancho", n=breadth)
        if mark.kind in WIDTHS
        else say("{n} by {m} in", "{n} por {m:pulgada+s}", n=length, m=breadth)
    )
    lost = say("nothing of it is left at this place", "en este lugar no queda nada de ella")
    title, own = NAMES[mark.kind], bool(side) and wrong is None
    return Thing(
        str(number + 1),
        title,
        size if laid.pieces[number] or mark.kind == CLEARING else lost,
        mark.by,
        place_of(laid, mark, number),
        lying_so(mark, size_of(terms)) if own else (),
        (wrong,) if wrong else (),
        ground_of(laid, number) if own else (),
        editable_shape_of(mark.kind, rim(mark) if mark.kind not in WIDTHS else ()),
    )


def place_of(laid: LaidOut, mark: Mark, number: int) -> tuple[float, float]:
    """The place of a mark's number on the drawing: on its largest piece, or where it was put."""
    own = [
        shapes.area(piece.outline) for piece in laid.land.pieces if piece.id in laid.pieces[number]
    ]
    spot = (
        max(own, key=lambda ground: ground.area).representative_point() if own else Point(mark.at)
    )
    return drawn_at(laid.land, (spot.x, spot.y))


def drawn_at(land: Land, spot: Spot) -> Spot:
    return (round(spot[0] * TENTHS, 1), round((land.depth - spot[1]) * TENTHS, 1))


def ground_of(laid: LaidOut, number: int) -> tuple[Path, ...]:
    """The ground of a piece on the drawing."""
    return tuple(
        tuple(drawn_at(laid.land, spot) for spot in piece.outline)
        for piece in laid.land.pieces
        if piece.id in laid.pieces[number]
    )


def editable_shape_of(kind: str, outline: Path = ()) -> EditableShape:
    """The handles with which a piece of a kind is dragged."""
    shape = (
        "line" if kind in LINES else "edge" if kind == SEA else "spot" if kind == "ford" else "area"
    )
    return EditableShape(shape, Mark(kind, ((0, 0),)).size, asked_of(kind), outline)


def asked_of(kind: str) -> tuple[str, ...]:
    """Fields of a piece besides its place."""
    return (
        () if kind in FIXED else ("breadth",) if kind in WIDTHS else ("length", "breadth", "turn")
    )


def adding(scenario: str, terms: Terms, side: str) -> tuple[Field, ...]:
    """Fields of the next piece."""
    listed = REGIONS[region_laid(scenario, terms)]
    lines, areas = (
        say("Lines: two places or more", "Líneas: dos lugares o más"),
        say("Areas: the middle", "Áreas: el centro"),
    )
    kinds = sorted(kinds_open(scenario, terms, side), key=lambda kind: kind in LINES)
    picks = tuple(
        Choice(
            kind,
            titled(kind, listed),
            group=lines if kind in LINES else areas,
            editable_shape=editable_shape_of(kind),
        )
        for kind in kinds
    )
    return (
        Field.choice("kind", say("Piece", "Pieza"), picks, usual=kinds[0]),
        spots("", size_of(terms)),
        *measures("", "", "0"),
        special(EITHER, False),
    )


def titled(kind: str, listed: Mapping[str, Any]) -> Say:
    """The name of a kind, with its status in the region."""
    if kind in listed["dominant"]:
        return say("{kind} (dominant)", "{kind} (dominante)", kind=NAMES[kind])
    if kind in listed["common"]:
        return say("{kind} (common)", "{kind} (común)", kind=NAMES[kind])
    return NAMES[kind]


def lying_so(mark: Mark, table: Size) -> tuple[Field, ...]:
    """Fields of a piece that may be changed, with their present values."""
    length, breadth = (f"{one:g}" if one else "" for one in (mark.length, mark.breadth))
    found = [spots(in_words(mark.spots), table, 0 if mark.kind in LINES else 1)]
    found += [
        clause
        for clause in measures(length, breadth, f"{mark.turn:g}")
        if clause.name in asked_of(mark.kind)
    ]
    return (
        (*found, special(SPECIAL[mark.kind], mark.special))
        if mark.kind in SPECIAL
        else tuple(found)
    )


def spots(usual: str, table: Size, most: int = 0) -> Field:
    """The field of the place; the example of a line runs across this table."""
    line = way_words(((0, 20), (36, 24.5), (int(table[0]), 30)))
    return Field.way(
        "spots",
        say("Where (inches from west and south)", "Dónde (pulgadas desde el oeste y el sur)"),
        most=most,
        usual=usual,
        hint=say(
            "Tap the table, or write a place, such as {place}. A line needs two places or more: "
            "{line}.",
            "Toca la mesa o escribe un punto, como {place}. Una línea pide dos puntos o más: "
            "{line}.",
            place=place_words((36, 24.5)),
            line=line,
        ),
    )


def in_words(places: Iterable[Spot]) -> str:
    """Places as the forms of this game write them, in every language: “0,20 36,24.5”. Pages convert
    them for their readers (`kernel/space/notation`).
    """
    return " ".join(f"{x:g},{y:g}" for x, y in places)


def measures(length: str, breadth: str, turn: str) -> tuple[Field, ...]:
    return (
        Field.number("length", say("Length", "Largo"), least=4, most=LONGEST, usual=length),
        Field.number("breadth", say("Breadth", "Ancho"), least=1, most=LONGEST, usual=breadth),
        Field.number(
            "turn", say("Turned by (degrees)", "Giro (grados)"), least=0, most=359, usual=turn
        ),
    )


SPECIAL = {
    "village": say("With an enclosure", "Con cercado"),
    "marsh": say("With crocodiles", "Con cocodrilos"),
}


EITHER = say(
    "A village with an enclosure, a marsh with crocodiles",
    "Un poblado con cercado, una marisma con cocodrilos",
)


def special(title: Say, usual: bool) -> Field:
    return Field.flag("special", title, usual="yes" if usual else "")
