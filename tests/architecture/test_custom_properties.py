"""Custom properties: none of a drawing is set by a script, and each one is read somewhere."""

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


def test_every_property_is_read():
    """A property that nothing reads looks like a setting of the page, and changes nothing."""
    sheets = [*(TOP / "static/css").rglob("*.css"), *(TOP / "app/games").rglob("*.css")]
    styles = re.sub(
        r"/\*.*?\*/", "", "".join(path.read_text("utf-8") for path in sheets), flags=re.DOTALL
    )
    code = "".join(
        path.read_text("utf-8")
        for folder, suffix in (("static/js", "js"), ("templates", "html"), ("app", "py"))
        for path in (TOP / folder).rglob(f"*.{suffix}")
    )
    read = {*re.findall(r"var\(\s*(--[\w-]+)", styles), *re.findall(r"--[a-z][\w-]*", code)}
    made = tuple(name for name in read if name.endswith("-"))
    defined = set(DEFINED.findall(styles))
    assert len(defined) > 100
    unread = {name for name in defined - read if not (made and name.startswith(made))}
    assert unread == set(), "delete these properties from the style sheets"
