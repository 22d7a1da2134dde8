"""Parsing of an offer's form: text of the player becomes field values of an order. Only the shape
is checked; the box decides.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

from starlette.datastructures import QueryParams

from app.kernel.date_orders import is_moment
from app.kernel.form import Choice, Field, Kind
from app.kernel.refusal import Refusal, no
from app.kernel.say import Say, say
from app.kernel.space.notation import Unreadable, read_number, read_place, read_way
from app.kernel.space.plane import compass, on_grid, point_at
from app.services.time.availability import known_zones
from app.services.time.proposed_dates import utc_text
from app.web.forms import integer_or_none


class UnreadableField(Exception):
    """Raised for text that does not answer the question. `refusal` is the message for the
    player.
    """

    def __init__(self, ask: Field, words: str, wanted: Say):
        self.refusal: Refusal = no(
            "CAR-TAB-06",
            "{what}: “{words}” cannot be read. {wanted}",
            "{what}: «{words}» no se entiende. {wanted}",
            what=ask.title,
            words=words[:60],
            wanted=wanted,
        )


@dataclass(frozen=True)
class Said:
    """Form fields, and the language of the page. The language fixes the notation of places and
    decimals (`kernel/space/notation`).
    """

    query: QueryParams
    language: str = "en"

    def words(self, field: str) -> str:
        return self.query.get(field, "").strip()


def order_answers(
    asks: Sequence[Field], order: Mapping[str, Any], query: QueryParams, language: str = "en"
) -> dict[str, Any]:
    """Fields of the order, completed from the form; raises `UnreadableField`."""
    fields, said = dict(order), Said(query, language)
    for ask in asks:
        value = reader_of(ask)(ask, fields, said)
        if value is not None:
            set_field(fields, ask.name, value)
    return fields


SHOWN = ":shown"
"""Ending of the hidden field that tells a list of which nothing is ticked from a list not shown."""


def is_in_form(ask: Field, query: QueryParams) -> bool:
    """Return True if the form that was sent had this field."""
    return ask.name in query or ask.name + SHOWN in query


def set_field(fields: dict[str, Any], field: str, value: Any) -> None:
    """Set a field; "work.line" is the field `line` of the field `work`."""
    outer, dot, inner = field.partition(".")
    if not dot:
        fields[outer] = value
        return
    fields[outer] = dict(fields.get(outer) or {})
    set_field(fields[outer], inner, value)


def get_field(fields: Mapping[str, Any], field: str) -> Any:
    outer, dot, inner = field.partition(".")
    return get_field(fields.get(outer) or {}, inner) if dot else fields.get(outer)


# --- Places and numbers
def parse_place(ask: Field, words: str, language: str = "en") -> list[float]:
    """Parse a place, with an optional compass facing in degrees; raises `UnreadableField`."""
    try:
        numbers = read_place(words, language, faces=True)
    except Unreadable as unreadable:
        raise UnreadableField(ask, words, unreadable.wanted) from None
    return [*numbers[:2], *map(compass, numbers[2:])]


def parse_point(ask: Field, words: str, language: str = "en") -> list[float]:
    """Parse a place without a facing; raises `UnreadableField`."""
    try:
        return list(read_place(words, language))
    except Unreadable as unreadable:
        raise UnreadableField(ask, words, unreadable.wanted) from None


def parse_number(ask: Field, words: str, language: str = "en") -> float:
    """Parse one number, in degrees or units of length; raises `UnreadableField`."""
    try:
        return read_number(words, language)
    except Unreadable as unreadable:
        raise UnreadableField(ask, words, unreadable.wanted) from None


def parse_path(ask: Field, words: str, language: str = "en") -> list[list[float]]:
    """Parse a path of places; raises `UnreadableField`."""
    try:
        return [list(found) for found in read_way(words, language)]
    except Unreadable as unreadable:
        raise UnreadableField(ask, words, unreadable.wanted) from None


def parse_plain_place(word: str) -> list[float]:
    """Parse a place in the notation of the box: “10,10”."""
    return [float(number) for number in word.split(",")[:2]]


# --- One reader per kind of field
def read_choice(ask: Field, fields: Mapping[str, Any], said: Said) -> Any:  # noqa: ARG001 one signature
    return said.query.get(ask.name) or None


def read_choices(ask: Field, fields: Mapping[str, Any], said: Said) -> Any:  # noqa: ARG001 one signature
    return said.query.getlist(ask.name) or None


def read_path(ask: Field, fields: Mapping[str, Any], said: Said) -> Any:  # noqa: ARG001 one signature
    return said.query.get(ask.name, "").split() or None


def read_number_field(ask: Field, fields: Mapping[str, Any], said: Said) -> Any:  # noqa: ARG001 one signature
    return integer_or_none(said.query.get(ask.name, ""))


def read_direction(ask: Field, fields: Mapping[str, Any], said: Said) -> Any:  # noqa: ARG001 one signature
    words = said.words(ask.name)
    return compass(parse_number(ask, words, said.language)) if words else None


def one_point(ask: Field, fields: Mapping[str, Any], said: Said) -> Any:  # noqa: ARG001 one signature
    words = said.words(ask.name)
    return parse_point(ask, words, said.language) if words else by_bearing(ask, said)


def by_bearing(ask: Field, said: Said) -> list[float] | None:
    """Place at a compass bearing and a distance from the start. None if the form gives
    neither.
    """
    words = [said.words(f"{ask.name}:{part}") for part in ("bearing", "distance")]
    if not ask.start or not any(words):
        return None
    direction, length = (parse_number(ask, word, said.language) for word in words)
    x, y, *_ = parse_plain_place(ask.start)
    return list(on_grid(point_at((x, y), compass(direction), length)))


def one_way(ask: Field, fields: Mapping[str, Any], said: Said) -> Any:
    words = said.words(ask.name)
    return (
        [*(get_field(fields, ask.name) or ()), *parse_path(ask, words, said.language)]
        if words
        else None
    )


def given_to(ask: Field, said: Said) -> list[tuple[Choice, str]]:
    """Pieces with a value in the form, and the values."""
    return [
        (choice, words)
        for choice in ask.choices
        if (words := said.words(f"{ask.name}:{choice.value}"))
    ]


def read_places(ask: Field, fields: Mapping[str, Any], said: Said) -> Any:
    found = {
        choice.value: parse_place(ask, words, said.language)
        for choice, words in given_to(ask, said)
    }
    return {**(get_field(fields, ask.name) or {}), **found} if found else None


def read_paths(ask: Field, fields: Mapping[str, Any], said: Said) -> Any:
    found = {
        choice.value: [
            *([parse_plain_place(choice.at)] if choice.at else []),
            *parse_path(ask, words, said.language),
        ]
        for choice, words in given_to(ask, said)
    }
    cleared = {
        choice.value for choice in ask.choices if not choice.at and is_cleared(ask, choice, said)
    }
    kept = {
        key: way for key, way in (get_field(fields, ask.name) or {}).items() if key not in cleared
    }
    return {**kept, **found} if found or cleared else None


def is_cleared(ask: Field, choice: Choice, said: Said) -> bool:
    """True for a field that the form shows and the player has emptied."""
    name = f"{ask.name}:{choice.value}"
    return name in said.query and not said.words(name)


def read_directions(ask: Field, fields: Mapping[str, Any], said: Said) -> Any:  # noqa: ARG001 one signature
    found = {}
    for choice, words in given_to(ask, said):
        found[choice.value] = compass(parse_number(ask, words, said.language))
    return found or None


def read_each(ask: Field, fields: Mapping[str, Any], said: Said) -> Any:  # noqa: ARG001 one signature
    return {choice.value: words for choice, words in given_to(ask, said)} or None


def read_listed(ask: Field, fields: Mapping[str, Any], said: Said) -> Any:  # noqa: ARG001 one signature
    """Values chosen for the pieces, limited to those offered."""
    return [
        json.loads(words)
        for choice, words in given_to(ask, said)
        if words in {one.value for one in choice.of}
    ] or None


def in_order(ask: Field, fields: Mapping[str, Any], said: Said) -> Any:  # noqa: ARG001 one signature
    """Pieces sorted by the rank given to each. A piece without a rank keeps its place."""
    ranks = {choice.value: integer_or_none(words) for choice, words in given_to(ask, said)}
    if not ranks:
        return None
    usual = [choice.value for choice in ask.choices]
    return sorted(
        usual, key=lambda piece: (ranks.get(piece) or usual.index(piece) + 1, usual.index(piece))
    )


def read_text(ask: Field, fields: Mapping[str, Any], said: Said) -> Any:  # noqa: ARG001 one signature
    words = said.words(ask.name)
    return (moment_in_utc(ask, said) if words and ask.control == "moment" else words) or None


DAY_AND_TIME = say("Give a day and a time.", "Indica un día y una hora.")
SKIPPED_HOUR = say(
    "Summer time begins that day, and this hour does not exist.",
    "Ese día empieza el horario de verano, y esa hora no existe.",
)


def moment_in_utc(ask: Field, said: Said) -> str:
    """Day and time of a form in UTC. The form names its time zone; a text with its distance from
    UTC stays as it is. Raises `UnreadableField`, also for an hour that summer time skips.
    """
    words, zone = said.words(ask.name), said.words(f"{ask.name}:zone")
    if is_moment(words):
        return words
    try:
        typed = datetime.fromisoformat(words)
        moment = typed.replace(tzinfo=ZoneInfo(zone if zone in known_zones() else "UTC"))
        text = utc_text(moment)
    except (ValueError, OverflowError):
        raise UnreadableField(ask, words, DAY_AND_TIME) from None
    if len(words) < len("2026-12-04T19:00") or typed.tzinfo is not None or not is_moment(text):
        raise UnreadableField(ask, words, DAY_AND_TIME)
    if moment.astimezone(UTC).astimezone(moment.tzinfo).replace(tzinfo=None) != typed:
        raise UnreadableField(ask, words, SKIPPED_HOUR)
    return text


def read_flag(ask: Field, fields: Mapping[str, Any], said: Said) -> Any:  # noqa: ARG001 one signature
    return True if said.words(ask.name) else None


READ = {
    Kind.TEXT: read_text,
    Kind.FLAG: read_flag,
    Kind.CHOICE: read_choice,
    Kind.CHOICES: read_choices,
    Kind.RANKING: in_order,
    Kind.NUMBER: read_number_field,
    Kind.PLACE: read_choice,
    Kind.PATH: read_path,
    Kind.DIRECTION: read_direction,
}
READ_MEASURED = {Kind.PLACE: one_point, Kind.PATH: one_way}
READ_EACH = {
    Kind.CHOICE: read_each,
    Kind.PLACE: read_places,
    Kind.PATH: read_paths,
    Kind.DIRECTION: read_directions,
}


def reader_of(ask: Field) -> Callable[[Field, Mapping[str, Any], Said], Any]:
    """Function that reads the answers to such a field."""
    if ask.item is not None:
        return read_listed if ask.as_list else READ_EACH[ask.item]
    return READ_MEASURED[ask.kind] if ask.is_measured else READ[ask.kind]
