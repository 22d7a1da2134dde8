"""Line breaks of templates. A template is indented by its nesting; the page is sent without that.

- Indentation is dropped.
- A line break inside a tag, or between two words or inline elements, becomes one space.
- A line break beside a tag of `BLOCKS` is dropped. A space beside a field stands on its line.
- The text of `{% trans %}` is the key of its translation and stays as it is. `trimmed` joins it.

This happens once, when a template is compiled. Translations are collected from the source.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from pathlib import Path

from jinja2.ext import Extension
from jinja2.lexer import Token, TokenStream

NAMES = """
html head title meta link script body header main footer nav section article aside dialog noscript
div p h1 h2 h3 h4 h5 h6 hr br blockquote pre figure figcaption address details summary hx-partial
ul ol li dl dt dd table caption thead tbody tfoot tr th td form fieldset legend
label input select textarea button datalist optgroup option meter iframe img
svg g path rect circle line polyline polygon text use
"""
BLOCKS = frozenset(NAMES.split())
"""Tags beside which a page rarely shows a space: blocks, fields with their labels, drawings."""
VERSION = hashlib.sha256(Path(__file__).read_bytes()).hexdigest()[:8]
"""Changes with this module, because compiled templates hold the joined lines."""
INDENTATION = re.compile(r"\n[ \t]+")
PART = re.compile(r"<(?P<name>/?[a-zA-Z][\w-]*)|(?P<mark>[\"'>])|(?P<gap>\s*\n\s*)")
TAG = re.compile(r"</?([a-zA-Z][\w-]*)")


class TemplateLines(Extension):
    """Extension of Jinja that joins the lines of the markup."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:  # noqa: ARG002  asked for by Jinja
        """Source without indentation. The numbers of its lines stay."""
        return INDENTATION.sub("\n", source)

    def filter_stream(self, stream: TokenStream) -> Iterator[Token]:
        """Tokens with the markup on one line."""
        joiner, is_translated, last = LineJoiner(), False, ""
        for token in stream:
            if last == "block_begin" and token.value in ("trans", "endtrans"):
                is_translated = token.value == "trans"
            last = token.type
            if token.type == "data":
                joined = joiner.joined(token.value)
                yield token if is_translated else Token(token.lineno, "data", joined)
            else:
                yield token


def is_block(text: str, start: int) -> bool:
    """True if a tag of a block begins here."""
    tag = TAG.match(text, start)
    return tag is not None and tag[1] in BLOCKS


class LineJoiner:
    """Reader of markup. It knows the name of the open tag and the quotation mark of a value."""

    def __init__(self) -> None:
        self.tag = self.quote = ""

    def joined(self, text: str) -> str:
        """Next piece of the markup, on one line."""
        parts, done, end_of_block = [], 0, -1
        for found in PART.finditer(text):
            if not found["gap"]:
                end_of_block = found.end() if self._ends_block(found) else end_of_block
                continue
            if self.tag:
                is_shown = not text.startswith(">", found.end())
            else:
                is_shown = found.start() != end_of_block and not is_block(text, found.end())
            parts += [text[done : found.start()], " " if is_shown else ""]
            done = found.end()
        return "".join([*parts, text[done:]])

    def _ends_block(self, found: re.Match[str]) -> bool:
        """Read a name or a mark. True if it ends a tag of a block."""
        name, mark = found["name"], found["mark"]
        if not self.tag:
            self.tag = name or ""
        elif self.quote:
            self.quote = "" if mark == self.quote else self.quote
        elif mark == ">":
            ended, self.tag = self.tag, ""
            return ended.removeprefix("/") in BLOCKS
        elif mark:
            self.quote = mark
        return False
