"""A rule in one language."""
from __future__ import annotations

from dataclasses import dataclass

from app.kernel.rulebook import Rule, Rulebook


@dataclass(frozen=True)
class RuleWords:
    id: str
    short: str
    title: str
    text: str
    ruling: str
    kind: str
    source: str


def rule_words(rule: Rule, language: str) -> RuleWords:
    spanish = language == "es"
    return RuleWords(rule.id, rule.id.split("-", 1)[1], rule.title_es if spanish else rule.title, rule.es if spanish else rule.text,
                     (rule.ours_es or rule.ruling_es) if spanish else (rule.ours or rule.ruling), rule.kind, rule.source)


def chapters_of(book: Rulebook, language: str) -> list[tuple[str, list[RuleWords]]]:
    """The rules by chapter, in page order."""
    found: dict[str, list[RuleWords]] = {}
    for rule in book:
        found.setdefault(rule.chapter, []).append(rule_words(rule, language))
    return list(found.items())
