"""Context of the page /quality: measured figures in one language. Each figure has its command,
commit and day, and a missed budget is marked.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import InvalidOperation

from babel.numbers import format_decimal

from app.kernel.box import with_own_rulebook
from app.kernel.contract import Game
from app.kernel.say import Say, say
from app.services.watch.benchmarks import BenchmarkRun, Measurement
from app.web.benchmark_words import OF, figure_words, run_titles
from app.web.rule_words import Counts, count_rules, rule_words


@dataclass(frozen=True)
class Line:
    """One figure in words. `met` is None for a figure without a budget."""

    words: str
    value: str
    budget: str
    met: bool | None


@dataclass(frozen=True)
class Section:
    key: str
    title: str
    lines: tuple[Line, ...]
    run: BenchmarkRun


@dataclass(frozen=True)
class OfRules:
    """Coverage of one game's rules: counts of rules and of the cases that test them."""

    box: Game
    counts: Counts
    tries: str
    refusals: str


def benchmark_sections(
    runs: Mapping[str, BenchmarkRun], shelf: Mapping[str, Game], language: str
) -> list[Section]:
    """Sections of the page, one per recorded run, in page order."""
    return [
        Section(
            key,
            title.in_(language),
            tuple(figure_line(figure, shelf, language) for figure in runs[key].figures),
            runs[key],
        )
        for key, title in run_titles(shelf).items()
        if key in runs
    ]


def figure_line(figure: Measurement, shelf: Mapping[str, Game], language: str) -> Line:
    """Text, value and budget of one figure."""
    words = figure_words(shelf)[figure.what].in_(language)
    if figure.of:
        of = subject_of(figure.of, shelf)
        words = say("{of}: {words}", "{of}: {words}", of=of.in_(language), words=words).in_(
            language
        )
    return Line(
        words,
        number_with_unit(figure.value, figure.unit, language),
        number_with_unit(figure.budget, figure.unit, language),
        figure.met,
    )


def subject_of(of: str, shelf: Mapping[str, Game]) -> Say:
    """Subject of a figure: a game, a scenario of it ("box/scenario"), or a subject of this page."""
    box, _, scenario = of.partition("/")
    if box not in shelf:
        return OF[of]
    card = shelf[box].card
    titles = {one.key: one.title for one in card.scenarios}
    return titles[scenario] if scenario else card.title


def number_with_unit(value: str | float | None, unit: str, language: str) -> str:
    """Number with its unit in the notation of the language. In a budget the number follows its
    sign.
    """
    if value is None:
        return ""
    sign, _, digits = value.rpartition(" ") if isinstance(value, str) else ("", "", str(value))
    try:
        digits = format_decimal(digits.replace(",", ""), locale=language)
    except (ValueError, InvalidOperation):  # a day, or another word
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
    """Coverage of every listed game, from the same counts as its rules page."""
    found = []
    for box in with_own_rulebook(shelf).values():
        rules = [rule_words(rule, "en") for rule in box.rulebook]
        enforced = [rule for rule in rules if rule.is_enforced]
        tries, refusals = (
            sum(rule.cases for rule in enforced),
            sum(rule.refusals for rule in enforced),
        )
        found.append(
            OfRules(
                box,
                count_rules(rules),
                number_with_unit(tries, "", language),
                number_with_unit(refusals, "", language),
            )
        )
    return found
