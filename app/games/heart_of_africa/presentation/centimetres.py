"""HOA-GEN-02 in output: for small figures every length is given in centimetres, and no number
changes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeVar, cast

import msgspec

from app.games.heart_of_africa.setup.table_edges import CENTIMETRES
from app.kernel.say import Say

SPANISH = re.compile(r"pulgadas?(?:\+s)?|pulg\.")
ENGLISH = re.compile(r"(?<=[}\d]) in\b|(?<=\} sq) in\b|″|(?<![{\w])inch(?:es)?\b")

Told = TypeVar("Told")


def labelled(options: Sequence[str], told: Told) -> Told:
    """The output of a game with these options, with lengths in its unit."""
    if CENTIMETRES not in options:
        return told
    return cast("Told", in_centimetres(told))


def in_centimetres(told: Any) -> Any:
    """The same value with every sentence converted to centimetres; values without sentences are
    returned unchanged.
    """
    if isinstance(told, Say):
        facts = {name: in_centimetres(fact) for name, fact in told.facts.items()}
        return Say(*texts_in_cm(told.en, told.es), facts, told.noun)
    if isinstance(told, msgspec.Struct):
        facts = {name: getattr(told, name) for name in told.__struct_fields__}
        new = {
            name: changed
            for name, fact in facts.items()
            if (changed := in_centimetres(fact)) is not fact
        }
        return msgspec.structs.replace(told, **new) if new else told
    if isinstance(told, (tuple, list)):
        rows = [in_centimetres(one) for one in told]
        return (
            type(told)(rows)
            if any(new is not old for new, old in zip(rows, told, strict=True))
            else told
        )
    if isinstance(told, Mapping):
        pairs = {key: in_centimetres(one) for key, one in told.items()}
        return pairs if any(pairs[key] is not one for key, one in told.items()) else told
    return told


@lru_cache(maxsize=2048)
def texts_in_cm(en: str, es: str) -> tuple[str, str]:
    """The two texts of a sentence. The Spanish text decides if it has a length, because " in" is
    ambiguous in English.
    """
    if "″" in es:
        return en.replace("″", " cm"), es.replace("″", " cm")
    return (
        (
            ENGLISH.sub(lambda found: " cm" if found[0][0] in " ″" else "cm", en),
            SPANISH.sub("cm", es),
        )
        if SPANISH.search(es)
        else (en, es)
    )
