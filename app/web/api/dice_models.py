"""Models of the API for dice."""

from __future__ import annotations

from typing import Annotated

from app.services.play import dice_values
from app.web.api.deferred_model import BaseModel
from app.web.api.models import Asked, Line
from app.web.api.plain_data import DescribedBy, Plain

Exchange = Annotated[Plain, DescribedBy(dice_values.Exchange)]


class Roll(BaseModel):
    purpose: str
    of: str
    sides: int
    face: int


class Rolled(BaseModel):
    """Dice of a move."""

    number: int
    seat: str
    rolls: list[Roll]


class Dice(BaseModel):
    """Data to verify the dice. While the game goes on it is the commitment, the value of each
    seat and its pledge: the SHA-256 of both values of a browser.
    """

    commitment: str
    seed: str
    seed_fits: bool
    false: int
    added: dict[str, str]
    pledges: dict[str, str]
    moves: list[Rolled]


class Pledge(Asked):
    """Hashes of two random values for the dice: SHA-256 in hex, with a blank between them."""

    pledge: Line


class Value(Asked):
    """Value whose hash was pledged, as 64 hex digits."""

    value: Line
