"""Reader for the text of an army (`text` writes it) in English, Spanish or both. Things are looked
up by their printed names.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from app.games.heart_of_africa.armies import lists, text, words
from app.games.heart_of_africa.armies.army import Army
from app.games.heart_of_africa.armies.muster import army_of_form
from app.kernel.refusal import Refusal, Refused, no
from app.kernel.say import LANGUAGES, Say, as_is, say

LONGEST = 400  # lines
MOST_COMMAS = 1 + max(
    it.in_(language).count(",")
    for it in map(lists.list_name, lists.LISTS)
    for language in LANGUAGES
)
"""Number of commas to try in a line of allies: one of them ends the name of the list."""
DASHES, OPENING, CLOSING = "-–—", '“«"', '”»"'
PASSED_OVER = ("", "valid", "not valid because", "valido", "no valido porque")
"""Lines that `text` adds for the reader, as `folded` leaves them."""

Book = Mapping[str, str]


class Unread(Exception):
    """Error for words that name nothing."""

    def __init__(self, words: str, among: Iterable[Say] = ()):
        super().__init__(words)
        self.among = tuple(among)


def folded(words_: str) -> str:
    """Form in which two names are compared: lower case, without accents, single blanks.

    Each letter is taken apart by itself: a row of accents is sorted in quadratic time.
    """
    apart = (
        words_
        if words_.isascii()
        else "".join(
            part
            for letter in words_
            for part in unicodedata.normalize("NFD", letter)
            if not unicodedata.combining(part)
        )
    )
    return " ".join(apart.casefold().replace("’", "'").split())


def book_of(*names: tuple[str, Iterable[Say]]) -> Book:
    """Keys by their names in every language, and by themselves."""
    found = {folded(key): key for key, _ in names}
    for key, says in names:
        found |= {folded(it.in_(language)): key for it in says for language in LANGUAGES}
    return found


def _without_number(phrase: Say) -> Say:
    en, es = (text.removeprefix("1 ").removeprefix("{n} ") for text in (phrase.en, phrase.es))
    return Say(en, es)


LABELS = book_of(*((key, (label,)) for key, label in text.LABELS.items()))
LISTS = book_of(*((key, (lists.list_name(key),)) for key in lists.LISTS))
NATIONS = {
    key: book_of(*((nation, (lists.nation_name(key, nation),)) for nation in nations))
    for key, nations in lists.NATIONS.items()
}
SCENARIOS = book_of(*((key, (it,)) for key, it in text.SCENARIOS.items()))
ROLES = book_of(*((key, (it,)) for key, it in text.ROLES.items()))
CLASSES = book_of(*((key, (it,)) for key, it in text.CLASSES.items()))
OPTIONS = book_of(*((key, (it,)) for key, it in text.TITLES.items()))
KINDS = book_of(
    *(
        (key, (words.ONE[key], words.MANY[key], say(row["en"], row["es"])))
        for key, row in lists.TYPES.items()
    )
)
TRAITS = book_of(*((key, (it,)) for key, it in words.TRAITS.items()))
EXTRAS = book_of(*((key, map(_without_number, pair)) for key, pair in words.EXTRAS.items()))
BOATS = book_of(*((key, map(_without_number, pair)) for key, pair in words.BOATS.items()))
BEARER = book_of(("gun_bearer", (text.BEARER,)))
ROLLED = book_of(("rolled", (text.ROLLED, as_is("rasgo a dado"))))  # an older text
ATTENDANTS = book_of(("attendants", map(_without_number, text.ATTENDANTS)))
REPEATERS = book_of(("repeating", map(_without_number, text.REPEATERS)))
YES_OR_NO = book_of(("yes", (text.YES,)), ("no", (say("no", "no"),)))


def read_text(given: str) -> Army:
    """Army of a text; raises `Refused` with every line that cannot be read."""
    form: dict[str, Any] = {"units": [], "scenario": "none", "role": "none"}
    lines = given.splitlines()
    if len(lines) > LONGEST:
        raise Refused(
            no(
                "HOA-ARM-22",
                "This text has {count} lines; an army has at most {most}.",
                "Este texto tiene {count} líneas; un ejército tiene como máximo {most}.",
                count=len(lines),
                most=LONGEST,
            )
        )
    branches, wrong = [form], []
    for number, line in enumerate(lines, start=1):
        if not _is_passed_over(line):
            try:
                _take_line(line, branches)
            except Unread as unread:
                wrong.append(_not_read(number, line, unread))
    if wrong:
        raise Refused(*wrong)
    return army_of_form(form)


def _is_passed_over(line: str) -> bool:
    """Fact: the line is blank, a comment, or the verdict that `text` adds."""
    bare = line.strip()
    if bare.startswith(("!", "#")):
        return True
    found = folded(bare)
    return found in PASSED_OVER or (found[-1:] in (".", ":") and found[:-1] in PASSED_OVER)


def _not_read(number: int, line: str, unread: Unread) -> Refusal:
    known = (
        say(" Known are: {all}.", " Se conocen: {all}.", all=unread.among) if unread.among else ""
    )
    return no(
        "HOA-ARM-22",
        "Line {number}, “{line}”: “{words}” cannot be read.{known}",
        "Línea {number}, «{line}»: «{words}» no se entiende.{known}",
        number=number,
        line=line.strip()[:80],
        words=str(unread)[:80],
        known=known,
    )


class Line(NamedTuple):
    """Line of the text, such as “-- Unit “Bodyguard”: 12 Warriors (48)”."""

    dashes: str
    label: str
    own: str
    what: str


def _line_in(line: str) -> Line:
    """Parts of a line, read from left to right in one pass; raises `Unread`."""
    text_ = line.strip()
    rest = text_.lstrip(DASHES + " ")
    dashes = text_[: len(text_) - len(rest)]
    end = next((place for place, sign in enumerate(rest) if sign in ':“”«»"'), len(rest))
    label, rest, own = rest[:end], rest[end:], ""
    if rest[:1] and rest[0] in OPENING:
        close = next((place for place, sign in enumerate(rest) if place and sign in CLOSING), 0)
        own, rest = rest[1:close], rest[close + 1 :].lstrip() if close else ""
    if not rest.startswith(":") or not label.strip():
        raise Unread(text_)
    return Line(dashes.strip(), label.strip(), own, rest[1:].strip())


def _without_points(what: str) -> str:
    """Line without the points in brackets at its end, which are computed again."""
    before, bracket, points = what.rpartition("(")
    return before.rstrip() if bracket and points.endswith(")") and points[:-1].isdecimal() else what


def _take_line(line: str, branches: list[dict[str, Any]]) -> None:
    """Put a line where it belongs: an army, or the contingent opened last at its depth."""
    found = _line_in(line)
    label = _known_key(LABELS, found.label, text.LABELS.values())
    depth = sum(sign in DASHES for sign in found.dashes)
    if depth >= len(branches):
        raise Unread(found.dashes)
    del branches[depth + 1 :]
    TAKERS[label](
        branches[depth], found.what if label == "name" else _without_points(found.what), found.own
    )
    if label == "allies":
        branches.append(branches[depth]["allies"][-1])


def _known_key(book: Book, what: str, among: Iterable[Say] = ()) -> str:
    if folded(what) not in book:
        raise Unread(what.strip(), among)
    return book[folded(what)]


def _item_texts(what: str) -> list[str]:
    return [one for part in what.split(",") if (one := part.strip())]


def _number_and_words(what: str) -> tuple[int, str] | None:
    """Number of at most three digits and the words after it: "12 Warriors", "12 x Warriors"."""
    number, rest = (*what.split(None, 1), "", "")[:2]
    if number[-1:] in ("x", "×") and number[:-1].isdecimal():
        number = number[:-1]
    elif rest.lstrip()[:1] in ("x", "×") and rest.lstrip()[1:2].isspace():
        rest = rest.lstrip()[1:]
    return (
        (int(number), rest.strip())
        if number.isdecimal() and len(number) < 4 and rest.strip()
        else None
    )


def _count_and_key(what: str, *books: Book) -> tuple[str, int]:
    """Number of a thing that one of the books knows, and its key."""
    item = _number_and_words(what)
    for book in books:
        if item and folded(item[1]) in book:
            return book[folded(item[1])], item[0]
    raise Unread(what)


Branch = dict[str, Any]


def _text_reader(field: str) -> Callable[[Branch, str, str], None]:
    def take(branch: Branch, what: str, own: str) -> None:  # noqa: ARG001 one of a family
        branch[field] = what

    return take


def _number_reader(field: str) -> Callable[[Branch, str, str], None]:
    def take(branch: Branch, what: str, own: str) -> None:  # noqa: ARG001 - all parts of a text share one signature
        if not (what.isascii() and what.isdigit() and len(what) < 6):
            raise Unread(what)
        branch[field] = int(what)

    return take


def _key_reader(field: str, book: Book, among: Iterable[Say]) -> Callable[[Branch, str, str], None]:
    def take(branch: Branch, what: str, own: str) -> None:  # noqa: ARG001 - all parts of a text share one signature
        branch[field] = _known_key(book, what, among)

    return take


def _read_nation(branch: Branch, what: str, own: str) -> None:  # noqa: ARG001 - all parts of a text share one signature
    """Read a people of the list that the text has named before."""
    key = branch.get("list", "")
    branch["nation"] = _known_key(
        NATIONS.get(key, {}),
        what,
        (lists.nation_name(key, one) for one in lists.NATIONS.get(key, ())),
    )


def _read_options(branch: Branch, what: str, own: str) -> None:  # noqa: ARG001 - all parts of a text share one signature
    branch["options"] = [
        _known_key(OPTIONS, one, text.TITLES.values()) for one in what.split(";") if one.strip()
    ]


def _read_leader(branch: Branch, what: str, own: str) -> None:
    kind, *more = _item_texts(what) or [what]
    leader: Branch = {"type": _known_key(KINDS, kind), "traits": []}
    for one in more:
        if folded(one) in TRAITS:
            leader["traits"].append(TRAITS[folded(one)])
        elif folded(one) in ROLLED:
            leader["trait_rolled"] = True
        elif folded(one) in BEARER:
            leader["gun_bearer"] = True
        else:
            leader["attendants"] = _count_and_key(one, ATTENDANTS)[1]
    branch.setdefault("leaders", []).append(leader | ({"name": own} if own else {}))


def _read_independents(branch: Branch, what: str, own: str) -> None:  # noqa: ARG001 - all parts of a text share one signature
    _add_counts(branch.setdefault("independents", {}), what, KINDS)


def _add_counts(counts: dict[str, int], what: str, book: Book) -> None:
    for one in _item_texts(what):
        key, count = _count_and_key(one, book)
        counts[key] = counts.get(key, 0) + count


def _read_unit(branch: Branch, what: str, own: str) -> None:
    unit: dict[str, int] = {}
    repeating = 0
    for one in _item_texts(what):
        key, count = _count_and_key(one, KINDS, REPEATERS)
        if key == "repeating":
            repeating = count
        else:
            unit[key] = unit.get(key, 0) + count
    branch.setdefault("units", []).append(unit)
    place = len(branch["units"])
    if own:
        branch["unit_names"] = [*_filled_up(branch.get("unit_names", []), place - 1, ""), own]
    if repeating:
        branch["repeating_rifles"] = [
            *_filled_up(branch.get("repeating_rifles", []), place - 1, 0),
            repeating,
        ]


def _filled_up(row: list[Any], length: int, blank: Any) -> list[Any]:
    return row + [blank] * (length - len(row))


def _read_purchases(branch: Branch, what: str, own: str) -> None:  # noqa: ARG001 - all parts of a text share one signature
    _add_counts(branch.setdefault("purchases", {}), what, EXTRAS)


def _read_water(branch: Branch, what: str, own: str) -> None:  # noqa: ARG001 - all parts of a text share one signature
    branch["water"] = _known_key(YES_OR_NO, what) == "yes"


def _read_boats(branch: Branch, what: str, own: str) -> None:  # noqa: ARG001 - all parts of a text share one signature
    _add_counts(branch.setdefault("boats", {}), what, BOATS)


def _read_allies(branch: Branch, what: str, own: str) -> None:
    """Read list and people of a contingent. The longest list name with which the line begins
    counts.
    """
    cuts = [place for place, letter in enumerate(what) if letter == ","]
    for cut in reversed(cuts[:MOST_COMMAS]):
        if folded(what[:cut]) in LISTS:
            ally: Branch = {"list": LISTS[folded(what[:cut])], "units": []}
            _read_nation(ally, what[cut + 1 :], own)
            branch.setdefault("allies", []).append(ally)
            return
    raise Unread(what, map(lists.list_name, lists.LISTS))


def _passed_over(branch: Branch, what: str, own: str) -> None:
    """Skip a part that is computed again."""


TAKERS: dict[str, Callable[[Branch, str, str], None]] = {
    "name": _text_reader("name"),
    "list": _key_reader("list", LISTS, [lists.list_name(key) for key in lists.LISTS]),
    "nation": _read_nation,
    "year": _number_reader("year"),
    "points": _number_reader("points"),
    "scenario": _key_reader("scenario", SCENARIOS, text.SCENARIOS.values()),
    "role": _key_reader("role", ROLES, text.ROLES.values()),
    "campaign_class": _key_reader("campaign_class", CLASSES, text.CLASSES.values()),
    "options": _read_options,
    "leader": _read_leader,
    "independents": _read_independents,
    "unit": _read_unit,
    "purchases": _read_purchases,
    "water": _read_water,
    "boats": _read_boats,
    "allies": _read_allies,
    "total": _passed_over,
    "version": _passed_over,
}
