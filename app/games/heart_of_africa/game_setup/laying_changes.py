"""Changes of a table that is laid out, by one side."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import msgspec

from app.games.heart_of_africa.figures import other_side
from app.games.heart_of_africa.game_setup.laying_pieces import asked_of
from app.games.heart_of_africa.game_setup.laying_turns import (
    IN_TURN,
    LONGEST,
    NAMES,
    Size,
    lying,
    not_his_kind,
    not_his_piece,
    not_his_turn,
    region_laid,
    way_of,
    wrong_with,
)
from app.games.heart_of_africa.game_setup.terms import LAID, Last, Terms, read_terms, size_of
from app.games.heart_of_africa.land import Land
from app.games.heart_of_africa.tables import REGIONS
from app.games.heart_of_africa.terrain.chart import SEA
from app.games.heart_of_africa.terrain.findings import findings
from app.games.heart_of_africa.terrain.laying import CLEARING, LINES, LaidOut, Mark, kinds_of
from app.kernel.game_setup import Form
from app.kernel.refusal import Refusal, Refused, no, refuse_if

MOST_MARKS = 40


BESIDE = 2.0
"""Distance beside the table from which a place is moved to its edge (inches)."""


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
            no(
                "HOA-TAB-04",
                "There is no such piece on the table.",
                "No existe esa pieza en la mesa.",
            )
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
    return msgspec.structs.replace(terms, turn=other_side(side))


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
    following = (
        other_side(marks[number].by) if passes_on and way_of(terms) == IN_TURN else terms.turn
    )
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
