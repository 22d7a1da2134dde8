"""Difference of two texts, as steps that make the new text from the old one.

Both texts are split into words (`WORD`). A step is a list `[first, count]` for words of the old
text, or a string of new words. `static/js/live/difference.js` applies the steps.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

WORD = re.compile(r"[<\[ ][^<\[ ]*|^[^<\[ ]+")
"""A tag, an entry of a JSON list or a word, with the sign before it. The script has the same
expression."""
RUN = 3  # equal words after which a passage counts as found again
BLOCK = 32  # words that are compared at once
Step = str | list[int]


def difference_of(old: str, new: str) -> list[Step]:
    """Steps that make the new text from the old one. The time grows with the length of both."""
    before, after = WORD.findall(old), WORD.findall(new)
    steps, at = list[Step](), 0
    for first, start, count in equal_passages(before, after):
        if at < start:
            steps.append("".join(after[at:start]))
        steps.append([first, count])
        at = start + count
    if at < len(after):
        steps.append("".join(after[at:]))
    return steps


def equal_passages(before: Sequence[str], after: Sequence[str]) -> Iterator[tuple[int, int, int]]:
    """Passages of the new words that the old ones contain: first old word, first new word, length.

    They are in the order of the new text. After a changed word the search continues with the next
    old one; elsewhere `RUN` equal words lead to their last place in the old text.
    """
    runs = dict(zip(zip(*(before[skip:] for skip in range(RUN))), range(len(before))))  # noqa: B905 - the last words begin no run
    old = new = 0
    while new < len(after):
        if old >= len(before) or before[old] != after[new]:
            place = runs.get(tuple(after[new : new + RUN]))
            if place is None:
                old, new = old + 1, new + 1
                continue
            old = place
        count = equal_words(before, old, after, new)
        yield old, new, count
        old, new = old + count, new + count


def equal_words(before: Sequence[str], old: int, after: Sequence[str], new: int) -> int:
    """Number of equal words from these places on. Most are found by comparing blocks."""
    start, most = new, min(len(before) - old, len(after) - new) + new
    while new + BLOCK <= most and before[old : old + BLOCK] == after[new : new + BLOCK]:
        old, new = old + BLOCK, new + BLOCK
    while new < most and before[old] == after[new]:
        old, new = old + 1, new + 1
    return new - start
