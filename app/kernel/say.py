"""Sentences in every language of the platform, with their facts.

The text of a rule stands beside the rule; a page only prints `sentence.in_(language)`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

LANGUAGES = ("en", "es")


class Noun(msgspec.Struct, frozen=True):
    """Grammar of a name: Spanish gender, number, and the name with its definite article.

    `the` and `el` are texts with the facts of the name: "the Askaris {code}", "los Askaris {code}".
    """

    feminine: bool = False
    plural: bool = False
    the: str = ""
    el: str = ""


class Say(msgspec.Struct, frozen=True):
    """Sentence or name in English and in Spanish. `noun` is the grammar of a name.

    A text has its facts in braces. The part after the colon inflects the fact or a word beside it:
    - {n:turn+s}: a number with its unit, as in 1 turn, 2 turns.
    - {who:the}, {who:el}: with the definite article. {who:al}, {who:del}: with "a" and "de".
    - {who:The}, {who:El}: the same at the head of a sentence. {who:Aa}: the bare name there.
    - {who:charges|charge}: singular or plural, by the number of a fact, a list too.
    - {who:caído|caída|caídos|caídas}: by gender and number.
    """

    en: str
    es: str
    facts: Mapping[str, Any] = {}
    noun: Noun | None = None

    def in_(self, language: str, when: Callable[[Moment], str] = str) -> str:
        """Sentence in the language "en" or "es", with its facts filled in.

        Decimals follow the language. `when` formats moments.
        """
        return filled_text(getattr(self, language), self.facts, language, when)

    def __str__(self) -> str:
        return self.in_("en")


def filled_text(
    text: str, facts: Mapping[str, Any], language: str, when: Callable[[Moment], str]
) -> str:
    """Text with its facts filled in. A text without braces stays as it is."""
    if not facts and "{" not in text and "}" not in text:
        return text
    return text.format_map({name: Fact(fact, language, when) for name, fact in facts.items()})


def say(en: str, es: str, /, **facts: Any) -> Say:
    return Say(en, es, facts)


def as_is(text: str) -> Say:
    """Proper name or number, the same in every language."""
    return Say("{it}", "{it}", {"it": text})


def noun(
    en: str,
    es: str,
    gender: str = "m",
    /,
    *,
    plural: bool = False,
    the: str = "",
    el: str = "",
    **facts: Any,
) -> Say:
    """Name with grammar: `gender` is "m" or "f" in Spanish.

    `the` and `el` are needed only if they differ from article and name.
    """
    feminine = gender == "f"
    return Say(
        en,
        es,
        facts,
        Noun(feminine, plural, the or f"the {en}", el or f"{ARTICLES[feminine, plural]} {es}"),
    )


def qualified(title: Say, by: Say) -> Say:
    """Name with a second one in brackets, such as "Spain (II Corps)". Its grammar stays."""
    facts = {**title.facts, "qualifier": by}
    grammar = title.noun and msgspec.structs.replace(
        title.noun, the=f"{title.noun.the} ({{qualifier}})", el=f"{title.noun.el} ({{qualifier}})"
    )
    return Say(f"{title.en} ({{qualifier}})", f"{title.es} ({{qualifier}})", facts, grammar)


ARTICLES = {(False, False): "el", (True, False): "la", (False, True): "los", (True, True): "las"}
"""Spanish definite article by (feminine, plural)."""


def as_sentence(says: Say) -> Say:
    """Text with a capital letter, for the head of a sentence."""
    return Say("{it:Aa}", "{it:Aa}", {"it": says})


class Moment(msgspec.Struct, frozen=True):
    """Recorded time (ISO 8601, UTC) or day, as a fact of a sentence. It is printed in UTC if the
    reader is unknown.
    """

    iso: str

    def __str__(self) -> str:
        return f"{self.iso[:10]} {self.iso[11:16]} UTC" if "T" in self.iso else self.iso


class Fact:
    """Fact of a sentence in one language. `Say` explains the format after its name."""

    __slots__ = ("fact", "language", "when")

    def __init__(self, fact: Any, language: str, when: Callable[[Moment], str]) -> None:
        self.fact, self.language, self.when = fact, language, when

    def __str__(self) -> str:
        return spell_fact(self.fact, self.language, self.when)

    def __format__(self, bent: str) -> str:
        if not bent:
            return spell_fact(self.fact, self.language, self.when)
        if "|" in bent:
            return agreeing_form(bent.split("|"), self.fact)
        if bent == "Aa":
            return with_capital(str(self))
        if bent.lower() in ("the", "el", "al", "del"):
            words = with_article(self.fact, bent.lower(), self.language, self.when)
            return with_capital(words) if bent[0].isupper() else words
        one, _, ending = bent.partition("+")
        return f"{self!s} {one}{'' if is_one(self.fact) else ending}"


def with_capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def is_one(fact: Any) -> bool:
    return str(fact).removesuffix(".0") in ("1", "-1")


def agreeing_form(forms: list[str], fact: Any) -> str:
    """Form that agrees with a fact: singular | plural, or the four of gender and number."""
    grammar = grammar_of(fact)
    return (
        forms[grammar.plural] if len(forms) == 2 else forms[2 * grammar.plural + grammar.feminine]
    )


def grammar_of(fact: Any) -> Noun:
    """Gender and number of a fact. Several facts are plural, and feminine if all of them are.

    A fact without grammar is masculine singular.
    """
    if isinstance(fact, Say):
        return fact.noun or Noun()
    if isinstance(fact, (int, float)):
        return Noun(plural=not is_one(fact))
    if isinstance(fact, (tuple, list)) and fact:
        each = [grammar_of(one) for one in fact]
        return Noun(all(one.feminine for one in each), len(each) > 1 or each[0].plural)
    return Noun()


def with_article(
    fact: Any, article: str, language: str, when: Callable[[Moment], str] = str
) -> str:
    """Name with its article; "al" and "del" add "a" and "de". Lists get an article for each
    name.
    """
    if isinstance(fact, (tuple, list)):
        return join_words([with_article(one, article, language, when) for one in fact], language)
    if isinstance(fact, Say) and fact.noun is not None:
        text = fact.noun.el if language == "es" else fact.noun.the
        words = filled_text(text, fact.facts, language, when)
    else:
        words = spell_fact(fact, language, when)
    if article not in ("al", "del"):
        return words
    return f"{article} {words[3:]}" if words.startswith("el ") else f"{article[:-1]} {words}"


def settle_facts(
    sentence: Say, when: Callable[[Moment, str], str] = lambda moment, _: str(moment)
) -> Say:
    """Sentence with its facts filled in, readable without other data. `when` formats moments in a
    language.
    """

    def settled(language: str) -> str:
        text = sentence.in_(language, lambda moment: when(moment, language))
        return text.replace("{", "{{").replace("}", "}}")

    return Say(settled("en"), settled("es"))


def spell_fact(fact: Any, language: str, when: Callable[[Moment], str] = str) -> str:
    """Fact as text in a language: sentences, lists of facts, moments, decimals."""
    if isinstance(fact, str):
        return fact
    if isinstance(fact, Say):
        return fact.in_(language, when)
    if isinstance(fact, (tuple, list)):
        return join_words([spell_fact(one, language, when) for one in fact], language)
    if isinstance(fact, Moment):
        return when(fact)
    if isinstance(fact, float):
        text = f"{fact:g}"
        return text.replace(".", ",") if language == "es" else text
    return str(fact)


def join_words(words: list[str], language: str) -> str:
    """List of words: a, b and c / a, b y c (e before an i sound; a Roman number has none)."""
    if len(words) < 2:
        return "".join(words)
    joint = "and"
    if language == "es":
        sound = words[-1].lower()
        is_ordinal = set(words[-1].partition(" ")[0]) <= set("IVX")
        has_i_sound = sound.startswith(("i", "hi")) and not sound.startswith("hie")
        joint = "e" if has_i_sound and not is_ordinal else "y"
    return f"{', '.join(words[:-1])} {joint} {words[-1]}"
