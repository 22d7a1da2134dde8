"""Models of the API for sandboxes."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from app.services.play import sandbox_plan
from app.web.api.deferred_model import BaseModel
from app.web.api.dice_models import Roll
from app.web.api.models import Asked, Game, Line, Move, Number
from app.web.api.plain_data import AnOrder, DescribedBy, Plain

Planned = Annotated[Plain, DescribedBy(sandbox_plan.PlannedOrder)]


Face = Annotated[int, Field(ge=1, le=1000)]


Falls = Literal["chance", "typical"]


class Beginning(Asked):
    """New sandbox. `at`: the move after which it begins, with the seat's knowledge then (null:
    now). Without a name it gets a letter.
    """

    at: Number | None = None
    name: Line = ""


class KeptSandbox(BaseModel):
    """Sandbox that begins after move `began`. `dice`: fall of dice without a given face. `played`:
    its plan is being played in the game.
    """

    id: int
    name: str
    seat: str
    began: int
    dice: Falls
    played: bool
    created: str
    changed: str


class Sandbox(KeptSandbox):
    """Sandbox with its steps, the dice of each, and the imagined game. The game is seen by the seat
    that decides next; `game.last` counts the steps.
    """

    steps: list[Move]
    rolls: list[list[Roll]]
    game: Game


class Trial(Asked):
    """Order in a sandbox. `after`: number of steps that the program knows. `faces`: faces of the
    first dice; `dice`: fall of the others (null: as saved).
    """

    order: AnOrder
    after: Number
    faces: Annotated[list[Face], Field(max_length=200)] = []
    dice: Falls | None = None


class Knowing(Asked):
    """`after`: number of steps that the program knows. If the number differs, nothing is done
    (null: no check).
    """

    after: Number | None = None


class Back(Knowing):
    to: Number


class Changing(Asked):
    """Changes of a sandbox; null: no change."""

    name: Line | None = None
    dice: Falls | None = None
    played: bool | None = None
