"""A rule in one language, and a rulebook by its chapters."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from app.kernel.rulebook import Rule, Rulebook


@dataclass(frozen=True)
class RuleWords:
    """`is_counted`: the server has to see to it; `is_enforced`: it does, and `cases` try it,
    `refusals` of them by expecting it to say no.
    """

    id: str
    chapter: str
    short: str
    title: str
    text: str
    ruling: str
    kind: str
    source: str
    is_counted: bool
    is_enforced: bool
    cases: int
    refusals: int


@dataclass(frozen=True)
class Counts:
    """How many of some rules the server has to see to, sees to, and tries by cases."""

    rules: int
    counted: int
    enforced: int
    tested: int

    @property
    def apart(self) -> int:
        """Advice, mood, and what is played elsewhere."""
        return self.rules - self.counted


@dataclass(frozen=True)
class Chapter:
    key: str
    rules: tuple[RuleWords, ...]
    counts: Counts


def rule_words(rule: Rule, language: str) -> RuleWords:
    spanish = language == "es"
    return RuleWords(
        rule.id,
        rule.chapter,
        rule.id.split("-", 1)[1],
        rule.title_es if spanish else rule.title,
        rule.es if spanish else rule.text,
        (rule.ours_es or rule.ruling_es) if spanish else (rule.ours or rule.ruling),
        rule.kind,
        rule.source,
        rule.is_counted,
        rule.is_counted and rule.cases is not None,
        rule.cases or 0,
        rule.refusals,
    )


def counted(rules: Iterable[RuleWords]) -> Counts:
    rules = tuple(rules)
    return Counts(
        len(rules),
        sum(rule.is_counted for rule in rules),
        sum(rule.is_enforced for rule in rules),
        sum(rule.is_enforced and rule.cases > 0 for rule in rules),
    )


def chapters_of(book: Rulebook, language: str) -> list[Chapter]:
    """The rules by chapter, in page order."""
    found: dict[str, list[RuleWords]] = {}
    for rule in book:
        found.setdefault(rule.chapter, []).append(rule_words(rule, language))
    return [Chapter(key, tuple(rules), counted(rules)) for key, rules in found.items()]
