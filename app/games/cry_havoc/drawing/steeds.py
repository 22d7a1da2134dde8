"""Horses from above, in the tinctures of their riders."""

from __future__ import annotations

from functools import lru_cache

from app.kernel.scene import Ink
from app.kernel.strokes import hand_for, path, tag

COLOURS = ("bay", "grey", "black", "chestnut")
TRAPPER = (
    "M-12-24C-17-19-19-8-18 2C-17 10-17 16-19 26C-20 34-18 42-15 46L-10 43L-5 47L0 44L5 47L10 "
    "43L15 46"
    "C18 42 20 34 19 26C17 16 17 10 18 2C19-8 17-19 12-24Q0-29-12-24z"
)
TAIL = "M0 44C4 48 5 53 3 60C1 62-1 62-3 60C-5 53-4 48 0 44z"
NECK = "M-10-22C-10-31-8-37-6.5-41H6.5C8-37 10-31 10-22Q0-17-10-22z"
HALF_NECK = "M0-41H6.5C8-37 10-31 10-22Q5-19 0-19.5z"
TRUNK = (
    "M-10-24C-15-18-15-6-13 4C-12 14-15 22-14 32C-13 42-6 46 0 46S13 42 14 32C15 22 12 14 13 "
    "4C15-6 15-18 10-24"
    "Q0-28-10-24z"
)
HEAD = "M-7-40C-8.5-46-5.5-52-5-57Q0-63 5-57C5.5-52 8.5-46 7-40Q0-36-7-40z"
EARS = "M-6.5-40l-4.5-7.5 7 3.5zM6.5-40l4.5-7.5-7 3.5z"
BRIDLE = "M-5.6-51.5Q0-49 5.6-51.5M-5.6-51.5L-9-36M5.6-51.5L9-36"


@lru_cache(maxsize=256)
def draw_steed(owner: str, tinctures: tuple[str, ...], saddle: bool) -> Ink:
    """Horse from above, head up: in the tinctures of its rider, or in its own coat with a
    saddle.
    """
    coat = f"coat-{hand_for('horse', owner).choice(COLOURS)}"
    out = path(TAIL, coat)
    if tinctures:
        first, second = (f"t-{tincture}" for tincture in tinctures)
        half = tag("g", path("M0-30h22v78h-22z", second), clip_path="url(#trapper)")
        out += path(TRAPPER, first) + half + path(TRAPPER, "horse-line")
        out += path(NECK, first) + path(HALF_NECK, second) + path(NECK, "horse-line")
    else:
        out += path(TRUNK, coat) + path(NECK, coat) + path(TRUNK + NECK, "horse-line")
    out += (
        path(EARS, f"{coat} horse-line")
        + path(HEAD, coat)
        + path(HEAD, "horse-line")
        + path("M0-47v7M0-36v9", "mane")
    )
    out += path("M-3-56.5h0M3-56.5h0", "nostril") + path(BRIDLE, "bridle")
    if saddle:
        out += path("M-11-6Q0-12 11-6L13 12Q0 17-13 12z", "saddle") + path(
            "M-9-4Q0-8 9-4M-11 9Q0 13 11 9", "saddleline"
        )
    return out
