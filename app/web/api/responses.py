"""Answers as plain data in the language of the request; `models` defines their structure."""

from __future__ import annotations

from typing import Any

import msgspec

from app.kernel.army_form import Answers
from app.kernel.box import implements
from app.kernel.contract import Game
from app.kernel.position import position_in_words
from app.services.container import Services
from app.services.people import api_tokens
from app.services.play import game_setup, orders, saved_armies
from app.services.play.sandboxes import Tried
from app.services.watch import battle_report, game_view
from app.services.watch.game_list import Listed
from app.services.watch.game_view import DicePage, Look
from app.services.watch.spectators import Watching
from app.store import records
from app.web.api.authentication import Asker
from app.web.api.documented_forms import documented_clauses
from app.web.api.models import Drafting
from app.web.api.plain_data import spoken

Plain = dict[str, Any]


def box(game: Game, language: str) -> Plain:
    card = game.card
    sequence = [
        {
            "key": step.key,
            "rule": step.rule,
            "title": step.title.in_(language),
            "orders": kinds(step.orders),
            "by_heart": kinds(step.by_heart),
        }
        for step in card.sequence
    ]
    return {
        **spoken(
            {
                name: getattr(card, name)
                for name in ("key", "title", "blurb", "scenarios", "options", "endings")
            },
            language,
        ),
        "sequence": sequence,
        "raises_armies": game.armies is not None,
        "surveys": implements(game, "survey"),
    }


def kinds(orders: tuple[type, ...]) -> list[str]:
    return [msgspec.inspect.type_info(order).tag for order in orders]


# --- Games
def seat(one: records.Seat, game: records.Game) -> Plain:
    return {
        "seat": one.seat,
        "side": one.side,
        "name": one.name,
        "person": one.user_id,
        "bot": bool(one.bot),
        "owes": one.owes,
        "winner": one.side in game.winners,
    }


def of_row(game: records.Game, seats: tuple[records.Seat, ...]) -> Plain:
    """What a list and a page of a game both tell."""
    told = (
        "address",
        "box",
        "scenario",
        "title",
        "status",
        "visibility",
        "spectators",
        "delay",
        "number",
        "turn",
        "winners",
        "ending",
        "opened_at",
        "begun_at",
        "moved_at",
        "options",
        "commitment",
    )
    return {name: getattr(game, name) for name in told} | {
        "seats": [seat(one, game) for one in seats]
    }


def listed(one: Listed, language: str) -> Plain:
    words = {
        name: getattr(one, name)
        for name in ("box_title", "scenario_title", "terms", "mine", "waits_for_me", "unseen")
    }
    return of_row(one.game, one.seats) | spoken(words | {"phase": one.game.phase}, language)


def game(look: Look, language: str) -> Plain:
    summary = (
        position_in_words(look.box.moment(look.table.state), look.box.summary(look.view))
        if look.view is not None
        else None
    )
    words = {
        name: getattr(look, name)
        for name in ("viewer", "outcome", "decisions", "waiting", "take_back", "draw_by")
    }
    return (
        of_row(look.game, look.seats)
        | spoken(
            words | {"summary": summary, "terms": game_setup.told(look.box, look.game)}, language
        )
        | {
            "seat": look.seat,
            "at": look.at,
            "last": look.last,
            "is_now": look.is_now,
            "view": published(look),
            "may_take_back": look.seat is not None and look.is_now and look.take_back is None,
            "seen": look.seen,
            "rematch": look.rematch,
        }
    )


def published(look: Look) -> Any:
    if look.view is None:
        return None
    return msgspec.to_builtins(look.box.published(look.view), str_keys=True)


def looked(asker: Asker, address: int | str) -> Plain:
    """A game as it stands now."""
    return game(game_view.look(asker.services, address, asker.user_id), asker.language)


def kept_sandbox(one: records.Sandbox) -> Plain:
    """A sandbox as the list has it; `played`: its plan is being played."""
    told = ("id", "name", "seat", "began", "dice", "created", "changed")
    return {name: getattr(one, name) for name in told} | {"played": one.followed is not None}


def sandbox(seen: Tried, language: str) -> Plain:
    """A sandbox whole: as kept, its steps as its player hears of them, and the imagined game."""
    story = seen.look.story
    steps = [
        game_view.Told(
            number, story.moves[number - 1].seat, "", False, story.lines(number, seen.viewer)
        )
        for number in range(1, seen.steps + 1)
    ]
    rolls = [msgspec.to_builtins(move.rolls) for move in story.moves]
    return kept_sandbox(seen.sandbox) | {
        "steps": spoken(steps, language),
        "rolls": rolls,
        "game": game(seen.look, language),
    }


def letter(one: records.Letter) -> Plain:
    return {
        name: getattr(one, name) for name in ("id", "name", "text", "made_at", "after", "hidden")
    } | {"person": one.user_id}


def remark(one: records.Remark) -> Plain:
    return {
        name: getattr(one, name)
        for name in ("number", "name", "text", "made_at", "after", "about", "hidden")
    } | {"person": one.user_id}


def note(one: records.Note) -> Plain:
    return {name: getattr(one, name) for name in ("about", "text", "changed")}


def watching(found: Watching) -> Plain:
    return {
        "count": found.count,
        "people": [{"person": person, "name": name} for person, name in found.people],
    }


def played(made: orders.Played, language: str) -> Plain:
    return {name: getattr(made, name) for name in ("number", "last", "repeated", "over")} | {
        "move": spoken(game_view.made(made), language)
    }


def waiting(asker: Asker, address: str) -> Plain:
    """A table as it waits; what may be brought is asked of the seat that brings for its side."""
    look = game_view.look(asker.services, address, asker.user_id)
    brought, agreement = (
        game_setup.brought(asker.services, address, asker.user_id),
        look.box.agreement,
    )
    brings = (
        {
            seat: documented_clauses(agreement.brings(look.game.scenario, look.game.terms, side))
            for side, seat in brought.for_side.items()
        }
        if agreement
        else {}
    )
    words = {"terms": game_setup.told(look.box, look.game), "brings": brings}
    return {
        "brought": sorted(brought.seats),
        "mine": dict(brought.mine),
        **spoken(words, asker.language),
    }


def dice(page: DicePage) -> Plain:
    moves = [
        {"number": number, "seat": seat, "rolls": msgspec.to_builtins(rolls)}
        for number, seat, rolls in page.rolls
    ]
    return {
        "commitment": page.commitment,
        "seed": page.seed,
        "seed_fits": page.seed_fits,
        "false": page.false,
        "added": dict(page.added),
        "moves": moves,
    }


def report_of(told: battle_report.Told, language: str) -> Plain:
    """The report; who wrote is named, not numbered."""
    fields = ("name", "text", "replaces", "changed", "hidden")
    words = {
        key: [{"number": one.id} | {name: getattr(one, name) for name in fields} for one in written]
        for key, written in told.words.items()
    }
    return {**spoken(told.report, language), "terms": spoken(told.terms, language), "words": words}


# --- Armies and accounts
def army(kept: saved_armies.Kept, language: str) -> Plain:
    row = kept.army
    told = {
        name: getattr(row, name)
        for name in (
            "address",
            "box",
            "name",
            "by",
            "sharing",
            "opens_at",
            "data_version",
            "created",
            "changed",
            "hidden",
        )
    }
    return told | {
        "number": row.id if kept.is_mine else None,
        "is_mine": kept.is_mine,
        "form": dict(row.form),
        "brief": spoken(kept.brief, language),
    }


def answers(services: Services, given: Drafting) -> Answers:
    """An army as the answers of its page, whichever way it was given; raises `Refused` where it
    cannot be read.
    """
    if given.army is not None:
        return saved_armies.answered(services, given.box, given.army)
    return {place: tuple(texts) for place, texts in (given.answers or {}).items()}


def account(bearer: api_tokens.Bearer) -> Plain:
    told = {
        name: getattr(bearer.user, name)
        for name in ("name", "is_bot", "language", "theme", "palette", "created")
    }
    return told | {"token": bearer.token.name, "scopes": bearer.token.scopes}


def program(one: records.Program) -> Plain:
    return {
        "id": one.user.id,
        "name": one.user.name,
        "may_write": one.may_write,
        "created": one.user.created,
    }
