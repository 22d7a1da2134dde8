"""Templates print answers: no rule, no arithmetic of rules, nothing unescaped, nothing unused."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, meta, nodes

from app.games import shelf
from app.kernel.table import PLATFORM_RULES
from tests.one_by_one import one_by_one

TOP = Path(__file__).parents[2]
FOLDERS = [TOP / "templates", *sorted((TOP / "app" / "games").glob("*/panels"))]
PATHS = sorted(path for folder in FOLDERS for path in folder.rglob("*.html"))
ENVIRONMENT = Environment(
    loader=FileSystemLoader(FOLDERS), autoescape=True, extensions=["jinja2.ext.i18n"]
)
ENVIRONMENT.install_null_translations(newstyle=True)
PREFIXES = "|".join(
    sorted({one for box in shelf().values() for one in box.card.prefixes} | {"CAR"})
)
SUMS = (nodes.Add, nodes.Sub, nodes.Mul, nodes.Div, nodes.FloorDiv, nodes.Mod, nodes.Pow)
COLUMNS = 100
BLOCK = re.compile(
    r"<(?:article|aside|blockquote|d[dlt]|details|div|fieldset|figure|footer|form|h[1-6]|header"
    r"|legend|li|main|nav|[ou]l|p|section|summary|table|t[dhr]|tbody|tfoot|thead)\b"
)
SCRIPTS = sorted((TOP / "static" / "js").rglob("*.js"))


def name_of(path: Path) -> str:
    return next(
        path.relative_to(folder).as_posix() for folder in FOLDERS if path.is_relative_to(folder)
    )


@cache
def tree_of(path: Path) -> nodes.Template:
    return ENVIRONMENT.parse(path.read_text(encoding="utf-8"))


def words_of_the_rules() -> set[str]:
    """Keys that only a box knows: its steps, orders, events, options, scenarios, sides, endings."""
    found: set[str] = set()
    for box in shelf().values():
        card = box.card
        found |= (
            {step.key for step in card.sequence}
            | {option.key for option in card.options}
            | set(card.endings)
            | {card.key}
        )
        found |= {scenario.key for scenario in card.scenarios} | {
            side.key for scenario in card.scenarios for side in scenario.sides
        }
        found |= {kind.__struct_config__.tag for kind in (*card.orders, *card.events)}
        found -= {
            rule.kind for rule in box.rulebook
        }  # "setup" is also a kind of rule in every book
    return found - {"victory"}  # a step of a box, and what every game's end is called


@one_by_one("path", [*PATHS, *SCRIPTS])
def test_no_rule_is_named(path):
    text = path.read_text(encoding="utf-8")
    assert re.findall(rf"\b(?:{PREFIXES})-[A-Z]{{2,4}}-\d\d", text) == []
    books = [box.rulebook for box in shelf().values()] + [PLATFORM_RULES]
    assert [rule.id for book in books for rule in book if rule.id in text] == []


@one_by_one("path", PATHS, ids=name_of)
def test_a_template_does_no_sums(path):
    tree = tree_of(path)
    sums = [node for kind in SUMS for node in tree.find_all(kind)]
    assert [
        f"line {node.lineno}: {type(node).__name__}" for node in sums if not is_a_label(node)
    ] == []


def is_a_label(node: nodes.Node) -> bool:
    """The address of a static file is put together from text: 'css/' + sheet + '.css'."""
    return isinstance(node, nodes.Add) and any(
        isinstance(side, (nodes.Const, nodes.Add)) and not is_number(side)
        for side in (node.left, node.right)
    )


def is_number(node: nodes.Node) -> bool:
    return isinstance(node, nodes.Const) and isinstance(node.value, (int, float))


@one_by_one("path", PATHS, ids=name_of)
def test_a_template_compares_with_no_number_of_a_rule(path):
    """Templates compare numbers only with zero, one, several, or 500 for server errors."""
    compared = [
        operand.expr.value
        for node in tree_of(path).find_all(nodes.Compare)
        for operand in node.ops
        if isinstance(operand.expr, nodes.Const)
    ]
    assert [
        value
        for value in compared
        if isinstance(value, (int, float))
        and not isinstance(value, bool)
        and value not in (0, 1, 500)
    ] == []


@cache
def words_of_the_platform() -> set[str]:
    """Words of the web code, names of templates and of icons. A new box may use one of them as a
    key.
    """
    sources = (path.read_text(encoding="utf-8") for path in (TOP / "app" / "web").rglob("*.py"))
    icons = re.findall(r'id="i-(\w+)"', (TOP / "static" / "icons.svg").read_text(encoding="utf-8"))
    return {word for source in sources for word in re.findall(r'"(\w+)"', source)} | {
        *icons,
        *(path.stem for path in PATHS),
    }


@one_by_one("path", [path for path in PATHS if path.is_relative_to(TOP / "templates")], ids=name_of)
def test_a_template_knows_no_box(path):
    """Templates of the platform contain no key of a box (step, order, option, scenario, side)."""
    spoken = {
        node.value for node in tree_of(path).find_all(nodes.Const) if isinstance(node.value, str)
    }
    assert spoken & (words_of_the_rules() - words_of_the_platform()) == set()


@one_by_one("path", PATHS, ids=name_of)
def test_nothing_is_printed_unescaped(path):
    """`forceescape` escapes escaped text once more, for a page that shows the source of an
    element.
    """
    tree, text = tree_of(path), path.read_text(encoding="utf-8")
    filters = {node.name for node in tree.find_all(nodes.Filter)}
    assert filters & {"safe", "xmlattr", "tojson"} == set()
    assert "autoescape" not in text and "Markup" not in text


@one_by_one("path", PATHS, ids=name_of)
def test_nothing_is_inline(path):
    text = path.read_text(encoding="utf-8")
    assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son[a-z]+=", text)
    assert not re.search(r"""(?:src|href|action)=["'](?:https?:)?//""", text)


@one_by_one("path", PATHS, ids=name_of)
def test_a_template_includes_existing_templates(path):
    for asked in meta.find_referenced_templates(tree_of(path)):
        assert asked is None or any((folder / asked).exists() for folder in FOLDERS)


@one_by_one("path", PATHS, ids=name_of)
def test_a_line_is_short_and_begins_one_block(path):
    """A line has at most a hundred columns, as in the code, and the begin of one block element.
    Pages are sent without these line breaks (`app/web/template_lines`).
    """
    lines = enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
    assert [
        f"line {number}"
        for number, line in lines
        if len(line) > COLUMNS or len(BLOCK.findall(line)) > 1
    ] == []


def test_every_template_is_used():
    code = "\n".join(path.read_text(encoding="utf-8") for path in (TOP / "app").rglob("*.py"))
    asked = {name for path in PATHS for name in meta.find_referenced_templates(tree_of(path))}
    named = set(re.findall(r'"([\w/]+\.html)"', code))
    assert {name_of(path) for path in PATHS} - asked - named == set()


def test_every_requested_template_exists():
    code = "\n".join(
        path.read_text(encoding="utf-8") for path in (TOP / "app" / "web").rglob("*.py")
    )
    assert set(re.findall(r'"([\w/]+\.html)"', code)) <= {name_of(path) for path in PATHS}


def test_every_icon_is_drawn():
    drawn = set(
        re.findall(r'id="i-([\w-]+)"', (TOP / "static" / "icons.svg").read_text(encoding="utf-8"))
    )
    text = "\n".join(path.read_text(encoding="utf-8") for path in PATHS)
    used = set(re.findall(r"""icon\(["']([\w-]+)["']\)""", text)) | set(
        re.findall(r"#i-([a-z][\w-]*)", text)
    )
    assert used - drawn == set()


def test_templates_name_no_unit_of_length():
    """The unit of a field comes from the game (`Field.unit`); not every table is in inches."""
    found = [
        str(path.relative_to(TOP))
        for path in (TOP / "templates").rglob("*.html")
        if re.search(
            r"\b(?:inch(?:es)?|centimetres?|pulgadas?)\b",
            path.read_text(encoding="utf-8"),
            re.IGNORECASE,
        )
    ]
    assert found == []
