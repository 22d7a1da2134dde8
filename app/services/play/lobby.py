"""Lobby: opening, joining, leaving and repeating games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from app.kernel.bot_strengths import is_offered, kind_of_bot
from app.kernel.clock_terms import Terms, kept_by_a_clock, step_refusal
from app.kernel.contract import Game, Scenario
from app.kernel.game_setup import NOTHING_YET, Form
from app.kernel.refusal import Refusal, Refused, refuse_if
from app.kernel.say import say
from app.kernel.scenario_options import are_options_valid, chosen_options
from app.services.clubs import club_games
from app.services.container import Services, current_time, require_game
from app.services.errors import Malformed, NoSuchGame, NotYourSeat
from app.services.people import blocking, bot_accounts
from app.services.people.permissions import may_watch, player_seat_of
from app.services.play import child_battles, game_setup, held_tables, new_tables, season_links
from app.services.play.dice_rounds import check_pledge, forget_pledges, open_round_refusal
from app.services.play.founders import check_founder
from app.services.play.new_tables import NewTable
from app.services.play.rating_rules import not_a_member_refusal, rating_refusal
from app.services.play.table_rules import (
    begun_game_refusal,
    check_choices,
    child_battle_refusal,
    dice_text_refusal,
    foreign_table_refusal,
    seat_taken_refusal,
    second_seat_refusal,
)
from app.services.time.availability import zone_refusal
from app.services.watch.broadcast_delay import DELAYS
from app.services.watch.game_list import ListedGame, list_games
from app.store import records
from app.store.repositories import Conflict
from app.store.transactions import UnitOfWork


def open_table(
    services: Services, user_id: int, box: str, scenario: str, side: str = "", **terms: Any
) -> records.Game:
    """Open a table with the usual terms, except those named (fields of `NewTable`)."""
    return open_with_terms(services, user_id, NewTable(box, scenario, side, **terms))


def open_with_terms(services: Services, user_id: int, asked: NewTable) -> records.Game:
    """Open a table and take a seat. Against a bot the game begins at once.

    Founder and referees of a game with open seats are referees. If it gathers its players, it
    begins at once, and they join on its page. Raises `Malformed` for an unknown choice,
    `NoSuchClub` for a foreign club. Raises `Refused` for errors in `added`, terms or army, and for
    a title by a muted user.
    """
    found, plot = scenario_of(services, asked.box, asked.scenario)
    new = completed_choices(found, plot, asked)
    counts = new_tables.seats_by_side(plot, new.side, new.per_side, new.others_per_side)
    check_new_table(found, plot, new, counts)
    chosen = options_of_scenario(found, plot, new.options)
    is_in_club = new.club is not None
    agreed = game_setup.agreed_terms(
        *(found, new.scenario, chosen, new.terms, new.side, new.brings, counts),
        *(new.is_against_bot, is_in_club),
    )
    with services.store.write() as work:
        check_founder(work, user_id, new.title, new.club, found.card, new.visibility, new.against)
        game_id = new_tables.add_game(
            work,
            found,
            plot,
            opened_by=user_id,
            per_side=counts,
            gathers=new.gathers,
            **new_tables.columns_of(found, new, chosen, agreed),
        )
        seat = next((one for one in work.seats.for_game(game_id) if one.side == new.side), None)
        season_links.name_organisers(services, work, found, game_id, user_id, new.referees, agreed)
        if seat is not None and not seat.is_of_referees:
            take_seat(services, work, game_id, seat.seat, user_id, new.added, new.brings)
        if new.is_against_bot:
            seat_bots(work, game_id, kind_of_bot(found.card.bot_strengths, new.strength))
        return begun_if_full(services, work, game_id)


def completed_choices(box: Game, scenario: Scenario, asked: NewTable) -> NewTable:
    """Choices of a founder with a side and a tidy title. A table gathers only people, in a game
    with open seats.
    """
    is_for_people = asked.against == "people"
    sides = (one.key for one in scenario.sides if one.competes or is_for_people)
    return msgspec.structs.replace(
        asked,
        side=asked.side or next(sides),
        gathers=asked.gathers and is_for_people and box.card.open_seats is not None,
        title=" ".join(asked.title.split()),
    )


def check_new_table(
    box: Game, scenario: Scenario, new: NewTable, counts: Mapping[str, int]
) -> None:
    """Raise `Malformed` or `Refused` if the game cannot be played with these choices."""
    check_choices(
        new.side in counts,
        all(1 <= count <= scenario.most_per_side for count in counts.values()),
        new.visibility in ("open", "private", "club", *(("invited",) if new.gathers else ())),
        new.against in ("people", "bot"),
        are_further_choices_known(box, new.options, new.delay, new.strength),
    )
    refuse_if(
        clock_refusals(new.clock, box),
        rating_refusal(new.rated, box, scenario, counts, new.against),
    )


def are_further_choices_known(box: Game, options: Sequence[str], delay: str, strength: str) -> bool:
    """Return true if the game has these options and this strength of its bot, and the site the
    delay.
    """
    return (
        are_options_valid(box.card.options, options)
        and delay in DELAYS
        and is_offered(box.card.bot_strengths, strength)
    )


def clock_refusals(clock: Terms, box: Game) -> list[Refusal]:
    """Errors in the clock of a new table."""
    found = zone_refusal(clock), step_refusal(clock, box.card.deadlines)
    return [*kept_by_a_clock(clock), *filter(None, found)]


def play_now(
    services: Services, user_id: int, box: str | None = None, scenario: str | None = None
) -> records.Game:
    """Start a game against a bot.

    Defaults are the first box and its first battle; raises `NoSuchGame`.
    """
    found = services.shelf.get(box) if box else next(iter(services.shelf.values()), None)
    if found is None:
        raise NoSuchGame
    plot, options = scenario or first_battle(found).key, usual_options(found)
    return open_with_terms(
        services, user_id, NewTable(found.card.key, plot, options=options, against="bot")
    )


def first_battle(box: Game) -> Scenario:
    """First scenario for a new player: the guided battle of a box, or its first scenario."""
    return next((one for one in box.card.scenarios if one.guided), box.card.scenarios[0])


def next_battle(box: Game, scenario: str) -> Scenario | None:
    """Battle that follows a guided one (tutorial): the next guided one, then the shortest of the
    others. None after other battles and in a long game.
    """
    guided = [one for one in box.card.scenarios if one.guided]
    keys = [one.key for one in guided]
    if scenario not in keys or not box.card.is_battle:
        return None
    others = sorted(
        (one for one in box.card.scenarios if not one.guided), key=lambda one: one.minutes
    )
    return next(iter((*guided[keys.index(scenario) + 1 :], *others)), None)


def join_table(
    services: Services,
    address: int | str,
    user_id: int,
    seat: str | None = None,
    added: str = "",
    brings: Form = NOTHING_YET,
    pledge: str = "",
) -> records.Game:
    """Take a free seat, by default the first one; the game begins when all are taken. With the
    `pledge` of a browser it first waits for the values of the browsers.

    Raises `Refused` with all errors in the choices.
    """
    with services.store.write() as work:
        game = joinable_game(work, address, user_id)
        seats = work.seats.for_game(game.id)
        refuse_if(
            begun_game_refusal(game),
            second_seat_refusal(seats, user_id),
            club_games.outsider_refusal(work, game, user_id),
            blocking.blocked_player_refusal(
                work, user_id, (game.opened_by, *(seat.user_id for seat in seats))
            ),
        )
        wanted = next((one for one in seats if one.is_free and seat in (None, one.seat)), None)
        if wanted is None:
            raise Refused(seat_taken_refusal())
        take_seat(services, work, game.id, wanted.seat, user_id, added, brings, pledge)
        return begun_if_full(services, work, game.id)


def change_choices(services: Services, address: int | str, user_id: int, brings: Form) -> None:
    """Change the choices at an open table; raises `Refused` with all errors."""
    with services.store.write() as work:
        game = joinable_game(work, address, user_id)
        held = player_seat_of(work.seats.for_game(game.id), user_id)
        if held is None:
            raise NotYourSeat
        refuse_if(
            begun_game_refusal(game) or open_round_refusal(game),
            held_tables.fixed_armies_refusal(services, work, game),
        )
        game_setup.store_choices(services, work, game, held, brings)
        if game.is_child_battle or game_setup.settles_sides(services.box(game), game):
            begun_if_full(services, work, game.id)
        work.commit()
    services.wake_worker(child_battles.WORKER)


def change_setup(
    services: Services, address: int | str, user_id: int, change: Form
) -> records.Game:
    """Change or accept the common setup of a table.

    The game begins when all seats are taken and have accepted. Raises `Refused`.
    """
    with services.store.write() as work:
        game = joinable_game(work, address, user_id)
        seats = work.seats.for_game(game.id)
        held, agreement = player_seat_of(seats, user_id), services.box(game).agreement
        if held is None or agreement is None:
            raise NotYourSeat
        refuse_if(begun_game_refusal(game) or open_round_refusal(game), child_battle_refusal(game))
        if game_setup.setup_for_seat(services.box(game), game, seats, held.seat) is None:
            raise NotYourSeat  # nothing is laid out
        work.games.update_game(
            game.id,
            terms=agreement.laid(game.scenario, game.terms, held.side, change),
            moved_at=current_time(),
        )
        return begun_if_full(services, work, game.id)


def leave_table(services: Services, address: int | str, user_id: int) -> None:
    """Leave a seat before the beginning; the last player to leave deletes the table.

    The player's streams end and reconnect without a seat.
    """
    with services.store.write() as work:
        game = joinable_game(work, address, user_id)
        seats = work.seats.for_game(game.id)
        if player_seat_of(seats, user_id) is None:
            raise NotYourSeat
        refuse_if(begun_game_refusal(game) or open_round_refusal(game), child_battle_refusal(game))
        free_seat_of_user(work, game.id, user_id)
        ended = work.logins.end_streams(user_id)
        work.commit()
    services.notifier.publish(user_id, ended, "logins")


def free_seat_of_user(work: UnitOfWork, game_id: int, user_id: int) -> None:
    """Free the seat of a user at an open table.

    The last player to leave deletes the table. The caller commits.
    """
    game = work.games.lock_game(game_id)
    seats = work.seats.for_game(game_id)
    held = player_seat_of(seats, user_id)
    if game is None or held is None or game.status != "open" or game.is_child_battle:
        return
    if any(seat.user_id or seat.referees for seat in seats if seat != held):
        forget_pledges(work, game, seats)
        freed: dict[str, object] = {
            "user_id": None,
            "name": None,
            "added": "",
            "pledge": "",
            "brings": {},
        }
        work.seats.update_seat(game.id, held.seat, **freed)
    else:
        work.games.delete_game(game.id)


def cancel_table(services: Services, address: int | str, user_id: int) -> None:
    """Delete a table before the beginning."""
    with services.store.write() as work:
        game = joinable_game(work, address, user_id)
        refuse_if(
            begun_game_refusal(game) or open_round_refusal(game),
            child_battle_refusal(game)
            or foreign_table_refusal(game, work.seats.for_game(game.id), user_id),
        )
        work.games.delete_game(game.id)
        work.commit()


def open_tables(services: Services, user_id: int | None = None) -> list[ListedGame]:
    """Tables with a free seat, newest first, and the open tables of the user."""
    with services.store.read() as work:
        found = blocking.without_blocked_users(
            work,
            list_games(services, work, work.games.waiting_for_players(user_id), user_id),
            user_id,
        )
    return [one for one in found if one.mine or any(seat.is_free for seat in one.seats)]


def scenario_of(services: Services, box: str, scenario: str) -> tuple[Game, Scenario]:
    """Box and scenario by key; raises `Malformed` if they are unknown."""
    found = services.shelf.get(box)
    plot = (
        next((one for one in found.card.scenarios if one.key == scenario), None) if found else None
    )
    if found is None or plot is None:
        raise Malformed(
            say("There is no such game or scenario.", "No existe ese juego o escenario.")
        )
    return found, plot


def options_of_scenario(box: Game, scenario: Scenario, chosen: Sequence[str]) -> tuple[str, ...]:
    """Options of the game, in the order of the box: chosen ones and those of the scenario."""
    return chosen_options(box.card.options, {*chosen, *scenario.options_on})


def joinable_game(work: UnitOfWork, address: int | str, user_id: int) -> records.Game:
    game = require_game(work.games.lock_game(address))
    if not may_watch(game, work.seats.for_game(game.id), user_id, address):
        raise NoSuchGame
    return game


def usual_options(box: Game) -> tuple[str, ...]:
    return tuple(option.key for option in box.card.options if option.usual)


def take_seat(
    services: Services,
    work: UnitOfWork,
    game_id: int,
    seat: str,
    user_id: int,
    added: str,
    brings: Form,
    pledge: str = "",
) -> None:
    refuse_if(dice_text_refusal(added))
    if pledge:
        check_pledge(pledge)
    user = work.users.find_user(user_id)
    if user is None:
        raise NotYourSeat
    game = require_game(work.games.find_game(game_id))
    refuse_if(bot_accounts.bot_game_count_refusal(work, user), not_a_member_refusal(game, user))
    try:
        value = "" if pledge else added
        work.seats.update_seat(
            game_id, seat, user_id=user_id, name=user.name, added=value, pledge=pledge
        )
    except Conflict:
        refusal = second_seat_refusal((records.Seat(seat, seat, 0, user_id),), user_id)
        raise Refused(*filter(None, (refusal,))) from None
    if brings:
        game_setup.store_choices(
            services,
            work,
            game,
            next(one for one in work.seats.for_game(game_id) if one.seat == seat),
            brings,
        )


def seat_bots(work: UnitOfWork, game_id: int, kind: str, *, is_demo: bool = False) -> None:
    """Give the free seats to bots of this kind, in a demonstration also those of referees."""
    for seat in work.seats.for_game(game_id):
        if seat.is_free or (is_demo and seat.is_of_referees):
            new_tables.seat_bot(work, game_id, seat.seat, kind)


def begun_if_full(services: Services, work: UnitOfWork, game_id: int) -> records.Game:
    """Begin the game if all seats are taken and the setup is complete. Then commit and notify."""
    child_battles.begin_if_complete(services, work, game_id)
    work.commit()
    game = require_game(work.games.find_game(game_id))
    if game.number:
        services.publish_moves(game.id, game.number)
    return game
