"""Small drawings of troops, traits and things: the figures of the board."""

from __future__ import annotations

from app.games.heart_of_africa.drawing.store import NAMES, STORE, use_glyph
from app.games.heart_of_africa.tables import PROFILES
from app.kernel.form import Glyph
from app.kernel.scene import Element, Ink

BASES = {0.8: ("b-foot", 5.8), 1.2: ("b-mounted", 8.4), 1.6: ("b-gun", 11.4), 2.0: ("b-bag", 10.0)}
ALONE = {
    "gunboat": ("v-gunboat", 41.0),
    "canoe": ("v-canoe", 15.5),
    "dhow": ("v-dhow", 31.0),
    "temba": ("w-temba", 51.0),
    "stake_trap": ("w-stake_trap", 10.5),
    "dummy_trap": ("w-dummy_trap", 10.5),
}
SIDE = "hoa-a"
TURNED = "rotate(-30)"


def glyph_symbols() -> Ink:
    """Drawings that the glyphs are made of: troops, bases, medals, vessels, works."""
    wanted = {f"hoa-{name}" for name in NAMES if name[:2] in ("t-", "b-", "m-")} | {
        f"hoa-{name}" for name, _ in ALONE.values()
    }
    return Ink(tuple(shape for shape in STORE.elements if dict(shape.attrs).get("id") in wanted))


def glyph_of_kind(kind: str) -> Glyph | None:
    """Drawing of a troop type or thing; None if the store has none."""
    if kind in ALONE and ALONE[kind][0] in NAMES:
        drawing, half = ALONE[kind]
        return _framed_symbol((use_glyph(drawing),), half)
    if f"t-{kind}" not in NAMES:
        return None
    size = PROFILES[kind].base if kind in PROFILES else 0.8
    base, half = BASES.get(size if isinstance(size, float) else 0.8, BASES[0.8])
    return _framed_symbol((use_glyph(base, TURNED), use_glyph(f"t-{kind}")), half)


def of_trait(trait: str) -> Glyph | None:
    return _framed_symbol((use_glyph(f"m-{trait}"),), 4.0) if f"m-{trait}" in NAMES else None


def _framed_symbol(shapes: tuple[Element, ...], half: float) -> Glyph:
    return Glyph(
        Ink((Element("g", (("class", SIDE),), shapes),)), (-half, -half, 2 * half, 2 * half)
    )
