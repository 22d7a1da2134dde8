"""What a form says to the open fields of an offer: words of the player turned into the values of an order. Shape only; the box judges."""
from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from typing import Any

from starlette.datastructures import QueryParams

from app.kernel.offers import Ask, Choice
from app.kernel.refusal import Refusal, no
from app.kernel.say import Say, say
from app.kernel.space.plane import compass, moved, quantised
from app.web.forms import whole

NUMBER = r"[-+]?[0-9]+(?:\.[0-9]+)?"
PLACE = re.compile(rf"{NUMBER}(?:\s*,\s*{NUMBER}){{1,2}}|{NUMBER}(?:\s+{NUMBER}){{1,2}}")
BETWEEN_PLACES = re.compile(r"\s*[;→]\s*|(?<![,\s])\s+(?=\S+,)")
MOST_PLACES = 40


A_PLACE = say("A place is two numbers in inches, from the west and from the south, such as 36,24.",
              "Un punto son dos números en pulgadas, desde el oeste y desde el sur, como 36,24.")
A_NUMBER = say("A number is wanted, such as 90 or 6.5.", "Hace falta un número, como 90 o 6.5.")


class Unread(Exception):
    """Words that are no answer to what was asked; `refusal` says so to the player."""

    def __init__(self, ask: Ask, words: str, wanted: Say = A_PLACE):
        self.refusal: Refusal = no("CAR-TAB-06", "{what}: “{words}” cannot be read. {wanted}", "{what}: «{words}» no se entiende. {wanted}",
                                   what=ask.label, words=words[:60], wanted=wanted)


def answers(asks: tuple[Ask, ...], order: Mapping[str, Any], query: QueryParams) -> dict[str, Any]:
    """The fields of the order with everything that the form says put in; raises `Unread`."""
    fields = dict(order)
    for ask in asks:
        value = READ[ask.kind](ask, fields, query)
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


# ------------------------------------------------------------------------------------------------ places
def place(ask: Ask, words: str) -> list[float]:
    """ "36,24" or "36 24", with a facing by the compass behind it where one belongs; raises `Unread`."""
    words = words.strip()
    if len(words) > 60 or not PLACE.fullmatch(words):
        raise Unread(ask, words)
    numbers = [float(number) for number in re.findall(NUMBER, words)]
    if not all(map(math.isfinite, numbers)):
        raise Unread(ask, words)
    return [*numbers[:2], *map(compass, numbers[2:])]


def point(ask: Ask, words: str) -> list[float]:
    return place(ask, words)[:2]


def measure(ask: Ask, words: str) -> float:
    """One number: degrees, or inches; raises `Unread`."""
    if len(words) > 12 or not re.fullmatch(NUMBER, words):
        raise Unread(ask, words, A_NUMBER)
    return float(words)


def way(ask: Ask, words: str) -> list[list[float]]:
    """Places one after the other, "36,24 40,28.5" or "36 24; 40 28.5"."""
    given = [one for one in BETWEEN_PLACES.split(words.strip()) if one]
    if len(given) > MOST_PLACES:
        raise Unread(ask, words)
    return [point(ask, one) for one in given]


# ------------------------------------------------------------------------------------------------ one reader for each kind
def one(ask: Ask, fields: Mapping[str, Any], query: QueryParams) -> Any:  # noqa: ARG001 one of a family
    return query.get(ask.field) or None


def some(ask: Ask, fields: Mapping[str, Any], query: QueryParams) -> Any:  # noqa: ARG001
    return query.getlist(ask.field) or None


def path(ask: Ask, fields: Mapping[str, Any], query: QueryParams) -> Any:  # noqa: ARG001
    return query.get(ask.field, "").split() or None


def number(ask: Ask, fields: Mapping[str, Any], query: QueryParams) -> Any:  # noqa: ARG001
    return whole(query.get(ask.field, ""))


def bearing(ask: Ask, fields: Mapping[str, Any], query: QueryParams) -> Any:  # noqa: ARG001
    words = query.get(ask.field, "").strip()
    return compass(measure(ask, words)) if words else None


def one_point(ask: Ask, fields: Mapping[str, Any], query: QueryParams) -> Any:  # noqa: ARG001
    words = query.get(ask.field, "").strip()
    return point(ask, words) if words else by_bearing(ask, query)


def by_bearing(ask: Ask, query: QueryParams) -> list[float] | None:
    """The place so many inches off by the compass; None where the form does not say."""
    words = [query.get(f"{ask.field}:{part}", "").strip() for part in ("bearing", "inches")]
    if not ask.start or not any(words):
        return None
    direction, inches = (measure(ask, word) for word in words)
    return list(quantised(moved(tuple(point(ask, ask.start)), compass(direction), inches)))


def one_way(ask: Ask, fields: Mapping[str, Any], query: QueryParams) -> Any:
    words = query.get(ask.field, "").strip()
    return [*(get(fields, ask.field) or ()), *way(ask, words)] if words else None


def given_to(ask: Ask, query: QueryParams) -> list[tuple[Choice, str]]:
    """The pieces to which the form says something, with what it says."""
    return [(choice, words) for choice in ask.choices if (words := query.get(f"{ask.field}:{choice.value}", "").strip())]


def places(ask: Ask, fields: Mapping[str, Any], query: QueryParams) -> Any:
    found = {choice.value: place(ask, words) for choice, words in given_to(ask, query)}
    return {**(get(fields, ask.field) or {}), **found} if found else None


def paths(ask: Ask, fields: Mapping[str, Any], query: QueryParams) -> Any:
    found = {choice.value: [*([point(ask, choice.at)] if choice.at else []), *way(ask, words)] for choice, words in given_to(ask, query)}
    return {**(get(fields, ask.field) or {}), **found} if found else None


def angles(ask: Ask, fields: Mapping[str, Any], query: QueryParams) -> Any:  # noqa: ARG001
    found = {}
    for choice, words in given_to(ask, query):
        found[choice.value] = compass(measure(ask, words))
    return found or None


def each(ask: Ask, fields: Mapping[str, Any], query: QueryParams) -> Any:  # noqa: ARG001
    return {choice.value: words for choice, words in given_to(ask, query)} or None


def listed(ask: Ask, fields: Mapping[str, Any], query: QueryParams) -> Any:  # noqa: ARG001
    """The values chosen, each one of those that were offered."""
    return [json.loads(words) for choice, words in given_to(ask, query) if words in {one.value for one in choice.of}] or None


def in_order(ask: Ask, fields: Mapping[str, Any], query: QueryParams) -> Any:  # noqa: ARG001
    """The pieces by the rank that each is given; who is given none keeps his place."""
    ranks = {choice.value: whole(words) for choice, words in given_to(ask, query)}
    if not ranks:
        return None
    usual = [choice.value for choice in ask.choices]
    return sorted(usual, key=lambda piece: (ranks.get(piece) or usual.index(piece) + 1, usual.index(piece)))


READ = {"one": one, "place": one, "some": some, "path": path, "number": number, "bearing": bearing, "point": one_point, "way": one_way, "places": places,
        "paths": paths, "angles": angles, "each": each, "list": listed, "order": in_order}
