"""Docstrings and pages have plain subjects and short sentences.

A docstring begins with no question word, names no person by a pronoun, and has at most 25 words in
a sentence. `bench/docstring_prose.py` finds the faults. The pages are README, CONTRIBUTING, the
changelog and `docs`: `bench/code_figures.py` finds their sentences.
"""

import re
import statistics
from pathlib import Path

import pytest

from bench.code_figures import sentences_in, sentences_of, sentences_of_tables
from bench.docstring_prose import MOST_WORDS, faults_of, faulty_docstrings

TOP = Path(__file__).parents[2]
PAGES = [
    *(TOP / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")),
    *sorted((TOP / "docs").glob("*.md")),
]
MOST_MEDIAN = 15
VAGUE_SUBJECT = re.compile(
    r"(?:^|[:;] )(?:who|what)\b(?!.*\?)"
    r"|\b(?:who|what)(?:so)?ever\b|\b(?:some|any|no)body\b|\bquien(?:es)? sea\b|^Quien(?:es)?\b",
    re.IGNORECASE,
)
"""A person without a name or a clause as the subject; a question is allowed."""


def faults_of_page(markdown: str) -> list[str]:
    """Long sentences and vague subjects of a page, and a median that is too high."""
    found = []
    for sentence in sentences_of(markdown):
        if (words := len(sentence.split())) > MOST_WORDS:
            found.append(f"{words} words: {sentence}")
        if VAGUE_SUBJECT.search(sentence):
            found.append(f"vague subject: {sentence}")
    found += [
        f"{words} words in a table: {sentence}"
        for sentence in sentences_of_tables(markdown)
        if (words := len(sentence.split())) > MOST_WORDS
    ]
    lengths = sentences_in(markdown)
    if lengths and statistics.median(lengths) > MOST_MEDIAN:
        found.append(f"the median is {statistics.median(lengths)} words")
    return found


@pytest.mark.parametrize("folder", ["app", "bench", "tests"])
def test_docstrings_are_plain(folder):
    found = [
        f"{path.relative_to(TOP)}:{line} {fault}"
        for path in sorted((TOP / folder).rglob("*.py"))
        for line, fault in faulty_docstrings(path.read_text(encoding="utf-8"))
    ]
    assert found == [], "write plain sentences: CONTRIBUTING.md, section Every change"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("What the viewer sees.", "begins with What"),
        ("CH-MIS-10: Whoever shoots aims.", "begins with Whoever, says Whoever"),
        ("Seat of a player and his ally.", "says his"),
        ("Games. " + "word " * 26 + ".", "has a sentence of 27 words"),
    ],
)
def test_a_fault_is_found(text, fault):
    assert ", ".join(faults_of(text)) == fault


@pytest.mark.parametrize(
    "text",
    [
        "Result of `somebody`; None without one.",
        "Words: " + "word " * 20 + ". " + "word " * 20 + ".",
        "List:\n- " + "word " * 20 + "\n- " + "word " * 20,
    ],
)
def test_a_plain_docstring_has_no_fault(text):
    assert faults_of(text) == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(TOP)))
def test_sentences_of_a_page_are_short(page):
    found = faults_of_page(page.read_text(encoding="utf-8"))
    assert found == [], "split or shorten: CONTRIBUTING.md, section Every change"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("word " * 25 + "end.", "26 words"),
        ("- " + "word " * 25 + "end.\n- Short item here.", "26 words"),
        ("A club shows an entry to whoever may read it.", "vague subject"),
        ("Who has no seat gives no order.", "vague subject"),
        ("word " * 15 + "end.", "the median is 16"),
    ],
)
def test_a_fault_of_a_page_is_found(text, fault):
    assert any(found.startswith(fault) for found in faults_of_page(text))


@pytest.mark.parametrize(
    "text",
    [
        "- " + "word " * 14 + "\n- " + "word " * 14,
        "word " * 14 + "end. `word` " + "word " * 12 + "end.",
        "The page has a list (CAR-RAT-01 to -03, HOA-CMP-07).\n\n    " + "word " * 30,
        "The question is: who waits for an answer?",
    ],
)
def test_a_plain_page_has_no_fault(text):
    assert faults_of_page(text) == []
