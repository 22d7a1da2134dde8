"""A rule has one home, and the head of a home names no other rule. No rule is spelled out in a
template.
"""

import re
from collections import Counter
from pathlib import Path

import pytest

from app.cli.rule_sources import PLATFORM_ROOTS, RULE, find_homes, roots_of
from app.games import shelf
from app.kernel.box import with_own_rulebook
from app.kernel.table import PLATFORM_RULES

REPOSITORY = Path(__file__).parents[2]
BOOKS = {
    None: PLATFORM_RULES,
    **{key: box.rulebook for key, box in with_own_rulebook(shelf()).items()},
}


@pytest.mark.parametrize("key", BOOKS)
def test_a_rule_has_one_home(key):
    twice = [
        rule
        for rule, count in Counter(home.rule for home in find_homes(*roots_of(key))).items()
        if count > 1
    ]
    assert twice == [], "begin only one docstring with this id; the others may name it later"


@pytest.mark.parametrize("key", BOOKS)
def test_a_home_stands_for_a_rule_of_the_catalogue_and_names_no_other(key):
    for home in find_homes(*roots_of(key)):
        assert home.rule in BOOKS[key] or home.rule in PLATFORM_RULES, (
            f"{home.file}:{home.line} is the home of {home.rule}, which no catalogue knows"
        )
        others = set(RULE.findall(home.head)) - {home.rule}
        assert not others, f"{home.file}:{home.line} stands for {home.rule} but names {others}"


def test_every_platform_rule_has_a_home():
    """Its own home, or one in a box, because each box checks the names in an order."""
    without = {rule.id for rule in PLATFORM_RULES} - {
        home.rule for home in find_homes(*PLATFORM_ROOTS, "app/games")
    }
    assert without == set(), "begin the docstring of the function that applies it with the id"


def test_rules_are_not_spelled_out_in_templates():
    prefixes = {rule.id.split("-")[0] for book in BOOKS.values() for rule in book}
    literal = re.compile(rf"\b(?:{'|'.join(prefixes)})-[A-Z]{{3}}-\d\d")
    found = [
        f"{path.relative_to(REPOSITORY)}: {rule}"
        for path in (REPOSITORY / "templates").rglob("*.html")
        if path.is_file()
        for rule in literal.findall(path.read_text(encoding="utf-8"))
    ]
    assert found == [], "print the id of a refusal or line instead"
