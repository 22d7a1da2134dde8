"""Terms of a game and the choices that players make before it.

The choices stay secret until the game begins.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec

from app.kernel.contract import Game
from app.kernel.game_setup import NOTHING_YET, Form, Laying
from app.kernel.record import to_json
from app.kernel.refusal import Refusal, Refused, no, refuse_if
from app.kernel.say import Say
from app.services.container import Services
from app.services.errors import NoSuchGame
from app.services.people.muted_orders import army_refusal
from app.services.people.permissions import may_watch, player_seat_of
from app.services.play import army_files, saved_armies
from app.services.play.rating_rules import rated_long_game_refusal
from app.store import records
from app.store.transactions import UnitOfWork

CHANCE = random.SystemRandom()
ONE_EACH: Mapping[str, int] = {}
ARMY, AS_BROUGHT = "army", "as_brought"
"""Field of a player's saved army, and its answer for the army that is already chosen."""


class SetupProgress(msgspec.Struct, frozen=True):
    """Seats that have made their choices at an open table, and the choices of the visitor.

    `for_side` maps each side to the seat that chooses for it.
    """

    seats: frozenset[str]
    mine: Form
    for_side: Mapping[str, str]


def agreed_terms(
    box: Game,
    scenario: str,
    options: Sequence[str],
    terms: Form,
    side: str,
    brings: Form,
    per_side: Mapping[str, int] = ONE_EACH,
    alone: bool = False,
    has_club: bool = False,
) -> Form:
    """Terms of a new table, opened by a player of this side. `per_side` is the number of seats of
    each side. `alone` is true if all others are bots. `has_club`: the table belongs to a club.

    Raises `Refused` with all errors in the terms or choices.
    """
    if box.agreement is None:
        return {}
    brought = {side: brings} if brings else {}
    found = box.agreement.settled(scenario, terms, brought, CHANCE, side if alone else "")
    if box.agreement.settles_sides(scenario, found):
        refuse_if(uneven_sides_refusal(per_side.values()))
    refuse_if(
        *box.agreement.club_refusals(scenario, found, has_club=has_club),
        rated_long_game_refusal(rates_battles(box, scenario, found), alone),
    )
    box.agreement.stock(scenario, options, found, brought)
    return found


def rates_battles(box: Game, scenario: str, terms: Form) -> bool:
    """True if the battles of a long game with these terms are rated."""
    return box.agreement is not None and box.agreement.rates_battles(scenario, terms)


def terms_in_words(box: Game, game: records.Game) -> tuple[Say, ...]:
    """Terms of a table, each in a few words; empty if the box no longer understands them."""
    terms = to_json(game.terms)
    return told_terms(box, game.scenario, terms)  # type: ignore[arg-type] # a box has an identity


@lru_cache(maxsize=2_000)
def told_terms(box: Game, scenario: str, terms: str) -> tuple[Say, ...]:
    """Terms in JSON, in words as `terms_in_words`. Lists show the same terms again and again."""
    try:
        found: dict[str, Any] = msgspec.json.decode(terms)
        return tuple(box.agreement.told(scenario, found)) if box.agreement else ()
    except Refused:
        return ()


def is_setup_complete(box: Game, game: records.Game, seats: Sequence[records.Seat]) -> bool:
    """True if the setup is complete and accepted. Bots accept the choices of others."""
    return box.agreement is None or box.agreement.is_laid(
        game.scenario, game.terms, sorted({seat.side for seat in seats if not seat.bot})
    )


def setup_for_seat(
    box: Game, game: records.Game, seats: Sequence[records.Seat], held: str | None
) -> Laying | None:
    """Setup of a table as a seat sees it, or a visitor; None if there is none."""
    side = next((seat.side for seat in seats if seat.seat == held), "")
    return box.agreement.laying(game.scenario, game.terms, side) if box.agreement else None


def seats_to_set_up(box: Game, game: records.Game, seats: Sequence[records.Seat]) -> list[str]:
    """Seats that owe a part of the setup, or its acceptance once it is in order."""
    now = box.agreement.laying(game.scenario, game.terms, "") if box.agreement else None
    if now is None:
        return []
    return [
        seat.seat
        for seat in seats
        if seat.user_id is not None
        and (seat.side in now.turns if now.findings else seat.side not in now.accepted)
    ]


def seats_to_arm(
    box: Game,
    game: records.Game,
    seats: Sequence[records.Seat],
    brought: Mapping[str, Form],
) -> list[str]:
    """CAR-BAT-04: A battle of a campaign waits until every side has chosen its army. So does a game
    whose sides are settled by the choices (CAR-LOB-13).
    """
    if box.agreement is None or not (game.is_child_battle or settles_sides(box, game)):
        return []
    choosing = set(choosing_seats(seats).values())
    return [
        seat.seat
        for seat in seats
        if seat.seat in choosing
        and not seat.bot
        and not brought.get(seat.seat)
        and box.agreement.brings(game.scenario, game.terms, seat.side)
    ]


def settles_sides(box: Game, game: records.Game) -> bool:
    """True if the choices of the players decide who plays which side (CAR-LOB-13)."""
    return box.agreement is not None and box.agreement.settles_sides(game.scenario, game.terms)


def stock_of(box: Game, game: records.Game, brought: Mapping[str, Form]) -> Mapping[str, Any]:
    """Stock of the game, by side, with the choices of the players."""
    return (
        box.agreement.stock(game.scenario, game.options, game.terms, brought)
        if box.agreement
        else {}
    )


def by_side(seats: Sequence[records.Seat], brought: Mapping[str, Form]) -> dict[str, Form]:
    """Choices by side."""
    return {
        side: brought[seat] for side, seat in choosing_seats(seats).items() if brought.get(seat)
    }


def choosing_seats(seats: Sequence[records.Seat]) -> dict[str, str]:
    """Seat that chooses for each side: the first one."""
    found: dict[str, str] = {}
    for seat in seats:
        found.setdefault(seat.side, seat.seat)
    return found


def store_choices(
    services: Services, work: UnitOfWork, game: records.Game, seat: records.Seat, brings: Form
) -> None:
    """Store the choices of a seat; raises `Refused` with all errors."""
    box = services.box(game)
    refuse_if(own_names_refusal(work, box, seat.user_id, brings))
    check_choices(box, game, work.seats.for_game(game.id), seat, brings)
    work.seats.update_seat(game.id, seat.seat, brings=brings)


def own_names_refusal(
    work: UnitOfWork, box: Game, user_id: int | None, brings: Form
) -> Refusal | None:
    """Refusal of own names in the army that a muted user brings; opponents read them."""
    army = brings.get(ARMY)
    return army_refusal(work, user_id, box.armies, army) if isinstance(army, Mapping) else None


def check_choices(
    box: Game,
    game: records.Game,
    seats: Sequence[records.Seat],
    seat: records.Seat,
    brings: Form,
) -> None:
    """Check the choices of a seat; raises `Refused` with all errors."""
    refuse_if(second_seat_refusal(seats, seat) if brings else None)
    stock_of(box, game, {seat.side: brings})


def carried_over_choices(
    services: Services,
    work: UnitOfWork,
    game: records.Game,
    seat: records.Seat,
    user_id: int | None,
    brings: Form,
) -> Form:
    """Choices that a user carries over to another seat in a rematch. They are empty if they do not
    fit, if they would settle the sides again, and if a muted user has named the army.
    """
    box = services.box(game)
    if settles_sides(box, game) or own_names_refusal(work, box, user_id, brings):
        return {}
    if second_seat_refusal(work.seats.for_game(game.id), seat):
        return {}
    try:
        stock_of(services.box(game), game, {seat.side: brings})
    except Refused:
        return {}
    return brings


def load_setup_progress(
    services: Services, address: int | str, user_id: int | None
) -> SetupProgress:
    """Seats that have made their choices; raises `NoSuchGame`."""
    with services.store.read() as work:
        game = services.find(work, address)
        seats = work.seats.for_game(game.id)
        if not may_watch(game, seats, user_id, address):
            raise NoSuchGame
        held, found = player_seat_of(seats, user_id), work.seats.contributions_by_seat(game.id)
    return SetupProgress(
        frozenset(found), found.get(held.seat, {}) if held else {}, choosing_seats(seats)
    )


def choices_of_form(
    services: Services, box: Game, user_id: int, form: Mapping[str, Any], now: Form = NOTHING_YET
) -> dict[str, Any]:
    """Choices of a form. The number of a saved army is replaced by that army; `now` are the present
    choices.

    API clients may send the army itself as plain data; raises `Refused` if it cannot be read.
    """
    found: dict[str, Any] = {**form}
    if isinstance(form.get(ARMY), Mapping):
        found[ARMY] = army_files.parse_army(services, box.card.key, form[ARMY])
    elif form.get(ARMY) == AS_BROUGHT and now.get(ARMY):
        found[ARMY] = now[ARMY]
    elif form.get(ARMY):
        found[ARMY] = army_of(services, box, user_id, form[ARMY])
    return found


def answers_giving(
    services: Services, box: Game, user_id: int | None, brings: Form
) -> dict[str, str]:
    """Answers of a form that would give these choices; the inverse of `choices_of_form`."""
    found = {field: str(value) for field, value in brings.items() if field != ARMY}
    if brings.get(ARMY) and user_id is not None:
        found[ARMY] = next(
            (
                str(army.id)
                for army in saved_armies.list_own_armies(services, user_id, box.card.key)
                if army.form == brings[ARMY]
            ),
            AS_BROUGHT,
        )
    return found


def army_of(services: Services, box: Game, user_id: int, number: str) -> Form:
    """Saved army of the player, by number; raises `Refused`."""
    own = next(
        (
            army
            for army in saved_armies.list_own_armies(services, user_id, box.card.key)
            if str(army.id) == number
        ),
        None,
    )
    if own is None:
        raise Refused(foreign_army_refusal())
    return own.form


def uneven_sides_refusal(counts: Collection[int]) -> Refusal | None:
    """CAR-LOB-13: Sides that are settled by choices have the same number of players."""
    if len(set(counts)) <= 1:
        return None
    return no(
        "CAR-LOB-13",
        "The sides are settled later, so each needs the same number of players.",
        "Los bandos se deciden después, así que cada uno necesita los mismos jugadores.",
    )


def foreign_army_refusal() -> Refusal:
    """CAR-LOB-08: A player can only use saved armies of their own."""
    return no("CAR-LOB-08", "You keep no such army.", "No guardas ningún ejército así.")


def second_seat_refusal(seats: Sequence[records.Seat], seat: records.Seat) -> Refusal | None:
    """CAR-LOB-09: If several players hold a side, its first seat chooses for all of them."""
    if choosing_seats(seats)[seat.side] == seat.seat:
        return None
    return no(
        "CAR-LOB-09",
        "The first seat of the side brings its army.",
        "El ejército del bando lo trae el primer asiento.",
    )


def checked_setup(
    services: Services, game: records.Game, brought_: Mapping[str, Form]
) -> Mapping[str, Any]:
    """CAR-LOB-10: A game begins with its terms and choices. The reason why a choice no longer fits
    is not shown to the other players.
    """
    try:
        return stock_of(services.box(game), game, brought_)
    except Refused:
        raise Refused(
            no(
                "CAR-LOB-10",
                "The armies of this table no longer fit; players may check their own again.",
                "Los ejércitos de esta mesa ya no encajan; cada jugador puede revisar el suyo.",
            )
        ) from None
