"""Units on the board: figures, flags and the places of the fallen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from app.games.heart_of_africa.drawing import figures as men
from app.games.heart_of_africa.drawing.places import page
from app.games.heart_of_africa.drawing.words import figure_words, unit_words
from app.games.heart_of_africa.pieces import AMBUSH, Figure
from app.games.heart_of_africa.presentation.naming import unit_codes
from app.games.heart_of_africa.state import Battle
from app.kernel.contract import Marks
from app.kernel.scene import Element, Ink, Point, in_layers
from app.kernel.strokes import moved, use

BETWEEN_FLAGS = 17.0


HIGHEST_FLAG = -13.0
"""Least y of a flag: half a flag below the edge of the drawing."""


class Group(msgspec.Struct, frozen=True):
    """Figures that are drawn together: a unit, or a single independent figure. `key` is its id."""

    key: str
    side: str
    men: tuple[Figure, ...]


def groups_of(battle: Battle) -> tuple[Group, ...]:
    """Units and single figures on the table, attendants with their Leader, in the order of the
    roster.
    """
    found: dict[str, list[Figure]] = {}
    for figure in battle.figures.values():
        if figure.at is None or figure.fate or (figure.aboard and figure.at is None):
            continue
        found.setdefault(figure.unit or figure.of or figure.id, []).append(figure)
    return tuple(Group(key, members[0].side, tuple(members)) for key, members in found.items())


def standing(battle: Battle, groups: Sequence[Group], marks: Marks, language: str) -> Ink:
    """Every figure on its base, unit by unit."""
    return Ink(tuple(one for group in groups for one in drawn(battle, group, marks, language)))


def drawn(battle: Battle, group: Group, marks: Marks, language: str) -> tuple[Element, ...]:
    """Drawing of a unit: a link as a whole, or, if its figures are offered one by one, each by
    itself.
    """
    depth, links = battle.land.depth, marks.piece_links
    unit = battle.units.get(group.key)
    klass = f"hoa-unit hoa-{men.SHAPES[group.side]}"
    klass += " is-hidden" if unit is not None and unit.where == AMBUSH else ""
    klass += " is-spent" if unit is not None and unit.activation else ""
    klass += (
        " is-chosen"
        if marks.piece and marks.piece in (group.key, *(one.id for one in group.men))
        else ""
    )
    single = {one.id for one in group.men if one.id in links and one.id != group.key}
    whole = links.get(group.key, "")
    words = (
        unit_words(battle, unit, group.men)
        if unit is not None
        else figure_words(battle, group.men[0])
    )
    label = words.in_(language)
    bodies = figure_bodies(battle, group, marks, language, links, whole, single, depth)
    if whole and not single:
        return (
            Element(
                "a",
                (("class", klass), ("data-key", group.key), ("href", whole), ("aria-label", label)),
                tuple(bodies),
            ),
        )
    return (
        Element(
            "g",
            (("class", klass), ("data-key", group.key), ("role", "group"), ("aria-label", label)),
            tuple(bodies),
        ),
    )


def figure_bodies(
    battle: Battle,
    group: Group,
    marks: Marks,
    language: str,
    links: Mapping[str, str],
    whole: str,
    single: set[str],
    depth: float,
) -> list[Element]:
    """Drawings of the figures, each a link if it is offered by itself."""
    bodies = []
    for one in group.men:
        href = links.get(one.id, whole) if single else ""
        said = figure_words(battle, one).in_(language) if href else ""
        bodies.append(
            men.figure(
                one,
                depth,
                struck=one.id in battle.struck,
                href=href,
                label=said,
                klass="is-chosen" if one.id == marks.piece and one.id != group.key else "",
            )
        )
    return bodies


def flags(battle: Battle, groups: Sequence[Group], marks: Marks, language: str) -> Ink:
    """A flag beside each unit; flags that would lie on one another make way upwards.

    A flag at the north edge stays on the drawing.
    """
    taken: list[Point] = []
    found = []
    for group in groups:
        unit = battle.units.get(group.key)
        if unit is None:
            continue
        x, y = men.middle_above([page(battle, one.position) for one in group.men])
        while (
            any(abs(x - other[0]) < 40 and abs(y - other[1]) < BETWEEN_FLAGS for other in taken)
            and y > 0
        ):
            y -= BETWEEN_FLAGS
        y = max(y, HIGHEST_FLAG)
        taken.append((x, y))
        shown = men.marks_of(
            battle,
            group.men,
            marker=unit.marker,
            activation=unit.activation,
            hidden=unit.where == AMBUSH,
        )
        href = marks.piece_links.get(unit.id, "")
        found.append(
            men.flag(
                men.Flag(
                    unit.id,
                    unit.side,
                    unit_codes(battle)[unit.id],
                    len(group.men),
                    (round(x, 1), round(y, 1)),
                    shown,
                    unit_words(battle, unit, group.men).in_(language),
                    href,
                    bool(href),
                    marks.piece == unit.id,
                )
            )
        )
    return Ink(tuple(found))


def fallen(battle: Battle) -> Ink:
    """A cross at the place of each figure lost this turn."""
    now = f"{battle.turn}:"
    return in_layers(
        use("hoa-m-lost", transform=moved(page(battle, one.fell)))
        for one in battle.figures.values()
        if one.fell is not None and one.fate and one.fell_in.startswith(now)
    )
