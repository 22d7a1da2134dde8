"""Sea with engraved lines, land, rivers and their lettering."""

from __future__ import annotations

from app.games.africa_1859.drawing.sheet import TITLE_LINES, Sheet, scaled
from app.kernel.scene import NOTHING, Ink, in_layers
from app.kernel.strokes import (
    group,
    hand_for,
    num,
    path,
    shaken_by,
    smooth_path,
    spaced_at,
    tag,
    text,
    use,
    xy,
)

WAVES = (66, 54, 43.5, 34.5, 26.5, 19.5, 13.5, 8.5, 4.5)
"""Distances of the engraved lines from the coast, the farthest first."""
TREMOR = 1.4


def draw_sea(sheet: Sheet) -> Ink:
    """Water and land; the coast is one line that is stroked several times."""
    x0, y0, x1, y1 = sheet.box
    kind = "af-sea" if sheet.coast else "af-land"
    paper = tag("rect", klass=kind, x=x0, y=y0, width=x1 - x0, height=y1 - y0)
    if not sheet.coast:
        return group(paper, "af-ground")
    shore = spaced_at(sheet.coast, 16, closed=False)
    line = smooth_path(shaken_by(shore, TREMOR, hand_for(sheet.key, "coast")))
    ring = line + "".join("L" + xy(point) for point in scaled(sheet.scenery["close"])) + "Z"
    coast = f"af-{sheet.key}-coast"
    out = paper + tag("defs", tag("path", d=line, id=coast))
    for number, reach in enumerate(WAVES):
        opacity = f"{0.3 + 0.07 * number:.2f}"
        out += use(coast, klass="af-wave", stroke_width=num(2 * reach), opacity=opacity)
        out += use(coast, klass="af-trough", stroke_width=num(2 * reach - 1.9))
    return group(out + path(ring, "af-land") + path(line, "af-shore"), "af-ground")


def draw_sea_names(sheet: Sheet, language: str) -> Ink:
    """Names of the seas along their lines, and ships."""
    out = NOTHING
    for number, sea in enumerate(sheet.scenery.get("seas", ())):
        key = f"af-{sheet.key}-sea{number}"
        out += named_line(key, sea["path"], sea["text"][language], "af-seaname", "50%", sea["size"])
    ships = scaled(sheet.scenery.get("ships", ()))
    out += in_layers(use("af-ship", round(x), round(y)) for x, y in ships)
    return group(out, "af-sealetters", aria_hidden="true")


def draw_rivers(sheet: Sheet, language: str) -> Ink:
    """Rivers with their banks and names."""
    out = NOTHING
    for number, river in enumerate(sheet.scenery.get("rivers", ())):
        pen = hand_for(sheet.key, "river", number)
        line = smooth_path(shaken_by(scaled(river["line"]), 1.2, pen))
        out += path(line, "af-bank", stroke_width=river["width"])
        out += path(line, "af-stream", stroke_width=river["width"] - 2)
        if "label" in river:
            key = f"af-{sheet.key}-river{number}"
            out += named_line(key, river["label"], river["name"][language], "af-rivername", "0")
    return group(out, "af-rivers")


def named_line(
    key: str, points: list[list[float]], words: str, klass: str, start: str, size: float = 0
) -> Ink:
    """Words along a line that is not drawn itself."""
    lettering = tag("textPath", words, href=f"#{key}", startOffset=start)
    line = tag("path", d=smooth_path(scaled(points)), id=key, klass="af-none")
    return line + tag("text", lettering, klass=klass, font_size=size or None)


def draw_ornaments(sheet: Sheet, language: str) -> Ink:
    """Title, compass and scale."""
    title, bar = sheet.scenery["title"], sheet.scenery["scale"]
    (tx, ty), (bx, by) = scaled([title["at"], bar["at"]])
    lines = title["lines"][language]
    first, second, third = TITLE_LINES
    head = text(lines[0], "af-title1", 0, first) + text(lines[1], "af-title2", 0, second)
    head += path(FLOURISH, "af-flourish", transform="translate(0 18)")
    head += text(lines[2], "af-title3", 0, third)
    cell = bar["length"] / 4 * 1.25
    cells = in_layers(
        tag(
            "rect",
            klass="af-scale2" if number % 2 else "af-scale",
            x=bx + cell * number,
            y=by - 5,
            width=cell,
            height=5,
        )
        for number in range(4)
    )
    out = group(head, "af-title", transform=f"translate({num(tx)} {num(ty)})")
    out += draw_compass(sheet) + cells
    out += text(bar["words"][language], "af-scaletext", bx + 4 * cell + 8, by)
    return group(out, "af-ornaments", aria_hidden="true")


FLOURISH = "M-92 0C-70-9-48 9-26 0S-8-7 0 0S4 9 26 0 70-9 92 0"


def draw_compass(sheet: Sheet) -> Ink:
    """Compass rose with its eight rays; north is up."""
    ((x, y),) = scaled([sheet.scenery["compass"]])
    rose = tag("circle", klass="af-compass", r=22)
    rays = in_layers(
        path(f"M0 0L3.5 3.6L0-{far}z", "af-ray", transform=f"rotate({45 * number})")
        + path(f"M0 0L-3.5 3.6L0-{far}z", "af-ray2", transform=f"rotate({45 * number})")
        for number in range(8)
        for far in ("30" if number % 2 == 0 else "17",)
    )
    north = text("N", "af-north", 0, -35)
    return group(rose + rays + north, transform=f"translate({num(x)} {num(y)})")


def draw_frame(sheet: Sheet) -> Ink:
    """Neat lines and the graded border round the sheet."""
    x0, y0, x1, y1 = sheet.box
    return in_layers(
        tag(
            "rect",
            klass=klass,
            x=x0 - by,
            y=y0 - by,
            width=x1 - x0 + 2 * by,
            height=y1 - y0 + 2 * by,
        )
        for by, klass in (
            (0, "af-neat"),
            (7, "af-grad"),
            (7, "af-grad2"),
            (11, "af-neat"),
            (16, "af-neat is-thick"),
        )
    )
