"""A sentence in every language of the house, with the facts that it names.

The wording of a rule stands beside the rule; a page only prints `sentence.in_(language)`.
"""
from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

LANGUAGES = ("en", "es")


class Say(msgspec.Struct, frozen=True):
    """One sentence or name, in English and in Spanish; `{fact}` in the text is filled from `facts`, `{n:turn+s}` with the word that fits the number."""

    en: str
    es: str
    facts: Mapping[str, Any] = {}

    def in_(self, language: str, when: Callable[[Moment], str] = str) -> str:
        """The sentence in that language ("en" or "es"), facts filled in; decimals are written as the language does, moments as `when` does."""
        return getattr(self, language).format(**{name: Counted(spelled(fact, language, when)) for name, fact in self.facts.items()})

    def __str__(self) -> str:
        return self.in_("en")


def say(en: str, es: str, /, **facts: Any) -> Say:
    return Say(en, es, facts)


def name(text: str) -> Say:
    """A proper name or a number: the same in every language."""
    return Say("{it}", "{it}", {"it": text})


class Moment(msgspec.Struct, frozen=True):
    """A time on record (ISO 8601, UTC) or a day, as a fact of a sentence. Where nobody knows who reads it a time is told in UTC."""

    iso: str

    def __str__(self) -> str:
        return f"{self.iso[:10]} {self.iso[11:16]} UTC" if "T" in self.iso else self.iso


class Counted(str):
    """A fact in words, which may be followed by what it counts: one of it, or any other number."""

    __slots__ = ()

    def __format__(self, things: str) -> str:
        one, _, ending = things.partition("+")
        return f"{self!s} {one}{'' if self in ('1', '-1') else ending}" if things else str(self)


def settled(sentence: Say) -> Say:
    """The sentence with its facts filled in, so that a row needs nothing else to be read."""
    return Say(*(sentence.in_(language).replace("{", "{{").replace("}", "}}") for language in LANGUAGES))


def spelled(fact: Any, language: str, when: Callable[[Moment], str] = str) -> str:
    """A fact as a reader of that language expects it: sentences, lists of facts, moments, decimals."""
    if isinstance(fact, Say):
        return fact.in_(language, when)
    if isinstance(fact, (tuple, list)):
        return listed([spelled(one, language, when) for one in fact], language)
    if isinstance(fact, Moment):
        return when(fact)
    if isinstance(fact, float):
        text = f"{fact:g}"
        return text.replace(".", ",") if language == "es" else text
    return str(fact)


def listed(words: list[str], language: str) -> str:
    """a, b and c / a, b y c (e before an i sound)."""
    if len(words) < 2:
        return "".join(words)
    joint = "and"
    if language == "es":
        sound = words[-1].lower()
        joint = "e" if sound.startswith(("i", "hi")) and not sound.startswith("hie") else "y"
    return f"{', '.join(words[:-1])} {joint} {words[-1]}"
