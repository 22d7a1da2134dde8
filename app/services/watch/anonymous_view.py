"""View of anonymous visitors, for projectors and frames."""

from __future__ import annotations

from app.services.container import Services
from app.services.errors import NoSuchGame
from app.services.people import initials
from app.services.people.permissions import may_watch
from app.services.watch.broadcast_delay import as_shown
from app.services.watch.game_view import GameView, build_view


def load_anonymous_view(
    services: Services, address: int | str, user_id: int | None = None
) -> GameView:
    """Load the view of anonymous visitors. A game that only its club sees needs a member of it.

    Raises `NoSuchGame`.
    """
    with services.store.read() as work:
        game, seats = services.find_for(work, address, user_id)
        if not may_watch(game, seats, user_id if game.club_only else None, address):
            raise NoSuchGame
        history = services.histories.of(work, services.box(game), game)
        game, seats, history = as_shown(game, seats, history, work.former)
        seats = initials.seats_for_reader(services.shelf, work, game, seats, None)
        look = build_view(game, seats, history, None, None, None, None, None, None)
    services.note_view(game.id)
    return look


def is_link_of_club_game(services: Services, address: int | str) -> bool:
    """True for the secret address of a game that only its club sees. Its number tells nothing."""
    with services.store.read() as work:
        game = work.known_games.find_game(address)
    return game is not None and game.club_only and str(address) == game.token
