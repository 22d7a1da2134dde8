"""Models of the API for dice."""

from __future__ import annotations

from app.web.api.deferred_model import BaseModel


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
