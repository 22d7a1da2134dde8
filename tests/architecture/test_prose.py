"""Docstrings of the program and the benchmarks have plain subjects and short sentences.

A docstring begins with no question word, names no person by a pronoun, and has at most 25 words in
a sentence. `docstrings.yaml` lists the files with faults left; their numbers may only shrink.
"""

from pathlib import Path

import pytest
import yaml

from bench.docstring_prose import faults_of, faulty_docstrings

TOP = Path(__file__).parents[2]
LEFT = yaml.safe_load((Path(__file__).parent / "docstrings.yaml").read_text("utf-8")) or {}


def faults_by_file() -> dict[str, list[tuple[int, str]]]:
    found = {}
    for folder in ("app", "bench"):
        for path in sorted((TOP / folder).rglob("*.py")):
            if faults := faulty_docstrings(path.read_text(encoding="utf-8")):
                found[path.relative_to(TOP).as_posix()] = faults
    return found


def test_docstrings_are_plain():
    grown = [
        f"{name}:{line} {fault}"
        for name, faults in faults_by_file().items()
        if len(faults) > LEFT.get(name, 0)
        for line, fault in faults
    ]
    assert grown == []


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
