"""Signatures in the blocks of docs/services.md equal those of the code.

A call names the parameters of a function or the fields of a class. Parameters that are passed by
name only may be left out; `...` stands for any rest.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest

from tests.architecture.syntax import nodes_of

TOP = Path(__file__).parents[2]
CALL = re.compile(r"([\w.]+)\(((?:[^()]|\([^()]*\))*)\)(?: -> (\w+))?")


@cache
def signatures() -> dict[str, list[tuple[list[str], list[str], str]]]:
    """Name -> parameters or fields, those that are passed by name only, and the returned type."""
    found = defaultdict(list)
    for path in (TOP / "app").rglob("*.py"):
        for node in nodes_of(path):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                plain = [one.arg for one in node.args.args if one.arg != "self"]
                named = [one.arg for one in node.args.kwonlyargs]
                found[node.name].append(
                    (plain, named, ast.unparse(node.returns or ast.Constant("")))
                )
            elif isinstance(node, ast.ClassDef):
                fields = [one.target.id for one in node.body if isinstance(one, ast.AnnAssign)]
                found[node.name].append((fields, [], node.name))
    return found


def calls(text: str) -> list[tuple[str, list[str], str]]:
    """Name, arguments and returned type of each call in the indented blocks, rows left out."""
    found = []
    for block in re.split(
        r"\n(?!    )", text.partition("## Rows")[0] + text.partition("## Accounts")[2]
    ):
        for line in re.findall(r"^    .*(?:\n {8,}.*)*", block, re.MULTILINE):
            for name, given, returned in CALL.findall(re.sub(r"\s+", " ", line)):
                arguments = re.findall(r"(?:^|, )\*?(\.{3}|\w+)", given.strip())
                found.append((name.rpartition(".")[2], arguments, returned))
    return found


def fault_of(name: str, arguments: list[str], returned: str) -> str:
    """Difference from every signature of this name; "" if one agrees."""
    known = signatures().get(name, [])
    if not known:
        return f"{name}: no such function"
    for plain, named, type_ in known:
        end = arguments.index("...") if "..." in arguments else None
        said = arguments[:end]
        agrees = said == (plain + named)[:end] or said == plain[:end]
        if agrees and (not returned or returned in re.findall(r"\w+", type_)):
            return ""
    return f"{name}({', '.join(arguments)}) -> {returned}: the code has {known}"


def test_signatures_of_the_services_page_are_those_of_the_code():
    found = calls((TOP / "docs" / "services.md").read_text(encoding="utf-8"))
    assert len(found) > 100
    wrong = [fault for one in found if (fault := fault_of(*one))]
    assert wrong == [], "correct these lines of docs/services.md"


@pytest.mark.parametrize(
    ("line", "is_wrong"),
    [
        ("    end_session(services, user_id, which)", False),
        ("    end_session(services, user_id)", True),
        ("    end_sessions(services, user_id, which)", True),
        ("    current_demo(services) -> ListedGame | None", False),
        ("    current_demo(services) -> Listed | None", True),
        ("    change_army(services, address, ...) -> Army", False),
    ],
)
def test_a_wrong_signature_is_found(line, is_wrong):
    (one,) = calls(f"## Rows\n## Accounts\n\n{line}")
    assert bool(fault_of(*one)) is is_wrong
