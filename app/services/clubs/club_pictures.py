"""Pictures of the front page of a club, without data of camera, place and time."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from app.kernel.free_text import line_refused
from app.kernel.refusal import Refusal, no, refuse_if
from app.services.clubs import club_rules as rules
from app.services.clubs.clubs import ClubView, load_club, require_active
from app.services.clubs.roles import Permission
from app.services.container import Services, current_time
from app.services.errors import NoSuchClub
from app.services.people import moderation_rules
from app.services.people.initials import initials_of
from app.services.play.picture_encoding import Picture
from app.store.club_pictures import ClubPicture

MOST, LONGEST_CAPTION = 12, 120


def list_pictures(services: Services, view: ClubView) -> tuple[ClubPicture, ...]:
    """Pictures for all readers of the front page; none after its words were removed by a moderator.
    Users who are not members read initials.
    """
    if view.club.hidden:
        return ()
    with services.store.read() as work:
        found = work.club_pictures.of_club(view.club.id)
    if view.may(Permission.READ):
        return tuple(found)
    replace = msgspec.structs.replace
    return tuple(replace(one, name=initials_of(one.name), made_by=None) for one in found)


def load_picture(
    services: Services, club_id: int, user_id: int | None, number: int
) -> tuple[ClubPicture, bytes]:
    """Picture with its data. Raises `NoSuchClub`."""
    view = load_club(services, club_id, user_id)
    found = next((one for one in list_pictures(services, view) if one.id == number), None)
    if found is None:
        raise NoSuchClub
    with services.store.read() as work:
        return found, work.club_pictures.data_of(number)


def may_remove(view: ClubView, one: ClubPicture, user_id: int | None) -> bool:
    """CAR-CLB-43: Its uploader and an organiser remove a picture."""
    is_own = user_id is not None and one.made_by == user_id and view.may(Permission.CHRONICLE)
    return is_own or view.may(Permission.ORGANISE)


def add_pictures(
    services: Services,
    club_id: int,
    user_id: int,
    pictures: Sequence[Picture],
    caption: str = "",
) -> None:
    """Add pictures to the front page. A picture that is stored already is left out. Raises
    `NoSuchClub` or `Refused`.
    """
    caption = " ".join(caption.split())
    with services.store.write() as work:
        club = require_active(work, club_id, user_id, Permission.CHRONICLE)
        stored = work.club_pictures.of_club(club.id)
        known = {one.digest for one in stored}
        new = {one.digest: one for one in pictures if one.digest not in known}
        refuse_if(
            moderation_rules.muted_refusal(work, user_id),
            line_refused(caption, LONGEST_CAPTION, "CAR-CLB-42"),
            many_pictures_refusal(len(stored) + len(new)),
        )
        if not new:
            return
        now = current_time()
        for one in new.values():
            work.club_pictures.add_picture(
                club_id=club.id,
                made_by=user_id,
                caption=caption,
                made_at=now,
                **msgspec.structs.asdict(one),
            )
        work.club_log.add_act(club.id, now, user_id, "pictures_added", detail=str(len(new)))
        work.commit()


def many_pictures_refusal(many: int) -> Refusal | None:
    """CAR-CLB-42: A club has at most twelve pictures."""
    if many <= MOST:
        return None
    return no(
        "CAR-CLB-42",
        "A club has at most {most} pictures; with these there would be {many}. Remove some first.",
        "Un club tiene {most} imágenes como mucho; con estas serían {many}. Quita antes alguna.",
        most=MOST,
        many=many,
    )


def remove_picture(services: Services, club_id: int, user_id: int, number: int) -> None:
    """Remove a picture for good. Raises `NoSuchClub` or `Refused`."""
    view = load_club(services, club_id, user_id)
    with services.store.write() as work:
        club = require_active(work, club_id, user_id, Permission.CHRONICLE)
        found = next((one for one in work.club_pictures.of_club(club.id) if one.id == number), None)
        if found is None:
            raise NoSuchClub
        if not may_remove(view, found, user_id):
            refuse_if(rules.permission_refusal(view.roles, Permission.ORGANISE))
        work.club_pictures.remove_picture(number)
        work.club_log.add_act(club.id, current_time(), user_id, "picture_removed")
        work.commit()
