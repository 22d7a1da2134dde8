"""Wishes of a member for an opponent: save, change and end."""

from __future__ import annotations

from datetime import timedelta

import msgspec

from app.kernel.matchmaking import one_change
from app.kernel.refusal import Refusal, Refused, no, refuse_if
from app.kernel.say import say
from app.services.container import Services, current_time, require_account
from app.services.errors import Malformed
from app.services.play import wish_pairing, wish_rules
from app.services.play.wish_facts import WISHES, Pool, hours_between, load_pool
from app.services.time.availability import parse_time, time_text
from app.store.clubs import Club
from app.store.opponent_wishes import OpponentWish
from app.store.transactions import UnitOfWork


class WishForm(msgspec.Struct, frozen=True):
    """Wish as its owner gives it; fields as in `kernel.matchmaking.Wish`.

    `live_hours` are the hours from now in which the live pace counts. `club_id` is the club whose
    members are wanted, None for all players.
    """

    box: str
    seats: tuple[tuple[str, str], ...]
    paces: tuple[str, ...]
    live_hours: int = 2
    languages: tuple[str, ...] = ("en", "es")
    language_required: bool = False
    strength: str = "any"
    welcomes_newcomers: bool = True
    rated: bool = False
    at_once: int = 1
    apart: int = 1
    club_id: int | None = None


def save_wish(services: Services, user_id: int, form: WishForm, wish_id: int | None = None) -> int:
    """Save a new wish, or change the wish with this number. Returns its number.

    A changed wish keeps its waiting time. Raises `Malformed` for unknown keys, and `Refused`.
    """
    box = services.shelf.get(form.box)
    if not wish_rules.are_known(box, form.seats, form.paces, form.languages, form.strength):
        raise Malformed(say("There is no such choice.", "No existe esa opción."))
    if form.live_hours not in wish_rules.LIVE_HOURS:
        raise Malformed(say("There is no such choice.", "No existe esa opción."))
    refuse_if(
        wish_rules.wish_faults(form.seats, form.paces, form.languages, form.at_once, form.apart)
    )
    with services.store.write() as work:
        work.take_turns(WISHES)
        user = require_account(work.users.find_user(user_id))
        refuse_if(
            wish_rules.wish_owner_refusal(user),
            wish_rules.wish_club_refusal(form.club_id, playing_clubs(work, user_id)),
        )
        values = _values_of(form)
        if wish_id is None:
            refuse_if(wish_rules.wish_count_refusal(len(work.opponent_wishes.of_user(user_id))))
            now = current_time()
            wish_id = work.opponent_wishes.add_wish(
                user_id=user_id, made_at=now, waits_since=now, **values
            )
        else:
            _own_wish(work, user_id, wish_id)
            work.opponent_wishes.update_wish(wish_id, **values)
        work.commit()
    services.wake_worker(wish_pairing.WORKER)
    return wish_id


def end_wish(services: Services, user_id: int, wish_id: int) -> None:
    """End a wish. Games that it has found go on. Raises `Refused`."""
    with services.store.write() as work:
        work.take_turns(WISHES)
        _own_wish(work, user_id, wish_id)
        work.opponent_wishes.delete_wish(wish_id)
        work.commit()


def take_change(services: Services, user_id: int, wish_id: int, other_id: int) -> list[int]:
    """Change a wish in the one point that keeps it from another member's wish, and pair both at
    once.

    Returns the number of the new game. Raises `Refused` if the change no longer finds the game.
    """
    with services.store.write() as work:
        work.take_turns(WISHES)
        _own_wish(work, user_id, wish_id)
        pool = load_visible_pool(services, work, user_id)
        wishes = {one.number: one for one in pool.wishes}
        own, other = wishes.get(wish_id), wishes.get(other_id)
        found = one_change(own, other, pool.players, pool.scenarios) if own and other else None
        if found is None or own is None:
            raise Refused(_no_longer_found())
        changed = found[1]
        values = {
            "box": changed.box,
            "seats": changed.seats,
            "paces": changed.paces,
            "language_required": changed.is_language_required,
            "strength": changed.strength,
            "welcomes_newcomers": changed.welcomes_newcomers,
            "at_once": changed.at_once,
            "apart": changed.apart,
            "club_id": changed.club or None,
        }
        if wish_rules.LIVE in changed.paces and wish_rules.LIVE not in own.paces:
            values["live_until"] = pool.stored[other_id].live_until
        work.opponent_wishes.update_wish(wish_id, **values)
        work.commit()
    return wish_pairing.pair_waiting_wishes(services, only=frozenset((wish_id, other_id)))


def playing_clubs(work: UnitOfWork, user_id: int) -> frozenset[int]:
    """Active clubs in which the user may play."""
    found = work.opponent_wishes.clubs_of([user_id], wish_rules.READING_ROLES)
    return found.get(user_id, frozenset())


def clubs_to_play_in(services: Services, user_id: int) -> tuple[Club, ...]:
    """Active clubs in which the user may play, in the order of their names."""
    with services.store.read() as work:
        playing = playing_clubs(work, user_id)
        return tuple(one for one in work.clubs.clubs_of_user(user_id) if one.id in playing)


def note_visit(services: Services, user_id: int) -> None:
    """Note a visit of the owner to the page of wishes, at most once an hour."""
    with services.store.read() as work:
        now = current_time()
        own = work.opponent_wishes.of_user(user_id)
        if all(hours_between(one.seen_at, now) < 1 and not one.asked_at for one in own):
            return
    with services.store.write() as work:
        for one in own:
            work.opponent_wishes.update_wish(one.id, seen_at=now, asked_at="")
        work.commit()


def load_visible_pool(services: Services, work: UnitOfWork, viewer: int | None) -> Pool:
    """Pool as a viewer may know it. Members with a block on either side, wishes for members of
    other clubs, and hidden ratings of others are left out.
    """
    pool = load_pool(services, work)
    apart = work.blocks.kept_apart_from(viewer) if viewer is not None else set()
    clubs = {0, *(one.id for one in work.clubs.clubs_of_user(viewer))} if viewer else {0}
    hidden = {*work.ratings.hidden_among(pool.players)} - {viewer}
    return msgspec.structs.replace(
        pool,
        wishes=tuple(
            one
            for one in pool.wishes
            if one.owner == viewer or (one.owner not in apart and one.club in clubs)
        ),
        players={
            number: msgspec.structs.replace(one, is_secret=True, ratings={})
            if number in hidden
            else one
            for number, one in pool.players.items()
        },
    )


def _values_of(form: WishForm) -> dict[str, object]:
    """Columns of a wish from its form, with the time of this visit."""
    values = msgspec.structs.asdict(form)
    until = parse_time(current_time()) + timedelta(hours=values.pop("live_hours"))
    return {
        **values,
        "live_until": time_text(until) if wish_rules.LIVE in form.paces else "",
        "seen_at": current_time(),
        "asked_at": "",
    }


def _own_wish(work: UnitOfWork, user_id: int, wish_id: int) -> OpponentWish:
    """CAR-OPP-04: A member changes and ends their own wishes. Raises `Refused`."""
    own = next((one for one in work.opponent_wishes.of_user(user_id) if one.id == wish_id), None)
    if own is None:
        raise Refused(no("CAR-OPP-04", "You have no such wish.", "No tienes esa búsqueda."))
    return own


def _no_longer_found() -> Refusal:
    """CAR-OPP-05: One change of a wish finds a game while the other wish still waits."""
    return no(
        "CAR-OPP-05",
        "This change no longer finds a game.",
        "Ese cambio ya no encuentra partida.",
    )
