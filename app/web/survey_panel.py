"""Survey from a piece or a place (`?look=`) and ruler (`?measure=`) on a game page. Both are
addresses and change nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

from starlette.datastructures import QueryParams

from app.kernel.box import implements_part
from app.kernel.position import PositionInWords
from app.kernel.refusal import Refusal, no
from app.kernel.say import Say
from app.kernel.space.notation import Unreadable, read_number, read_place
from app.kernel.space.plane import compass
from app.kernel.survey import Measured, Survey
from app.services.watch import game_view
from app.web.draft import address_of

LONGEST = 80
LOOKING = ("look", "measure", "one", "one_at", "two", "two_at")
BESIDES = ("at", "facing")
"""Query fields of survey and ruler; the other fields lead back to the page."""


@dataclass(frozen=True)
class Piece:
    """Piece from which a survey is possible."""

    id: str
    title: Say
    side: str


@dataclass(frozen=True)
class Seeing:
    """Survey or measurement for the viewer, or the refusal. `back` is the page without it; the rest
    fills the forms.
    """

    survey: Survey | None
    measured: Measured | None
    no: tuple[Refusal, ...]
    back: str
    pieces: tuple[Piece, ...]
    asked: QueryParams
    ends: tuple[str, str] = ("", "")

    @property
    def piece(self) -> str:
        """Piece in the query, at its own place or at another."""
        return (
            self.of("look").partition("@")[0]
            if "," not in self.of("look").partition("@")[0]
            else ""
        )

    @property
    def is_ruler(self) -> bool:
        return "look" not in self.asked

    def of(self, name: str) -> str:
        """Value of a form field, cut to its maximum length."""
        return self.asked.get(name, "")[:LONGEST]


def may_look(look: game_view.GameView) -> bool:
    return look.view is not None and implements_part(look.box, "survey")


def seeing_of(
    look: game_view.GameView, query: QueryParams, summary: PositionInWords, here: str, language: str
) -> Seeing | None:
    """Survey or measurement that the address asks for; None without such a query. `look` and
    `measure` come from links, the other fields are typed.
    """
    if not may_look(look) or not any(name in query for name in LOOKING):
        return None
    back = address_of(
        here, **{name: value for name, value in query.items() if name not in (*LOOKING, *BESIDES)}
    )
    pieces = tuple(Piece(line.id, line.title, line.side) for line in summary.pieces if line.place)
    if "look" in query:
        return survey_of_query(look, query, back, pieces, language)
    return under_the_ruler(look, query, back, pieces, language)


# --- Survey
def survey_of_query(
    look: game_view.GameView,
    query: QueryParams,
    back: str,
    pieces: tuple[Piece, ...],
    language: str,
) -> Seeing:
    wrong: list[Refusal] = []
    place = query.get("look", "").strip()
    at, facing = query.get("at", "").strip(), query.get("facing", "").strip()
    if at:
        word = place_word(at, language, wrong) + (
            facing_word(facing, language, wrong) if facing else ""
        )
        place = f"{place.partition('@')[0]}@{word}" if place else word
    survey = look.box.survey(look.view, place) if place and not wrong else None
    if place and survey is None and not wrong:
        wrong.append(unknown_piece())
    return Seeing(survey, None, tuple(wrong), back, pieces, query)


# --- Ruler
def under_the_ruler(
    look: game_view.GameView,
    query: QueryParams,
    back: str,
    pieces: tuple[Piece, ...],
    language: str,
) -> Seeing:
    """Measure between the two ends in the query, given as "36,24;40,28" or as two form fields. Each
    end is a piece or a place.
    """
    wrong: list[Refusal] = []
    one, semicolon, two = query.get("measure", "").partition(";")
    if not semicolon:
        one, two = (end_word(query, name, language, wrong) for name in ("one", "two"))
    if not wrong and not (one or two):
        return Seeing(None, None, (), back, pieces, query)
    measured = look.box.measured(look.view, one[:LONGEST], two[:LONGEST]) if not wrong else None
    if measured is None and not wrong:
        wrong.append(unknown_piece())
    return Seeing(None, measured, tuple(wrong), back, pieces, query, (one[:LONGEST], two[:LONGEST]))


def end_word(query: QueryParams, name: str, language: str, wrong: list[Refusal]) -> str:
    """End of the ruler from the form. A typed place takes precedence over a chosen piece."""
    written = query.get(f"{name}_at", "").strip()
    return place_word(written, language, wrong) if written else query.get(name, "")


def place_word(words: str, language: str, wrong: list[Refusal]) -> str:
    """Typed place in the notation of the box, “36,24”. Unreadable input returns "" and adds a
    refusal.
    """
    try:
        return ",".join(f"{number:g}" for number in read_place(words, language))
    except Unreadable as unreadable:
        wrong.append(unreadable_place(words, unreadable.wanted))
        return ""


def facing_word(words: str, language: str, wrong: list[Refusal]) -> str:
    """Typed direction in the notation of the box, after a place. Unreadable input returns "" and
    adds a refusal.
    """
    try:
        return f",{compass(read_number(words, language)):g}"
    except Unreadable as unreadable:
        wrong.append(unreadable_place(words, unreadable.wanted))
        return ""


def unreadable_place(words: str, wanted: Say) -> Refusal:
    return no(
        "CAR-TAB-06",
        "“{words}” cannot be read. {wanted}",
        "«{words}» no se entiende. {wanted}",
        words=words[:LONGEST],
        wanted=wanted,
    )


def unknown_piece() -> Refusal:
    return no(
        "CAR-TAB-06",
        "There is no such piece, and no such place on this table.",
        "No existe esa ficha ni ese punto en esta mesa.",
    )
