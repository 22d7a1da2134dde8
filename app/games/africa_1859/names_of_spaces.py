"""Articles of the names of spaces: "the Tetuan road", "el Camino de Tetuán"; "Tetuan", "Tetuán"."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.kernel.say import ARTICLES, Say, noun

GRAMMAR = {article: grammar for grammar, article in ARTICLES.items()}
"""(feminine, plural) of each definite article."""
WITH_ARTICLE = {
    first: article
    for article, words in {
        "el": "aduar boquete camino campamento campo llano monte paso puente reducto río valle",
        "la": "aduana boca casa falda loma marisma orilla playa ribera torre",
        "los": "aduares altos cañaverales estribos reductos vados",
        "las": "alturas cabilas huertas lomas",
    }.items()
    for first in words.split()
}
"""Article of the names that begin with these words or with an ordinal before them."""
WITHOUT_ARTICLE = frozenset(("Monte Negrón",))
"""Proper names that begin with one of those words."""
ORDINALS = frozenset(("primer", "primera", "primeras", "primeros"))
BARE_IN_ENGLISH = frozenset(("Hill",))
"""Last words of English names without an article."""
FEMININE_BARE = frozenset(("sierra",))
"""First words of feminine names without an article."""


def space_name(row: Mapping[str, Any]) -> Say:
    """Name of a space of a data file.

    `name` is Spanish, and `en` is the English name if it differs. `article` is "el", "la", "los",
    "las", or "" for none. Without it the first words of the name tell the article. `the` is the
    English name with its article.
    """
    spanish = row["name"]
    english = row.get("en", spanish)
    article = row.get("article", article_of(spanish))
    gender = "f" if first_word(spanish) in FEMININE_BARE else "m"
    the = row.get("the", with_the(english) if article and english != spanish else english)
    return proper_name(english, spanish, article, gender, the)


def with_the(english: str) -> str:
    """English name with its article: "the Tetuan road", "the Redoubts", "Knapsack Hill"."""
    if english.rpartition(" ")[2] in BARE_IN_ENGLISH:
        return english
    return f"the {english.removeprefix('The ')}"


def proper_name(english: str, spanish: str, article: str, gender: str = "m", the: str = "") -> Say:
    """Name with its Spanish article, or with the gender if there is none. `the` is the English name
    in a sentence; without it the name has no article.
    """
    the = the or english
    if not article:
        return noun(english, spanish, gender, the=the, el=spanish)
    is_feminine, is_plural = GRAMMAR[article]
    bare = spanish.removeprefix(f"{article.capitalize()} ")
    return noun(
        english,
        spanish,
        "f" if is_feminine else "m",
        plural=is_plural,
        the=the,
        el=f"{article} {bare}",
    )


def article_of(name: str) -> str:
    """Article of a Spanish name, which may begin with it; "" for a name without one."""
    first, _, rest = name.partition(" ")
    if first.lower() in GRAMMAR:
        return first.lower()
    if first.lower() in ORDINALS:
        return article_of(rest)
    return "" if name in WITHOUT_ARTICLE else WITH_ARTICLE.get(first.lower(), "")


def first_word(name: str) -> str:
    return name.partition(" ")[0].lower()
