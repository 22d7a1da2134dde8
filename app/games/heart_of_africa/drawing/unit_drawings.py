"""Units on the board: figures, and the places of the fallen."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import msgspec

from app.games.heart_of_africa.drawing import figures as men
from app.games.heart_of_africa.drawing.places import page
from app.games.heart_of_africa.drawing.words import figure_words, unit_words
from app.games.heart_of_africa.pieces import AMBUSH, Figure
from app.games.heart_of_africa.state import Battle
from app.kernel.contract import Marks
from app.kernel.scene import Element, Ink, in_layers
from app.kernel.strokes import moved, use


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


def standing(
    battle: Battle,
    groups: Sequence[Group],
    marks: Marks,
    language: str,
    unseen: Collection[str] = (),
) -> Ink:
    """Every figure on its base, unit by unit; `unseen` groups are faint."""
    return Ink(
        tuple(
            one
            for group in groups
            for one in drawn(battle, group, marks, language, group.key in unseen)
        )
    )


def drawn(
    battle: Battle, group: Group, marks: Marks, language: str, is_unseen: bool
) -> tuple[Element, ...]:
    """Drawing of a unit: a link as a whole, or, if its figures are offered one by one, each by
    itself.
    """
    links = marks.piece_links
    unit = battle.units.get(group.key)
    single = {one.id for one in group.men if one.id in links and one.id != group.key}
    whole = links.get(group.key, "")
    words = (
        unit_words(battle, unit, group.men)
        if unit is not None
        else figure_words(battle, group.men[0])
    )
    facts = (
        ("class", group_class(battle, group, marks, is_unseen)),
        ("data-key", group.key),
        ("data-side", group.side),
        ("aria-label", words.in_(language)),
    )
    bodies = tuple(
        figure_bodies(battle, group, marks, language, links, whole, single, battle.land.depth)
    )
    if whole and not single:
        return (Element("a", (*facts, ("href", whole)), bodies),)
    return (Element("g", (*facts, ("role", "group")), bodies),)


def group_class(battle: Battle, group: Group, marks: Marks, is_unseen: bool) -> str:
    """Classes of the drawing of a unit."""
    unit = battle.units.get(group.key)
    klass = f"hoa-unit hoa-{men.SHAPES[group.side]}"
    klass += " is-hidden" if unit is not None and unit.where == AMBUSH else ""
    klass += " is-unseen" if is_unseen else ""
    klass += " is-spent" if unit is not None and unit.activation else ""
    members = (group.key, *(one.id for one in group.men))
    return klass + (" is-chosen" if marks.piece and marks.piece in members else "")


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


def fallen(battle: Battle) -> Ink:
    """A cross at the place of each figure lost this turn."""
    now = f"{battle.turn}:"
    return in_layers(
        use("hoa-m-lost", transform=moved(page(battle, one.fell)))
        for one in battle.figures.values()
        if one.fell is not None and one.fate and one.fell_in.startswith(now)
    )
