"""Search of the rulebooks by words or ids, over title, text and ruling in both languages."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache, cached_property

import msgspec

from app.kernel.rulebook import Rule, Rulebook

LONGEST = 400  # characters of a query that are read
MOST_WORDS = 40
MOST_FOUND = 40
WORD = re.compile(r"[^\W_]+")
NOT_AN_ID = re.compile(r"[^a-z0-9]+")
ENDINGS = ("ing", "es", "ed", "s")
SHORTEST_STEM = 4  # letters that are left of a word without its ending
TITLE, TEXT, RULING = 8.0, 3.0, 2.0  # weight of a word by its place
# Share of the query's weight that a rule must have if none has every word: ENOUGH, or nearly as
# much as the best rule has, but never less than LEAST.
ENOUGH, NEARLY, LEAST = 0.4, 0.85, 0.15


class FoundRule(msgspec.Struct, frozen=True):
    """Rule that a query finds. `stems` are the beginnings of the words that it shares with the
    query.
    """

    rule: Rule
    stems: tuple[str, ...]


def fold_text(text: str) -> str:
    """Text without case and accents: "Líder" and "LIDER" are equal."""
    apart = unicodedata.normalize("NFD", text.casefold())
    return "".join(letter for letter in apart if not unicodedata.combining(letter))


def stem_of(word: str) -> str:
    """Beginning of a folded word that its forms share, such as "charg" of "charges"."""
    for ending in ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= SHORTEST_STEM:
            return word.removesuffix(ending)
    return word


def stems_of(query: str) -> tuple[str, ...]:
    """Stems of the first MOST_WORDS different words of a query."""
    words = dict.fromkeys(stem_of(word) for word in WORD.findall(fold_text(query[:LONGEST])))
    return tuple(words)[:MOST_WORDS]


class RuleIndex:
    """Words of some rulebooks, with the rules that have them."""

    def __init__(self, books: Iterable[Rulebook]):
        self.rules = tuple(rule for book in books for rule in book)

    @cached_property
    def _word_weights(self) -> dict[str, dict[int, float]]:
        """Word -> place of the rule -> weight of its best place there."""
        found: dict[str, dict[int, float]] = {}
        for place, rule in enumerate(self.rules):
            for text, weight in texts_of(rule):
                for word in WORD.findall(fold_text(text)):
                    of_word = found.setdefault(word, {})
                    of_word[place] = max(weight, of_word.get(place, 0.0))
        return found

    def with_stem(self, stem: str) -> dict[int, float]:
        """Rules with a word that begins with the stem, and the weight of the best one."""
        best: dict[int, float] = {}
        for word, rules in self._word_weights.items():
            if word.startswith(stem):
                # "led" in a query means "ledger" less than "led".
                share = (len(stem) / len(word)) ** 0.5
                for place, weight in rules.items():
                    best[place] = max(best.get(place, 0.0), weight * share)
        return best

    def find_rules(self, query: str) -> list[FoundRule]:
        """Rules with the id first, then rules with every word, best first. If no rule has every
        word, the rules with most of them.
        """
        stems, named = stems_of(query), self._rules_with_id(query)
        scores, shares = self._rule_scores(stems)
        best = max(shares.values(), default=0.0)
        enough = 1 - 1e-9 if best > 1 - 1e-9 else max(LEAST, min(ENOUGH, NEARLY * best))
        some = [place for place, share in shares.items() if share >= enough]
        some.sort(key=lambda place: (-scores[place], place))
        found = dict.fromkeys([*named, *some])
        return [FoundRule(self.rules[place], stems) for place in list(found)[:MOST_FOUND]]

    def _rule_scores(self, stems: Iterable[str]) -> tuple[dict[int, float], dict[int, float]]:
        """Score of each rule, and its share of the weight of all words. Rare words weigh more."""
        scores: dict[int, float] = {}
        shares: dict[int, float] = {}
        rarities = {}
        rules_with = {stem: self.with_stem(stem) for stem in stems}
        for stem, rules in rules_with.items():
            rarities[stem] = math.log(1 + len(self.rules) / (1 + len(rules)))
        total = sum(rarities.values())
        for stem, rules in rules_with.items():
            for place, weight in rules.items():
                scores[place] = scores.get(place, 0.0) + rarities[stem] * weight
                shares[place] = shares.get(place, 0.0) + rarities[stem] / total
        return scores, shares

    def _rules_with_id(self, query: str) -> list[int]:
        """Rules with this id, or with an id that begins or ends with it, such as "mov-02"."""
        asked = NOT_AN_ID.sub("-", fold_text(query[:LONGEST])).strip("-")
        if not asked:
            return []
        ids = [rule.id.casefold() for rule in self.rules]
        return [place for place, one in enumerate(ids) if one == asked] or [
            place
            for place, one in enumerate(ids)
            if one.startswith(f"{asked}-") or one.endswith(f"-{asked}")
        ]


def texts_of(rule: Rule) -> Iterator[tuple[str, float]]:
    """Texts of a rule that are searched, with their weights. A ruling of ours replaces the
    catalogue's.
    """
    yield from ((rule.id, TITLE), (rule.title, TITLE), (rule.title_es, TITLE))
    yield from ((rule.text, TEXT), (rule.es, TEXT))
    yield from ((rule.ours or rule.ruling, RULING), (rule.ours_es or rule.ruling_es, RULING))


@cache
def index_of(books: tuple[Rulebook, ...]) -> RuleIndex:
    return RuleIndex(books)


def mark_words(text: str, stems: Iterable[str]) -> list[tuple[str, bool]]:
    """Text in parts, with True for each word that begins with a stem."""
    beginnings, parts, end = tuple(stems), [], 0
    for word in WORD.finditer(text):
        if beginnings and fold_text(word[0]).startswith(beginnings):
            parts += [(text[end : word.start()], False), (word[0], True)]
            end = word.end()
    return [part for part in (*parts, (text[end:], False)) if part[0]]
