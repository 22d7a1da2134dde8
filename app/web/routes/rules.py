"""Rules of the games: text, ruling and source of each rule, the play sheet, and coverage."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from fastapi import APIRouter, Request, Response

from app.kernel.box import with_own_rulebook
from app.kernel.contract import Game
from app.kernel.table import PLATFORM_RULES
from app.services.errors import NoSuchGame
from app.services.watch import benchmarks
from app.services.watch.reliability_figures import load_reliability_figures
from app.web.army_page import draw_specimen, symbol_store
from app.web.benchmarks_page import benchmark_sections, of_rules
from app.web.deferred_routes import DeferredRoute
from app.web.language import language_of
from app.web.pages import render_page
from app.web.public_pages import render_public
from app.web.reliability_page import reliability_rows
from app.web.rule_search_page import found_page
from app.web.rule_words import chapters_of, count_rules, rule_words

router = APIRouter(route_class=DeferredRoute)


def _box_of_key(request: Request, key: str) -> Game:
    shelf: Mapping[str, Game] = request.app.state.services.shelf
    if key not in shelf:
        raise NoSuchGame
    return shelf[key]


@router.get("/rules")
def show_rulebooks(request: Request, find: str = "") -> Response:
    """The rulebooks, or the rules that have the words of `find`."""
    if find.strip():
        return _found_page(
            request, find, with_own_rulebook(request.app.state.services.shelf).values()
        )
    return render_public(request, "rules/shelf.html", lambda: _rulebooks(request))


def _rulebooks(request: Request) -> dict[str, Any]:
    boxes = with_own_rulebook(request.app.state.services.shelf).values()
    return {
        "platform": [rule_words(rule, language_of(request)) for rule in PLATFORM_RULES],
        "boxes": [
            (box, count_rules(rule_words(rule, "en") for rule in box.rulebook)) for box in boxes
        ],
    }


def _found_page(request: Request, find: str, boxes: Iterable[Game], key: str = "") -> Response:
    page = found_page(find, tuple(boxes), language_of(request), key)
    return render_page(request, "rules/found.html", page=page)


@router.get("/quality")
def show_benchmarks(request: Request) -> Response:
    """Coverage page: rules enforced and tested, and the recorded results of the benchmark
    commands.
    """
    return render_public(request, "rules/quality.html", lambda: _benchmarks(request))


def _benchmarks(request: Request) -> dict[str, Any]:
    shelf, language = request.app.state.services.shelf, language_of(request)
    runs = benchmarks.load_runs()
    return {
        "rules": of_rules(shelf, language),
        "errors": benchmarks.load_confirmed_errors(),
        "reliability": reliability_rows(load_reliability_figures(), runs, shelf, language),
        "sections": benchmark_sections(runs, shelf, language),
    }


@router.get("/rules/id/{rule}")
def show_rule(request: Request, rule: str) -> Response:
    """Rule by its id, from any rulebook; a fragment if a page embeds it."""
    for box in request.app.state.services.shelf.values():
        if rule in box.rulebook:
            return _one_rule(request, rule_words(box.rulebook[rule], language_of(request)), box)
    if rule in PLATFORM_RULES:
        return _one_rule(request, rule_words(PLATFORM_RULES[rule], language_of(request)), None)
    raise NoSuchGame


def _one_rule(request: Request, words: object, box: Game | None) -> Response:
    part = request.headers.get("x-part") == "rule"
    return render_page(
        request,
        "rules/rule_part.html" if part else "rules/rule.html",
        rule=words,
        box=box,
        in_place=part,
    )


@router.get("/rules/{key}")
def show_rulebook(request: Request, key: str, find: str = "") -> Response:
    """The rulebook of a game by chapter, or its rules that have the words of `find`."""
    box = _box_of_key(request, key)
    if find.strip():
        return _found_page(request, find, [box], key)
    return render_public(request, "rules/book.html", lambda: _rulebook(box, language_of(request)))


def _rulebook(box: Game, language: str) -> dict[str, Any]:
    chapters = chapters_of(box.rulebook, language)
    return {
        "box": box,
        "chapters": chapters,
        "counts": count_rules(rule for chapter in chapters for rule in chapter.rules),
    }


@router.get("/rules/{key}/sheet")
def show_play_sheet(request: Request, key: str) -> Response:
    """Tables of the game, each with its origin, and the legend of its board."""
    box = _box_of_key(request, key)
    legend = box.legend(language_of(request))
    return render_page(
        request,
        "rules/sheet.html",
        box=box,
        tables=box.sheet(),
        legend=legend,
        store=symbol_store(legend.symbols) if legend else "",
        draw=draw_specimen,
    )


@router.get("/rules/{key}/overview")
def show_overview(request: Request, key: str) -> Response:
    """Two pages about the rules of a game for a first reader."""
    box = _box_of_key(request, key)
    if not box.overview:
        raise NoSuchGame
    return render_page(request, "rules/overview.html", box=box)


@router.get("/rules/{key}/{rule}")
def rule_of_book(request: Request, key: str, rule: str) -> Response:
    box = _box_of_key(request, key)
    if rule not in box.rulebook:
        raise NoSuchGame
    return _one_rule(request, rule_words(box.rulebook[rule], language_of(request)), box)
