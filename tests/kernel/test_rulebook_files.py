"""Rulebook files of a new game."""

from __future__ import annotations

import pytest

from app.kernel.rulebook import read_rulebook

ENTRY = """- id: ABC-MOV-01
  title: Movement
  kind: enforced
  text: A piece moves one space.
  es: Una pieza mueve un espacio.
"""


@pytest.fixture
def catalogue(tmp_path):
    path = tmp_path / "abc.yaml"
    path.write_text(ENTRY, encoding="utf-8")
    return path


def test_a_rulebook_without_counts_of_cases_is_read(catalogue, tmp_path):
    rule = read_rulebook(catalogue, tried=tmp_path / "tried.yaml")["ABC-MOV-01"]
    assert (rule.cases, rule.refusals) == (None, 0)


def test_the_counts_of_cases_are_read_from_their_file(catalogue, tmp_path):
    tried = tmp_path / "tried.yaml"
    tried.write_text("ABC-MOV-01: [4, 2]\n", encoding="utf-8")
    rule = read_rulebook(catalogue, tried=tried)["ABC-MOV-01"]
    assert (rule.cases, rule.refusals) == (4, 2)
