"""Photographs of battles on real tables (`CAR-PHO-…`)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from app.kernel.free_text import line_refused
from app.kernel.refusal import Refusal, no, refuse_if
from app.services.container import Services, current_time, require_game
from app.services.errors import NoSuchGame, NotYourSeat
from app.services.people import bot_accounts, moderation_rules
from app.services.people.initials import texts_for_reader
from app.services.people.permissions import referee_seat_of, seat_of
from app.services.play.picture_encoding import Picture
from app.services.watch import reading_pages
from app.services.watch.game_view import GameView
from app.store.photographs import Photograph

MOST = 6  # of a battle, by one user
LONGEST_CAPTION = 120


def list_photographs(services: Services, look: GameView, battle: str = "") -> list[Photograph]:
    """Photographs of a battle, or of all battles, of a game in view."""
    with services.store.read() as work:
        found = (
            work.photographs.of_battle(look.game.id, battle)
            if battle
            else work.photographs.of_game(look.game.id)
        )
        return texts_for_reader(services.shelf, work, look.game, found, look.user_id)


def may_add(look: GameView, sides: Sequence[str]) -> bool:
    """True for the players of a battle with these sides, and for a referee."""
    is_referee = referee_seat_of(look.seats, look.user_id) is not None
    return is_referee or (look.seat is not None and look.viewer.side in sides)


def may_remove(look: GameView, one: Photograph) -> bool:
    """CAR-PHO-03: Its uploader and a referee of the game remove a photograph."""
    if look.user_id is None:
        return False
    return one.user_id == look.user_id or referee_seat_of(look.seats, look.user_id) is not None


def add_photographs(
    services: Services,
    address: int | str,
    user_id: int,
    battle: str,
    pictures: Sequence[Picture],
    caption: str = "",
) -> None:
    """Store photographs of a battle. A picture that is stored already is left out.

    Raises `NoSuchGame`, `NotYourSeat`, `Refused`.
    """
    told = reading_pages.load_pages(services, address, user_id)
    if not may_add(told.look, told.battle(battle).acting):
        raise NotYourSeat
    caption = " ".join(caption.split())
    refuse_if(line_refused(caption, LONGEST_CAPTION, "CAR-PHO-01"))
    with services.store.write() as work:
        game = require_game(work.games.lock_game(told.look.game.id))
        seat = seat_of(work.seats.for_game(game.id), user_id)
        user = work.users.find_user(user_id)
        if seat is None or user is None:
            raise NotYourSeat
        refuse_if(
            bot_accounts.bot_writing_refusal(work, user_id),
            moderation_rules.muted_refusal(work, user_id),
        )
        stored = work.photographs.of_battle(game.id, battle)
        known = {one.digest for one in stored}
        new = {one.digest: one for one in pictures if one.digest not in known}
        own = sum(one.user_id == user_id for one in stored)
        refuse_if(too_many_refusal(own + len(new)))
        common = {"game_id": game.id, "battle": battle, "user_id": user_id, "name": user.name}
        for one in new.values():
            work.photographs.add(
                **common, **msgspec.structs.asdict(one), caption=caption, made_at=current_time()
            )
        work.commit()


def too_many_refusal(many: int) -> Refusal | None:
    """CAR-PHO-01: Each player and each referee adds at most six photographs to a battle."""
    if many <= MOST:
        return None
    return no(
        "CAR-PHO-01",
        "You can add {most} photographs to a battle; with these there would be {many}.",
        "Puedes añadir {most} fotografías a una batalla; con estas serían {many}.",
        most=MOST,
        many=many,
    )


def remove_photograph(services: Services, address: int | str, user_id: int, number: int) -> str:
    """Remove a photograph for good, and return its battle. Raises `NoSuchGame`, `NotYourSeat`."""
    told = reading_pages.load_pages(services, address, user_id)
    with services.store.write() as work:
        work.games.lock_game(told.look.game.id)
        found = work.photographs.find(told.look.game.id, number)
        if found is None:
            raise NoSuchGame
        if not may_remove(told.look, found):
            raise NotYourSeat
        work.photographs.remove(number)
        work.commit()
    return found.battle


def load_photograph(
    services: Services, address: int | str, user_id: int | None, number: int
) -> tuple[Photograph, bytes]:
    """Photograph with its data, for a user who may see its battle. Raises `NoSuchGame`."""
    told = reading_pages.load_pages(services, address, user_id)
    with services.store.read() as work:
        found = work.photographs.find(told.look.game.id, number)
        if found is None:
            raise NoSuchGame
        told.battle(found.battle)
        return found, work.photographs.data_of(number)
