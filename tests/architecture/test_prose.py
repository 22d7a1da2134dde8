"""Docstrings of the program, the benchmarks and the tests have plain subjects and short sentences.

A docstring begins with no question word, names no person by a pronoun, and has at most 25 words in
a sentence. `bench/docstring_prose.py` finds the faults.
"""

from pathlib import Path

import pytest

from bench.docstring_prose import faults_of, faulty_docstrings

TOP = Path(__file__).parents[2]


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
