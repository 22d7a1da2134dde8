"""Rules in one language, and rulebooks by chapter."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from app.kernel.rulebook import Rule, Rulebook
from app.kernel.table_rows import TableRow


@dataclass(frozen=True)
class RuleWords:
    """Rule in one language. `is_counted` means that the server has to enforce it, `is_enforced`
    that it does. `cases` counts its test cases, `refusals` those that expect a refusal. `rows` are
    the rows of printed tables that name the rule.
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
    rows: tuple[TableRow, ...] = ()


@dataclass(frozen=True)
class Counts:
    """Counts of rules: all, those to be enforced, those enforced, and those with test cases."""

    rules: int
    counted: int
    enforced: int
    tested: int

    @property
    def apart(self) -> int:
        """Number of rules that the server does not enforce: advice, background and play
        elsewhere.
        """
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
        rule.rows,
    )


def count_rules(rules: Iterable[RuleWords]) -> Counts:
    rules = tuple(rules)
    return Counts(
        len(rules),
        sum(rule.is_counted for rule in rules),
        sum(rule.is_enforced for rule in rules),
        sum(rule.is_enforced and rule.cases > 0 for rule in rules),
    )


def chapters_of(book: Rulebook, language: str) -> list[Chapter]:
    """Rules by chapter, in page order."""
    found: dict[str, list[RuleWords]] = {}
    for rule in book:
        found.setdefault(rule.chapter, []).append(rule_words(rule, language))
    return [Chapter(key, tuple(rules), count_rules(rules)) for key, rules in found.items()]
