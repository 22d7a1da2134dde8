"""Faults of docstrings: a question word in front, a pronoun of a person, a sentence over 25
words.
"""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator

OPENERS = (
    "What", "Whatever", "Whether", "How", "Where", "Who", "Whoever", "Whom", "Whose", "Which",
    "When", "Why", "He", "She",
)  # fmt: skip
PRONOUNS = re.compile(
    r"\b(he|his|him|himself|whoever|whomever|whatever|somebody|nobody|anybody|everybody)\b",
    re.IGNORECASE,
)
MOST_WORDS = 25
RULE_ID = re.compile(r"^(?:[A-Z]{2,4}-[A-Z]{3}-\d+[:.,]?\s*)+")
END_OF_SENTENCE = re.compile(r"(?<=[.!?])\s+|(?<=[:;])\s+(?=[A-Z`(\"])")
CODE = re.compile(r"`[^`]*`")
ITEM = re.compile(r"^\s*[-*] ", re.MULTILINE)


def docstrings_of(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Line and text of each docstring: of modules, classes, functions and attributes."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            text = node.value.value
            if isinstance(text, str):
                yield node.lineno, inspect.cleandoc(text)


def sentence_lengths(text: str) -> Iterator[int]:
    """Words of each sentence; items of lists count for themselves, indented code does not count."""
    for block in re.split(r"\n\s*\n", ITEM.sub("\n\n", text)):
        lines = [line for line in block.strip("\n").splitlines() if not line.startswith("    ")]
        for sentence in END_OF_SENTENCE.split(" ".join(line.strip() for line in lines)):
            yield len(sentence.split())


def faults_of(text: str) -> list[str]:
    """Faults of one docstring, in words; empty if there are none."""
    faults = []
    first = RULE_ID.sub("", text.strip()).split(maxsplit=1)
    if first and first[0].strip(",") in OPENERS:
        faults.append(f"begins with {first[0]}")
    faults += [f"says {word}" for word in PRONOUNS.findall(CODE.sub("", text))]
    faults += [f"has a sentence of {n} words" for n in sentence_lengths(text) if n > MOST_WORDS]
    return faults


def faulty_docstrings(source: str) -> list[tuple[int, str]]:
    """Line and faults of each faulty docstring of a module."""
    return [
        (line, ", ".join(faults))
        for line, text in docstrings_of(ast.parse(source))
        if (faults := faults_of(text))
    ]
