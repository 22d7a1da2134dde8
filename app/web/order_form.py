"""What a form says to the open fields of an offer: words of the player turned into the values of an
order. Shape only; the box judges.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from starlette.datastructures import QueryParams

from app.kernel.offers import Ask, Choice
from app.kernel.refusal import Refusal, no
from app.kernel.say import Say
from app.kernel.space.notation import Unreadable, read_number, read_place, read_way
from app.kernel.space.plane import compass, moved, quantised
from app.web.forms import whole


class Unread(Exception):
    """Words that are no answer to what was asked; `refusal` says so to the player."""

    def __init__(self, ask: Ask, words: str, wanted: Say):
        self.refusal: Refusal = no(
            "CAR-TAB-06",
            "{what}: “{words}” cannot be read. {wanted}",
            "{what}: «{words}» no se entiende. {wanted}",
            what=ask.label,
            words=words[:60],
            wanted=wanted,
        )


@dataclass(frozen=True)
class Said:
    """What a form says, and the language of its page, which tells how places and decimals are
    written (`kernel/space/notation`).
    """

    query: QueryParams
    language: str = "en"

    def words(self, field: str) -> str:
        return self.query.get(field, "").strip()


def answers(
    asks: tuple[Ask, ...], order: Mapping[str, Any], query: QueryParams, language: str = "en"
) -> dict[str, Any]:
    """The fields of the order with everything that the form says put in; raises `Unread`."""
    fields, said = dict(order), Said(query, language)
    for ask in asks:
        value = READ[ask.kind](ask, fields, said)
        if value is not None:
            put(fields, ask.field, value)
    return fields


def put(fields: dict[str, Any], field: str, value: Any) -> None:
    """Set a field; "work.line" is the field `line` of the field `work`."""
    outer, dot, inner = field.partition(".")
    if not dot:
        fields[outer] = value
        return
    fields[outer] = dict(fields.get(outer) or {})
    put(fields[outer], inner, value)


def get(fields: Mapping[str, Any], field: str) -> Any:
    outer, dot, inner = field.partition(".")
    return get(fields.get(outer) or {}, inner) if dot else fields.get(outer)


# ------------------------------------------------------------------------------------------------ p
def place(ask: Ask, words: str, language: str = "en") -> list[float]:
    """A place, with a facing by the compass behind it where one belongs; raises `Unread`."""
    try:
        numbers = read_place(words, language, faces=True)
    except Unreadable as unreadable:
        raise Unread(ask, words, unreadable.wanted) from None
    return [*numbers[:2], *map(compass, numbers[2:])]


def point(ask: Ask, words: str, language: str = "en") -> list[float]:
    """A place without a facing; raises `Unread`."""
    try:
        return list(read_place(words, language))
    except Unreadable as unreadable:
        raise Unread(ask, words, unreadable.wanted) from None


def measure(ask: Ask, words: str, language: str = "en") -> float:
    """One number: degrees, or inches; raises `Unread`."""
    try:
        return read_number(words, language)
    except Unreadable as unreadable:
        raise Unread(ask, words, unreadable.wanted) from None


def way(ask: Ask, words: str, language: str = "en") -> list[list[float]]:
    """Places one after the other; raises `Unread`."""
    try:
        return [list(found) for found in read_way(words, language)]
    except Unreadable as unreadable:
        raise Unread(ask, words, unreadable.wanted) from None


def standing(word: str) -> list[float]:
    """A place as the box writes it: “10,10”."""
    return [float(number) for number in word.split(",")[:2]]


# ------------------------------------------------------------------------------------------------ o
def one(ask: Ask, fields: Mapping[str, Any], said: Said) -> Any:  # noqa: ARG001 all readers share one signature
    return said.query.get(ask.field) or None


def some(ask: Ask, fields: Mapping[str, Any], said: Said) -> Any:  # noqa: ARG001 all readers share one signature
    return said.query.getlist(ask.field) or None


def path(ask: Ask, fields: Mapping[str, Any], said: Said) -> Any:  # noqa: ARG001 all readers share one signature
    return said.query.get(ask.field, "").split() or None


def number(ask: Ask, fields: Mapping[str, Any], said: Said) -> Any:  # noqa: ARG001 all readers share one signature
    return whole(said.query.get(ask.field, ""))


def bearing(ask: Ask, fields: Mapping[str, Any], said: Said) -> Any:  # noqa: ARG001 all readers share one signature
    words = said.words(ask.field)
    return compass(measure(ask, words, said.language)) if words else None


def one_point(ask: Ask, fields: Mapping[str, Any], said: Said) -> Any:  # noqa: ARG001 all readers share one signature
    words = said.words(ask.field)
    return point(ask, words, said.language) if words else by_bearing(ask, said)


def by_bearing(ask: Ask, said: Said) -> list[float] | None:
    """The place so many inches off by the compass; None where the form does not say."""
    words = [said.words(f"{ask.field}:{part}") for part in ("bearing", "inches")]
    if not ask.start or not any(words):
        return None
    direction, inches = (measure(ask, word, said.language) for word in words)
    return list(quantised(moved(tuple(standing(ask.start)), compass(direction), inches)))


def one_way(ask: Ask, fields: Mapping[str, Any], said: Said) -> Any:
    words = said.words(ask.field)
    return [*(get(fields, ask.field) or ()), *way(ask, words, said.language)] if words else None


def given_to(ask: Ask, said: Said) -> list[tuple[Choice, str]]:
    """The pieces to which the form says something, with what it says."""
    return [
        (choice, words)
        for choice in ask.choices
        if (words := said.words(f"{ask.field}:{choice.value}"))
    ]


def places(ask: Ask, fields: Mapping[str, Any], said: Said) -> Any:
    found = {
        choice.value: place(ask, words, said.language) for choice, words in given_to(ask, said)
    }
    return {**(get(fields, ask.field) or {}), **found} if found else None


def paths(ask: Ask, fields: Mapping[str, Any], said: Said) -> Any:
    found = {
        choice.value: [
            *([standing(choice.at)] if choice.at else []),
            *way(ask, words, said.language),
        ]
        for choice, words in given_to(ask, said)
    }
    return {**(get(fields, ask.field) or {}), **found} if found else None


def angles(ask: Ask, fields: Mapping[str, Any], said: Said) -> Any:  # noqa: ARG001 all readers share one signature
    found = {}
    for choice, words in given_to(ask, said):
        found[choice.value] = compass(measure(ask, words, said.language))
    return found or None


def each(ask: Ask, fields: Mapping[str, Any], said: Said) -> Any:  # noqa: ARG001 all readers share one signature
    return {choice.value: words for choice, words in given_to(ask, said)} or None


def listed(ask: Ask, fields: Mapping[str, Any], said: Said) -> Any:  # noqa: ARG001 all readers share one signature
    """The values chosen, each one of those that were offered."""
    return [
        json.loads(words)
        for choice, words in given_to(ask, said)
        if words in {one.value for one in choice.of}
    ] or None


def in_order(ask: Ask, fields: Mapping[str, Any], said: Said) -> Any:  # noqa: ARG001 all readers share one signature
    """The pieces by the rank that each is given; who is given none keeps his place."""
    ranks = {choice.value: whole(words) for choice, words in given_to(ask, said)}
    if not ranks:
        return None
    usual = [choice.value for choice in ask.choices]
    return sorted(
        usual, key=lambda piece: (ranks.get(piece) or usual.index(piece) + 1, usual.index(piece))
    )


READ = {
    "one": one,
    "place": one,
    "some": some,
    "path": path,
    "number": number,
    "bearing": bearing,
    "point": one_point,
    "way": one_way,
    "places": places,
    "paths": paths,
    "angles": angles,
    "each": each,
    "list": listed,
    "order": in_order,
}
