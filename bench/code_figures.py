"""Figures of the source tree: sizes, names, import cycles, sentences and search words.

    python -m bench.code_figures [FOLDER ...]

FOLDER is the top of a checkout; several are printed side by side. Nothing is imported from them.
"""

from __future__ import annotations

import ast
import re
import statistics
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from bench.docstring_prose import docstrings_of, faults_of

PACKAGES = ("kernel", "store", "services", "web", "cli", "games")
OLD_NAMES = {"club": "services"}
SEARCH_WORDS = (
    "rate limit", "broadcast", "fan-out", "notification", "presence", "scheduler", "cron", "backoff",
    "throttle", "unit of work", "event sourcing", "projection", "snapshot", "optimistic",
    "password reset", "deadlock", "conditional order", "pre-move", "audit log", "admin", "simulate",
    "tutorial", "inline CSS", "repository", "permission", "comment", "semaphore", "cache",
    "deadline", "outbox",
)  # fmt: skip
ITEM = re.compile(r"^([-*]|\d+\.)\s")
SENTENCE_END = re.compile(
    r"(?:(?<=[.!?:])|(?<=[.!?:][*”»\")])|(?<=[.!?:]\*\*))\s+(?=[*(¿¡“«\"]*[A-ZÁÉÍÓÚÑ0-9`])"
)
RULE_IDS = re.compile(r"\s*\((?:(?:[A-Z]{2,4}-)?[A-Z]{3}(?:-\d+)?|-\d+|to|a|and|y|,|\s)+\)")


def python_files(top: Path, folder: str) -> list[Path]:
    """Python files below `top/folder`, in order."""
    return sorted((top / folder).rglob("*.py"))


def functions_of(tree: ast.AST) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """All functions and methods of a module, those with double underscores left out."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        if not node.name.startswith("__"):
            yield node


def percent(part: int, whole: int) -> str:
    """Share as a whole percentage; "-" where there is nothing."""
    return f"{round(100 * part / whole)} %" if whole else "-"


def spread(numbers: Iterable[int]) -> str:
    """Median, 90th percentile and maximum."""
    ordered = sorted(numbers)
    if not ordered:
        return "-"
    return f"{statistics.median(ordered):g} / {ordered[len(ordered) * 9 // 10]} / {ordered[-1]}"


def imported_modules(path: Path, known: set[str]) -> Iterator[str]:
    """Modules of the tree that this file imports, also inside functions; typing imports left
    out.
    """
    tree = ast.parse(path.read_text(encoding="utf-8"))
    typing_only = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        if id(node) in typing_only:
            continue
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names = [
                full if (full := f"{node.module}.{alias.name}") in known else node.module
                for alias in node.names
            ]
        else:
            continue
        yield from (name for name in names if name in known)


def import_graph(top: Path) -> dict[str, set[str]]:
    """Imports between the modules of `app`; packages are named by their folder."""
    paths = {
        ".".join(path.relative_to(top).with_suffix("").parts).removesuffix(".__init__"): path
        for path in python_files(top, "app")
    }
    known = set(paths)
    return {name: set(imported_modules(path, known)) - {name} for name, path in paths.items()}


def cycles_in(graph: dict[str, set[str]]) -> list[list[str]]:
    """Strongly connected groups of two or more modules (Tarjan's algorithm)."""
    order: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []

    def visit(name: str) -> None:
        order[name] = low[name] = len(order)
        stack.append(name)
        for other in graph[name]:
            if other not in order:
                visit(other)
                low[name] = min(low[name], low[other])
            elif other in stack:
                low[name] = min(low[name], order[other])
        if low[name] == order[name]:
            group = stack[stack.index(name) :]
            del stack[stack.index(name) :]
            if len(group) > 1:
                found.append(sorted(group))

    sys.setrecursionlimit(10_000)
    for name in graph:
        if name not in order:
            visit(name)
    return found


def sentences_of(markdown: str) -> list[str]:
    """Sentences of a page; code, tables, addresses and ids of rules in brackets are left out.

    An item of a list counts for itself, and so does a sentence behind a colon.
    """
    text = re.sub(r"```.*?```", "", markdown, flags=re.DOTALL)
    blocks: list[str] = []
    for line in text.splitlines():
        plain = line.strip()
        if line.startswith("    ") or plain.startswith(("|", "#", "<", "[")) or not plain:
            blocks.append("")
        elif ITEM.match(plain):
            blocks.append(ITEM.sub("", plain))
        elif blocks and blocks[-1]:
            blocks[-1] += " " + plain
        else:
            blocks.append(plain)
    parts = (part for block in blocks for part in SENTENCE_END.split(RULE_IDS.sub("", block)))
    return [part for part in parts if len(part.split()) > 2]


def sentences_of_tables(markdown: str) -> list[str]:
    """Sentences in the cells of the tables of a page, each at least three words long."""
    rows = [line for line in markdown.splitlines() if line.startswith("|")]
    cells = [RULE_IDS.sub("", cell.strip()) for row in rows for cell in row.split("|")]
    parts = (part for cell in cells for part in SENTENCE_END.split(cell))
    return [part for part in parts if len(part.split()) > 2]


def sentences_in(markdown: str) -> list[int]:
    """Lengths in words of the sentences of a page."""
    return [len(sentence.split()) for sentence in sentences_of(markdown)]


def prose_lines(top: Path) -> dict[str, str]:
    """Sentence lengths of README, changelog and every page of docs."""
    pages = [top / "README.md", top / "CONTRIBUTING.md", top / "CHANGELOG.md"]
    docs = [
        length for page in (top / "docs").glob("*.md") for length in sentences_in(page.read_text())
    ]
    lines = {}
    for name, lengths in [
        *((page.name, sentences_in(page.read_text())) for page in pages if page.exists()),
        ("docs/*.md", docs),
    ]:
        long = sum(length > 25 for length in lengths)
        lines[f"sentences of {name}: med / p90 / max"] = spread(lengths)
        lines[f"sentences of {name} over 25 words"] = percent(long, len(lengths))
    return lines


def contract_members(top: Path) -> int:
    """Members of every protocol class of the contract and its parts."""
    count = 0
    for path in python_files(top, "app/kernel"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef) and any(
                ast.unparse(base).startswith("Protocol") for base in node.bases
            ):
                count += sum(isinstance(one, ast.FunctionDef | ast.AnnAssign) for one in node.body)
    return count


def figures_of(top: Path) -> dict[str, str]:
    """All figures of a tree, in the order of printing."""
    found: dict[str, str] = {}
    texts = {path: path.read_text(encoding="utf-8") for path in python_files(top, "app")}
    trees = {path: ast.parse(text) for path, text in texts.items()}
    sizes = [
        (node.end_lineno or node.lineno) - node.lineno + 1
        for tree in trees.values()
        for node in functions_of(tree)
    ]
    lines = [line for text in texts.values() for line in text.splitlines()]
    found["files of app"] = str(len(texts))
    found["lines of app"] = str(len(lines))
    found["lines over 100 columns"] = str(sum(len(line) > 100 for line in lines))
    found["lines per file: med / p90 / max"] = spread(text.count("\n") for text in texts.values())
    found["lines per function: med / p90 / max"] = spread(sizes)
    found["functions over 40 lines"] = str(sum(size > 40 for size in sizes))
    found["modules over 400 lines"] = str(sum(text.count("\n") > 400 for text in texts.values()))
    folders = Counter(path.parent for path in texts)
    found["files per folder: med / p90 / max"] = spread(folders.values())
    groups = cycles_in(import_graph(top))
    found["import cycles (modules in them)"] = f"{len(groups)} ({sum(map(len, groups))})"
    found["members of protocols in kernel"] = str(contract_members(top))
    for package in PACKAGES:
        kept = [
            node.name
            for path, tree in trees.items()
            if OLD_NAMES.get(part := path.relative_to(top / "app").parts[0], part) == package
            for node in functions_of(tree)
        ]
        short = sum("_" not in name.strip("_") for name in kept)
        found[f"one-word function names, {package}"] = (
            f"{short} of {len(kept)}, {percent(short, len(kept))}"
        )
    docs = [doc for tree in trees.values() for _, doc in docstrings_of(tree)]
    faults = [fault for doc in docs for fault in faults_of(doc)]
    found["docstrings"] = str(len(docs))
    for kind, start in (
        ("begin with What, Who, How ...", "begins"),
        ("say he, whoever, somebody ...", "says"),
        ("with a sentence over 25 words", "has"),
    ):
        found[f"docstrings {kind}"] = str(sum(fault.startswith(start) for fault in faults))
    everything = "\n".join(
        [*texts.values(), *(page.read_text() for page in (top / "docs").glob("*.md"))]
    )
    missing = [
        word
        for word in SEARCH_WORDS
        if not re.search(re.escape(word).replace("\\ ", r"[\s_-]*"), everything, re.IGNORECASE)
    ]
    found[f"search words of {len(SEARCH_WORDS)} without a hit"] = ", ".join(missing) or "0"
    return found | prose_lines(top)


def main(arguments: list[str]) -> None:
    """Print the figures of each tree as one column of a table."""
    columns = [figures_of(Path(one)) for one in arguments or ["."]]
    names = list(dict.fromkeys(name for column in columns for name in column))
    for name in names:
        print(f"| {name} | " + " | ".join(column.get(name, "-") for column in columns) + " |")


if __name__ == "__main__":
    main(sys.argv[1:])
