"""Sheet of a contest: the first places of the standings, as the picture of the game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from app.games.contests.fog import View
from app.games.contests.groups import group_of
from app.games.contests.names import group_letters, group_title, moment_title, title_of
from app.games.contests.standings import places_of
from app.games.contests.state import Contest
from app.games.contests.tiebreaks import Place
from app.kernel.contract import Marks
from app.kernel.say import Say, say
from app.kernel.scene import NOTHING, Box, Element, Ink, Layer, Scene, Spot

SHEET: Box = (0.0, 0.0, 800.0, 720.0)
ROWS, FIRST_ROW, ROW = 12, 130.0, 48.0
LEFT, NAME, RIGHT = 60.0, 110.0, 740.0
LONGEST = 34
"""Characters of a name on the sheet."""


def draw(view: View, _marks: Marks, language: str) -> Scene:
    """Sheet with the first places."""
    contest = view.contest
    rows = shown_places(view)
    return Scene(
        "con-board",
        sheet_words(contest, rows).in_(language),
        SHEET,
        SHEET,
        (SHEET[2] / 2, SHEET[3] / 2),
        SHEET,
        (),
        "contest-sheet",
        (
            Layer("paper", Ink((rectangle("con-paper"),))),
            Layer("places", Ink(tuple(row_texts(view, rows, language)))),
        ),
        NOTHING,
        tuple(
            Spot(
                one.entrant,
                (LEFT, FIRST_ROW + number * ROW),
                place_words(contest, one.entrant, one.place, one.points).in_(language),
            )
            for number, one in enumerate(rows)
        ),
        reach=ROW / 2,
    )


def shown_places(view: View) -> tuple[Place, ...]:
    """First places. A later place of the viewer stands in the last row."""
    found = tuple(places_of(view.contest))
    own = tuple(one for one in found[ROWS:] if one.entrant == view.me)
    return (*found[: ROWS - len(own)], *own)


def rectangle(style: str, frame: Box = SHEET) -> Element:
    """Paper of the sheet or of a row."""
    x, y, width, height = frame
    return Element(
        "rect",
        (
            ("class", style),
            ("x", f"{x:g}"),
            ("y", f"{y:g}"),
            ("width", f"{width:g}"),
            ("height", f"{height:g}"),
        ),
    )


def row_texts(view: View, rows: Sequence[Place], language: str) -> Iterator[Element]:
    """Heading, then a row for each place. The row of the viewer is marked."""
    contest = view.contest
    yield text(LEFT, 70.0, "con-head", moment_title(contest).in_(language))
    for number, one in enumerate(rows):
        y = FIRST_ROW + number * ROW
        if one.entrant == view.me:
            yield rectangle("con-mine", (LEFT - 14, y - 34.0, RIGHT - LEFT + 28, ROW))
        name = title_of(contest, one.entrant).in_(language)
        yield text(LEFT, y, "con-place", mark_of(contest, one))
        yield text(NAME, y, "con-name", name if len(name) <= LONGEST else name[: LONGEST - 1] + "…")
        if not contest.rules.has_rungs:
            yield text(RIGHT, y, "con-points", str(one.points))


def mark_of(contest: Contest, one: Place) -> str:
    """Place as it is drawn; in groups with the letter of the group."""
    number = group_of(contest, one.entrant)
    if number is None:
        return str(one.place)
    letters = group_letters(number) if contest.rules.has_groups else f"{number + 1}."
    return f"{letters}{one.place}"


def text(x: float, y: float, style: str, words: str) -> Element:
    """One text of the sheet."""
    return Element("text", (("class", style), ("x", f"{x:g}"), ("y", f"{y:g}")), (words,))


def place_words(contest: Contest, key: str, place: int, points: int) -> Say:
    """Place of an entrant in words, in a ladder its rung."""
    who = title_of(contest, key)
    if contest.rules.has_rungs:
        return say("{who}: rung {n}", "{who}: peldaño {n}", who=who, n=place)
    number = group_of(contest, key)
    if number is not None:
        return say(
            "{who}: {group}, place {n}, {p:point+s}",
            "{who}: {group}, puesto {n}, {p:punto+s}",
            who=who,
            group=group_title(contest, number),
            n=place,
            p=points,
        )
    return say(
        "{who}: place {n}, {p:point+s}",
        "{who}: puesto {n}, {p:punto+s}",
        who=who,
        n=place,
        p=points,
    )


def sheet_words(contest: Contest, rows: Sequence[Place]) -> Say:
    """The sheet in words."""
    when = moment_title(contest)
    if not rows:
        return say("{when}: no entrant yet", "{when}: todavía sin participantes", when=when)
    told = tuple(place_words(contest, one.entrant, one.place, one.points) for one in rows)
    return say("{when}. {rows}", "{when}. {rows}", when=when, rows=told)
