"""Sources run no commands, build no code or templates from text, and read no executable data."""

import ast
import re
from pathlib import Path

from tests.architecture.syntax import nodes_of
from tests.sample_games import INCH_GAME

REPOSITORY = Path(__file__).parents[2]
NEVER = {
    "subprocess",
    "pickle",
    "shelve",
    "marshal",
    "dill",
    "xml.sax",
    "xml.dom",
    "lxml",
    "xmlrpc",
    "ldap3",
    "telnetlib",
    "ftplib",
}
CALLED = {
    "eval",
    "exec",
    "compile",
    "__import__",
    "os.system",
    "os.popen",
    "yaml.load",
    "yaml.unsafe_load",
    "yaml.full_load",
    "ET.parse",
    "ET.fromstring",
    "hashlib.md5",
    "hashlib.sha1",
    "hashlib.new",
    "uuid.uuid1",
    "uuid.uuid4",
}
METHODS = {"from_string"}  # of a template
LEARN = {
    "msgspec.convert",
    "msgspec.json.Decoder",
    "msgspec.msgpack.decode",
}  # a type, with no other thread at it: `app/kernel/decoding.py`
OWN_FILES = {
    f"app/games/{INCH_GAME}/drawing/store.py": ["ET.parse"],
    "app/kernel/data_tables.py": ["yaml.load"],  # our own data, by a safe loader
    "app/kernel/decoding.py": ["msgspec.convert", "msgspec.json.Decoder"],
    "app/kernel/space/areas.py": ["msgspec.convert"],  # of rows in data files of a game
}
CHANCE = {
    "random.Random",
    "random.SystemRandom",
}  # whims of bots and tables, from a seed that says so; secrets come from `secrets`
SCRIPT = re.compile(
    r"\beval\(|new Function|document\.write|postMessage|__proto__|setAttribute\(['\"]on|javascript:"
)


def sources():
    return sorted((REPOSITORY / "app").rglob("*.py"))


def spoken(node) -> str:
    """Dotted name of a call."""
    if isinstance(node, ast.Attribute):
        return f"{spoken(node.value)}.{node.attr}"
    return node.id if isinstance(node, ast.Name) else "?"


def faults(path):
    for node in nodes_of(path):
        names = (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else []
        )
        yield from (name for name in names if name in NEVER or name.split(".")[0] in NEVER)
        if isinstance(node, ast.Call):
            name = spoken(node.func)
            if name == "msgspec.json.decode" and (node.keywords or len(node.args) > 1):
                yield name  # of a type
            if (
                name in CALLED | LEARN
                or name.rsplit(".", 1)[-1] in METHODS
                or (name.startswith("random.") and name not in CHANCE)
            ):
                yield name


def test_the_sources_call_nothing_dangerous():
    found_in = {
        str(path.relative_to(REPOSITORY)): found
        for path in sources()
        if (found := list(faults(path)))
    }
    assert found_in == OWN_FILES, "call `convert_plain` of app/kernel/decoding.py for typed data"


def test_the_scripts_build_no_code():
    scripts = [*(REPOSITORY / "static" / "js").rglob("*.js"), REPOSITORY / "static" / "sw.js"]
    assert {
        path.name: found
        for path in scripts
        if (found := SCRIPT.findall(path.read_text(encoding="utf-8")))
    } == {}
