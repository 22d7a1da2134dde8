"""Reading the text of an army (`text` writes it), in English, Spanish or both: whatever it names is looked up by its printed names."""
from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from app.games.heart_of_africa.armies import lists, text, words
from app.games.heart_of_africa.armies.army import Army
from app.games.heart_of_africa.armies.muster import understood
from app.kernel.refusal import Refusal, Refused, no
from app.kernel.say import LANGUAGES, Say, say

LINE = re.compile(r"(?P<dashes>[-–— ]*)(?P<label>[^:“”«»\"]+?)\s*(?:[“«\"](?P<own>[^”»\"]*)[”»\"])?\s*:\s*(?P<what>.*?)\s*(?:\((?P<points>\d+)\))?")
ITEM = re.compile(r"(?P<count>\d{1,3})\s*[x×]?\s+(?P<what>.+)")
PASSED_OVER = re.compile(r"\s*(?:[!#].*|(?:valid|not valid because|valido|no valido porque)[.:]?)?\s*")
LONGEST = 400                                    # lines

Book = Mapping[str, str]


class Unread(Exception):
    """Words that name nothing."""

    def __init__(self, words: str, among: Iterable[Say] = ()):
        super().__init__(words)
        self.among = tuple(among)


def folded(words_: str) -> str:
    """What two names are compared by: no capitals, no accents, single blanks."""
    bare = "".join(letter for letter in unicodedata.normalize("NFD", words_) if not unicodedata.combining(letter))
    return " ".join(bare.casefold().replace("’", "'").split())


def book_of(*names: tuple[str, Iterable[Say]]) -> Book:
    """Keys by their names in every language, and by themselves."""
    found = {folded(key): key for key, _ in names}
    for key, says in names:
        found |= {folded(it.in_(language)): key for it in says for language in LANGUAGES}
    return found


def _without_number(phrase: Say) -> Say:
    return Say(re.sub(r"^(1|\{n\}) ", "", phrase.en), re.sub(r"^(1|\{n\}) ", "", phrase.es))


LABELS = book_of(*((key, (label,)) for key, label in text.LABELS.items()))
LISTS = book_of(*((key, (lists.list_name(key),)) for key in lists.LISTS))
NATIONS = {key: book_of(*((nation, (lists.nation_name(key, nation),)) for nation in nations)) for key, nations in lists.NATIONS.items()}
SCENARIOS = book_of(*((key, (it,)) for key, it in text.SCENARIOS.items()))
ROLES = book_of(*((key, (it,)) for key, it in text.ROLES.items()))
CLASSES = book_of(*((key, (it,)) for key, it in text.CLASSES.items()))
OPTIONS = book_of(*((key, (it,)) for key, it in text.TITLES.items()))
KINDS = book_of(*((key, (words.ONE[key], words.MANY[key], say(row["en"], row["es"]))) for key, row in lists.TYPES.items()))
TRAITS = book_of(*((key, (it,)) for key, it in words.TRAITS.items()))
EXTRAS = book_of(*((key, map(_without_number, pair)) for key, pair in words.EXTRAS.items()))
BOATS = book_of(*((key, map(_without_number, pair)) for key, pair in words.BOATS.items()))
BEARER = book_of(("gun_bearer", (text.BEARER,)))
ROLLED = book_of(("rolled", (text.ROLLED,)))
ATTENDANTS = book_of(("attendants", map(_without_number, text.ATTENDANTS)))
REPEATERS = book_of(("repeating", map(_without_number, text.REPEATERS)))
YES_OR_NO = book_of(("yes", (text.YES,)), ("no", (say("no", "no"),)))


def read_text(given: str) -> Army:
    """The army of a text; raises `Refused` with every line that cannot be read."""
    form: dict[str, Any] = {"units": [], "scenario": "none", "role": "none"}
    branches, wrong = [form], []
    for number, line in enumerate(given.splitlines()[:LONGEST], start=1):
        if not PASSED_OVER.fullmatch(folded(line)):
            try:
                _take(line, branches)
            except Unread as unread:
                wrong.append(_not_read(number, line, unread))
    if wrong:
        raise Refused(*wrong)
    return understood(form)


def _not_read(number: int, line: str, unread: Unread) -> Refusal:
    known = say(" Known are: {all}.", " Se conocen: {all}.", all=unread.among) if unread.among else ""
    return no("HOA-ARM-22", "Line {number}, “{line}”: “{words}” cannot be read.{known}", "Línea {number}, «{line}»: «{words}» no se entiende.{known}",
              number=number, line=line.strip()[:80], words=str(unread)[:80], known=known)


def _take(line: str, branches: list[dict[str, Any]]) -> None:
    """Put a line where it belongs: an army, or the contingent opened last at its depth."""
    found = LINE.fullmatch(line.strip())
    if found is None:
        raise Unread(line.strip())
    label = _known(LABELS, found["label"], text.LABELS.values())
    depth = len(re.sub(r"\s", "", found["dashes"]))
    if depth >= len(branches):
        raise Unread(found["dashes"].strip())
    del branches[depth + 1:]
    what = line.strip().partition(":")[2].strip() if label == "name" else found["what"]
    TAKERS[label](branches[depth], what, found["own"] or "")
    if label == "allies":
        branches.append(branches[depth]["allies"][-1])


def _known(book: Book, what: str, among: Iterable[Say] = ()) -> str:
    if folded(what) not in book:
        raise Unread(what.strip(), among)
    return book[folded(what)]


def _items(what: str) -> list[str]:
    return [one for one in re.split(r"\s*,\s*", what.strip()) if one]


def _counted(what: str, *books: Book) -> tuple[str, int]:
    """A number of something that one of the books knows."""
    item = ITEM.fullmatch(what.strip())
    for book in books:
        if item and folded(item["what"]) in book:
            return book[folded(item["what"])], int(item["count"])
    raise Unread(what)


# ------------------------------------------------------------------------------------------------ one taker for each label
Branch = dict[str, Any]


def _text(field: str) -> Callable[[Branch, str, str], None]:
    def take(branch: Branch, what: str, own: str) -> None:  # noqa: ARG001 one of a family
        branch[field] = what
    return take


def _number(field: str) -> Callable[[Branch, str, str], None]:
    def take(branch: Branch, what: str, own: str) -> None:  # noqa: ARG001
        if not (what.isascii() and what.isdigit() and len(what) < 6):
            raise Unread(what)
        branch[field] = int(what)
    return take


def _one(field: str, book: Book, among: Iterable[Say]) -> Callable[[Branch, str, str], None]:
    def take(branch: Branch, what: str, own: str) -> None:  # noqa: ARG001
        branch[field] = _known(book, what, among)
    return take


def _nation(branch: Branch, what: str, own: str) -> None:  # noqa: ARG001
    """A people is looked up in its list, which is named before it."""
    key = branch.get("list", "")
    branch["nation"] = _known(NATIONS.get(key, {}), what, (lists.nation_name(key, one) for one in lists.NATIONS.get(key, ())))


def _options(branch: Branch, what: str, own: str) -> None:  # noqa: ARG001
    branch["options"] = [_known(OPTIONS, one, text.TITLES.values()) for one in what.split(";") if one.strip()]


def _leader(branch: Branch, what: str, own: str) -> None:
    kind, *more = _items(what) or [what]
    leader: Branch = {"type": _known(KINDS, kind), "traits": []}
    for one in more:
        if folded(one) in TRAITS:
            leader["traits"].append(TRAITS[folded(one)])
        elif folded(one) in ROLLED:
            leader["trait_rolled"] = True
        elif folded(one) in BEARER:
            leader["gun_bearer"] = True
        else:
            leader["attendants"] = _counted(one, ATTENDANTS)[1]
    branch.setdefault("leaders", []).append(leader | ({"name": own} if own else {}))


def _independents(branch: Branch, what: str, own: str) -> None:  # noqa: ARG001
    _add(branch.setdefault("independents", {}), what, KINDS)


def _add(counts: dict[str, int], what: str, book: Book) -> None:
    for one in _items(what):
        key, count = _counted(one, book)
        counts[key] = counts.get(key, 0) + count


def _unit(branch: Branch, what: str, own: str) -> None:
    unit: dict[str, int] = {}
    repeating = 0
    for one in _items(what):
        key, count = _counted(one, KINDS, REPEATERS)
        if key == "repeating":
            repeating = count
        else:
            unit[key] = unit.get(key, 0) + count
    branch.setdefault("units", []).append(unit)
    place = len(branch["units"])
    if own:
        branch["unit_names"] = [*_filled_up(branch.get("unit_names", []), place - 1, ""), own]
    if repeating:
        branch["repeating_rifles"] = [*_filled_up(branch.get("repeating_rifles", []), place - 1, 0), repeating]


def _filled_up(row: list[Any], length: int, blank: Any) -> list[Any]:
    return row + [blank] * (length - len(row))


def _purchases(branch: Branch, what: str, own: str) -> None:  # noqa: ARG001
    _add(branch.setdefault("purchases", {}), what, EXTRAS)


def _water(branch: Branch, what: str, own: str) -> None:  # noqa: ARG001
    branch["water"] = _known(YES_OR_NO, what) == "yes"


def _boats(branch: Branch, what: str, own: str) -> None:  # noqa: ARG001
    _add(branch.setdefault("boats", {}), what, BOATS)


def _allies(branch: Branch, what: str, own: str) -> None:
    """List and people; the longest list of which the line is the beginning."""
    cuts = [place for place, letter in enumerate(what) if letter == ","]
    for cut in reversed(cuts):
        if folded(what[:cut]) in LISTS:
            ally: Branch = {"list": LISTS[folded(what[:cut])], "units": []}
            _nation(ally, what[cut + 1:], own)
            branch.setdefault("allies", []).append(ally)
            return
    raise Unread(what, map(lists.list_name, lists.LISTS))


def _passed_over(branch: Branch, what: str, own: str) -> None:
    """What is reckoned anew."""


TAKERS: dict[str, Callable[[Branch, str, str], None]] = {
    "name": _text("name"), "list": _one("list", LISTS, [lists.list_name(key) for key in lists.LISTS]), "nation": _nation, "year": _number("year"),
    "points": _number("points"), "scenario": _one("scenario", SCENARIOS, text.SCENARIOS.values()), "role": _one("role", ROLES, text.ROLES.values()),
    "campaign_class": _one("campaign_class", CLASSES, text.CLASSES.values()), "options": _options, "leader": _leader, "independents": _independents,
    "unit": _unit, "purchases": _purchases, "water": _water, "boats": _boats, "allies": _allies, "total": _passed_over, "version": _passed_over,
}
