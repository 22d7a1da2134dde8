"""Labels of constant size on the screen, beside their pieces: flags, odds, results.

The server draws a label at a fixed place. `static/js/board/labels.js` moves it, so that it stays at
its pieces and covers none. Lengths inside a label are pixels; its origin is the middle of its left
edge.
"""

from __future__ import annotations

import msgspec

from app.kernel.scene import Element, Ink, Point
from app.kernel.strokes import group, moved, num, tag

HIGH, FOLDED_HIGH = 21, 16
"""Heights of a label and of a folded one, in pixels."""


class Label(msgspec.Struct, frozen=True):
    """Label of a piece or of a group of pieces.

    - `of`: key of the piece or group. Its discs are the shapes with `data-disc` in `data-key`.
    - `at`: middle of its left edge without scripts, in units of the drawing
    - `width`, `folded`: widths in pixels, without the text at its end
    - `end`: a short text at its right end, such as odds
    - `rank`: labels with a higher rank choose their place first
    - `is_below`: true if it prefers the place below its piece
    """

    of: str
    at: Point
    width: float
    folded: float = 0.0
    end: str = ""
    rank: int = 0
    is_below: bool = False


def draw_label(
    it: Label, body: Ink, attrs: tuple[tuple[str, str], ...], *, klass: str, is_link: bool = False
) -> Ink:
    """The label with its pole and its cloth; `body` is drawn on the cloth. `attrs` are those of the
    whole, such as an address.
    """
    beyond = end_width(it.end)
    inner = (
        tag("path", klass="label-pole-gap", d="M0 0")
        + tag("path", klass="label-pole", d="M0 0")
        + tag(
            "rect",
            klass="label-cloth",
            y=num(-HIGH / 2),
            width=num(it.width + beyond),
            height=str(HIGH),
            rx="3",
        )
        + body
    )
    if it.end:
        inner += tag(
            "g",
            tag("rect", x=num(-beyond), y="-10.5", width=num(beyond), height="21", rx="3")
            + tag("text", it.end, x=num(5 - beyond), y="4.4"),
            klass="label-end",
            transform=moved((it.width + beyond, 0)),
        )
    sizes = f"{num(it.width + beyond)} {num((it.folded or it.width) + beyond)}"
    facts = (
        ("class", f"label {klass}"),
        ("data-label", it.of),
        ("data-size", sizes),
        *((("data-rank", str(it.rank)),) if it.rank else ()),
        *((("data-below", ""),) if it.is_below else ()),
        *attrs,
        ("transform", moved(it.at)),
    )
    whole = group(inner, "label-k").elements
    return Ink((Element("a" if is_link else "g", facts, whole),))


def end_width(words: str) -> float:
    """Width of the text at the end of a label, in pixels."""
    return 8 + 7.2 * len(words) if words else 0.0
