"""Custom properties that a script sets on the page are none of the drawings of a game."""

import re
from pathlib import Path

TOP = Path(__file__).parents[2]
SET = re.compile(r"setProperty\(\s*[\"'`](--[\w-]+)")
DEFINED = re.compile(r"(--[\w-]+)\s*:")


def test_no_script_sets_a_property_of_a_board():
    """A length in the property of a colour made the strips of all counters black."""
    scripts = "".join(path.read_text("utf-8") for path in (TOP / "static/js").rglob("*.js"))
    styles = "".join(path.read_text("utf-8") for path in (TOP / "app/games").rglob("*.css"))
    names = set(SET.findall(scripts))
    assert len(names) >= 2
    assert names & set(DEFINED.findall(styles)) == set()
