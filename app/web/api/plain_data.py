"""Conversion of kernel values to plain data in one language, with the models that describe its
structure.
"""

from __future__ import annotations

import typing
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from types import UnionType
from typing import Annotated, Any, ForwardRef, Union, overload

import msgspec
from pydantic import Field, GetCoreSchemaHandler, WithJsonSchema, create_model
from pydantic_core import core_schema

from app.kernel.army_form import Row, Section
from app.kernel.conditional_orders import Topic
from app.kernel.contract import Order
from app.kernel.form import Glyph
from app.kernel.game_setup import Laying, Thing
from app.kernel.offers import Assessment, Offer
from app.kernel.refusal import Refusal
from app.kernel.say import Say
from app.web.api.deferred_model import BaseModel
from app.web.api.documented_forms import (
    documented_army_field,
    documented_ask,
    documented_choice,
    documented_clause,
)
from app.web.api.published_names import published_field, published_name

DOCUMENTED: Mapping[tuple[type, str], Callable[[Any], msgspec.Struct]] = {
    (Offer, "asks"): documented_ask,
    (Assessment, "asks"): documented_ask,
    (Topic, "choices"): documented_choice,
    (Topic, "asks_if"): documented_choice,
    (Laying, "clauses"): documented_clause,
    (Thing, "clauses"): documented_clause,
    (Section, "fields"): documented_army_field,
    (Row, "fields"): documented_army_field,
    (Row, "counts"): documented_army_field,
}
"""Fields of forms that the API shows under older names."""
PLAIN_TYPES = {str, int, float, bool, type(None)}
UNSAID = {Glyph}  # drawings are only for pages
AnOrder = Annotated[dict[str, Any], WithJsonSchema({"x-is": "Order"})]
"""Order of a game or of the platform; `app.web.api.schema` documents the fields."""


class No(BaseModel):
    """Refusal of an act: its rule, its sentence in the requested language, and the numbers in
    it.
    """

    rule: str
    says: str
    numbers: dict[str, Any]


Plain = dict[str, Any]


@overload
def to_plain_data(value: msgspec.Struct | Mapping[Any, Any], language: str) -> Plain: ...
@overload
def to_plain_data(value: Sequence[Any], language: str) -> list[Any]: ...
@overload
def to_plain_data(value: None, language: str) -> None: ...
def to_plain_data(value: Any, language: str) -> Any:
    """Plain data of a value, with every sentence in this language. Properties `is_…` are
    included.
    """
    return _in_language(value, language)


def _in_language(value: Any, language: str) -> Any:
    if type(value) in PLAIN_TYPES:
        return value
    match value:
        case Say():
            return value.in_(language)
        case Refusal():
            return {
                "rule": value.rule,
                "says": value.says.in_(language),
                "numbers": _in_language(value.says.facts, language),
            }
        case Order():
            return msgspec.to_builtins(value)
        case msgspec.Struct():
            return {
                published: _in_language(as_documented(value, name), language)
                for name, published in published_fields(type(value))
            }
        case Mapping():
            return {str(key): _in_language(inner, language) for key, inner in value.items()}
        case list() | tuple() | set() | frozenset():
            return [_in_language(inner, language) for inner in value]
    return value


def as_documented(value: msgspec.Struct, name: str) -> Any:
    """The field of a value, in the form that the API documents."""
    documented = DOCUMENTED.get((type(value), name))
    found = getattr(value, name)
    return tuple(map(documented, found)) if documented else found


@cache
def published_fields(kind: type[msgspec.Struct]) -> tuple[tuple[str, str], ...]:
    """Fields and properties `is_…` of a type, each with its published name."""
    names = (*kind.__struct_fields__, *is_properties(kind))
    return tuple((name, published_field(kind, name)) for name in names)


@cache
def is_properties(kind: type) -> tuple[str, ...]:
    return tuple(
        name
        for name in dir(kind)
        if name.startswith("is_") and isinstance(getattr(kind, name), property)
    )


class DescribedBy:
    """Annotation of plain data: pydantic validates and documents it by the model of a struct."""

    def __init__(self, kind: type[msgspec.Struct], name: str = ""):
        self.model = model_of(kind, name) if name else model_of(kind)

    def __get_pydantic_core_schema__(
        self, _: Any, handler: GetCoreSchemaHandler
    ) -> core_schema.CoreSchema:
        return handler.generate_schema(self.model)


@cache
def model_of(kind: type[msgspec.Struct], name: str = "") -> type[BaseModel]:
    """Model of the plain data of a struct, under its published name or one more (`name`)."""
    name = name or published_name(kind)
    hints = typing.get_type_hints(kind)
    for field in kind.__struct_fields__:
        if documented := DOCUMENTED.get((kind, field)):
            listed = typing.get_type_hints(documented)["return"]
            hints[field] = tuple[listed, ...]  # type: ignore[valid-type] # built at run time
    fields = {
        published_field(kind, field): _told_as(hint, {kind: name})
        for field, hint in hints.items()
        if field in kind.__struct_fields__ and not _is_unsaid(hint)
    }
    fields |= dict.fromkeys(is_properties(kind), bool)
    if hints.get("order") is Any:  # the type depends on the game
        fields["order"] = AnOrder
    definitions: dict[str, Any] = {field: (hint, ...) for field, hint in fields.items()}
    model: type[BaseModel] = create_model(
        name, __doc__=(kind.__doc__ or "").strip(), __base__=BaseModel, **definitions
    )
    return model


def _is_unsaid(hint: Any) -> bool:
    return hint in UNSAID or any(inner in UNSAID for inner in typing.get_args(hint))


def _told_as(hint: Any, within: Mapping[type, str]) -> Any:
    """Type of a field in the plain data."""
    origin, inner = typing.get_origin(hint), typing.get_args(hint)
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return _struct_told_as(hint, within)
    if origin in (Union, UnionType):
        return Union[tuple(_told_as(one, within) for one in inner)]  # noqa: UP007 built at run time
    if origin is tuple and inner[-1] is Ellipsis:
        return list[_told_as(inner[0], within)]  # type: ignore[misc] # built at run time
    if origin is tuple:
        return tuple[tuple(_told_as(one, within) for one in inner)]  # type: ignore[misc] # built at run time
    if origin is not None and issubclass(origin, Mapping):
        return dict[str, _told_as(inner[1], within)]  # type: ignore[misc] # built at run time
    return Annotated[float, Field(allow_inf_nan=False)] if hint is float else hint


def _struct_told_as(kind: type[msgspec.Struct], within: Mapping[type, str]) -> Any:
    if kind in within:
        return ForwardRef(within[kind])
    if issubclass(kind, Order):
        return AnOrder
    return {Say: str, Refusal: No}.get(kind) or model_of(kind)
