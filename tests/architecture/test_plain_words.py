"""Texts for players: one word for one thing, no wording that was found bad, no internal words.

`findings_of_texts.tsv` strikes off a list of bad wordings. A row has a rank, a pattern that may not
return, and the commit of the correction or the reason against it. `glossary_of_texts.tsv` has
patterns of the words that are not used for a thing, and where.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.architecture.player_texts import Text, all_texts
from tests.one_by_one import one_by_one

HERE = Path(__file__).parent
RANKS = 116
FACTS = re.compile(r"\{[^{}]*\}|%\(\w+\)s")
INTERNAL = re.compile(
    r"\b[a-z]+_[a-z_]+\b|\b\w+\.(py|ya?ml|json|csv|html|js)\b|\b[a-z]+[A-Z]\w+"
    r"|\b(enum|payload|boolean|msgspec|backend|engine|motor|data file|archivo de datos)\b"
)
KNOWN = re.compile(r"\biP(hone|ad)\b")
"""Products that are spelt so."""


def rows(name: str) -> list[list[str]]:
    lines = (HERE / name).read_text(encoding="utf-8").splitlines()
    width = len(lines[0].split("\t"))
    found = [line.split("\t") for line in lines[1:]]
    assert all(len(row) == width for row in found), name
    return found


def matches(texts: tuple[Text, ...], pattern: str) -> list[str]:
    search = re.compile(pattern).search
    return [f"{place}: {text}" for place, _, text in texts if search(text)]


def internal_words(text: str) -> list[str]:
    bare = KNOWN.sub("", FACTS.sub("", text))
    return [found[0] for found in INTERNAL.finditer(bare)]


def test_every_finding_is_struck_off():
    found = rows("findings_of_texts.tsv")
    assert [int(rank) for rank, *_ in found] == list(range(1, RANKS + 1))
    assert all(done for *_, done in found)


@one_by_one("finding", [(rank, gone) for rank, gone, _ in rows("findings_of_texts.tsv") if gone])
def test_a_bad_wording_does_not_return(finding):
    assert matches(all_texts(), finding[1]) == [], f"finding {finding[0]}"


@pytest.mark.parametrize(
    ("term", "language", "where", "unused"), rows("glossary_of_texts.tsv"), ids=lambda part: part
)
def test_one_thing_has_one_word(term, language, where, unused):
    texts = tuple(
        one for one in all_texts() if one.language == language and re.match(where, one.place)
    )
    assert len(texts) > 20, "the pattern of the places finds hardly any text"
    assert matches(texts, unused) == [], f"the word is: {term}"


def test_the_words_of_the_glossary_are_used():
    """A word that no text uses says nothing about the others."""
    spanish = " ".join(text for _, language, text in all_texts() if language == "es").lower()
    for term, language, *_ in rows("glossary_of_texts.tsv"):
        if language == "es" and ": " in term:
            word = term.rpartition(": ")[2].partition(",")[0].lower()
            assert word in spanish, term


def test_no_text_has_internal_words():
    found = [
        f"{place}: {words} in: {text}"
        for place, _, text in all_texts()
        if (words := internal_words(text))
    ]
    assert found == [], "players read no file names, ids or names of fields"


def test_internal_words_are_seen():
    for text in (
        "The step unit_moves",
        "see forces.yaml",
        "the field blockedBy",
        "El motor guarda",
    ):
        assert internal_words(text), text
    for text in (
        "{few_kind} to {n}",
        "%(first_name)s moves",
        "§ MEL-14",
        "an iPhone or iPad",
        "3.5 in",
    ):
        assert not internal_words(text), text
