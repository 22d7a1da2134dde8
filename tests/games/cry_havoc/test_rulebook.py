"""Spanish rules are as complete as the English ones: same rules, same numbers, all translated."""

import re
from collections import Counter
from pathlib import Path

import yaml

from app.games.cry_havoc import box
from app.kernel.data_tables import read_yaml
from app.kernel.rulebook import read_rulebook
from tests.one_by_one import one_by_one

HERE = Path(box.__file__).with_name("rulebook")
ENGLISH = {row["id"]: row for row in read_yaml(HERE / "cry_havoc.yaml")}
SPANISH = read_yaml(HERE / "spanish.yaml")
ENGLISH_WORDS = re.compile(
    r"\b(the|and|of|with|is|are|he|his|if|not|this|that|hex|hexes|shot|may|cannot|foot|rider|step)\b",
    re.IGNORECASE,
)
every_rule = one_by_one("rule", ENGLISH)


def in_both(rule):
    """Text and ruling, each as a pair: English, Spanish."""
    return [
        (ENGLISH[rule].get(field) or "", SPANISH[rule].get(field) or "")
        for field in ("text", "ruling")
    ]


def numbers(text):
    """Numbers of a text with their counts; a decimal comma counts as a point."""
    return Counter(found.replace(",", ".") for found in re.findall(r"\d+(?:[.,]\d+)?", text))


def rules_named(text):
    return Counter(re.findall(r"CH-[A-Z]{3}(?:-\d\d(?:/\d\d)*)?", text))


def test_the_spanish_file_follows_the_english_one():
    assert list(SPANISH) == list(ENGLISH)


@every_rule
def test_title_and_text_are_there_and_a_ruling_where_the_english_has_one(rule):
    assert set(SPANISH[rule]) == {
        "title",
        "text",
        *({"ruling", "ours"} & {name for name, words in ENGLISH[rule].items() if words}),
    }
    assert all(isinstance(words, str) and words.strip() for words in SPANISH[rule].values())


@every_rule
def test_the_same_rules_and_numbers_stand_there(rule):
    for english, spanish in in_both(rule):
        assert rules_named(spanish) == rules_named(english)
        assert numbers(spanish) == numbers(english)


@every_rule
def test_nothing_is_cut_short(rule):
    for english, spanish in in_both(rule):
        assert len(spanish) >= 0.8 * len(" ".join(english.split()))


@every_rule
def test_texts_are_spanish_without_capitals(rule):
    said = " ".join(SPANISH[rule].values())
    assert not ENGLISH_WORDS.findall(said)
    assert not set("!¡") & set(said)


def test_the_box_shows_the_spanish_words():
    shown = {
        rule.id: (rule.title, rule.title_es, rule.es, rule.ruling_es)
        for rule in box.CryHavoc.rulebook
    }
    assert shown == {
        rule: tuple(
            text.strip()
            for text in (
                ENGLISH[rule]["title"],
                words["title"],
                words["text"],
                words.get("ruling", ""),
            )
        )
        for rule, words in SPANISH.items()
    }


def test_the_spanish_file_replaces_texts_of_the_catalogue(tmp_path):
    rows = [
        {
            "id": "X-A-01",
            "title": "One",
            "title_es": "Uno",
            "kind": "enforced",
            "text": "First.",
            "es": "Primero.",
            "ruling": "So.",
            "ruling_es": "Así.",
        },
        {
            "id": "X-A-02",
            "title": "Two",
            "title_es": "Dos",
            "kind": "advice",
            "text": "Second.",
            "es": "Segundo.",
        },
    ]
    catalogue, apart = tmp_path / "catalogue.yaml", tmp_path / "spanish.yaml"
    catalogue.write_text(yaml.safe_dump(rows), encoding="utf-8")
    words = {"X-A-01": {"title": "Una", "text": "La primera.", "ruling": "De este modo."}}
    apart.write_text(yaml.safe_dump(words), encoding="utf-8")

    def spanish(book):
        return [(rule.title_es, rule.es, rule.ruling_es) for rule in book]

    assert spanish(read_rulebook(catalogue)) == [
        ("Uno", "Primero.", "Así."),
        ("Dos", "Segundo.", ""),
    ]
    assert spanish(read_rulebook(catalogue, spanish=apart)) == [
        ("Una", "La primera.", "De este modo."),
        ("Dos", "Segundo.", ""),
    ]
