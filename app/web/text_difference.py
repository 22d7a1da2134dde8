"""Difference of two texts, as steps that make the new text from the old one.

Both texts are split into words (`WORD`). A step is a list `[first, count]` for words of the old
text, or a string of new words. `static/js/live/difference.js` applies the steps.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Sequence

WORD = re.compile(r"[<\[ ][^<\[ ]*|^[^<\[ ]+")
"""A tag, an entry of a JSON list or a word, with the sign before it. The script has the same
expression."""
RUN = 3  # equal words after which a passage counts as found again
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
    old one; elsewhere `RUN` equal words lead to the next passage.
    """
    runs = defaultdict[tuple[str, ...], list[int]](list)
    for place, run in enumerate(zip(*(before[skip:] for skip in range(RUN)), strict=False)):
        runs[run].append(place)
    old = new = 0
    while new < len(after):
        if old >= len(before) or before[old] != after[new]:
            places = runs.get(tuple(after[new : new + RUN]))
            if places is None:
                old, new = old + 1, new + 1
                continue
            nearest = bisect_left(places, old)
            old = places[nearest] if nearest < len(places) else places[-1]
        first, start = old, new
        while old < len(before) and new < len(after) and before[old] == after[new]:
            old, new = old + 1, new + 1
        yield first, start, new - start
