"""Reading of pages like a browser without JavaScript: forms and texts."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from html import unescape
from html.parser import HTMLParser

FORM = re.compile(r"<form\b.*?(?:</form>|\Z)", re.DOTALL)


@dataclass
class Form:
    """Form of a page: its address, its fields and the labels of its buttons."""

    method: str
    action: str
    fields: dict[str, str | list[str]] = field(default_factory=dict)
    buttons: list[str] = field(default_factory=list)
    options: dict[str, list[str]] = field(default_factory=dict)
    confirms: bool = False


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.form: Form | None = None
        self.select = ""
        self.in_button = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.form = Form(given.get("method", "get"), given.get("action", ""))
            self.forms.append(self.form)
        elif self.form is None:
            return
        elif tag == "input" and given.get("name") and "disabled" not in given:
            self._take(given)
        elif tag == "textarea":
            self.form.fields[given["name"]] = ""
        elif tag == "select":
            self.select = given["name"]
            self.form.options[self.select] = []
        elif tag == "option" and self.select:
            self.form.options[self.select].append(given["value"])
            if "selected" in given or self.select not in self.form.fields:
                self.form.fields[self.select] = given["value"]
        elif tag == "button":
            self.form.buttons.append("")
            self.form.confirms |= "data-confirm" in given
            self.in_button = True

    def _take(self, given: dict[str, str]) -> None:
        kind, name, value = given.get("type", "text"), given["name"], given.get("value", "")
        if kind == "checkbox":
            chosen = self.form.fields.setdefault(name, [])
            if "checked" in given:  # a list of the same name may stand before it
                others = chosen if isinstance(chosen, list) else [chosen]
                self.form.fields[name] = [*others, value]
        elif kind != "radio" or "checked" in given:
            self.form.fields[name] = value

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.form = None
        elif tag == "select":
            self.select = ""
        elif tag == "button":
            self.in_button = False
            if self.form and self.form.buttons:
                self.form.buttons[-1] = " ".join(self.form.buttons[-1].split())

    def handle_data(self, data: str) -> None:
        if self.in_button and self.form and self.form.buttons:
            self.form.buttons[-1] += data


def forms_on(page: str) -> list[Form]:
    """Forms of a page. Only they are read, since a page with a board has thousands of other
    tags.
    """
    reader = _Reader()
    for form in FORM.findall(page):
        reader.feed(form)
    return reader.forms


def form_to(page: str, action: str, button: str = "", holding: str = "") -> Form:
    """Form to this address; with `button` the one with that label, which may name its act after a
    colon. With `holding` the one whose order contains it.
    """
    for form in forms_on(page):
        labels = [label for label in form.buttons if f"{label}: ".startswith(f"{button}: ")]
        if (
            form.action == action
            and (not button or labels)
            and holding in str(form.fields.get("order", ""))
        ):
            return form
    raise AssertionError(
        f"no form to {action} {button} {holding}: "
        f"{[(form.action, form.buttons) for form in forms_on(page)]}"
    )


def confirmation_on(page: str) -> Form:
    """Form that confirms the order in view."""
    return next(form for form in forms_on(page) if form.confirms)


def words_on(page: str) -> list[str]:
    """Texts and labels of a page, piece by piece, without code and scripts."""
    page = re.sub(r"<(script|style|pre|code)\b.*?</\1>", "", page, flags=re.DOTALL)
    labels = re.findall(r'(?:aria-label|title|placeholder)="([^"]*)"', page)
    return [
        re.sub(r"\s+", " ", unescape(text)).strip()
        for text in [*re.split(r"<[^>]*>", page), *labels]
        if text.strip()
    ]


# Small words that no sentence of the other language holds.
TELLS = {
    "en": frozenset(
        [
            "the",
            "and",
            "of",
            "is",
            "are",
            "was",
            "were",
            "with",
            "from",
            "this",
            "that",
            "your",
            "you",
            "who",
            "but",
            "into",
            "what",
            "nobody",
            "every",
            "when",
            "have",
            "turn",
            "side",
            "move",
            "step",
        ]
    ),
    "es": frozenset(
        [
            "el",
            "los",
            "las",
            "del",
            "que",
            "con",
            "para",
            "una",
            "por",
            "su",
            "sus",
            "tu",
            "está",
            "están",
            "esta",
            "este",
            "quien",
            "nadie",
            "pero",
            "cuando",
            "más",
            "turno",
            "bando",
            "jugada",
            "paso",
            "casilla",
        ]
    ),
}


def of_another_language(words: Iterable[str], language: str, but: Iterable[str] = ()) -> list[str]:
    """Pieces of text with a small word of the other language; `but` are names by users."""
    foreign = TELLS["es" if language == "en" else "en"]
    spoken = (text for text in words if not any(name in text for name in but))
    return sorted(
        {
            text
            for text in spoken
            if foreign & set(re.findall(r"[^\W\d_]+(?:-[^\W\d_]+)*", text.lower()))
        }
    )
