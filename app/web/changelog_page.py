"""Changelog page: versions of CHANGELOG.md with the changes for players, in one language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date
from functools import cache

from babel.dates import format_date

from app.web.pages import TOP

FILE = TOP / "CHANGELOG.md"
LANGUAGES = {"English": "en", "Español": "es"}
LEFT_OUT = ("Administrators", "Administradores")
"""Groups about servers, which the page leaves out."""
UNRELEASED = ("Unreleased", "Sin publicar")
MARKED = re.compile(r"`(?P<code>[^`]+)`|\*(?P<em>[^*]+)\*|\b(?P<rule>[A-Z]{2,3}-[A-Z]{3}-\d\d)\b")
TITLE = re.compile(r"## (?P<title>.+) \((?P<day>\d{4}-\d\d-\d\d)\)")
IN_VIEW = 20
"""Changes of the newest day that are in view. The others and the groups are folded."""
PLAIN = ""


@dataclass(frozen=True)
class Piece:
    """Part of a sentence. Its kind is "" (plain words), "code", "em" (title of a game) or "rule"
    (id of a rule).
    """

    kind: str
    words: str


Change = tuple[Piece, ...]


@dataclass(frozen=True)
class Group:
    """Changes of one subject. The first group of a version has no title."""

    title: str
    changes: tuple[Change, ...] = ()


@dataclass(frozen=True)
class Version:
    """Version with its day in words; `title` is "" before it has a number. `key` names its part of
    the page.
    """

    key: str
    title: str
    day: str
    groups: tuple[Group, ...] = ()


@cache
def changelog(language: str) -> tuple[Version, ...]:
    """Versions in one language, the newest first."""
    return tuple(versions_of(FILE.read_text(encoding="utf-8"), language))


def versions_of(text: str, language: str) -> Iterator[Version]:
    """Versions in a changelog: `## title (day)`, a part for each language, `**group**`, `-
    change`.
    """
    for part in re.split(r"^(?=## )", text, flags=re.MULTILINE)[1:]:
        head, _, rest = part.partition("\n")
        found = TITLE.fullmatch(head.strip())
        if found is None:
            raise ValueError(f"not the head of a version: {head}")
        titles = found["title"].split(" / ")
        title = titles[-1] if language == "es" else titles[0]
        day = format_date(date.fromisoformat(found["day"]), "long", locale=language)
        key = f"v{found['day']}"
        title = "" if title in UNRELEASED else title
        yield Version(key, title, day, tuple(groups_of(rest, language)))


def groups_of(text: str, language: str) -> Iterator[Group]:
    """Groups with changes in the part of a version for a language."""
    group, is_read = Group(""), False
    lines: list[str] = []
    for line in text.splitlines():
        if line.startswith("### "):
            is_read = LANGUAGES[line[4:]] == language
        elif is_read and line.startswith("**"):
            yield from filled(group, lines)
            group, lines = Group(line.strip("* ")), []
        elif is_read and line.startswith("- "):
            lines.append(line[2:])
        elif is_read and line.strip() and lines:
            lines[-1] += f" {line.strip()}"
    yield from filled(group, lines)


def filled(group: Group, lines: list[str]) -> Iterator[Group]:
    """The group with its changes, if it has any and is for players."""
    if lines and group.title not in LEFT_OUT:
        yield replace(group, changes=tuple(pieces_of(line) for line in lines))


def pieces_of(line: str) -> Change:
    """Words of a change, with code, emphasis and ids of rules apart."""
    pieces, end = [], 0
    for mark in MARKED.finditer(line):
        pieces.append(Piece(PLAIN, line[end : mark.start()]))
        kind = str(mark.lastgroup)
        pieces.append(Piece(kind, mark[kind]))
        end = mark.end()
    pieces.append(Piece(PLAIN, line[end:]))
    return tuple(piece for piece in pieces if piece.words)
