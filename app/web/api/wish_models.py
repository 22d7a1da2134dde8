"""Models of wishes for an opponent."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from app.services.watch import wish_pool
from app.web.api.deferred_model import BaseModel
from app.web.api.models import Asked, Line, Number
from app.web.api.plain_data import DescribedBy, Plain

Wishes = Annotated[Plain, DescribedBy(wish_pool.WishPage)]
Seat = Annotated[tuple[Line, Line], Field(description="Scenario and side.")]


class NewWish(Asked):
    """Wish for an opponent. `seats` are accepted pairs of scenario and side. `paces` are "live",
    "daily" and "slow"; the live pace counts for `live_hours`. `apart` is the number of last
    opponents to avoid. With `club_id` only members of this club are wanted.
    """

    box: Line
    seats: Annotated[list[Seat], Field(max_length=100)]
    paces: Annotated[list[Line], Field(max_length=10)]
    live_hours: int = 2
    languages: Annotated[list[Line], Field(max_length=10)] = ["en", "es"]
    language_required: bool = False
    strength: Literal["any", "preferred", "required"] = "any"
    welcomes_newcomers: bool = True
    rated: bool = False
    at_once: int = 1
    apart: int = 1
    club_id: Number | None = None


class SavedWish(BaseModel):
    """Number of a saved wish."""

    id: int


class Change(Asked):
    """Change that finds the wish with the number `other`."""

    other: Number
