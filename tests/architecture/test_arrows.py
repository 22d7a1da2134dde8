"""Arrows between packages: web -> services -> store -> kernel <- games; only main and the command
line know them all.
"""

import ast
from pathlib import Path

import pytest

from tests.architecture.syntax import nodes_of

REPOSITORY = Path(__file__).parents[2]
ARROWS = {
    "kernel": {"kernel"},
    "store": {"store", "kernel"},
    "services": {"services", "store", "kernel"},
    "web": {"web", "services", "store", "kernel", "settings"},
}
ONLY_IN = {
    "sqlalchemy": {"store", "services"},
    "alembic": {"store"},
    "psycopg": {"store", "services"},
    "fastapi": {"web", "main"},
    "starlette": {"web", "main"},
    "jinja2": {"web"},
    "argon2": {"services"},
}


def imports_in(path):
    for node in nodes_of(path):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            yield node.module
            yield from (
                f"{node.module}.{alias.name}" for alias in node.names if node.module == "app"
            )


def modules(package):
    return sorted((REPOSITORY / "app" / package).rglob("*.py"))


@pytest.mark.parametrize("package", ARROWS)
def test_packages_look_downwards(package):
    wrong = [
        f"{path.relative_to(REPOSITORY)} imports {name}"
        for path in modules(package)
        for name in imports_in(path)
        if name.startswith("app.") and name.split(".")[1] not in ARROWS[package]
    ]
    assert wrong == [], "import only what docs/architecture.md allows; pass the rest as an argument"


def test_boxes_never_see_each_other():
    wrong = [
        f"{path.relative_to(REPOSITORY)} imports {name}"
        for path in modules("games")
        for name in imports_in(path)
        if name.startswith("app.")
        and not name.startswith("app.kernel")
        and name.split(".")[1:3] != list(path.relative_to(REPOSITORY / "app").parts[:2])
    ]
    assert wrong == [], "a box imports itself and app.kernel; move shared code into app/kernel"


def test_libraries_stay_in_their_rooms():
    wrong = [
        f"{path.relative_to(REPOSITORY)} imports {name}"
        for path in modules(".")
        for name in imports_in(path)
        if name.split(".")[0] in ONLY_IN and _room(path) not in ONLY_IN[name.split(".")[0]]
    ]
    assert wrong == [], f"move the code into a package of {ONLY_IN}"


def _room(path):
    return path.relative_to(REPOSITORY / "app").parts[0].removesuffix(".py")


def test_sql_in_services_is_the_change_notifier_alone():
    """The change notifier listens on Postgres; repositories do everything else with the
    database.
    """
    speaks = {
        path.name
        for path in modules("services")
        for name in imports_in(path)
        if name.split(".")[0] in ("sqlalchemy", "psycopg")
    }
    assert speaks <= {"change_notifier.py"}, "move the query into a repository of app/store"
