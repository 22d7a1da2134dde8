"""The page /proof: what stands behind our claims, in one language. Each figure has its command, its
commit and its day; what was not reached says so.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from babel.numbers import format_decimal

from app.kernel.contract import Game
from app.kernel.say import say
from app.services.watch.benchmarks import Figure, Run
from app.web.benchmark_words import FIGURES, OF, RUNS
from app.web.rule_words import Counts, counted, rule_words


@dataclass(frozen=True)
class Line:
    """One figure in words; `met` is None where there was nothing to reach."""

    words: str
    value: str
    budget: str
    met: bool | None


@dataclass(frozen=True)
class Section:
    key: str
    title: str
    lines: tuple[Line, ...]
    run: Run


@dataclass(frozen=True)
class OfRules:
    """How far the rules of one game are carried, and how often cases try them."""

    box: Game
    counts: Counts
    tries: str
    refusals: str


def sections(runs: Mapping[str, Run], shelf: Mapping[str, Game], language: str) -> list[Section]:
    """What was written down, in the order of the page."""
    return [
        Section(
            key,
            title.in_(language),
            tuple(line(figure, shelf, language) for figure in runs[key].figures),
            runs[key],
        )
        for key, title in RUNS.items()
        if key in runs
    ]


def line(figure: Figure, shelf: Mapping[str, Game], language: str) -> Line:
    """A figure as the page says it."""
    words = FIGURES[figure.what].in_(language)
    if figure.of:
        of = shelf[figure.of].card.title if figure.of in shelf else OF[figure.of]
        words = say("{of}: {words}", "{of}: {words}", of=of.in_(language), words=words).in_(
            language
        )
    return Line(
        words,
        number(figure.value, figure.unit, language),
        number(figure.budget, figure.unit, language),
        figure.met,
    )


def number(value: str | float | None, unit: str, language: str) -> str:
    """A number with its unit as it is written in this language; in a budget the number follows its
    sign.
    """
    if value is None:
        return ""
    sign, _, digits = value.rpartition(" ") if isinstance(value, str) else ("", "", str(value))
    try:
        digits = format_decimal(digits.replace(",", ""), locale=language)
    except ValueError:
        return str(value)
    return " ".join(
        filter(
            None,
            (
                sign,
                f"{digits}{unit}" if unit.startswith("/") else digits,
                "" if unit.startswith("/") else unit,
            ),
        )
    )


def of_rules(shelf: Mapping[str, Game], language: str) -> list[OfRules]:
    """The rules of every game on the pages, from the same counts as their rules pages."""
    found = []
    for box in shelf.values():
        rules = [rule_words(rule, "en") for rule in box.rulebook]
        enforced = [rule for rule in rules if rule.is_enforced]
        tries, refusals = (
            sum(rule.cases for rule in enforced),
            sum(rule.refusals for rule in enforced),
        )
        found.append(
            OfRules(
                box, counted(rules), number(tries, "", language), number(refusals, "", language)
            )
        )
    return found
