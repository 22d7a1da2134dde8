"""Negotiation of two sides of a long game: this turn move by move, earlier turns in short."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from app.kernel.reading_pages import BattlePage
from app.kernel.say import Say
from app.kernel.turn_facts import TurnFacts
from app.services.watch import game_view
from app.services.watch.game_view import GameView
from app.services.watch.reading_pages import pages_of


class Said(msgspec.Struct, frozen=True):
    """Attack, request, terms or answer of the side `by` in move `number`. `name` is its player."""

    number: int
    turn: int
    made_at: str
    by: str
    title: Say
    name: str
    says: Say
    is_agreed: bool


class PastRow(msgspec.Struct, frozen=True):
    """Battle or agreement of an earlier turn; one of both is set."""

    turn: int
    battle: BattlePage | None = None
    agreed: Said | None = None


class Dealings(msgspec.Struct, frozen=True):
    """Open negotiation of the viewer with the side `other`: `talk` is that of this turn, in order
    of time. `past` are battles and agreements, the earliest first.
    """

    other: str
    title: Say
    talk: tuple[Said, ...]
    past: tuple[PastRow, ...]


def open_dealings(look: GameView, facts: TurnFacts | None) -> tuple[Dealings, ...]:
    """Negotiations that wait for an answer of the viewer or of the other side.

    Only players read them, each with the own ones.
    """
    me = look.viewer.side
    if facts is None or look.seat is None or me is None:
        return ()
    sides = [[row.side for row in one.rows] for one in facts.answers]
    others = dict.fromkeys(side for one in sides if me in one for side in one if side != me)
    found = (dealings_with(look, me, other) for other in others)
    return tuple(one for one in found if one.talk)


def dealings_with(look: GameView, me: str, other: str) -> Dealings:
    """Negotiation of two sides."""
    now, said = look.history.turn(look.at), list(said_between(look, me, other))
    agreements = (PastRow(one.turn, agreed=one) for one in said if one.is_agreed)
    past = [one for one in agreements if one.turn != now]
    return Dealings(
        other,
        game_view.side_title(look, other),
        tuple(one for one in said if one.turn == now),
        tuple(sorted([*past, *battles_between(look, me, other)], key=lambda one: one.turn)),
    )


def said_between(look: GameView, me: str, other: str) -> Iterator[Said]:
    """Exchanges of two sides in the moves that count, in order of time."""
    names = {seat.side: seat.name or "" for seat in look.seats}
    tables = look.history.counted_tables(look.at)
    for move in look.history.counted(look.at):
        before = tables[move.number - 1].state
        for event in move.events:
            found = look.box.exchange(before, event)
            if found is not None and {found.by, found.to} == {me, other}:
                yield Said(
                    move.number,
                    look.history.turn(move.number - 1),
                    move.made_at,
                    found.by,
                    game_view.side_title(look, found.by),
                    names.get(found.by, ""),
                    found.says,
                    found.is_agreed,
                )


def battles_between(look: GameView, me: str, other: str) -> Iterator[PastRow]:
    """Battles of two sides that are over."""
    pages = pages_of(look)
    for battle in pages.battles if pages else ():
        if set(battle.sides) == {me, other} and not battle.is_open:
            yield PastRow(battle.turn, battle=battle)
