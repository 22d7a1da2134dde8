"""Pages as a screen reader reads them: headings, sentences, links, buttons and fields, by name and
in order.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urldefrag

HEADING, TEXT, LINK, BUTTON, FIELD, CHOICE, TICK, FOLD = (
    "heading",
    "text",
    "link",
    "button",
    "field",
    "choice",
    "tick",
    "fold",
)

RULE = r"(?:§ )?[A-Z]{3}-\d\d"
"""Name of a link to a rule; a browser reads the sign as well."""


def is_called(heard: str, name: str) -> bool:
    """True for this name. A button that confirms names its act after a colon."""
    return heard == name or heard.startswith(f"{name}: ")


@dataclass
class PageItem:
    """Item that is read out. `level` is that of a heading; `says` the value of a field, `among` its
    choices.
    """

    role: str
    name: str = ""
    level: int = 0
    says: str = ""
    among: tuple[str, ...] = ()


class PageReader(ABC):
    """Player who hears a page and answers with its controls, by the names heard."""

    heard: Sequence[PageItem] = ()

    @abstractmethod
    def visit(self, address: str) -> None:
        """Go to an address and listen."""

    @abstractmethod
    def press(self, name: str) -> None:
        """Press a button and hear the result."""

    @abstractmethod
    def follow(self, name: str) -> None:
        """Follow a link."""

    @abstractmethod
    def unfold(self, name: str) -> None:
        """Unfold the details with this name."""

    @abstractmethod
    def write(self, name: str, words: str) -> None:
        """Write into a field."""

    @abstractmethod
    def choose(self, name: str, choice: str) -> None:
        """Choose a value of a field."""

    # ------------------------------------------------------------------------------------ listening
    @property
    def asked(self) -> str:
        """First heading: the decision."""
        return next(one.name for one in self.heard if one.role == HEADING and one.level == 1)

    @property
    def decision(self) -> Sequence[PageItem]:
        """Items after it, up to the next chapter of the page."""
        return self.under(self.asked)

    def under(self, heading: str) -> Sequence[PageItem]:
        """Items under a heading, up to the next of its rank."""
        first = next(
            (
                place
                for place, one in enumerate(self.heard)
                if one.role == HEADING and heading in one.name
            ),
            None,
        )
        if first is None:
            return ()
        rank = max(
            self.heard[first].level, 2
        )  # the first heading stands beside the chapters, not above them
        after = (
            place
            for place, one in enumerate(self.heard)
            if place > first and one.role == HEADING and one.level <= rank
        )
        return self.heard[first : next(after, len(self.heard))]

    def told(self, pattern: str, within: Sequence[PageItem] | None = None) -> re.Match | None:
        """First sentence that matches."""
        sentences = (
            one.name for one in (self.heard if within is None else within) if one.role == TEXT
        )
        return next(
            (found for sentence in sentences if (found := re.search(pattern, sentence))), None
        )

    def named(self, role: str, *words: str) -> str:
        """Full name of the first item of the decision that begins with one of these words, "" if
        there is none.
        """
        mine = [one.name for one in self.decision if one.role == role]
        return next((name for word in words for name in mine if re.match(word, name)), "")

    def names_of(self, role: str, *, everywhere: bool = False) -> list[str]:
        """Names of the decision, or of the whole page."""
        return [
            one.name for one in (self.heard if everywhere else self.decision) if one.role == role
        ]


@dataclass
class Form:
    """Form as it will be sent."""

    method: str
    action: str
    lands: str
    fields: dict[str, list[str]] = field(default_factory=dict)


@dataclass
class Fold:
    """Part that can be unfolded; of a group one at a time."""

    group: str
    is_open: bool


@dataclass
class HtmlItem(PageItem):
    """Items heard, with the data that the plain client needs to use them."""

    form: Form | None = None
    key: str = ""
    values: dict[str, str] = field(default_factory=dict)
    folds: tuple[Fold, ...] = ()
    is_labelled: bool = False  # with any text


SILENT = re.compile(r"<(svg|head|script|style|template|dialog)\b.*?</\1>|\s+", re.DOTALL)
EMPTY = ("input", "br", "meta", "link", "img", "hr")
LEVELS = {"h1": 1, "h2": 2, "h3": 3, "h4": 4}
NAMED = {**dict.fromkeys(LEVELS, HEADING), "a": LINK, "button": BUTTON, "summary": FOLD}
PARTED = (
    "p",
    "li",
    "div",
    "section",
    "ul",
    "ol",
    "nav",
    "form",
    "fieldset",
    "legend",
    "table",
    "tr",
    "td",
    "th",
    "details",
    "label",
    "br",
    "select",
    "textarea",
    "header",
    "main",
)


class Reader(HTMLParser):
    """Parser that reads a page out from its source."""

    def __init__(self, page: str):
        super().__init__()
        self.heard: list[HtmlItem] = []
        self.silent: list[str] = []  # silent element, down to its end
        self.form: Form | None = None
        self.open: HtmlItem | None = None  # element to which the next text belongs
        self.labels: dict[str, str] = {}
        self.label: str | None = None
        self.select: HtmlItem | None = None
        self.option: str | None = None
        self.folds: list[Fold] = []
        self.waiting: list[tuple[HtmlItem, str]] = []
        self.feed(SILENT.sub(" ", page))
        for one, ident in self.waiting:
            one.name = one.name or self.labels.get(ident, "").strip()
        for one in self.heard:
            one.name = re.sub(r"\s+", " ", one.name).strip()
            one.among = tuple(one.values)
        self.heard = [one for one in self.heard if one.name]

    def say(self, one: HtmlItem) -> HtmlItem:
        one.form, one.folds = self.form, tuple(self.folds)
        self.heard.append(one)
        return one

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        its = {name: value or "" for name, value in attrs}
        if self.is_silent(tag, its):
            return
        if tag in PARTED and self.open is not None and self.open.role == TEXT:
            self.open = None
        if tag in NAMED:
            self.named(tag, its)
        elif tag in ("input", "textarea", "select"):
            self.field(tag, its)
        elif tag == "option" and self.select is not None:
            self.option = ""
            self.select.values[""] = its.get("value", "")
            if "selected" in its or not self.form.fields[self.select.key]:
                self.form.fields[self.select.key] = [its.get("value", "")]
        elif tag == "details":
            self.folds.append(Fold(its.get("name", ""), "open" in its))
        elif tag == "form":
            self.form = Form(its.get("method", "get"), *urldefrag(its.get("action", "")))
        elif tag == "label":
            self.label = its.get("for") or f"round {len(self.labels)}"
            self.labels[self.label] = ""

    def is_silent(self, tag: str, its: dict[str, str]) -> bool:
        """True if the element and its content are skipped; a picture has one name."""
        is_picture = its.get("role") == "img"
        if is_picture and not self.silent:
            self.handle_data(its.get("aria-label", ""))
        if tag not in EMPTY and (self.silent or is_picture or its.get("aria-hidden") == "true"):
            self.silent.append(tag)
        return bool(self.silent)

    def named(self, tag: str, its: dict[str, str]) -> None:
        """Element named by its content."""
        if tag != "a" or "href" in its:
            label = its.get("aria-label", "")
            self.open = self.say(
                HtmlItem(
                    NAMED[tag],
                    label,
                    level=LEVELS.get(tag, 0),
                    key=its.get("href", ""),
                    is_labelled=bool(label),
                )
            )

    def field(self, tag: str, its: dict[str, str]) -> None:
        name, kind = its.get("name", ""), its.get("type", "text")
        if self.form is None or "disabled" in its:
            return
        values = self.form.fields.setdefault(name, [])
        if tag == "input" and kind == "hidden":
            values.append(its.get("value", ""))
            return
        ticks = kind in ("checkbox", "radio")
        one = self.say(
            HtmlItem(
                TICK if ticks else CHOICE if tag == "select" else FIELD,
                its.get("aria-label", ""),
                key=name,
                says=its.get("value", ""),
            )
        )
        self.waiting.append((one, self.label if self.label is not None else its.get("id", "")))
        if tag == "select":
            self.select = one
        elif not ticks or "checked" in its:
            values.append(its.get("value", ""))

    def handle_endtag(self, tag: str) -> None:
        if self.silent:
            if tag == self.silent[-1]:
                self.silent.pop()
            return
        if tag == "option" and self.select is not None and self.option is not None:
            self.select.values[self.option.strip()] = self.select.values.pop("")
            self.option = None
        elif tag == "select":
            self.select = None
        elif tag == "form":
            self.form = None
        elif tag == "details":
            self.folds.pop()
        elif tag == "label":
            self.label = None
        if tag in (*NAMED, *PARTED):
            self.open = None

    def handle_data(self, data: str) -> None:
        if (
            self.silent
            or (self.open is not None and self.open.is_labelled)
            or (not data.strip() and (self.open is None or self.open.role != TEXT))
        ):
            return
        if self.option is not None:
            self.option += data
        elif self.label is not None:
            self.labels[self.label] += data
        elif self.open is None:
            self.open = self.say(HtmlItem(TEXT, data))
        else:
            self.open.name += data


class HtmlPageReader(PageReader):
    """Client without scripts."""

    def __init__(self, visitor):
        self.visitor, self.pages, self.lands = (
            visitor,
            0,
            "",
        )  # position on the page
        self.all: list[HtmlItem] = []

    def listen(self, answer) -> None:
        assert answer.status_code in (200, 409, 422), (answer.status_code, answer.text[:400])
        self.address, self.text = answer.url, answer.text
        self.all = Reader(answer.text).heard
        self.hear_out()
        self.pages += 1

    def hear_out(self) -> None:
        """Items that are not folded away."""
        self.heard = [
            one
            for one in self.all
            if all(fold.is_open for fold in (one.folds[:-1] if one.role == FOLD else one.folds))
        ]

    def one(self, role: str, name: str) -> HtmlItem:
        found = [one for one in self.heard if one.role == role and is_called(one.name, name)]
        assert found, (role, name, self.names_of(role))
        return found[0]

    def visit(self, address: str) -> None:
        self.listen(self.visitor.get(address))

    def follow(self, name: str) -> None:
        link = self.one(LINK, name).key
        self.visit(link)
        self.lands = urldefrag(link).fragment

    def unfold(self, name: str) -> None:
        own = self.one(FOLD, name).folds[-1]
        for fold in {id(fold): fold for one in self.all for fold in one.folds}.values():
            if own.group and fold.group == own.group:
                fold.is_open = False
        own.is_open = True
        self.hear_out()

    def write(self, name: str, words: str) -> None:
        one = self.one(FIELD, name)
        one.form.fields[one.key] = [words]

    def choose(self, name: str, choice: str) -> None:
        one = self.one(CHOICE, name)
        one.form.fields[one.key] = [one.values[choice]]

    def press(self, name: str) -> None:
        form, client = self.one(BUTTON, name).form, self.visitor.client
        answer = (
            client.get(form.action, params=form.fields)
            if form.method == "get"
            else client.post(form.action, data=form.fields)
        )
        self.listen(answer)
        self.lands = (
            urldefrag(answer.history[-1].headers["location"]).fragment
            if answer.history
            else form.lands
        )
