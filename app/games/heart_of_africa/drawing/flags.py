"""Flag of each unit: its code, the number of figures left, the marks of the turn, and its card.

Lengths on a flag are pixels.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from app.games.heart_of_africa.drawing import figures as men
from app.games.heart_of_africa.drawing.cards import card
from app.games.heart_of_africa.drawing.places import page
from app.games.heart_of_africa.drawing.store import use_glyph
from app.games.heart_of_africa.drawing.unit_drawings import Group
from app.games.heart_of_africa.drawing.words import unit_words
from app.games.heart_of_africa.pieces import AMBUSH, CHARGED, Unit
from app.games.heart_of_africa.presentation.naming import unit_codes
from app.games.heart_of_africa.state import Battle
from app.kernel.contract import Marks
from app.kernel.labels import Label, draw_label
from app.kernel.scene import Element, Ink, Point, in_layers
from app.kernel.strokes import group as strokes_group

LETTER, DIGIT, MARK = 8.4, 6.8, 17.0
CHOSEN, TARGET = 2, 1
"""Ranks: the chosen unit and the targets choose their places first."""


def flags(
    battle: Battle,
    groups: Sequence[Group],
    marks: Marks,
    language: str,
    unseen: Collection[str] = (),
) -> Ink:
    """A flag for each unit; without scripts it stands above its highest figure. `unseen` units have
    a faint one.
    """
    return in_layers(
        flag(battle, battle.units[group.key], group, marks, language, group.key in unseen)
        for group in groups
        if group.key in battle.units
    )


def flag(
    battle: Battle, unit: Unit, group: Group, marks: Marks, language: str, is_unseen: bool
) -> Ink:
    code, count = unit_codes(battle)[unit.id], str(len(group.men))
    shown = marks_of(battle, unit, group)
    href, odds = marks.piece_links.get(unit.id, ""), odds_of(group, marks.targets)
    is_chosen = marks.piece == unit.id
    bare = 12 + LETTER * len(code) + 6 + DIGIT * len(count)
    klass = f"hoa-tag hoa-{men.SHAPES[unit.side]}"
    klass += " is-can" if href else ""
    klass += " is-chosen" if is_chosen else ""
    klass += " is-hidden" if unit.where == AMBUSH else ""
    klass += " is-unseen" if is_unseen else ""
    klass += " is-target" if is_target(group, marks) else ""
    label = Label(
        unit.id,
        place_above([page(battle, one.position) for one in group.men]),
        bare + MARK * len(shown),
        9 + 8 * len(code),
        odds,
        CHOSEN if is_chosen else TARGET if odds else 0,
    )
    attrs = [("id", f"u-{unit.id}"), ("data-card", card(battle, unit, group.men, language))]
    attrs += [("href", href)] if href else [("role", "img")]
    attrs += [("aria-label", unit_words(battle, unit, group.men).in_(language))]
    words = face(code, count, shown, bare)
    return draw_label(label, words, tuple(attrs), klass=klass, is_link=bool(href))


def face(code: str, count: str, shown: Sequence[str], bare: float) -> Ink:
    """Code, number of figures and marks; a folded flag shows the code alone."""
    number = Element("tspan", (("class", "label-more"), ("dx", "5")), (count,))
    words = Element("text", (("x", "6"), ("y", "4.6")), (code, number))
    glyphs = tuple(
        use_glyph(f"m-{mark}", f"translate({bare + MARK * place + 6:g} 0)scale(1.6)")
        for place, mark in enumerate(shown)
    )
    return Ink((words,)) + strokes_group(Ink(glyphs), "label-more")


def odds_of(group: Group, targets: Mapping[str, str]) -> str:
    """The odds of an attack on the unit, if the page offers it as a whole."""
    return targets.get(group.key, "")


def is_target(group: Group, marks: Marks) -> bool:
    members = {group.key, *(one.id for one in group.men)}
    return bool(members & {marks.target, *marks.targets} - {""})


def place_above(spots: Sequence[Point]) -> Point:
    """The place of a flag without scripts: above the middle, next to the highest figure."""
    xs, ys = [x for x, _ in spots], [y for _, y in spots]
    return (round(sum(xs) / len(xs) - 18, 1), round(max(min(ys) - 22, -8.0), 1))


def marks_of(battle: Battle, unit: Unit, group: Group) -> tuple[str, ...]:
    """Marks on the flag of a unit, at most four: in ambush, morale marker, in combat, charged,
    moved, shot.
    """
    members = group.men
    found = []
    if unit.where == AMBUSH:
        found.append("hidden")
    if unit.marker:
        found.append("morale")
    if any(one.contact_at_start for one in members):
        found.append("locked")
    if any(CHARGED in one.did for one in members):
        found.append("charged")
    elif unit.activation == "moved":
        found.append("moved")
    if any(one.id in battle.shooting.fired for one in members):
        found.append("shot")
    return tuple(found[:4])
