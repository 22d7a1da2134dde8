"""Answers as plain data in the language of the request; `models` defines their structure."""

from __future__ import annotations

from collections.abc import Container
from typing import Any

import msgspec

from app.kernel.army_form import Answers
from app.kernel.bot_strengths import title_of_strength
from app.kernel.box import implements_part
from app.kernel.contract import Game
from app.kernel.position import position_in_words
from app.services.container import Services
from app.services.people import api_tokens
from app.services.play import army_files, game_setup, saved_armies
from app.services.play.played_orders import PlayedOrder
from app.services.play.sandbox_replay import OpenSandbox
from app.services.watch import battle_report, game_view
from app.services.watch.battle_links import long_game_address
from app.services.watch.dice_page import DicePage
from app.services.watch.game_list import ListedGame
from app.services.watch.game_view import GameView
from app.services.watch.spectators import Spectators
from app.store import records
from app.web.api import (
    account_models,
    army_models,
    dice_models,
    models,
    sandbox_models,
    table_models,
)
from app.web.api.authentication import Asker
from app.web.api.documented_forms import documented_clauses
from app.web.api.plain_data import Plain, to_plain_data


def box_model(game: Game, language: str) -> models.Box:
    card = game.card
    sequence = [
        {
            "key": step.key,
            "rule": step.rule,
            "title": step.title.in_(language),
            "orders": order_kinds(step.orders),
            "by_heart": order_kinds(step.automatic_orders),
        }
        for step in card.sequence
    ]
    return models.Box.model_validate(
        {
            **to_plain_data(
                {
                    name: getattr(card, name)
                    for name in (
                        "key",
                        "title",
                        "blurb",
                        "scenarios",
                        "options",
                        "endings",
                        "degrees",
                        "bot_strengths",
                    )
                },
                language,
            ),
            "sequence": sequence,
            "raises_armies": game.armies is not None,
            "surveys": implements_part(game, "survey"),
        }
    )


def order_kinds(orders: tuple[type, ...]) -> list[str]:
    kinds = (msgspec.inspect.type_info(order) for order in orders)
    return [str(kind.tag) for kind in kinds if isinstance(kind, msgspec.inspect.StructType)]


# --- Games
def seat_model(one: records.Seat, game: records.Game) -> models.Seat:
    return models.Seat.model_validate(
        {
            "seat": one.seat,
            "side": one.side,
            "name": one.name,
            "person": one.user_id,
            "bot": bool(one.bot),
            "strength": one.bot if title_of_strength(one.bot) else "",
            "owes": one.owes,
            "winner": one.side in game.winners,
        }
    )


def _table_data(game: records.Game, seats: tuple[records.Seat, ...]) -> Plain:
    """Fields that the list and the page of a game share."""
    told = (
        "address",
        "box",
        "scenario",
        "title",
        "status",
        "spectators",
        "delay",
        "rated",
        "number",
        "turn",
        "winners",
        "ending",
        "degree",
        "opened_at",
        "begun_at",
        "moved_at",
        "options",
        "commitment",
    )
    return {name: getattr(game, name) for name in told} | {
        "visibility": "club" if game.club_only else game.visibility,
        "seats": [seat_model(one, game) for one in seats],
    }


def listed_model(one: ListedGame, language: str) -> models.Listed:
    words = {
        name: getattr(one, name)
        for name in ("box_title", "scenario_title", "terms", "mine", "waits_for_me", "unseen")
    }
    return models.Listed.model_validate(
        _table_data(one.game, one.seats)
        | to_plain_data(words | {"phase": one.game.phase}, language)
    )


def game_model(services: Services, look: GameView, language: str) -> models.Game:
    summary = (
        position_in_words(look.box.moment(look.table.state), look.box.summary(look.view))
        if look.view is not None
        else None
    )
    words = {
        name: getattr(look, name)
        for name in ("viewer", "outcome", "decisions", "waiting", "take_back", "draw_by")
    }
    return models.Game.model_validate(
        _table_data(look.game, look.seats)
        | to_plain_data(
            words | {"summary": summary, "terms": game_setup.terms_in_words(look.box, look.game)},
            language,
        )
        | {
            "seat": look.seat,
            "at": look.at,
            "last": look.last,
            "is_now": look.is_now,
            "view": published_view(look),
            "may_take_back": look.seat is not None and look.is_now and look.take_back is None,
            "seen": look.seen,
            "rematch": look.rematch,
            "parent": long_game_address(services, look) or None,
            "battle": look.game.battle or None,
        }
    )


def published_view(look: GameView) -> Any:
    if look.view is None:
        return None
    return msgspec.to_builtins(look.box.published(look.view), str_keys=True)


def look_at(
    asker: Asker, address: int | str, at: int | None = None, eyes: str | None = None
) -> game_view.GameView:
    """View of a game for the user of a request."""
    return game_view.load_view(asker.services, address, asker.user_id, at, eyes)


def game_now(asker: Asker, address: int | str) -> models.Game:
    """Game in its latest position."""
    look = game_view.load_view(asker.services, address, asker.user_id)
    return game_model(asker.services, look, asker.language)


def kept_sandbox_model(one: records.Sandbox) -> sandbox_models.KeptSandbox:
    """Sandbox as listed; `played` is true while its plan is played."""
    return sandbox_models.KeptSandbox.model_validate(_sandbox_data(one))


def _sandbox_data(one: records.Sandbox) -> Plain:
    told = ("id", "name", "seat", "began", "dice", "created", "changed")
    return {name: getattr(one, name) for name in told} | {"played": one.followed is not None}


def sandbox_model(services: Services, seen: OpenSandbox, language: str) -> sandbox_models.Sandbox:
    """Sandbox with its steps, as its player sees them, and the imagined game."""
    history = seen.look.history
    steps = [
        game_view.LogEntry(
            number, history.moves[number - 1].seat, "", False, history.lines(number, seen.viewer)
        )
        for number in range(1, seen.steps + 1)
    ]
    rolls = [msgspec.to_builtins(move.rolls) for move in history.moves]
    return sandbox_models.Sandbox.model_validate(
        _sandbox_data(seen.sandbox)
        | {
            "steps": to_plain_data(steps, language),
            "rolls": rolls,
            "game": game_model(services, seen.look, language),
        }
    )


def chat_message_model(one: records.ChatMessage) -> models.ChatMessage:
    return models.ChatMessage.model_validate(
        {
            name: getattr(one, name)
            for name in ("name", "text", "made_at", "after", "hidden", "side")
        }
        | {"id": one.number, "person": one.user_id}
    )


def remark_model(one: records.Remark) -> models.Remark:
    return models.Remark.model_validate(
        {
            name: getattr(one, name)
            for name in ("number", "name", "text", "made_at", "after", "about", "hidden")
        }
        | {"person": one.user_id}
    )


def note_model(one: records.Note) -> models.Note:
    return models.Note.model_validate(
        {name: getattr(one, name) for name in ("about", "text", "changed")}
    )


def watching_model(found: Spectators) -> models.Watching:
    return models.Watching.model_validate(
        {
            "count": found.count,
            "people": [{"person": person, "name": name} for person, name in found.people],
        }
    )


def played_model(
    made: PlayedOrder,
    services: Services,
    language: str,
    look: GameView | None = None,
    wanted: Container[str] = ("game", "offers"),
) -> models.Played:
    """Answer to an order, with the `wanted` parts of the new state if the client asks for it."""
    told = {name: getattr(made, name) for name in ("number", "last", "repeated", "over", "kept")}
    told["move"] = to_plain_data(game_view.entry_of_move(made), language)
    if look is not None and "game" in wanted:
        told["game"] = game_model(services, look, language)
    if look is not None and "offers" in wanted:
        told["offers"] = to_plain_data(look.offers, language)
    return models.Played.model_validate(told)


def waiting_model(asker: Asker, address: str) -> table_models.Waiting:
    """Waiting table; contributions are asked of the seat that contributes for its side."""
    look = game_view.load_view(asker.services, address, asker.user_id)
    brought, agreement = (
        game_setup.load_setup_progress(asker.services, address, asker.user_id),
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
    words = {"terms": game_setup.terms_in_words(look.box, look.game), "brings": brings}
    return table_models.Waiting.model_validate(
        {
            "brought": sorted(brought.seats),
            "mine": dict(brought.mine),
            **to_plain_data(words, asker.language),
        }
    )


def dice_model(page: DicePage) -> dice_models.Dice:
    moves = [
        {"number": number, "seat": seat, "rolls": msgspec.to_builtins(rolls)}
        for number, seat, rolls in page.rolls
    ]
    return dice_models.Dice.model_validate(
        {
            "commitment": page.commitment,
            "seed": page.seed,
            "seed_fits": page.seed_fits,
            "false": page.false,
            "added": dict(page.added),
            "pledges": dict(zip(dict(page.added), page.pledges, strict=True)),
            "moves": moves,
        }
    )


def report_model(told: battle_report.WrittenReport, language: str) -> models.Report:
    """Report of a game; authors have names, no ids."""
    fields = ("name", "text", "replaces", "changed", "hidden")
    words = {
        key: [{"number": one.id} | {name: getattr(one, name) for name in fields} for one in written]
        for key, written in told.words.items()
    }
    return models.Report.model_validate(
        {
            **to_plain_data(told.report, language),
            "terms": to_plain_data(told.terms, language),
            "words": words,
        }
    )


# --- Armies and accounts
def army_model(kept: saved_armies.JudgedArmy, language: str) -> army_models.Army:
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
    return army_models.Army.model_validate(
        told
        | {
            "number": row.id if kept.is_mine else None,
            "is_mine": kept.is_mine,
            "form": dict(row.form),
            "brief": to_plain_data(kept.brief, language),
        }
    )


def army_answers(services: Services, given: army_models.Drafting) -> Answers:
    """Answers of the army page, from answers or plain data; raises `Refused` if unreadable."""
    if given.army is not None:
        return army_files.answers_of_army(services, given.box, given.army)
    return {place: tuple(texts) for place, texts in (given.answers or {}).items()}


def account_model(bearer: api_tokens.TokenUser) -> account_models.Account:
    told = {
        name: getattr(bearer.user, name)
        for name in ("name", "is_bot", "language", "theme", "palette", "created")
    }
    return account_models.Account.model_validate(
        told | {"token": bearer.token.name, "scopes": bearer.token.scopes}
    )


def program_model(one: records.Program) -> account_models.Program:
    return account_models.Program.model_validate(
        {
            "id": one.user.id,
            "name": one.user.name,
            "may_write": one.may_write,
            "created": one.user.created,
        }
    )
