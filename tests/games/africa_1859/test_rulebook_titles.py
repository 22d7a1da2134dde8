"""Rulebook of Africa 1859-60: every rule has a Spanish title and a home in the code."""

import re
from collections import Counter
from pathlib import Path

from app.cli.rule_sources import find_homes
from app.games.africa_1859 import data_file
from app.kernel.data_tables import read_yaml
from app.kernel.rulebook import read_rulebook
from tests.one_by_one import one_by_one

FOLDER = Path(data_file.__file__).with_name("rulebook")
RULEBOOK = read_rulebook(
    FOLDER / "optional_rules.yaml",
    FOLDER / "base_game.yaml",
    spanish=FOLDER / "spanish.yaml",
)
RULES = {rule.id: rule for rule in RULEBOOK}
HOMES = {home.rule for home in find_homes("app/games/africa_1859")}


def test_the_rulebook_has_all_rules():
    assert len(RULES) == 128


@one_by_one("rule", RULES)
def test_a_rule_has_titles_in_both_languages(rule):
    assert RULES[rule].title_es != RULES[rule].title
    assert RULES[rule].es


@one_by_one("rule", [one for one in RULES if RULES[one].is_counted])
def test_a_rule_has_a_home(rule):
    assert rule in HOMES, "begin the docstring of the function that applies it with the id"


SPANISH = read_yaml(FOLDER / "spanish.yaml")


def figures(text):
    """Rule ids and numbers of a text with their counts."""
    return Counter(re.findall(r"AF[RB]-[A-Z]{3}-\d\d|\d+", text))


def test_the_spanish_rules_follow_the_english_ones():
    assert list(SPANISH) == list(RULES)


@one_by_one("rule", RULES)
def test_a_spanish_rule_is_complete_with_the_same_figures(rule):
    one = RULES[rule]
    assert bool(one.ruling) == bool(one.ruling_es)
    for english, spanish in ((one.text, one.es), (one.ruling, one.ruling_es)):
        assert figures(spanish) == figures(english)
        assert len(spanish) >= 0.8 * len(" ".join(english.split()))
