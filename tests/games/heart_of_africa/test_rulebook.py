"""Every rule reads in Spanish as fully as in English: the same rules named, the same numbers,
nothing untranslated.
"""

import re
from collections import Counter
from pathlib import Path

import pytest

from app.games import heart_of_africa
from app.kernel.data_tables import read_yaml
from app.kernel.rulebook import read_rulebook

HERE = Path(heart_of_africa.__file__).with_name("rulebook")
BOOKS = {
    "forces": "spanish_forces",
    "table_and_turn": "spanish_table_and_turn",
    "armies_and_campaign": "spanish_armies",
}
ENGLISH_WORDS = re.compile(
    r"\b(the|and|of|with|is|are|he|his|if|not|this|that|shot|may|must|cannot|foot|rider|step|from|to|for|by|or|unit|units|figure|figures)\b",
    re.IGNORECASE,
)
every_book = pytest.mark.parametrize("book", BOOKS)


def english(book):
    return {row["id"]: row for row in read_yaml(HERE / f"{book}.yaml")}


def spanish(book):
    return read_yaml(HERE / f"{BOOKS[book]}.yaml")


def in_both(book):
    """Text and ruling of every rule, each as a pair: English, Spanish."""
    translated = spanish(book)
    return {
        f"{rule}, {field}": (
            " ".join((row.get(field) or "").split()),
            translated[rule].get(field) or "",
        )
        for rule, row in english(book).items()
        for field in ("text", "ruling")
    }


def numbers(text):
    """Every number with how often it stands there; a decimal comma is a decimal point."""
    return Counter(found.replace(",", ".") for found in re.findall(r"\d+(?:[.,]\d+)?", text))


def rules_named(text):
    return Counter(re.findall(r"HOA-[A-Z]{3}(?:-\d\d(?:/\d\d)*)?", text))


@every_book
def test_the_spanish_file_follows_the_english_one(book):
    assert list(spanish(book)) == list(english(book))


@every_book
def test_no_rule_is_written_down_twice(book):
    ids = re.findall(
        r"^(HOA-\S+):", (HERE / f"{BOOKS[book]}.yaml").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert ids == list(spanish(book))


@every_book
def test_title_and_text_are_there_and_a_ruling_where_the_english_has_one(book):
    translated = spanish(book)
    wanted = {
        rule: {
            "title",
            "text",
            *({"ruling", "ours"} & {name for name, words in row.items() if words}),
        }
        for rule, row in english(book).items()
    }
    assert {rule: set(words) for rule, words in translated.items()} == wanted
    assert not [
        rule
        for rule, words in translated.items()
        if not all(isinstance(said, str) and said.strip() for said in words.values())
    ]


@every_book
def test_the_same_rules_and_numbers_stand_there(book):
    pairs = in_both(book)
    assert not {
        place: (rules_named(said), rules_named(meant))
        for place, (meant, said) in pairs.items()
        if rules_named(said) != rules_named(meant)
    }
    assert not {
        place: (numbers(said), numbers(meant))
        for place, (meant, said) in pairs.items()
        if numbers(said) != numbers(meant)
    }


@every_book
def test_nothing_is_cut_short(book):
    assert not {
        place: said
        for place, (meant, said) in in_both(book).items()
        if len(said) < 0.8 * len(meant)
    }


@every_book
def test_texts_are_spanish_without_capitals(book):
    said = {rule: " ".join(words.values()) for rule, words in spanish(book).items()}
    assert not {
        rule: found for rule, words in said.items() if (found := ENGLISH_WORDS.findall(words))
    }
    assert not {rule: words for rule, words in said.items() if set("!¡") & set(words)}


@every_book
def test_the_rulebook_shows_the_spanish_words(book):
    shown = {
        rule.id: (rule.title, rule.title_es, rule.es, rule.ruling_es)
        for rule in read_rulebook(HERE / f"{book}.yaml", spanish=HERE / f"{BOOKS[book]}.yaml")
    }
    assert shown == {
        rule: (row["title"], words["title"], words["text"], words.get("ruling", ""))
        for (rule, row), words in zip(english(book).items(), spanish(book).values(), strict=True)
    }
