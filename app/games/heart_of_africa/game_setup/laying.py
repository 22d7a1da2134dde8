"""HOA-TAB-04: The players lay out a table. They lay pieces one at a time in turn, or one lays all,
or one lays nature and the other works.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

import msgspec
from shapely.geometry import Point

from app.games.heart_of_africa.armies.lists import battlefield
from app.games.heart_of_africa.drawing.pen import TENTHS
from app.games.heart_of_africa.figures import other
from app.games.heart_of_africa.game_setup.terms import (
    LAID,
    Last,
    Terms,
    read_terms,
    region_of,
    size_of,
)
from app.games.heart_of_africa.land import Land
from app.games.heart_of_africa.state import SIDES
from app.games.heart_of_africa.tables import REGIONS, TERRAIN_NAMES
from app.games.heart_of_africa.terrain import shapes
from app.games.heart_of_africa.terrain.chart import SEA
from app.games.heart_of_africa.terrain.findings import findings
from app.games.heart_of_africa.terrain.laying import (
    CLEARING,
    FIXED,
    LINES,
    WIDTHS,
    LaidOut,
    Mark,
    kinds_of,
    laid_out,
    rim,
)
from app.kernel.form import Choice, Field, Grip
from app.kernel.game_setup import Form, Laying, Thing
from app.kernel.refusal import Refusal, Refused, no, refuse_if
from app.kernel.say import Say, say
from app.kernel.space.notation import place_words, way_words
from app.kernel.space.plane import Path
from app.kernel.space.plane import Point as Spot

IN_TURN, BY_ONE, SPLIT = "in_turn", "by_one", "split"
MADE_BY_MAN = ("road", "village", "cultivation", CLEARING)
MOST_MARKS = 40
LONGEST = 120
Size = tuple[float, float]
BESIDE = 2.0
"""Distance beside the table from which a place is moved to its edge (inches)."""
NAMES = {**TERRAIN_NAMES, CLEARING: say("Clearing", "Claro")}
WAYS = {
    IN_TURN: (
        say("Piece by piece, in turn", "Pieza a pieza, por turnos"),
        say("Side A lays the first one.", "El bando A pone la primera."),
    ),
    BY_ONE: (
        say("Side A lays all, side B accepts", "El bando A lo pone todo y el B lo acepta"),
        None,
    ),
    SPLIT: (
        say(
            "Nature by side A, villages and roads by side B",
            "Naturaleza: bando A; poblados y caminos: B",
        ),
        None,
    ),
}


# ------------------------------------------------------------------------------------------------ t
def region_laid(scenario: str, terms: Terms) -> str:
    """The agreed region, or the Savannah, the book's choice in doubt."""
    return region_of(scenario, terms) or battlefield(None)[0]


def land_laid(scenario: str, terms: Terms) -> LaidOut:
    return lying(region_laid(scenario, terms), scenario, terms.marks, size_of(terms))


@lru_cache(maxsize=64)
def lying(region: str, scenario: str, marks: tuple[Mark, ...], size: Size) -> LaidOut:
    return laid_out(region, scenario, marks, size)


def wrong_with(scenario: str, terms: Terms) -> tuple[Refusal, ...]:
    return wrong_so(region_laid(scenario, terms), scenario, terms.marks, size_of(terms))


@lru_cache(maxsize=64)
def wrong_so(
    region: str, scenario: str, marks: tuple[Mark, ...], size: Size
) -> tuple[Refusal, ...]:
    return findings(lying(region, scenario, marks, size).land, region, scenario)


def is_laid(scenario: str, terms: Terms, sides: tuple[str, ...]) -> bool:
    return terms.table != LAID or (
        set(sides) <= set(terms.accepted) and not wrong_with(scenario, terms)
    )


# ------------------------------------------------------------------------------------------------ w
def way_of(terms: Terms) -> str:
    return terms.laying or IN_TURN


def turns(terms: Terms) -> tuple[str, ...]:
    """The sides that may lay a piece now."""
    match way_of(terms):
        case "in_turn":
            return (terms.turn or "A",)
        case "by_one":
            return (terms.turn or "A",)
        case _:
            return SIDES


def not_his_turn(terms: Terms, side: str) -> Refusal | None:
    if side in turns(terms):
        return None
    if way_of(terms) == BY_ONE:
        return no(
            "HOA-TAB-04",
            "The other side lays this table; you accept it or leave.",
            "Esta mesa la pone el otro bando; tú la aceptas o te vas.",
        )
    return no(
        "HOA-TAB-04",
        "The other side lays the next piece.",
        "La próxima pieza la pone el otro bando.",
    )


def not_his_kind(terms: Terms, side: str, kind: str) -> Refusal | None:
    if way_of(terms) != SPLIT or (kind in MADE_BY_MAN) == (side == "B"):
        return None
    return no(
        "HOA-TAB-04",
        "Side A lays natural terrain, side B villages, fields and roads.",
        "El bando A coloca el terreno natural; el B, poblados, cultivos y caminos.",
    )


def not_his_piece(terms: Terms, side: str, number: int) -> Refusal | None:
    """Refusal of a change to another side's piece. When laying in turn, only the last piece may be
    changed, until the other side has laid the next.
    """
    mark = terms.marks[number]
    if mark.by != side:
        return no(
            "HOA-TAB-04", "The other side has laid this piece.", "Esta pieza la puso el otro bando."
        )
    if way_of(terms) == IN_TURN and number != len(terms.marks) - 1:
        return no(
            "HOA-TAB-04", "Other pieces were laid after it.", "Después se pusieron otras piezas."
        )
    return None


def kinds_open(scenario: str, terms: Terms, side: str) -> tuple[str, ...]:
    return tuple(
        kind
        for kind in kinds_of(region_laid(scenario, terms))
        if not_his_kind(terms, side, kind) is None
    )


# ------------------------------------------------------------------------------------------------ a
def laying(scenario: str, form: Form, side: str) -> Laying | None:
    terms = read_terms(scenario, form)
    if terms.table != LAID:
        return None
    laid = land_laid(scenario, terms)
    things = tuple(thing(terms, laid, number, side) for number in range(len(terms.marks)))
    wrong = tuple(one for one in (not_his_turn(terms, side),) if one is not None) if side else ()
    return Laying(
        said(scenario, terms),
        things,
        adding(scenario, terms, side) if side and not wrong else (),
        wrong_with(scenario, terms),
        turns(terms),
        terms.accepted,
        terms.changes,
        size_of(terms),
        wrong,
        may_pass=way_of(terms) == IN_TURN,
        may_undo=bool(side) and nothing_to_undo(terms, side) is None,
    )


def said(scenario: str, terms: Terms) -> Say:
    region = REGIONS[region_laid(scenario, terms)]
    return say(
        "{way} · {region}",
        "{way} · {region}",
        way=WAYS[way_of(terms)][0],
        region=say(region["name_en"], region["name_es"]),
    )


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
        grip_of(mark.kind, rim(mark) if mark.kind not in WIDTHS else ()),
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


def grip_of(kind: str, outline: Path = ()) -> Grip:
    """The handles with which a piece of a kind is dragged."""
    shape = (
        "line" if kind in LINES else "edge" if kind == SEA else "spot" if kind == "ford" else "area"
    )
    return Grip(shape, Mark(kind, ((0, 0),)).size, asked_of(kind), outline)


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
            kind, titled(kind, listed), group=lines if kind in LINES else areas, grip=grip_of(kind)
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


# ------------------------------------------------------------------------------------------------ a
def laid(scenario: str, form: Form, side: str, change: Form) -> dict[str, Any]:
    """The terms after a change by a side. `act` is one of `ACTS`, `thing` the number of a piece;
    `seen` counts the changes that the side knows of.
    """
    terms = read_terms(scenario, form)
    refuse_if(nothing_to_lay(terms), seen_all(terms, change))
    act = ACTS.get(str(change.get("act")))
    refuse_if(None if act else unreadable_act())
    after = act(scenario, terms, side, change) if act else terms
    if after.marks != terms.marks and act is not undo:
        after = msgspec.structs.replace(after, last=Last(side, terms.marks, terms.turn))
    found = msgspec.to_builtins(msgspec.structs.replace(after, changes=terms.changes + 1))
    return {field: value for field, value in found.items() if value not in ("", None, [], (), 0)}


def nothing_to_lay(terms: Terms) -> Refusal | None:
    return (
        None
        if terms.table == LAID
        else no("HOA-TAB-04", "The players do not lay this table.", "Esta mesa no se monta.")
    )


def seen_all(terms: Terms, change: Form) -> Refusal | None:
    if str(change.get("seen", terms.changes)) == str(terms.changes):
        return None
    return no(
        "HOA-TAB-04",
        "The table has changed meanwhile. Look again.",
        "La mesa ha cambiado entretanto. Míralo otra vez.",
    )


def unreadable_act() -> Refusal:
    return no(
        "CAR-TAB-06",
        "That action is not possible on a table.",
        "Esa acción no es posible en una mesa.",
    )


def add(scenario: str, terms: Terms, side: str, change: Form) -> Terms:
    kind = str(change.get("kind", ""))
    refuse_if(
        not_his_turn(terms, side),
        not_there(scenario, terms, kind) or not_his_kind(terms, side, kind),
        too_many(terms),
    )
    mark = read_mark(
        Mark(kind, ((0, 0),), by=side, lot=1 + len(terms.marks) * 7), change, size_of(terms)
    )
    return with_marks(scenario, terms, (*terms.marks, mark), len(terms.marks))


def too_many(terms: Terms) -> Refusal | None:
    if len(terms.marks) < MOST_MARKS:
        return None
    return no(
        "HOA-TAB-04",
        "There are {most} pieces on the table, the most allowed.",
        "Ya hay {most} piezas en la mesa, el máximo permitido.",
        most=MOST_MARKS,
    )


def not_there(scenario: str, terms: Terms, kind: str) -> Refusal | None:
    """Refusal of a piece that the region does not have."""
    region = REGIONS[region_laid(scenario, terms)]
    if kind in kinds_of(region["id"]):
        return None
    return no(
        region["rule"],
        "{kind}: there is none in this region.",
        "{kind}: no los hay en esta región.",
        kind=NAMES.get(kind, kind[:30]),
    )


def own_mark(terms: Terms, side: str, change: Form) -> int:
    """The number of the named piece; raises `Refused` if there is none, or this side may not change
    it.
    """
    text = str(change.get("thing", ""))
    number = int(text) - 1 if text.isascii() and text.isdigit() and len(text) < 4 else -1
    if not 0 <= number < len(terms.marks):
        raise Refused(
            no("HOA-TAB-04", "There is no such piece on the table.", "No hay tal pieza en la mesa.")
        )
    refuse_if(not_his_piece(terms, side, number))
    return number


def change_one(scenario: str, terms: Terms, side: str, change: Form) -> Terms:
    number = own_mark(terms, side, change)
    return replaced(scenario, terms, number, read_mark(terms.marks[number], change, size_of(terms)))


def turn(scenario: str, terms: Terms, side: str, change: Form) -> Terms:
    number = own_mark(terms, side, change)
    mark = terms.marks[number]
    by = -15 if change.get("act") == "right" else 15
    return replaced(
        scenario, terms, number, msgspec.structs.replace(mark, turn=(mark.turn + by) % 360)
    )


def outline(scenario: str, terms: Terms, side: str, change: Form) -> Terms:
    """The terms with another random outline of the same piece."""
    number = own_mark(terms, side, change)
    mark = terms.marks[number]
    return replaced(scenario, terms, number, msgspec.structs.replace(mark, lot=mark.lot % 9999 + 1))


def remove(scenario: str, terms: Terms, side: str, change: Form) -> Terms:  # noqa: ARG001 the contract of this table of functions
    """The terms without a piece; when laying in turn, it is the same side's turn again."""
    number = own_mark(terms, side, change)
    marks = (*terms.marks[:number], *terms.marks[number + 1 :])
    return msgspec.structs.replace(
        terms, marks=marks, accepted=(), turn=side if way_of(terms) == IN_TURN else terms.turn
    )


def undo(scenario: str, terms: Terms, side: str, change: Form) -> Terms:  # noqa: ARG001 - all changes share one signature
    """The terms before the side's own last change, unless the other side has changed the table
    since.
    """
    refuse_if(nothing_to_undo(terms, side))
    before = terms.last or Last(side)
    return msgspec.structs.replace(
        terms, marks=before.marks, turn=before.turn, accepted=(), last=None
    )


def nothing_to_undo(terms: Terms, side: str) -> Refusal | None:
    if terms.last is not None and terms.last.by == side:
        return None
    return no(
        "HOA-TAB-04",
        "You have changed nothing since the other side did.",
        "No has cambiado nada desde que lo hizo el otro bando.",
    )


def pass_on(scenario: str, terms: Terms, side: str, change: Form) -> Terms:  # noqa: ARG001 - all changes share one signature
    refuse_if(not_his_turn(terms, side))
    return msgspec.structs.replace(terms, turn=other(side))


def accept(scenario: str, terms: Terms, side: str, change: Form) -> Terms:  # noqa: ARG001 - all changes share one signature
    """The terms with this side's approval of the table, if there are no findings."""
    refuse_if(wrong_with(scenario, terms))
    return msgspec.structs.replace(terms, accepted=tuple(sorted({*terms.accepted, side})))


def take_back(scenario: str, terms: Terms, side: str, change: Form) -> Terms:  # noqa: ARG001 - all changes share one signature
    return msgspec.structs.replace(
        terms, accepted=tuple(one for one in terms.accepted if one != side)
    )


ACTS = {
    "add": add,
    "change": change_one,
    "turn": turn,
    "right": turn,
    "outline": outline,
    "remove": remove,
    "undo": undo,
    "pass": pass_on,
    "accept": accept,
    "object": take_back,
}


def replaced(scenario: str, terms: Terms, number: int, mark: Mark) -> Terms:
    return with_marks(
        scenario,
        terms,
        (*terms.marks[:number], mark, *terms.marks[number + 1 :]),
        number,
        passes_on=False,
    )


def with_marks(
    scenario: str, terms: Terms, marks: tuple[Mark, ...], number: int, passes_on: bool = True
) -> Terms:
    """The terms with a new or changed piece, which must leave a visible part. All approvals are
    cleared.
    """
    laid_ = lying(region_laid(scenario, terms), scenario, marks, size_of(terms))
    refuse_if(
        None
        if laid_.pieces[number] or marks[number].kind == CLEARING
        else comes_to_nothing(marks[number]),
        in_its_size(marks[number], laid_, number),
    )
    following = other(marks[number].by) if passes_on and way_of(terms) == IN_TURN else terms.turn
    return msgspec.structs.replace(terms, marks=marks, accepted=(), turn=following)


def comes_to_nothing(mark: Mark) -> Refusal:
    if mark.kind in LINES:
        return no(
            "HOA-TAB-04",
            "A line needs two places on the table, some way apart.",
            "Una línea pide dos lugares de la mesa, algo separados.",
        )
    if mark.kind == "ford":
        return no(
            "HOA-TAB-04",
            "A ford lies in a stream or river, not at its end.",
            "Un vado está en un arroyo o río, no en su extremo.",
        )
    return no(
        "HOA-TAB-04",
        "Nothing of this piece is left at this place.",
        "En este lugar no queda nada de esta pieza.",
    )


def in_its_size(mark: Mark, laid_: LaidOut, number: int) -> Iterator[Refusal]:
    """Findings about the size and shape of this piece alone."""
    land = laid_.land
    own = tuple(piece for piece in land.pieces if piece.id in laid_.pieces[number])
    alone = Land(land.width, land.depth, "", own)
    for refusal in (
        findings(alone, "", "")
        if mark.kind not in ("cultivation", SEA, "ford", *LINES)
        and not is_dominant(land.region, mark.kind)
        else ()
    ):
        if refusal.rule in ("HOA-TAB-08", "HOA-TER-06"):
            yield refusal


def is_dominant(region: str, kind: str) -> bool:
    return kind in REGIONS[region]["dominant"]


# ------------------------------------------------------------------------------------------------ r
def read_mark(mark: Mark, change: Form, table: Size) -> Mark:
    """Mark with the values of the form; raises `Refused` with all unreadable places and numbers."""
    wrong: list[Refusal] = []
    places = read_spots(str(change.get("spots", "")).strip(), table, wrong) or mark.spots
    length, breadth, turned = (
        read_number(change, field, wrong) or 0 if field in asked_of(mark.kind) else 0
        for field in ("length", "breadth", "turn")
    )
    refuse_if(wrong)
    return msgspec.structs.replace(
        mark,
        spots=places if mark.kind in LINES else places[-1:],
        length=length,
        breadth=breadth,
        turn=turned % 360,
        special=str(change.get("special", "")) == "yes",
    )


def read_spots(text: str, table: Size, wrong: list[Refusal]) -> tuple[tuple[float, float], ...]:
    found: list[tuple[float, float]] = []
    for word in text.split()[:24]:
        x, comma, y = word.partition(",")
        try:
            spot = (float(x), float(y))
        except ValueError:
            spot = (math.inf, math.inf)
        if comma and all(
            -BESIDE <= place <= most + BESIDE for place, most in zip(spot, table, strict=True)
        ):
            found.append(
                (
                    round(min(max(spot[0], 0.0), table[0]), 2),
                    round(min(max(spot[1], 0.0), table[1]), 2),
                )
            )
        else:
            wrong.append(
                no(
                    "HOA-GEN-08",
                    "“{word}” is no place on this table: x from 0 to {width}, y from 0 to {depth}.",
                    "«{word}» no es un lugar de esta mesa: x de 0 a {width}, y de 0 a {depth}.",
                    word=word[:20],
                    width=table[0],
                    depth=table[1],
                )
            )
    if not found and not wrong:
        wrong.append(no("HOA-TAB-04", "Say where the piece lies.", "Di dónde va la pieza."))
    return tuple(found)


def read_number(change: Form, field: str, wrong: list[Refusal]) -> float | None:
    text = str(change.get(field) or "").strip().replace(",", ".")
    if not text:
        return None
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 <= number <= (359 if field == "turn" else LONGEST):
        wrong.append(
            no(
                "HOA-TAB-04",
                "“{text}” is no length, breadth or turn of a piece.",
                "«{text}» no es largo, ancho ni giro de una pieza.",
                text=text[:20],
            )
        )
        return None
    return round(number, 1)
