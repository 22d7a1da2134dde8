"""Models of the API for armies."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from app.kernel import army_form
from app.web.api.deferred_model import BaseModel
from app.web.api.models import Answer, Answers, Asked, Line
from app.web.api.plain_data import DescribedBy, Plain

Sharing = Literal["own", "link", "public", "later"]


Builder = Annotated[Plain, DescribedBy(army_form.Builder)]


ArmySheet = Annotated[Plain, DescribedBy(army_form.ArmySheet)]


Brief = Annotated[Plain, DescribedBy(army_form.Brief, "ArmyBrief")]


class Raising(Asked):
    box: Line
    terms: Answers = {}


class Drafting(Asked):
    """Army: the answers of the page by their place, or the army as plain data. `do`: act of the
    page on it ("raise": random army).
    """

    box: Line
    answers: (
        Annotated[
            dict[Line, Annotated[list[Answer], Field(max_length=200)]], Field(max_length=3000)
        ]
        | None
    ) = None
    army: dict[str, Any] | None = None
    do: Line = ""


class Pasting(Asked):
    """Copy of an army: a JSON file of this server, or its text in either language."""

    box: Line
    text: Annotated[str, Field(max_length=20_000)]


class Keeping(Drafting):
    """`opens_at`: time when a secret army ("later") opens, ISO 8601."""

    do: Literal[""] = ""
    sharing: Sharing = "own"
    opens_at: Line = ""


class Army(BaseModel):
    """Saved army. `form` is its plain data, `brief` its check by today's lists, `number` its id at
    a table. `hidden`: removed by a moderator; only its owner sees it.
    """

    address: str
    number: int | None
    box: str
    name: str
    by: str
    sharing: str
    opens_at: str | None
    data_version: str
    created: str
    changed: str
    hidden: bool
    is_mine: bool
    form: dict[str, Any]
    brief: Brief
