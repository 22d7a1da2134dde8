"""Gathering of the players of a game with open seats: who has joined, and the form of an entry."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from app.kernel.form import Choice, Field, Kind
from app.kernel.offers import Assessment, Offer
from app.kernel.refusal import Refusal
from app.kernel.say import Say
from app.services.container import Services
from app.services.errors import NoSuchGame, NotYourSeat
from app.services.people.permissions import player_seat_of, referee_seat_of
from app.services.play import invitations, open_seats, referee_desk
from app.services.play.entry_conditions import archived_refusals, unmet_conditions
from app.services.watch import game_view
from app.services.watch.game_view import GameView, side_title
from app.store import records


class Gathered(msgspec.Struct, frozen=True):
    """Player with a seat; `kind` is the kind of the side in words. `is_complete` is false while
    the entry is owed: tables of earlier versions gave seats before it. `waits` tells when an entry
    takes effect that waits.
    """

    seat: records.Seat
    title: Say
    kind: Say | None
    is_complete: bool
    waits: Say | None = None


class EntryChoice(msgspec.Struct, frozen=True):
    """Choice of the first question of an entry, with the questions that follow it."""

    choice: Choice
    asks: tuple[Field, ...] = ()


class Entry(msgspec.Struct, frozen=True):
    """Form of an entry: the first question with its choices. `order` has the fields so far, `says`
    tells when the entry takes effect. An entry without such a choice has its questions in `fields`.
    `act` names the entry on its button.
    """

    asks: Field
    order: Mapping[str, Any]
    choices: tuple[EntryChoice, ...]
    says: Say | None = None
    fields: tuple[Field, ...] = ()
    act: Say | None = None

    @property
    def common(self) -> tuple[Field, ...]:
        """Questions that follow several choices and are asked once: those of text. Of questions
        with the same name, the one with the most proposals is asked.
        """
        asked = [ask for one in self.choices for ask in one.asks if ask.kind is Kind.TEXT]
        found = {ask.name: ask for ask in sorted(asked, key=lambda ask: len(ask.choices))}
        return tuple(found.values())

    def proposals(self, value: str, name: str) -> tuple[str, ...]:
        """Proposals for a question of text that follows this choice."""
        chosen = next((one for one in self.choices if one.choice.value == value), None)
        asks = chosen.asks if chosen else ()
        return tuple(pick.value for ask in asks if ask.name == name for pick in ask.choices)


class Gathering(msgspec.Struct, frozen=True):
    """Game that gathers players, for one viewer.

    - `missing`: players who are still needed.
    - `entry`: form of an entry; None if the viewer cannot join now.
    - `opening`: order of the referee that opens the first turn; None for other viewers.
    - `invited`: names of the invited members, for players and referees.
    - `unmet`: conditions of the entry that the viewer does not meet, for one who could join.
    - `resting`: refusal of any entry, in an archived club.
    """

    look: GameView
    is_gathering: bool
    players: tuple[Gathered, ...]
    referees: tuple[records.Referee, ...]
    missing: int
    entry: Entry | None
    opening: Offer | None
    invited: tuple[str, ...]
    unmet: tuple[Refusal, ...] = ()
    resting: tuple[Refusal, ...] = ()

    def plays(self, referee: records.Referee) -> bool:
        """True if this referee also plays."""
        return player_seat_of(self.look.seats, referee.user_id) is not None

    @property
    def is_referee(self) -> bool:
        return referee_seat_of(self.look.seats, self.look.user_id) is not None

    @property
    def waits(self) -> Say | None:
        """Time when the entry of the viewer takes effect; None if it does not wait."""
        mine = player_seat_of(self.look.seats, self.look.user_id)
        return next((one.waits for one in self.players if mine and one.seat == mine), None)

    @property
    def is_player(self) -> bool:
        return player_seat_of(self.look.seats, self.look.user_id) is not None

    @property
    def free_places(self) -> int:
        """Places of the least number of players that have no player yet."""
        return max(self.missing - sum(not one.is_complete for one in self.players), 0)

    @property
    def owes_entry(self) -> bool:
        """True if the viewer has a seat and still owes the entry."""
        mine = player_seat_of(self.look.seats, self.look.user_id)
        return any(one.seat == mine and not one.is_complete for one in self.players)


def load_gathering(services: Services, address: int | str, user_id: int | None) -> Gathering:
    """Gathering of a running game with open seats. Raises `NoSuchGame` for a game without them, and
    `NotYourSeat` before the beginning and after the end.
    """
    look = game_view.load_view(services, address, user_id)
    seats = look.box.card.open_seats
    if seats is None:
        raise NoSuchGame
    if look.game.status != "running":
        raise NotYourSeat
    players, entry = gathered_players(look), entry_of(look)
    return Gathering(
        look,
        look.box.gathers(look.table.state),
        players,
        tuple(one for seat in look.seats for one in seat.referees),
        max(seats.least - sum(one.is_complete for one in players), 0),
        entry,
        opening_offer(services, look),
        tuple(invitations.invited_names(services, look.game)) if look.seat else (),
        unmet_conditions(services, look) if entry is not None else (),
        archived_refusals(services, look),
    )


def gathered_players(look: GameView) -> tuple[Gathered, ...]:
    """Players of the game, in the order of their entry."""
    pages = look.box.pages(look.view)
    kinds = {page.side: page.kind for page in pages.sides} if pages else {}
    waiting = {one.side: one for one in look.box.queued(look.table.state)}
    kinds |= {side: one.kind for side, one in waiting.items()}
    owing = look.waiting if look.box.gathers(look.table.state) else ()
    return tuple(
        Gathered(
            seat,
            side_title(look, seat.side),
            kinds.get(seat.side),
            seat.seat not in owing,
            waiting[seat.side].says if seat.side in waiting else None,
        )
        for seat in look.seats
        if seat.seat in look.table.seats and not seat.is_of_referees
    )


def entry_of(look: GameView) -> Entry | None:
    """Form of an entry; None for a viewer who cannot join now."""
    joiner = open_seats.as_joiner(look)
    seats = look.box.card.open_seats
    if joiner is look or seats is None:
        return None
    offer = next(
        (one for one in joiner.offers if one.is_live and isinstance(one.order, seats.entries)), None
    )
    if offer is None or not offer.asks:
        return None
    first = offer.asks[0]
    if first.kind is not Kind.CHOICE:
        return Entry(
            first, msgspec.to_builtins(offer.order), (), offer.says, offer.asks, offer.label
        )
    return Entry(
        first,
        msgspec.to_builtins(offer.order),
        tuple(entry_choice(joiner, offer, first, one) for one in first.choices),
        offer.says,
        act=offer.label,
    )


def assess_entry(look: GameView, order: Mapping[str, Any]) -> Assessment:
    """Dry run of an entry, from the knowledge of its player."""
    return game_view.assess_order(open_seats.as_joiner(look), order)


def entry_choice(joiner: GameView, offer: Offer, first: Field, choice: Choice) -> EntryChoice:
    """Choice with the questions that follow it; a refused one has none."""
    if choice.no:
        return EntryChoice(choice)
    order = msgspec.structs.replace(offer.order, **{first.name: choice.value})
    return EntryChoice(choice, joiner.box.assess(joiner.view, order).asks)


def opening_offer(services: Services, look: GameView) -> Offer | None:
    """Order that opens the first turn, for a referee while the players gather."""
    if not look.box.gathers(look.table.state) or referee_seat_of(look.seats, look.user_id) is None:
        return None
    desk = referee_desk.load_desk(services, look.game.address, look.user_id)
    return next((one for one in desk.offers if one.main), None)
