"""Night on the table: moonlight, a veil with a hole round each own figure, and a sentence."""

from __future__ import annotations

import math
from collections.abc import Sequence

from app.games.heart_of_africa.drawing.figures import disc_radius
from app.games.heart_of_africa.drawing.pen import TENTHS
from app.games.heart_of_africa.drawing.places import page
from app.games.heart_of_africa.drawing.unit_drawings import Group
from app.games.heart_of_africa.fog import View
from app.games.heart_of_africa.pieces import Figure
from app.games.heart_of_africa.sight import smoke
from app.games.heart_of_africa.sight.visibility import NIGHT_REACH
from app.games.heart_of_africa.state import SIDES
from app.kernel.say import say
from app.kernel.scene import NOTHING, Ink
from app.kernel.strokes import moved, num, path, tag, text, xy

WORDS = say(
    "Night: nothing is seen or shot at beyond {inches} in",
    "De noche no se ve ni se dispara a más de {inches:pulgada+s}",
)
MOON = "M-4-7.5A7.5 7.5 0 1 0 5 3.5 6 6 0 1 1-4-7.5Z"
ABOVE = 28.0
"""Height of the sentence below the table's edge."""


def night(view: View, language: str) -> Ink:
    """The veil beyond the sight of the viewer's figures; of all figures for a spectator."""
    battle = view.battle
    if not smoke.is_dark(battle):
        return NOTHING
    width, depth = battle.land.width * 10, battle.land.depth * 10
    dots = "".join(
        f"M{xy(page(battle, one.position))}h.1"
        for one in standing_figures(view)
        if is_own(view, one)
    )
    reach = num(2 * (NIGHT_REACH * TENTHS + 4))
    whole = {"width": num(width), "height": num(depth)}
    hole = path(dots, "hoa-sight", stroke_width=reach)
    mask = tag(
        "mask",
        tag("rect", klass="hoa-mask", **whole) + hole,
        id="hoa-night",
        maskUnits="userSpaceOnUse",
        **{"x": "0", "y": "0", **whole},
    )
    words = WORDS.en, WORDS.es
    says = say(*words, inches=round(NIGHT_REACH)).in_(language)
    moon = path(MOON, "hoa-moon") + text(says, "hoa-night-words", -14, 4)
    return (
        mask
        + tag("rect", klass="hoa-veil", mask="url(#hoa-night)", **whole)
        + tag("g", moon, transform=moved((width - 8, depth + ABOVE)))
    )


def standing_figures(view: View) -> list[Figure]:
    """Figures on the table."""
    return [one for one in view.battle.figures.values() if one.at is not None and not one.fate]


def is_own(view: View, figure: Figure) -> bool:
    """True if the viewer looks with the eyes of the figure; a spectator has those of all."""
    return view.side not in SIDES or figure.side == view.side


def unseen_groups(view: View, groups: Sequence[Group]) -> frozenset[str]:
    """Enemy groups that no figure of the viewer sees in the dark: drawn faintly."""
    battle = view.battle
    if not smoke.is_dark(battle) or view.side not in SIDES:
        return frozenset()
    eyes = [one for one in standing_figures(view) if one.side == view.side]
    return frozenset(
        group.key
        for group in groups
        if group.side != view.side and not any(is_near(one, eyes) for one in group.men)
    )


def is_near(figure: Figure, eyes: Sequence[Figure]) -> bool:
    """True if an edge of a base lies within the reach of sight at night."""
    return any(
        math.dist(figure.position, eye.position)
        <= NIGHT_REACH + (disc_radius(figure) + disc_radius(eye)) / TENTHS
        for eye in eyes
    )
