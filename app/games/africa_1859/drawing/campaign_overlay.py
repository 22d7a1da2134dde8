"""Overlay of the campaign: Spanish supply, storm, and the stacks that hunger or disease
threatens.
"""

from __future__ import annotations

from app.games.africa_1859.drawing.counters import CASK
from app.games.africa_1859.drawing.position import BoardPosition, SpaceState
from app.games.africa_1859.drawing.sheet import PLATE, Sheet, scaled
from app.games.africa_1859.drawing.words import WORDS
from app.kernel.scene import NOTHING, Ink, Point, Switch, in_layers
from app.kernel.strokes import group, moved, path, tag, text

SWITCH = "supply-off"
"""Class of the frame that hides the rings of supply."""
SOURCE = (-36, -26)
WARNINGS = ((37, 2), (37, 24))
"""Places of a cask, and of the signs of hunger and disease, from the middle of a space."""
CLOUD = "M-20 6c-9 0-9-12 0-12c1-10 17-12 21-3c10-3 15 4 12 9c7 1 6 6 1 6z"
GUSTS = "M-15 12l-4 8M-4 12l-4 8M7 12l-4 8M18 12l-4 8"


def switches(position: BoardPosition, language: str) -> tuple[Switch, ...]:
    """Switch that hides the rings of supply; only in the campaign."""
    if not any(state.supply for state in position.spaces.values()):
        return ()
    return (Switch(SWITCH, str(WORDS[language]["hide_supply"]), "eye"),)


def draw_supply(sheet: Sheet, position: BoardPosition) -> Ink:
    """Dotted rings round the spaces in supply, casks at its sources."""
    out = NOTHING
    for key, state in position.spaces.items():
        x, y = sheet.at[key]
        if state.supply in ("source", "near"):
            out += tag("circle", klass="af-supply", cx=x, cy=y, r=PLATE + 4.5)
        if state.supply == "source":
            at = moved((x + SOURCE[0], y + SOURCE[1]))
            cask = path(CASK, "cask", transform="translate(0 -17)")
            out += group(tag("circle", klass="af-source", r=9) + cask, None, transform=at)
    return group(out, "af-supplies", aria_hidden="true") if out else NOTHING


def draw_dangers(sheet: Sheet, position: BoardPosition, language: str) -> Ink:
    """Signs of the stacks that lose a step or may fall ill, and the storm at sea."""
    out = in_layers(draw_warnings(sheet.at[key], state) for key, state in position.spaces.items())
    if position.has_storm:
        (at,) = scaled([sheet.scenery["storm"]])
        out += draw_storm(at, str(WORDS[language]["storm"]))
    return group(out, "af-dangers", aria_hidden="true") if out else NOTHING


def draw_warnings(at: Point, state: SpaceState) -> Ink:
    """Loss of a hungry stack, and chance of disease."""
    signs = ["−1"] * state.is_hungry + [state.disease] * bool(state.disease)
    kinds = ["is-hunger"] * state.is_hungry + ["is-disease"] * bool(state.disease)
    out = NOTHING
    for sign, kind, (x, y) in zip(signs, kinds, WARNINGS, strict=False):
        pill = tag("rect", x=-14, y=-9.5, width=28, height=19, rx=3 if kind == "is-hunger" else 9.5)
        where = moved((at[0] + x, at[1] + y))
        out += group(pill + text(sign, None, 0, 5), f"af-danger {kind}", transform=where)
    return out


def draw_storm(at: Point, word: str) -> Ink:
    """Cloud with rain over the sea."""
    body = path(CLOUD, "af-cloud") + path(GUSTS, "af-gust") + text(word, None, 0, 38)
    return group(body, "af-storm", transform=moved(at))
