"""Models of requests and answers about the account of a token."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from app.web.api.deferred_model import BaseModel
from app.web.api.models import Answer, Answers, Asked, Language, Line, Scope, Token


class Account(BaseModel):
    """Account of the token, and its scopes."""

    name: str
    is_bot: bool
    language: str
    theme: str
    palette: str
    created: str
    token: str
    scopes: list[str]


class Wishes(Asked):
    language: Language | None = None
    theme: Literal["auto", "light", "dark"] | None = None
    palette: Literal["classic", "deutan", "contrast"] | None = None
    listed: bool | None = None
    record_shown: bool | None = None
    ratings_shown: bool | None = None


class NewHours(Asked):
    """Times without play: from `quiet_from` until `quiet_until` ("22:00"), and on free days ("56":
    Saturday and Sunday).
    """

    zone: Line = "UTC"
    quiet_from: Line = ""
    quiet_until: Line = ""
    free_days: Line = ""


class Choices(Asked):
    """Notifications by "event-channel": "your_turn-mail": "now"."""

    choices: Answers


class Hook(Asked):
    kind: Line
    name: Line
    url: Answer
    mention: Line = ""


class MadeHook(BaseModel):
    """New webhook. `secret` signs a plain one ("json") and is shown once; "" for the others."""

    id: int
    secret: str


class Tested(Asked):
    """ "mail", or the number of a receiver."""

    to: Line


class NewToken(Asked):
    name: Line
    scopes: Annotated[list[Scope], Field(max_length=10)]


class MadeToken(BaseModel):
    """New token; `secret` is shown once."""

    secret: str
    token: Token


class NewProgram(Asked):
    name: Line


class Allowing(Asked):
    may_write: bool


class Program(BaseModel):
    """Bot account of a member; `may_write`: messages, and texts in reports."""

    id: int
    name: str
    may_write: bool
    created: str
