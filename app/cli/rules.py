"""rule and rules: the rule catalogue with the code and the cases of each rule."""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import msgspec

from app.cli.adjudicate import Case, cases_of
from app.cli.command_context import box_of, exit_with_error
from app.cli.rule_sources import (
    PLATFORM_ROOTS,
    REPOSITORY,
    RULE,
    Home,
    find_homes,
    find_interpreters,
    roots_of,
    rules_that_refuse,
)
from app.cli.rule_usage import print_exercise
from app.games import shelf
from app.kernel.box import with_own_rulebook
from app.kernel.rule_search import index_of
from app.kernel.rulebook import COUNTED, Rule, Rulebook
from app.kernel.table import PLATFORM_RULES

TRIED = "tried.yaml"


class Standing(msgspec.Struct, frozen=True):
    """A rule with its home and its numbers of cases. `passing` cases hold; `refusing` cases hold
    and expect a refusal.
    """

    rule: Rule
    home: Home | None
    refuses: bool
    passing: int
    refusing: int


def add_commands(commands: argparse._SubParsersAction) -> None:
    one = commands.add_parser("rule", help="print a rule: text, ruling, code, cases")
    asked = one.add_mutually_exclusive_group(required=True)
    asked.add_argument("id", nargs="?")
    asked.add_argument(
        "--find", metavar="WORDS", help="list the rules with these words or this part of an id"
    )
    one.set_defaults(run=show_rule)
    every = commands.add_parser("rules", help="count the rules with a home and cases")
    every.add_argument("game", nargs="?")
    every.add_argument("--missing", action="store_true", help="list the rules that lack something")
    every.add_argument(
        "--exercised",
        type=int,
        metavar="GAMES",
        help="play this number of bot games and count the uses of each rule",
    )
    every.add_argument(
        "--write",
        action="store_true",
        help="write the home and cases of each rule for the rules pages",
    )
    every.set_defaults(run=show_coverage)


def show_rule(asked: argparse.Namespace) -> int:
    if asked.find is not None:
        return _print_found(asked.find)
    for box, book in _rulebooks_by_box().items():
        if asked.id in book:
            _print_rule(book[asked.id], box)
            return 0
    return exit_with_error(f"no rule {asked.id!r}; for words of a rule: rule --find {asked.id!r}")


def _print_found(words: str) -> int:
    """Print the rules that the words find, best first, each with its homes; 2 without any."""
    books = _rulebooks_by_box()
    found = [one.rule for one in index_of(tuple(books.values())).find_rules(words)]
    if not found:
        return exit_with_error(f"no rule has the words {words!r}")
    at_home = _homes_by_rule(books)
    for rule in found:
        print(f"{rule.id}  {rule.title} / {rule.title_es}")
        _print_homes(rule, at_home)
    return 0


def _homes_by_rule(boxes: Iterable[str | None]) -> dict[str, list[Home]]:
    at_home: dict[str, list[Home]] = defaultdict(list)
    for box in boxes:
        for home in find_homes(*roots_of(box)):
            at_home[home.rule].append(home)
    return at_home


def _print_homes(rule: Rule, at_home: Mapping[str, Iterable[Home]]) -> None:
    """Print the homes of a rule, then those of other rules that its text names. A row of a table is
    followed by the functions that read it.
    """
    for home in at_home.get(rule.id, ()):
        for one in (home, *find_interpreters(home)):
            print(f"  {one.kind:6} {one.file}:{one.line}  {one.name}")
    for other in rules_named(rule):
        for home in at_home.get(other, ()):
            print(f"  see    {home.file}:{home.line}  {home.name} ({other})")


def rules_named(rule: Rule) -> Iterator[str]:
    """Ids of the other rules that the text of a rule names, in the order of the text."""
    yield from (one for one in dict.fromkeys(RULE.findall(rule.text)) if one != rule.id)


def _rulebooks_by_box() -> dict[str | None, Rulebook]:
    return {
        None: PLATFORM_RULES,
        **{key: game.rulebook for key, game in with_own_rulebook(shelf()).items()},
    }


def _print_rule(rule: Rule, box: str | None) -> None:
    print(
        f"{rule.id}  {rule.title} / {rule.title_es}  "
        f"({rule.kind}{f', {rule.source}' if rule.source else ''})\n"
    )
    for label, text in (
        ("", rule.text),
        ("", rule.es),
        ("Ruling: ", rule.ruling),
        ("Fallo: ", rule.ruling_es),
        ("Ours: ", rule.ours),
    ):
        if text:
            print(f"{label}{' '.join(text.split())}\n")
    for check in rule.checks:
        print(f"  check  {' '.join(check.split())}")
    _print_homes(rule, _homes_by_rule([box]))
    for case in cases_of(box) if box else ():
        if rule.id in {*case.rules, *case.refused_rules}:
            print(f"  case   {_path_in_repository(case.file)}: {case.id}")


def _path_in_repository(file: str) -> str:
    path = Path(file)
    return str(path.relative_to(REPOSITORY)) if path.is_relative_to(REPOSITORY) else file


def show_coverage(asked: argparse.Namespace) -> int:
    """Print a line per chapter and the percentages; return 1 if a counted rule lacks something."""
    if asked.exercised and asked.game:
        return print_exercise(
            asked.game, asked.exercised, box_of(asked.game).rulebook.of_kind(*COUNTED)
        )
    status, books = 0, {}
    for key in [asked.game] if asked.game else sorted(with_own_rulebook(shelf())):
        standings = books[key] = standings_of(key)
        _print_coverage(key, standings)
        if asked.write:
            folder = REPOSITORY / "app" / "games" / key / "rulebook"
            folder.mkdir(exist_ok=True)
            (folder / TRIED).write_text(written_down(standings), encoding="utf-8")
        lacking = [
            one
            for one in standings
            if one.home is None or not one.passing or (one.refuses and not one.refusing)
        ]
        if asked.missing:
            for one in lacking:
                print(f"  {one.rule.id}  {one.rule.title}: lacks {', '.join(missing_parts(one))}")
        status = max(status, 1 if lacking else 0)
    if asked.write and not asked.game:
        _write_down(books)
    return status


def _write_down(books: Mapping[str, list[Standing]]) -> None:
    """Write the figures of the page /quality about the rules of every box and of the platform.

    Some platform rules have their home in the boxes; tests/architecture names a test for each.
    """
    from bench.written import at_least, counted, write  # noqa: PLC0415 the image has no bench

    found = []
    for key, standings in books.items():
        refusing = [one for one in standings if one.refuses]
        found += [
            counted("rules", len(standings), of=key),
            at_least(
                "rules_with_home",
                sum(one.home is not None for one in standings),
                len(standings),
                of=key,
            ),
            at_least(
                "rules_with_case", sum(one.passing > 0 for one in standings), len(standings), of=key
            ),
            at_least(
                "rules_with_refusal",
                sum(one.refusing > 0 for one in refusing),
                len(refusing),
                of=key,
            ),
        ]
    carried = {home.rule for home in find_homes(*PLATFORM_ROOTS, "app/games")}
    at_home = [rule.id in carried for rule in PLATFORM_RULES if rule.kind in COUNTED]
    write(
        "rules",
        "python -m app rules --write",
        [
            *found,
            counted("rules", len(at_home), of="house_rules"),
            at_least("rules_with_home", sum(at_home), len(at_home), of="house_rules"),
        ],
    )


def missing_parts(one: Standing) -> list[str]:
    return [
        what
        for what, missing in (
            ("a home", one.home is None),
            ("a passing case", not one.passing),
            ("a refusal case", one.refuses and not one.refusing),
        )
        if missing
    ]


def written_down(standings: Iterable[Standing]) -> str:
    """Return YAML: each rule with a home, its number of cases and of refusal cases."""
    rows = [
        f"{one.rule.id}: [{one.passing}, {one.refusing}]\n"
        for one in standings
        if one.home is not None
    ]
    return (
        "# Rule: cases that try it, and of these those that expect a refusal. Written by: python "
        "-m app rules --write\n" + "".join(rows)
    )


def standings_of(key: str) -> list[Standing]:
    """Return every enforced and setup rule of a box with its home and cases."""
    book, roots = box_of(key).rulebook, roots_of(key)
    found = {home.rule: home for home in find_homes(*roots)}
    refusing = rules_that_refuse(*roots)
    passing, said_no = count_cases(cases_of(key))
    return [
        Standing(rule, found.get(rule.id), rule.id in refusing, passing[rule.id], said_no[rule.id])
        for rule in book.of_kind(*COUNTED)
    ]


def count_cases(cases: Iterable[Case]) -> tuple[Counter[str], Counter[str]]:
    """Count by rule the cases that hold, and those that hold and expect a refusal."""
    passing: Counter[str] = Counter()
    refusing: Counter[str] = Counter()
    for case in cases:
        if not case.play():
            passing.update({*case.rules, *case.refused_rules})
            refusing.update(case.refused_rules)
    return passing, refusing


def _print_coverage(key: str, standings: list[Standing]) -> None:
    chapters: dict[str, list[Standing]] = defaultdict(list)
    for one in standings:
        chapters[one.rule.chapter].append(one)
    print(f"{key:12} rules  home  passing case  refuse  refusal case")
    for chapter, ones in chapters.items():
        print(f"{chapter:12} {_summary_line(ones)}")
    print(f"{'total':12} {_summary_line(standings)}")
    refusing = [one for one in standings if one.refuses]
    print(
        f"{key}: {len(standings)} enforced and setup entries; "
        f"{_percentage(one.home for one in standings)} with a home, "
        f"{_percentage(one.passing for one in standings)} with a passing case; {len(refusing)} of them "
        "can refuse, "
        f"{_percentage(one.refusing for one in refusing)} of these with a refusal case\n"
    )


def _summary_line(ones: list[Standing]) -> str:
    refusing = [one for one in ones if one.refuses]
    return (
        f"{len(ones):5} {sum(one.home is not None for one in ones):5} "
        f"{sum(bool(one.passing) for one in ones):13} "
        f"{len(refusing):7} {sum(bool(one.refusing) for one in refusing):13}"
    )


def _percentage(holds: Iterable[object]) -> str:
    truth = [bool(one) for one in holds]
    return f"{100 * sum(truth) / len(truth):.1f} %" if truth else "–"
