"""Blocks of a plain text: paragraphs and lists. Templates escape every line."""

from __future__ import annotations

import re

import msgspec

BULLET = re.compile(r"[-*•]\s+(?=\S)")
NUMBER = re.compile(r"(\d{1,3})[.)]\s+(?=\S)")


class TextBlock(msgspec.Struct, frozen=True):
    """Paragraph ("p") or list ("ul", "ol") with its lines. `start` is the first number of a
    list.
    """

    kind: str
    lines: tuple[str, ...]
    start: int = 1


def text_blocks(text: str) -> tuple[TextBlock, ...]:
    """Blocks of a text. An empty line ends a block; "- " or "1. " begins an item of a list."""
    found: list[TextBlock] = []
    is_new = True
    for raw in text.splitlines():
        line = raw.strip()
        kind, words, start = _kind_of(line)
        if not line:
            is_new = True
        elif not is_new and found[-1].kind == kind:
            last = found[-1]
            found[-1] = TextBlock(kind, (*last.lines, words), last.start)
        else:
            found.append(TextBlock(kind, (words,), start))
            is_new = False
    return tuple(found)


def _kind_of(line: str) -> tuple[str, str, int]:
    """Kind of a line, its words without the mark, and the number of a numbered one."""
    if mark := BULLET.match(line):
        return "ul", line[mark.end() :], 1
    if mark := NUMBER.match(line):
        return "ol", line[mark.end() :], int(mark[1])
    return "p", line, 1
