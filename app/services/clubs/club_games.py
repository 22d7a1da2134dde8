"""Games of a club: founding them, joining them, and their list."""

from __future__ import annotations

import msgspec

from app.kernel.contract import Card
from app.kernel.refusal import Refusal, refuse_if
from app.kernel.say import Say
from app.services.clubs import game_rules
from app.services.clubs.clubs import ClubView
from app.services.clubs.roles import Permission
from app.services.container import Services
from app.services.errors import NoSuchClub
from app.services.people.blocking import without_blocked_users
from app.services.people.permissions import may_watch
from app.services.watch.game_list import ListedGame, list_games
from app.store import records
from app.store.clubs import Club
from app.store.transactions import UnitOfWork

MOST_LISTED = 30


class ClubGames(msgspec.Struct, frozen=True):
    """Games on the front page of a club, and the campaigns that the club can found, by key."""

    going_on: tuple[ListedGame, ...] = ()
    finished: tuple[ListedGame, ...] = ()
    campaigns: tuple[tuple[str, Say], ...] = ()


def check_founding(
    work: UnitOfWork, club_id: int | None, user_id: int, card: Card, visibility: str
) -> None:
    """Check that the user may found a game of this box for a club. Raises `NoSuchClub` for users
    who are not members, or `Refused`.
    """
    if club_id is None:
        refuse_if(game_rules.club_missing_refusal() if visibility == "club" else None)
        return
    club, roles = work.clubs.find_club(club_id), work.clubs.roles_of_user(club_id, user_id)
    if club is None or not roles:
        raise NoSuchClub
    refuse_if(game_rules.founding_refusal(club, roles, is_long=not card.is_battle))


def founding_clubs(services: Services, user_id: int | None, card: Card) -> tuple[Club, ...]:
    """Clubs for which the user may found a game of this box."""
    if user_id is None:
        return ()
    with services.store.read() as work:
        return tuple(
            club
            for club in work.clubs.clubs_of_user(user_id)
            if game_rules.founding_refusal(
                club, work.clubs.roles_of_user(club.id, user_id), is_long=not card.is_battle
            )
            is None
        )


def outsider_refusal(work: UnitOfWork, game: records.Game, user_id: int) -> Refusal | None:
    """Refusal of a seat, an invitation or an office for a user outside the game's club."""
    roles = work.clubs.roles_of_user(game.club_id, user_id) if game.club_id else frozenset()
    return game_rules.joining_refusal(game, roles)


def load_club_games(services: Services, view: ClubView, user_id: int | None) -> ClubGames:
    """Games of the club for its front page, as the visitor may see them."""
    boxes = services.shelf.items()
    return ClubGames(
        list_club_games(services, view, user_id),
        list_club_games(services, view, user_id, finished=True),
        tuple((key, box.card.title) for key, box in boxes if not box.card.is_battle),
    )


def list_club_games(
    services: Services, view: ClubView, user_id: int | None, *, finished: bool = False
) -> tuple[ListedGame, ...]:
    """Games and campaigns of a club that the viewer may see, the latest move first."""
    with services.store.read() as work:
        games = work.games.of_club(view.club.id, MOST_LISTED, is_over=finished)
        seats = work.seats.of_games([one.id for one in games])
        known = [
            one
            for one in games
            if not one.is_private or (view.may(Permission.READ) and one.club_only)
            if may_watch(one, seats.get(one.id, ()), user_id, one.address)
        ]
        listed = list_games(services, work, known, user_id)
        return tuple(without_blocked_users(work, listed, user_id))
