"""Offices in the contests and campaigns of a club (CAR-CLB-51): they end with the right of the
member, and an owner takes them away.
"""

from __future__ import annotations

from app.kernel.refusal import Refusal, no, refuse_if
from app.kernel.say import as_is, say
from app.services.clubs import club_rules as rules
from app.services.clubs.club_notifications import notify
from app.services.clubs.roles import OWNER, Permission, has_permission
from app.services.container import Services, current_time, require_game
from app.services.errors import NoSuchGame, NoSuchPerson, NotYourSeat
from app.services.people.permissions import may_watch
from app.store import records
from app.store.clubs import Club, ClubRole
from app.store.transactions import UnitOfWork

LONGEST_TITLE = 80


def end_offices(work: UnitOfWork, club: Club, user_id: int, now: str) -> None:
    """CAR-CLB-51: End all offices of a user in games of the club; the caller commits. The club has
    its new roles already.
    """
    heir = heir_of(work.clubs.roles_of_club(club.id), user_id)
    for game_id in work.referees.offices_in_club(club.id, user_id):
        game = require_game(work.games.lock_game(game_id))
        end_office(work, club, game, user_id, None, heir, now)


def remove_from_office(services: Services, address: int | str, user_id: int, other: int) -> None:
    """End the office of a user in a game of the club, by an owner (CAR-CLB-51). Raises
    `NoSuchGame`, `NoSuchPerson`, `NotYourSeat` and `Refused`.
    """
    with services.store.write() as work:
        game = require_game(work.games.lock_game(address))
        seats = work.seats.for_game(game.id)
        if not may_watch(game, seats, user_id, address):
            raise NoSuchGame
        if not any(one.is_of_referees for one in seats):
            raise NotYourSeat
        club = work.clubs.find_club(game.club_id) if game.club_id else None
        refuse_if(no_club_refusal() if club is None else None)
        assert club is not None  # noqa: S101 - refused above
        roles = work.clubs.roles_of_user(club.id, user_id)
        refuse_if(rules.permission_refusal(roles, Permission.NAME), rules.archived_refusal(club))
        if not any(one.is_refereed_by(other) for one in seats):
            raise NoSuchPerson
        end_office(work, club, game, other, user_id, user_id, current_time())
        ended = work.logins.end_streams(other)
        work.commit()
    services.notifier.publish(other, ended, "logins")


def may_remove_from_office(services: Services, game: records.Game, user_id: int | None) -> bool:
    """Return true for an owner of the active club of a game."""
    if game.club_id is None or user_id is None:
        return False
    with services.store.read() as work:
        club = work.clubs.find_club(game.club_id)
        roles = work.clubs.roles_of_user(game.club_id, user_id)
    return club is not None and not club.archived_at and has_permission(roles, Permission.NAME)


def end_office(
    work: UnitOfWork,
    club: Club,
    game: records.Game,
    user_id: int,
    by: int | None,
    heir: int | None,
    now: str,
) -> None:
    """End one office; `by` is None if it ends with a right. The last office of an unfinished game
    goes to the heir, who keeps it if it is the heir's own.
    """
    seats = work.seats.for_game(game.id)
    is_last = not any(one.user_id != user_id for seat in seats for one in seat.referees)
    if is_last and user_id == heir:
        refuse_if(last_office_refusal())
    work.referees.remove(game.id, user_id)
    is_known = not game.is_private or game.club_only
    title = (game.title if is_known else "")[:LONGEST_TITLE] or f"#{game.id}"
    work.club_log.add_act(club.id, now, by, "office_ended", user_id, title)
    if user_id != by:
        lost = say(
            "{club}: you do not organise “{game}” any more",
            "{club}: ya no organizas «{game}»",
        )
        notify(work, club, user_id, f"office:{game.id}:{now}", lost, game=as_is(title))
    if not is_last or heir is None or game.status == "over":
        return
    work.referees.add(game.id, heir, now)
    work.club_log.add_act(club.id, now, None, "office_inherited", heir, title)
    if heir != by:
        held = say("{club}: you organise “{game}” now", "{club}: ahora organizas «{game}»")
        notify(work, club, heir, f"office:{game.id}:{now}", held, game=as_is(title))


def heir_of(members: list[ClubRole], user_id: int) -> int | None:
    """Owner who has owned the club for longest and can log in, other than this user."""
    owners = (one for one in members if one.role == OWNER and not one.is_suspended)
    return next((one.user_id for one in owners if one.user_id != user_id), None)


def no_club_refusal() -> Refusal:
    """Refusal of an owner's act on a game that belongs to no club."""
    return no(
        "CAR-CLB-51",
        "This game belongs to no club.",
        "Esta partida no es de ningún club.",
    )


def last_office_refusal() -> Refusal:
    """Refusal of an owner who takes their own last office."""
    return no(
        "CAR-CLB-51",
        "You hold the last office of this game: name another member first.",
        "Tienes el último cargo de esta partida: nombra antes a otro miembro.",
    )
