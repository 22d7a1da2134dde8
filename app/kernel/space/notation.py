"""Places and numbers as users read and type them, in the language of the page.

A place is two numbers in inches, from the west and from the south. Some fields add a direction in
degrees as a third number. Pages print “16, 3.5” in English and «16 / 3,5» in Spanish, and both can
be typed.

- The numbers of a place are separated by a comma, a slash, a semicolon or a blank, always the same
  one.
- The places of a way are separated by a semicolon or an arrow. A blank is enough if each place has
  a comma or slash.
- A point is a decimal sign in both languages.
- In English a comma is never a decimal sign.
- In Spanish a comma between two digits, with no blank, may be one. With a slash in the field it is
  one. With a decimal point in the field it is none, because users write all decimals alike.
  Otherwise it is one if this is the only possible reading: “10,5 7” is a place, 10.5 from the west.
  Ambiguous input is refused: “36,24” may be one number or two. “36, 24”, “36 24” and “36 / 24” are
  a place.

Addresses (`?look=36,24`) and orders have a notation of their own: decimal points, and commas
between numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

from app.kernel.say import LANGUAGES, Say, say

LONGEST_PLACE, LONGEST_WAY, LONGEST_NUMBER = 60, 2000, 12  # characters
MOST_PLACES = 40
GLUED, COMMA, SLASH, SEMICOLON, ARROW, BLANK = "glued", ",", "/", ";", "→", ""
"""Separator between two numbers; a comma is `GLUED` if it has no blank beside it."""
SIGNS = (COMMA, SLASH, SEMICOLON, ARROW)
BETWEEN_PLACES = (SEMICOLON, ARROW)
DIGITS = "0123456789"

A_NUMBER = say("Write a number, such as 90 or 6.5.", "Escribe un número, como 90 o 6,5.")
A_PLACE = say(
    "Write a place as two numbers in inches, from the west and from the south, such as 36.5, 24.",
    "Escribe un punto con dos números en pulgadas, desde el oeste y desde el sur, como 36,5 / 24.",
)
A_FACING_PLACE = say(
    "Write a place as two numbers in inches, from the west and from the south, and a direction in "
    "degrees "
    "if you like, such as 36.5, 24, 90.",
    "Escribe un punto con dos números en pulgadas, desde el oeste y desde el sur, y si quieres "
    "una dirección "
    "en grados, como 36,5 / 24 / 90.",
)
A_WAY = say(
    "Write each place as two numbers in inches, from the west and from the south, with a "
    "semicolon between places, "
    "such as 36.5, 24; 40, 28.",
    "Escribe cada punto con dos números en pulgadas, desde el oeste y desde el sur, y punto y "
    "coma entre los puntos, "
    "como 36,5 / 24; 40 / 28.",
)


class Unreadable(Exception):
    """Raised for text that is no place, way or number, or has several readings; `wanted` tells the
    right form.
    """

    def __init__(self, wanted: Say):
        super().__init__(str(wanted))
        self.wanted = wanted


class Row(NamedTuple):
    """Numbers as typed, and the separators between them: one separator less than numbers."""

    numbers: tuple[str, ...]
    signs: tuple[str, ...]


Place = tuple[float, ...]


# ---------------------------------------------------------------------- printing
def place_words(point: Sequence[float], digits: int = 1) -> Say:
    """Place for a page, rounded to `digits` decimals: “16, 3.5”, «16 / 3,5»."""
    x, y = (round(float(number), digits) + 0.0 for number in point[:2])
    return say("{x}, {y}", "{x} / {y}", x=x, y=y)


def way_words(points: Sequence[Sequence[float]]) -> Say:
    """Places of a way, as in a field, “16, 3.5; 20, 4”, «16 / 3,5; 20 / 4»."""
    en, es = ("; ".join(place_words(point, 3).in_(one) for point in points) for one in LANGUAGES)
    return Say(en, es)


def spelled_for(word: str, language: str) -> str:
    """Place of an address or order ("16,3.5", "16,3.5,90") as a page in that language shows it.

    Other texts stay unchanged.
    """
    row = row_of(word, LONGEST_PLACE)
    if row is None or len(row.numbers) not in (2, 3) or set(row.signs) != {GLUED}:
        return word
    return written_numbers(row.numbers, language)


def written_numbers(numbers: Sequence[str], language: str) -> str:
    return " / ".join(numbers).replace(".", ",") if language == "es" else ", ".join(numbers)


# ---------------------------------------------------------------------- reading
def read_number(words: str, language: str) -> float:
    """One number; raises `Unreadable`."""
    row = row_of(words, LONGEST_NUMBER)
    if row is not None and language == "es" and decimal_commas(row) == [0]:
        row = with_decimals(row, [0])
    if row is None or len(row.numbers) != 1:
        raise Unreadable(A_NUMBER)
    return float(row.numbers[0])


def read_place(words: str, language: str, *, faces: bool = False) -> Place:
    """Two numbers, or three with `faces`, which adds a direction; raises `Unreadable`."""
    wanted, most = (A_FACING_PLACE, 3) if faces else (A_PLACE, 2)
    return one_place(row_of(words, LONGEST_PLACE), language, most, wanted)


def read_way(words: str, language: str) -> list[Place]:
    """Places of a way, at most `MOST_PLACES`; raises `Unreadable`."""
    row = row_of(words, LONGEST_WAY)
    if row is not None and set(row.signs) & set(BETWEEN_PLACES):
        found = places_in_groups(row, language)
    else:
        found = only_reading(row, language, places_of, number_pairs, A_WAY)
    if len(found) > MOST_PLACES:
        raise Unreadable(
            say(
                "A way has at most {most} places.",
                "Un recorrido tiene como máximo {most} puntos.",
                most=MOST_PLACES,
            )
        )
    return found


def one_place(row: Row | None, language: str, most: int, wanted: Say) -> Place:
    def loosely(given: Row) -> list[Place]:
        return [parsed_floats(given.numbers)] if 2 <= len(given.numbers) <= most else []

    return only_reading(row, language, lambda given: as_place(given, most), loosely, wanted)[0]


def as_place(row: Row, most: int) -> list[Place]:
    """One place, if all separators are of one kind; else an empty list."""
    signs = {COMMA if sign == GLUED else sign for sign in row.signs}
    return (
        [parsed_floats(row.numbers)]
        if 2 <= len(row.numbers) <= most and len(signs) == 1 and ARROW not in signs
        else []
    )


def places_in_groups(row: Row, language: str) -> list[Place]:
    """Places of a way with semicolons or arrows between them; raises `Unreadable`."""
    try:
        return [one_place(group, language, 2, A_WAY) for group in place_groups(row)]
    except Unreadable:
        apart = [place for group in place_groups(row) for place in as_place(group, 2)]
        merged = with_decimals(row, decimal_commas(row)) if language == "es" else None
        whole = as_place(merged, 2) if merged is not None else []
        raise Unreadable(
            in_two_ways([apart, whole], A_WAY)
            if decimal_commas(row) and language == "es"
            else A_WAY
        ) from None


def number_pairs(row: Row) -> list[Place]:
    """Numbers in pairs; empty if one is left."""
    return (
        []
        if len(row.numbers) % 2
        else [
            parsed_floats(row.numbers[place : place + 2]) for place in range(0, len(row.numbers), 2)
        ]
    )


def places_of(row: Row) -> list[Place]:
    """Places of a way with blanks between them; a single place may have a blank inside.

    Empty if the text is no such way.
    """
    within = {COMMA if sign == GLUED else sign for sign in row.signs[::2]}
    if (
        len(within) != 1
        or set(row.signs[1::2]) - {BLANK}
        or (within == {BLANK} and len(row.numbers) > 2)
    ):
        return []
    return number_pairs(row)


def only_reading(
    row: Row | None,
    language: str,
    places: Callable[[Row], list[Place]],
    loosely: Callable[[Row], list[Place]],
    wanted: Say,
) -> list[Place]:
    """Only possible reading of the numbers; raises `Unreadable`.

    `places` reads a row strictly, `loosely` with any separators.
    """
    if row is None:
        raise Unreadable(wanted)
    commas = decimal_commas(row) if language == "es" else []
    found = places(row)
    if commas and not (any("." in number for number in row.numbers) and SLASH not in row.signs):
        merged = with_decimals(row, commas)
        decimals = places(merged) if merged is not None else []
        if SLASH not in row.signs and (loosely(row) or not decimals):
            raise Unreadable(in_two_ways([loosely(row), decimals], wanted))
        found = decimals
    if not found:
        raise Unreadable(wanted)
    return found


def in_two_ways(readings: list[list[Place]], wanted: Say) -> Say:
    """Correct forms for a text with an ambiguous comma."""
    found = [facing_words(places) for places in readings if places]
    if not found:
        return wanted
    return say(
        "A comma here may be a decimal sign or stand between two numbers. Write {ways}.",
        "La coma puede ser decimal o separar dos números. Escribe {ways}.",
        ways=either_reading(found),
    )


def either_reading(ways: list[Say]) -> Say:
    return (
        ways[0]
        if len(ways) == 1
        else say("{one} or {other}", "{one} o bien {other}", one=ways[0], other=ways[1])
    )


def facing_words(places: list[Place]) -> Say:
    """Places as in `way_words`, each with its direction if it has one."""
    en, es = (
        "; ".join(
            written_numbers([f"{number:g}" for number in place], language) for place in places
        )
        for language in LANGUAGES
    )
    return Say(en, es)


# ---------------------------------------------------------------------- numbers
def row_of(words: str, longest: int) -> Row | None:
    """Numbers of a text and the separators between them, read once from left to right.

    None if the text has anything else in it.
    """
    given = words.strip()
    if not 0 < len(given) <= longest:
        return None
    numbers: list[str] = []
    signs: list[str] = []
    place = 0
    while place < len(given):
        end = end_of_number(given, place)
        if end == place:
            return None
        numbers.append(given[place:end])
        place = end
        while place < len(given) and (given[place] in SIGNS or given[place].isspace()):
            place += 1
        sign = given[end:place].strip()
        if place == len(given):
            return Row(tuple(numbers), tuple(signs)) if sign in ("", *BETWEEN_PLACES) else None
        if place == end or (sign and sign not in SIGNS):
            return None
        signs.append(GLUED if given[end:place] == COMMA else sign)
    return None


def end_of_number(text: str, start: int) -> int:
    """End of the number that begins at `start`; `start` if there is none."""
    place = start + (text[start] in "+-")
    first = place
    while place < len(text) and text[place] in DIGITS:
        place += 1
    if place == first:
        return start
    if (
        text[place : place + 1] == "."
        and text[place + 1 : place + 2] in DIGITS
        and place + 1 < len(text)
    ):
        place += 1
        while place < len(text) and text[place] in DIGITS:
            place += 1
    return place


def decimal_commas(row: Row) -> list[int]:
    """Positions of possible decimal signs: commas between two digits, in numbers without a
    point.
    """
    return [
        place
        for place, sign in enumerate(row.signs)
        if sign == GLUED
        and row.numbers[place + 1][0] in DIGITS
        and "." not in row.numbers[place] + row.numbers[place + 1]
    ]


def with_decimals(row: Row, commas: list[int]) -> Row | None:
    """Row with those commas as decimal signs; None if a number would have two."""
    if any(one + 1 == other for one, other in pairwise(commas)):
        return None
    numbers = [
        f"{number}.{row.numbers[place + 1]}" if place in commas else number
        for place, number in enumerate(row.numbers)
        if place - 1 not in commas
    ]
    return Row(
        tuple(numbers), tuple(sign for place, sign in enumerate(row.signs) if place not in commas)
    )


def place_groups(row: Row) -> list[Row]:
    """Row, split at each separator of places."""
    cuts = [place + 1 for place, sign in enumerate(row.signs) if sign in BETWEEN_PLACES]
    return [
        Row(row.numbers[start:end], row.signs[start : end - 1])
        for start, end in pairwise([0, *cuts, len(row.numbers)])
    ]


def parsed_floats(numbers: Sequence[str]) -> Place:
    return tuple(map(float, numbers))
