"""Ground of a space for cavalry."""

from __future__ import annotations

from app.games.africa_1859.ground import has_fort, has_works, is_open_ground, space_of
from app.games.africa_1859.state import War

CLOSE = ("mountain", "town")


def horse_ground(war: War, space: str) -> str:
    """Ground for cavalry: "open", "rough", or "close" for mountain, town, works and forts."""
    if has_works(war, space) or has_fort(war, space) or space_of(war, space).terrain in CLOSE:
        return "close"
    return "open" if is_open_ground(war, space) else "rough"
