"""Links between seasons of a contest (CAR-LOB-17): the season before, and invitations to the
next.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from app.kernel.contract import Game
from app.kernel.refusal import Refusal, Refused, no, refuse_if
from app.kernel.seats import SPECTATOR
from app.services.clubs import club_games
from app.services.container import Services, current_time, require_account, require_game
from app.services.notify import notifications
from app.services.people import blocking
from app.services.people.permissions import referee_seat_of
from app.services.play.invitations import invitation_message
from app.services.play.referees import name_first_referees
from app.store import records
from app.store.transactions import UnitOfWork


def name_organisers(
    services: Services,
    work: UnitOfWork,
    box: Game,
    game_id: int,
    user_id: int,
    referees: Sequence[str],
    terms: Mapping[str, Any],
) -> None:
    """Name the first referees of a new game, and link the season of a contest. Raises `Refused`."""
    name_first_referees(work, box, game_id, user_id, referees)
    link_season(services, work, game_id, user_id, terms)


def link_season(
    services: Services, work: UnitOfWork, game_id: int, user_id: int, terms: Mapping[str, Any]
) -> None:
    """Link a new contest whose terms name earlier seasons, and invite the entrants of the last one.

    Other games stay as they are. Raises `Refused`; the caller commits.
    """
    earlier = str(terms.get("earlier", "")).split()
    if not earlier:
        return
    game = require_game(work.games.find_game(game_id))
    last = work.games.lock_game(earlier[-1])
    if last is None or not is_season_of(work, game, last, earlier, user_id):
        raise Refused(season_refusal(exists=False))
    again = work.games.rematch_of(last.id)
    refuse_if(season_refusal(exists=True) if again is not None else None)
    work.games.update_game(game_id, rematch_of=last.id)
    invite_entrants(services, work, game, last, user_id)


def is_season_of(
    work: UnitOfWork,
    game: records.Game,
    last: records.Game,
    earlier: list[str],
    user_id: int,
) -> bool:
    """True if the user organised the finished season `last` and the new game names all before
    it.
    """
    is_alike = (game.box, game.scenario, game.club_id) == (last.box, last.scenario, last.club_id)
    known = [*str(last.terms.get("earlier", "")).split(), last.address]
    seats = work.seats.for_game(last.id)
    is_organiser = referee_seat_of(seats, user_id) is not None
    return is_alike and last.status == "over" and is_organiser and earlier[-len(known) :] == known


def season_refusal(*, exists: bool) -> Refusal:
    """CAR-LOB-17: A next season names finished seasons that its founder organised; each has one."""
    if exists:
        return no(
            "CAR-LOB-17",
            "The next season of this contest exists already.",
            "Esta competición ya tiene su temporada siguiente.",
        )
    return no(
        "CAR-LOB-17",
        "The earlier seasons are not those of a finished contest that you organised.",
        "Las temporadas anteriores no son las de una competición terminada que hayas organizado.",
    )


def invite_entrants(
    services: Services, work: UnitOfWork, game: records.Game, last: records.Game, host_id: int
) -> None:
    """Invite the entrants of the last season who stayed to its end; each of them signs up again."""
    box = services.box(game)
    host = require_account(work.users.find_user(host_id))
    message = invitation_message(box, require_game(work.games.find_game(game.id)), host)
    staying = sides_at_the_end(services, work, box, last)
    for seat in work.seats.for_game(last.id):
        guest = seat.user_id
        if guest is None or guest == host_id or seat.side not in staying:
            continue
        user = work.users.find_user(guest)
        is_outside = club_games.outsider_refusal(work, game, guest) is not None
        if user is None or user.suspended or is_outside or blocking.are_apart(work, host_id, guest):
            continue
        work.invitations.add_invitation(game.id, guest, host_id, current_time())
        notifications.notify_member(work, guest, "invitation", f"season:{game.id}", message)


def sides_at_the_end(
    services: Services, work: UnitOfWork, box: Game, last: records.Game
) -> set[str]:
    """Sides of the entrants who were still playing when the season ended."""
    history = services.histories.of(work, box, last)
    pages = history.pages(history.number, SPECTATOR)
    contest = pages.contest if pages is not None else None
    return {one.side for one in contest.entrants if one.is_playing} if contest else set()
