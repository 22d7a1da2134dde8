"""The home of a rule decides: play or the army builder reaches it, and it is no bare constant."""

from __future__ import annotations

import ast
from functools import cache

import pytest

from app.cli.rule_sources import REPOSITORY, Home, find_homes, roots_of
from app.games import shelf
from app.kernel.box import with_own_rulebook
from tests.architecture.call_graph import CallGraph, Key

CORE = [
    "decide",
    "new_game",
    "evolve",
    "view",
    "waiting_for",
    "offers",
    "assess",
    "outcome",
    "agreed",
    "side_leaves",
]
"""Methods of a box that decide. Drawing, wording and tables only show."""
PARTS = ("Agreement", "ArmyBuilder", "ConditionalOrders")
"""Classes of the optional parts of a box: game setup, armies, conditional orders."""
NOT_REACHED = {
    "AFB-CMP-01": "tells the dates of a turn of the campaign in the log",
    "CH-SUM-05": "checks the combat table against the example of the rulebook at import",
    "CH-SUM-06": "draws the strip of a counter",
    "CH-SUM-10": "prints the play sheet",
    "CON-RND-09": "keeps published rounds in a correction",
    "HOA-CMP-56": "proposes the end on the board and to bots; the referee closes the campaign",
    "HOA-GEN-02": "says in which unit lengths are told",
    "HOA-LDR-03": "points out the Leader on the board",
}
BOOKS = with_own_rulebook(shelf())


@cache
def graph_of(key: str) -> CallGraph:
    return CallGraph(REPOSITORY, f"app/games/{key}")


@cache
def reached_by_play(key: str) -> set[Key]:
    graph = graph_of(key)
    box = f"app.games.{key}.box"
    roots = [
        (module, name)
        for module, name in graph.nodes
        if (module == box and name.rpartition(".")[2] in CORE) or name.startswith(PARTS)
    ]
    assert len(roots) > len(PARTS)
    return graph.reached(roots)


def keys_of(home: Home, graph: CallGraph) -> list[Key]:
    module = home.file.removesuffix(".py").replace("/", ".").removesuffix(".__init__")
    return [key for key in graph.nodes if key[0] == module and key[1].split(".")[-1] == home.name]


@cache
def coded_homes(key: str) -> list[Home]:
    return [home for home in find_homes(*roots_of(key)) if home.kind == "code"]


@pytest.mark.parametrize("key", BOOKS)
def test_every_home_is_reached_in_play(key):
    graph, reached = graph_of(key), reached_by_play(key)
    missed = {home.rule for home in coded_homes(key) if not reached & set(keys_of(home, graph))}
    known = NOT_REACHED.keys() & {home.rule for home in coded_homes(key)}
    assert missed - known == set(), "call the home of this rule where its order is decided"
    assert known - missed == set(), "remove these from NOT_REACHED: play reaches them"


def is_bare_constant(node: ast.AST) -> bool:
    """True for a function that returns the same constant for all arguments."""
    if not isinstance(node, ast.FunctionDef):
        return False
    body = [one for one in node.body if not isinstance(one, ast.Expr)]
    return (
        len(body) == 1
        and isinstance(body[0], ast.Return)
        and isinstance(body[0].value, (ast.Constant, type(None)))
    )


@pytest.mark.parametrize("key", BOOKS)
def test_no_home_is_a_bare_constant(key):
    graph = graph_of(key)
    constants = {
        home.rule
        for home in coded_homes(key)
        for name in keys_of(home, graph)
        if any(map(is_bare_constant, graph.nodes[name]))
    }
    assert constants == set(), "decide the rule in its home, or name its id in the row of a table"


def test_a_graph_follows_names_modules_and_methods(tmp_path):
    package = tmp_path / "box"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "rules.py").write_text(
        "class Unit:\n    def moved(self): return steps()\n\n\n"
        "def steps(): return LIMIT\n\n\nLIMIT = most()\n\n\ndef most(): ...\n\n\ndef idle(): ...\n"
    )
    (package / "play.py").write_text(
        "from box import rules\n\n\ndef decide(unit): return rules.steps()\n\n\n"
        "def other(unit): return unit.moved()\n"
    )
    graph = CallGraph(tmp_path, "box")
    steps = {("box.rules", name) for name in ("steps", "LIMIT", "most")}
    assert graph.reached([("box.play", "decide")]) == {("box.play", "decide"), *steps}
    assert ("box.rules", "Unit.moved") in graph.reached([("box.play", "other")])
