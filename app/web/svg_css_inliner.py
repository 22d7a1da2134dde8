"""Inliner of the style sheets: writes each shape's style onto the shape, for pictures drawn without
a browser.

It supports the CSS of the board's style sheets. These are classes, tags, descendants, `:is()`,
`:not()`, custom properties with fallbacks, `light-dark()`, `color-mix()` and the short form of
`font`. Conditions of a page (pointer, focus, palette) never apply.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import product
from pathlib import Path

import msgspec

from app.kernel.scene import Element
from app.web.svg import escaped

CSS = Path(__file__).parents[2] / "static" / "css"
SHEETS = ("tokens", "boards", "story")
DRAWN = frozenset(
    (
        "fill",
        "stroke",
        "stroke-width",
        "stroke-dasharray",
        "stroke-dashoffset",
        "stroke-linecap",
        "stroke-linejoin",
        "opacity",
        "fill-opacity",
        "stroke-opacity",
        "paint-order",
        "font-family",
        "font-size",
        "font-style",
        "font-weight",
        "letter-spacing",
        "text-anchor",
        "display",
    )
)
RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
ONLY_ON_A_PAGE = re.compile(
    r":(?:hover|focus|active|before|after|first|last|has)|::|\[data-|[>+~@#]|\bhtml\b"
)
PART = re.compile(r"\.([\w-]+)|\[([\w-]+)([$*^]?=)\"([^\"]*)\"\]|:not\(([^)]*)\)|:root|^([a-z]\w*)")
FONT = re.compile(r"(?:(italic)\s+)?(?:(\d{3})\s+)?([\d.]+)px(?:/\S+)?\s+(.+)")


class Compound(msgspec.Struct, frozen=True):
    """Compound selector of one shape: `path.edge:not(.tile)`."""

    tag: str
    classes: frozenset[str]
    without: frozenset[str]
    attributes: tuple[tuple[str, str, str], ...]
    is_root: bool

    def fits(self, tag: str, classes: frozenset[str], attributes: Mapping[str, str]) -> bool:
        if (
            self.is_root
            or (self.tag and self.tag != tag)
            or not self.classes <= classes
            or self.without & classes
        ):
            return False
        return all(
            holds(attributes.get(name, ""), how, text) for name, how, text in self.attributes
        )

    @property
    def weight(self) -> tuple[int, int]:
        return len(self.classes) + len(self.without) + len(self.attributes) + self.is_root, int(
            bool(self.tag)
        )


class Rule(msgspec.Struct, frozen=True):
    """Style rule for a shape within others. The higher weight wins, and of equal weights the later
    rule.
    """

    within: tuple[Compound, ...]
    of: Compound
    weight: tuple[int, int, int]
    says: tuple[tuple[str, str], ...]


def holds(value: str, how: str, text: str) -> bool:
    return {
        "=": value == text,
        "$=": value.endswith(text),
        "*=": text in value,
        "^=": value.startswith(text),
    }[how]


# --- Parsing the style sheets
@cache
def rules(style: Path | None) -> tuple[Rule, ...]:
    """Rules of all style sheets, in order; `style` is that of a game."""
    found: list[Rule] = []
    for sheet in (*(CSS / f"{name}.css" for name in SHEETS), *([style] if style else ())):
        text = outside_of_conditions(
            re.sub(r"/\*.*?\*/", "", sheet.read_text(encoding="utf-8"), flags=re.DOTALL)
        )
        for selectors, body in RULE.findall(text):
            says = tuple(declared(body))
            for selector in split(selectors, ","):
                for plain in spread(selector.strip()):
                    if not ONLY_ON_A_PAGE.search(plain):
                        *within, of = (compound(part) for part in plain.split())
                        weights = [one.weight for one in (*within, of)]
                        found.append(
                            Rule(
                                tuple(within),
                                of,
                                (
                                    sum(one[0] for one in weights),
                                    sum(one[1] for one in weights),
                                    len(found),
                                ),
                                says,
                            )
                        )
    return tuple(found)


def outside_of_conditions(text: str) -> str:
    """Style sheet without its conditional blocks, such as print and reduced motion."""
    while (at := text.find("@")) >= 0:
        opens = text.index("{", at)
        text = text[:at] + text[opens + len(bracketed(text, opens, "{}")) + 2 :]
    return text


def declared(body: str) -> Iterator[tuple[str, str]]:
    for line in split(body, ";"):
        name, colon, value = line.strip().partition(":")
        short = FONT.fullmatch(value.strip()) if name == "font" else None
        if short:
            style, weight, size, family = short.groups()
            yield from (
                ("font-style", style or "normal"),
                ("font-weight", weight or "400"),
                ("font-size", size),
                ("font-family", family),
            )
        elif colon:
            yield name.strip(), value.strip()


def split(text: str, at: str) -> list[str]:
    """Parts of a text between separators outside brackets."""
    parts, depth = [""], 0
    for sign in text:
        depth += {"(": 1, ")": -1}.get(sign, 0)
        if sign == at and depth == 0:
            parts.append("")
        else:
            parts[-1] += sign
    return [part for part in parts if part.strip()]


def spread(selector: str) -> Iterator[str]:
    """Selectors that result from each choice of every `:is(a, b)`."""
    pieces = re.split(r":is\(([^)]*)\)", selector)
    choices = [
        [piece] if place % 2 == 0 else [one.strip() for one in piece.split(",")]
        for place, piece in enumerate(pieces)
    ]
    return ("".join(chosen) for chosen in product(*choices))


def compound(text: str) -> Compound:
    tag, classes, without, attributes = "", set(), set(), []
    for klass, name, how, value, no, kind in PART.findall(text):
        tag = kind or tag
        classes |= {klass} - {""}
        without |= {one.strip().removeprefix(".") for one in no.split(",")} - {""}
        attributes += [(name, how, value)] if name else []
    return Compound(tag, frozenset(classes), frozenset(without), tuple(attributes), ":root" in text)


@cache
def by_subject(style: Path | None) -> Mapping[str, tuple[Rule, ...]]:
    """Rules by a class that their shape must have (".edge"), or by its tag."""
    found: dict[str, list[Rule]] = {}
    for rule in rules(style):
        found.setdefault(f".{min(rule.of.classes)}" if rule.of.classes else rule.of.tag, []).append(
            rule
        )
    return {key: tuple(its) for key, its in found.items()}


# --- Values
Known = Mapping[str, str]


@cache
def tokens(theme: str, style: Path | None) -> Known:
    """Custom properties of the root element in this theme."""
    known: dict[str, str] = {}
    for rule in rules(style):
        if rule.of.is_root and not rule.within:
            known |= {name: value for name, value in rule.says if name.startswith("--")}
    return {name: one_of(value, theme) for name, value in known.items()}


def one_of(value: str, theme: str) -> str:
    """Value with `light-dark(a, b)` resolved for the theme."""
    while (at := value.find("light-dark(")) >= 0:
        inside = bracketed(value, at + len("light-dark"))
        light, dark = split(inside, ",")
        value = (
            value[:at]
            + (light if theme == "light" else dark).strip()
            + value[at + len("light-dark()") + len(inside) :]
        )
    return value


def bracketed(text: str, at: int, brackets: str = "()") -> str:
    """Text within the brackets that open at this position. Raises `ValueError` if they do not
    close.
    """
    depth = 0
    for end in range(at, len(text)):
        depth += (text[end] == brackets[0]) - (text[end] == brackets[1])
        if depth == 0:
            return text[at + 1 : end]
    raise ValueError(text)


def settled(value: str, known: Known, theme: str) -> str:
    """Value with all variables and colour functions resolved."""
    value = one_of(value, theme)
    while (at := value.find("var(")) >= 0:
        inside = bracketed(value, at + 3)
        name, *usual = split(inside, ",")
        meant = known.get(name.strip(), ",".join(usual).strip())
        value = value[:at] + one_of(meant, theme) + value[at + len("var()") + len(inside) :]
    return mixed(value)


def mixed(value: str) -> str:
    """Value with `color-mix(in srgb, a 72%, b)` computed."""
    if not value.startswith("color-mix("):
        return value
    _, one, other = split(bracketed(value, len("color-mix")), ",")
    colour, _, share = one.strip().partition(" ")
    part = float(share.rstrip("%") or 50) / 100
    pairs = zip(channels(colour), channels(other.strip()), strict=True)
    return "#" + "".join(f"{round(a * part + b * (1 - part)):02x}" for a, b in pairs)


def channels(colour: str) -> tuple[int, int, int]:
    digits = colour.removeprefix("#")
    digits = "".join(sign * 2 for sign in digits) if len(digits) == 3 else digits
    return int(digits[:2], 16), int(digits[2:4], 16), int(digits[4:6], 16)


# --- Writing styles onto shapes

# Tag and classes of each enclosing element; the innermost is last.
Around = tuple[tuple[str, str], ...]
LEFT_OUT = frozenset(("class", "href", "tabindex", "role", "focusable", "x", "y"))


class StyleInliner:
    """Writer of drawings that need no style sheet. `store` holds the drawings that others use by
    name, `style` is the style sheet of the game.
    """

    def __init__(
        self, store: Mapping[str, Element], style: Path | None = None, theme: str = "light"
    ):
        self._store, self._style, self._theme = store, style, theme
        self._said: dict[tuple[str, str, Around], Mapping[str, str]] = {}
        self._used: dict[tuple[str, int], str] = {}
        # Sets of custom properties. They stay referenced, so that no two share an `id()`.
        self._sets: list[Known] = []

    def markup(
        self, elements: Iterable[Element | str], around: Around = (), known: Known | None = None
    ) -> str:
        """Shapes with their styles. `known` are the custom properties in force around them."""
        known = tokens(self._theme, self._style) if known is None else known
        return "".join(
            escaped(one) if isinstance(one, str) else self._written(one, around, known)
            for one in elements
        )

    def value(self, text: str) -> str:
        """Value at the root of the page, such as the paper colour or a font family."""
        return settled(text, tokens(self._theme, self._style), self._theme)

    def _written(self, element: Element, around: Around, known: Known) -> str:
        attributes = dict(element.attrs)
        klass = attributes.get("class", "")
        says = self.said(element.tag, klass, around)
        own = {name: value for name, value in says.items() if name.startswith("--")}
        if own:
            known = self._with(known, own)
        looks = {
            name: settled(value, known, self._theme)
            for name, value in says.items()
            if name in DRAWN
        }
        if looks.get("display") == "none":
            return ""
        is_used = element.tag == "use"
        kept = {
            name: value
            for name, value in attributes.items()
            if name not in LEFT_OUT or (name in "xy" and not is_used)
        }
        if is_used:
            inner = self._drawing(attributes.get("href", "").removeprefix("#"), known)
            moved = f"translate({attributes.get('x', '0')} {attributes.get('y', '0')})"
            kept["transform"] = f"{kept.get('transform', '')} {moved}".strip()
        else:
            inner = self.markup(element.children, (*around, (element.tag, klass)), known)
        looks = {
            name: "none" if value == "transparent" else value
            for name, value in looks.items()
            if value and name != "display"
        }
        tag = {"use": "g", "a": "g", "symbol": "g"}.get(element.tag, element.tag)
        said = "".join(
            f' {name}="{escaped(value)}"'
            for name, value in (kept | looks).items()
            if not name.startswith(("data-", "aria-"))
        )
        return f"<{tag}{said}>{inner}</{tag}>"

    def _with(self, known: Known, own: Mapping[str, str]) -> Known:
        """Custom properties with some replaced; equal sets are the same object."""
        more = {
            **known,
            **{name: settled(value, known, self._theme) for name, value in own.items()},
        }
        same = next((one for one in self._sets if one == more), None)
        if same is None:
            self._sets.append(more)
        return same or more

    def _drawing(self, name: str, known: Known) -> str:
        """Drawing of the store. It inherits only the custom properties of its place."""
        key = name, id(known)
        if key not in self._used:
            self._used[key] = (
                self.markup((self._store[name],), (), known) if name in self._store else ""
            )
        return self._used[key]

    def said(self, tag: str, klass: str, around: Around) -> Mapping[str, str]:
        """Declarations of the style sheets for such a shape in its place."""
        key = tag, klass, around
        if key not in self._said:
            classes = frozenset(klass.split())
            subjects = by_subject(self._style)
            rules_ = [
                rule
                for name in (tag, *(f".{one}" for one in classes))
                for rule in subjects.get(name, ())
                if rule.of.fits(tag, classes, {"class": klass}) and lies(around, rule.within)
            ]
            self._said[key] = {
                name: value
                for rule in sorted(rules_, key=lambda rule: rule.weight)
                for name, value in rule.says
            }
        return self._said[key]


def lies(around: Around, within: tuple[Compound, ...]) -> bool:
    """Return True if the elements `around` contain all of `within`, outermost first."""
    if not within:
        return True
    outer, places = within[:-1], range(len(around) - 1, -1, -1)
    return any(
        within[-1].fits(
            around[place][0], frozenset(around[place][1].split()), {"class": around[place][1]}
        )
        and lies(around[:place], outer)
        for place in places
    )
