"""Selection of the fields of an answer by the query parameter `fields`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import Query
from fastapi.responses import JSONResponse
from pydantic import BaseModel

from app.web.api import models

LONGEST = 1000  # characters of a selection
Tree = dict[str, "Tree"]
"""Selected names at one level; an empty tree selects everything below it."""


def pattern_of(model: type[BaseModel]) -> str:
    """Pattern of a selection: names with dots, after a field of the model, between commas."""
    one = rf"(?:{'|'.join(model.model_fields)})(?:\.\w+)*"
    return rf"^{one}(?:,{one})*$"


DESCRIPTION = "Fields of the answer, such as `number,game.view`; all of them, if it is not said."
NAMES = re.compile(r"\w+(?:\.\w+)*(?:,\w+(?:\.\w+)*)*")
FieldsOfPlayed = Annotated[
    str | None,
    Query(max_length=LONGEST, pattern=pattern_of(models.Played), description=DESCRIPTION),
]
FieldsOfGame = Annotated[
    str | None,
    Query(max_length=LONGEST, pattern=pattern_of(models.Game), description=DESCRIPTION),
]


def is_selection_of_order(fields: str | None) -> bool:
    """True if a query selects existing fields of the answer to an order, or all of them."""
    if fields is None:
        return True
    known = models.Played.model_fields
    return (
        len(fields) <= LONGEST
        and NAMES.fullmatch(fields) is not None
        and all(name.split(".")[0] in known for name in fields.split(","))
    )


def selection_of(fields: str) -> Tree:
    """Tree of the names of a selection. A shorter name selects everything below it."""
    tree: Tree = {}
    for name in sorted(fields.split(","), key=lambda one: -one.count(".")):
        *above, last = name.split(".")
        level = tree
        for part in above:
            level = level.setdefault(part, {})
        level[last] = {}
    return tree


def select_fields(value: Any, tree: Tree) -> Any:
    """Plain data with the selected fields only. A list is searched item by item, so `offers.order`
    selects a field of each offer. A name that the data lacks selects nothing.
    """
    if not tree:
        return value
    if isinstance(value, Mapping):
        return {name: select_fields(value[name], tree[name]) for name in value if name in tree}
    return [select_fields(one, tree) for one in value] if isinstance(value, list) else value


def answer_with_fields(
    told: BaseModel, fields: str, headers: Mapping[str, str] | None = None
) -> JSONResponse:
    """Answer with the selected fields of a model."""
    selected = select_fields(told.model_dump(mode="json"), selection_of(fields))
    return JSONResponse(selected, headers=headers)
