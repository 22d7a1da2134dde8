"""Context of the page with the rules that a search finds."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from app.kernel.contract import Game
from app.kernel.rule_search import FoundRule, index_of, mark_words
from app.kernel.say import Say
from app.kernel.table import PLATFORM_RULES
from app.web.rule_words import RuleWords, rule_words

BEFORE, LONGEST = 80, 320  # characters of an excerpt before its first hit, and in all
Parts = list[tuple[str, bool]]


@dataclass(frozen=True)
class Hit:
    """Rule that was found. The parts of title and texts are marked with True where they match.
    `ruling` is empty unless it has a match.
    """

    id: str
    book: Say | None
    title: Parts
    text: Parts
    ruling: Parts


@dataclass(frozen=True)
class FoundPage:
    """Rules that the words of a visitor find. `key` is the game that is searched, "" for all."""

    find: str
    key: str
    hits: tuple[Hit, ...]

    @property
    def to(self) -> str:
        """Address of the form."""
        return f"/rules/{self.key}" if self.key else "/rules"


def found_page(find: str, boxes: tuple[Game, ...], language: str, key: str) -> FoundPage:
    """Search in these games, and in the rules of the platform unless one game is asked for."""
    books = (*(() if key else (PLATFORM_RULES,)), *(box.rulebook for box in boxes))
    titles = {rule.id: box.card.title for box in boxes for rule in box.rulebook}
    hits = (
        hit_of(one, titles.get(one.rule.id), language) for one in index_of(books).find_rules(find)
    )
    return FoundPage(find, key, tuple(hits))


def hit_of(found: FoundRule, book: Say | None, language: str) -> Hit:
    words: RuleWords = rule_words(found.rule, language)
    ruling = marked_excerpt(words.ruling, found.stems)
    return Hit(
        words.id,
        book,
        mark_words(words.title, found.stems),
        marked_excerpt(words.text, found.stems),
        ruling if any(is_hit for _, is_hit in ruling) else [],
    )


def marked_excerpt(text: str, stems: Iterable[str]) -> Parts:
    """Part of a text around its first match, with the matches marked; its beginning without any."""
    parts, first = mark_words(text, stems), 0
    for part, is_hit in parts:
        if is_hit:
            break
        first += len(part)
    start = 0 if first >= len(text) or first <= BEFORE else text.rfind(" ", 0, first - BEFORE) + 1
    end = len(text) if start + LONGEST >= len(text) else text.rfind(" ", 0, start + LONGEST)
    shown = ("… " if start else "") + text[start:end] + (" …" if end < len(text) else "")
    return mark_words(shown, stems)
