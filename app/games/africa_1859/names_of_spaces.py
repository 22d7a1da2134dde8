"""Spanish grammar of the names of spaces: "el Camino de Tetuán", "la Casa del Morabito",
"Tetuán".
"""

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
FEMININE_BARE = frozenset(("sierra",))
"""First words of feminine names without an article."""


def space_name(row: Mapping[str, Any]) -> Say:
    """Name of a space of a data file.

    `name` is Spanish, and `en` is the English name if it differs. `article` is "el", "la", "los",
    "las", or "" for none. Without it the first words of the name tell the article.
    """
    spanish = row["name"]
    article = row.get("article", article_of(spanish))
    gender = "f" if first_word(spanish) in FEMININE_BARE else "m"
    return proper_name(row.get("en", spanish), spanish, article, gender)


def proper_name(english: str, spanish: str, article: str, gender: str = "m") -> Say:
    """Name with its Spanish article, or with the gender if there is none. English has none."""
    if not article:
        return noun(english, spanish, gender, the=english, el=spanish)
    is_feminine, is_plural = GRAMMAR[article]
    bare = spanish.removeprefix(f"{article.capitalize()} ")
    return noun(
        english,
        spanish,
        "f" if is_feminine else "m",
        plural=is_plural,
        the=english,
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
