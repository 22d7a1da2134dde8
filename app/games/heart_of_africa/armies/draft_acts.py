"""Acts on the draft of an army: adding, joining, copying, dropping and counting."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from app.games.heart_of_africa.armies import lists
from app.games.heart_of_africa.armies.raising import smallest
from app.kernel.form_paths import Tree, flat_answers, is_number, nested_answers, value_at


def is_key(text: str) -> bool:
    return (
        0 < len(text) <= 40
        and text.isascii()
        and text.replace("_", "a").isalpha()
        and text.islower()
    )


def first_of(leaf: Any) -> str:
    return leaf[0] if isinstance(leaf, tuple) and leaf else ""


def tree_after(tree: Tree, do: str) -> Tree:
    """Tree after an act, given as "verb place what". An unknown act changes nothing."""
    verb, _, rest = do.partition(" ")
    place, _, what = rest.partition(" ")
    if verb in ACTS and place:
        ACTS[verb](tree, place, what)
    return tree


def _holder(tree: Tree, place: str) -> tuple[Any, str]:
    """Branch that holds a place, and the last step to the place."""
    way, _, last = place.rpartition(".")
    return value_at(tree, way), last


def add(tree: Tree, place: str, what: str) -> None:
    """Add a unit, Leader or contingent."""
    holder, last = _holder(tree, place)
    if isinstance(holder, dict) and last in ADDED and isinstance(holder.get(last, []), list):
        holder.setdefault(last, []).append(ADDED[last](tree, what))


def _unit(tree: Tree, kind: str) -> Tree:  # noqa: ARG001 one of a family
    return {"figures": {kind: (str(smallest(kind)),)}} if kind in lists.TYPES else {}


def _led(tree: Tree, kind: str) -> Tree:  # noqa: ARG001 - all acts share one signature
    return {"type": (kind,), "traits": ()}


def _allied(tree: Tree, people: str) -> Tree:  # noqa: ARG001 - all acts share one signature
    list_, _, nation = people.partition("/")
    return {"list": (list_,), "was": (list_,), "nation": (nation,)}


ADDED: Mapping[str, Callable[[Tree, str], Tree]] = {
    "units": _unit,
    "leaders": _led,
    "allies": _allied,
}


def join(tree: Tree, place: str, kind: str) -> None:
    """Add figures of another type to a unit."""
    figures = value_at(tree, place)
    if isinstance(figures, dict) and is_key(kind):
        figures.setdefault(kind, ("1",))


def drop(tree: Tree, place: str, what: str) -> None:  # noqa: ARG001 - all acts share one signature
    """Remove a unit, a Leader, a contingent, or a type of figures of a unit."""
    holder, last = _holder(tree, place)
    if isinstance(holder, list) and is_number(last) and int(last) < len(holder):
        del holder[int(last)]
    elif isinstance(holder, dict):
        holder.pop(last, None)


def copy(tree: Tree, place: str, what: str) -> None:  # noqa: ARG001 - all acts share one signature
    """Add the same unit again, without its name."""
    holder, last = _holder(tree, place)
    if (
        isinstance(holder, list)
        and is_number(last)
        and int(last) < len(holder)
        and isinstance(holder[int(last)], dict)
    ):
        again = nested_answers(flat_answers(holder[int(last)]))
        again.pop("name", None)
        holder.insert(int(last) + 1, again)


def more(tree: Tree, place: str, what: str) -> None:  # noqa: ARG001 - all acts share one signature
    _count(tree, place, 1)


def fewer(tree: Tree, place: str, what: str) -> None:  # noqa: ARG001 - all acts share one signature
    _count(tree, place, -1)


def _count(tree: Tree, place: str, step: int) -> None:
    """Add or subtract one of a counted thing; a missing count is zero."""
    holder, last = _holder(tree, place)
    if holder is None and "." in place:
        above, branch = _holder(tree, place.rpartition(".")[0])
        if isinstance(above, dict):
            holder = above.setdefault(branch, {})
    if isinstance(holder, dict) and is_key(last) and not isinstance(holder.get(last), (dict, list)):
        given = first_of(holder.get(last)).strip() or "0"
        if given.isascii() and given.isdigit():
            holder[last] = (str(min(max(int(given[:6]) + step, 0), 999)),)


ACTS: Mapping[str, Callable[[Tree, str, str], None]] = {
    "add": add,
    "join": join,
    "drop": drop,
    "copy": copy,
    "more": more,
    "fewer": fewer,
}
