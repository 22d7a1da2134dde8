"""Answers of a form by their path ("units.0.name": texts), flat as sent, and nested as a tree."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from app.kernel.army_form import Answers

Tree = dict[str, Any]
"""Branches are trees, or lists of trees; leaves are tuples of texts."""

LONGEST_PLACE = 120  # longer paths are ignored; no form has one
LONGEST_NUMBER = 9  # digits


def nested_answers(answers: Answers) -> Tree:
    """Tree of the answers. A branch whose keys are all numbers becomes a list in their order.

    A path that is both leaf and branch is a branch.
    """
    tree: Tree = {}
    for place, texts in answers.items():
        if len(place) > LONGEST_PLACE:
            continue
        *way, last = place.split(".")
        branch: Tree = tree
        for step in way:
            inner = branch.get(step)
            branch[step] = inner if isinstance(inner, dict) else {}
            branch = branch[step]
        if not isinstance(branch.get(last), dict):
            branch[last] = texts
    return {step: _numbered_as_lists(inner) for step, inner in tree.items()}


def _numbered_as_lists(branch: Any) -> Any:
    if not isinstance(branch, dict):
        return branch
    grown = {step: _numbered_as_lists(inner) for step, inner in branch.items()}
    if grown and all(map(is_number, grown)):
        return [grown[step] for step in sorted(grown, key=int)]
    return grown


def is_number(step: str) -> bool:
    """Return true if a step is the number of a branch: short, and digits that `int` reads."""
    return step.isascii() and step.isdigit() and len(step) <= LONGEST_NUMBER


def flat_answers(tree: Mapping[str, Any], way: str = "") -> dict[str, tuple[str, ...]]:
    """Leaves of a tree by their path."""
    return dict(_leaves_below(tree, way))


def _leaves_below(branch: Any, way: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    if isinstance(branch, (dict, list)):
        for step, inner in branch.items() if isinstance(branch, dict) else enumerate(branch):
            yield from _leaves_below(inner, f"{way}.{step}" if way else str(step))
    else:
        yield way, branch


def value_at(tree: Any, place: str) -> Any:
    """Value at a path of the tree; None if there is none."""
    for step in place.split(".") if place else ():
        if isinstance(tree, list):
            tree = tree[int(step)] if is_number(step) and int(step) < len(tree) else None
        else:
            tree = tree.get(step) if isinstance(tree, dict) else None
    return tree


def with_value(tree: Mapping[str, Any], place: str, value: Any) -> Tree:
    """Copy of the tree with a value at a path; missing branches are added."""
    step, _, rest = place.partition(".")
    return {**tree, step: with_value(tree.get(step) or {}, rest, value) if rest else value}
