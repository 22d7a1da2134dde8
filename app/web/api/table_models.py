"""Models of the API for tables that wait."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from app.kernel import game_setup
from app.services.play import seat_substitution
from app.web.api.deferred_model import BaseModel
from app.web.api.models import Answer, Answers, Asked, Clause, Line, Listed
from app.web.api.plain_data import DescribedBy, Plain

Laying = Annotated[Plain, DescribedBy(game_setup.Laying)]


Hands = Annotated[Plain, DescribedBy(seat_substitution.SeatSubstitutions)]


Bringing = Annotated[dict[Line, Answer | dict[str, Any]], Field(max_length=50)]
"""Contribution to a table: answers by field; "army" is the id of an own army, or its plain data."""


Days = Annotated[int, Field(ge=0, le=10_000)]


class Clock(Asked):
    """Clock. `kind`: "none", "each" (`days`), "bank" (`days`, and `more` hours a decision), "hour"
    (before `hour`), "steps" (days by kind of decision). `grace` in hours, `holidays` in days."""

    kind: Line = "none"
    days: Days = 0
    more: Days = 0
    hour: Line = ""
    zone: Line = ""
    grace: Days = 0
    then: Line = "wait"
    holidays: Days = 0
    per: Line = "game"
    steps: Annotated[dict[Line, Days], Field(max_length=20)] = {}
    weekdays: Line = ""


class Table(Asked):
    """New table. `side` "": the first one. Against "bot" the game begins at once; so does a game
    with open seats, which players join by its order. `options` null: the usual ones. Only guests
    see an "invited" game, and only members of the `club` one of visibility "club". A `rated` battle
    has two players with an account, and no bot. `strength`: of the bot, one of those of its game
    (`Box`).
    """

    box: Line
    scenario: Line
    side: Line = ""
    options: Annotated[list[Line], Field(max_length=100)] | None = None
    visibility: Literal["open", "private", "invited", "club"] = "open"
    club: int | None = None
    spectators: bool = True
    delay: Literal["", "moves", "minutes", "day", "turn"] = ""
    referees: Annotated[list[Line], Field(max_length=6)] = []
    against: Literal["people", "bot"] = "people"
    added: Line = ""
    title: Line = ""
    per_side: Annotated[int, Field(ge=1, le=3)] = 1
    others_per_side: Annotated[int, Field(ge=1, le=3)] | None = None
    terms: Answers = {}
    brings: Bringing = {}
    clock: Clock = Clock()
    rated: bool = False
    strength: Literal["easy", "normal", "hard"] = "normal"


class Sitting(Asked):
    """`seat` null: the first free one. `added`: your text for the dice. `pledge`: hashes of two
    random values instead (`Pledge`); the game then begins when the values are revealed.
    """

    seat: Line | None = None
    added: Line = ""
    pledge: Line = ""
    brings: Bringing = {}


class Handed(Asked):
    brings: Bringing


class Again(Asked):
    added: Line = ""


class Inviting(Asked):
    """Name of a user."""

    name: Line


class Invitation(BaseModel):
    """Invitation to a table. `seat`: seat of a running game to take over (`side` is its title), ""
    before the start.
    """

    by: str
    table: Listed
    seat: str
    side: str


class Waiting(BaseModel):
    """Table that waits: its terms, the seats that have contributed, and the possible contributions.
    Contributions of others are hidden.
    """

    terms: list[str]
    brought: list[str]
    mine: dict[str, Any]
    brings: dict[str, list[Clause]]


class Laid(Asked):
    """Change to a table that is laid out together, by the fields of its clauses."""

    change: Answers
