"""Saved armies of players: creation, copies, sharing, import and export. The box defines the
content of an army.

File formats: docs/army-format.md.
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec

from app.kernel.army_form import Answers, ArmyBuilder, ArmySheet, Brief, Builder
from app.kernel.contract import Game
from app.kernel.refusal import Refusal, Refused, no, refuse_if
from app.services.container import Services, current_time
from app.services.errors import NoSuchGame, NotYourSeat
from app.services.people import moderation_rules
from app.services.server_clock import current_datetime
from app.store import records
from app.store.transactions import UnitOfWork

FORMAT = "caracole-army/1"
SHARING = ("own", "link", "public", "later")
CHANCE = random.SystemRandom()
RAISE = "raise"  # the only action that uses chance
MOST, SHOWN = 200, 60
LONGEST_NAME = 60
FARTHEST = timedelta(days=366)


class JudgedArmy(msgspec.Struct, frozen=True):
    """Saved army with the verdict of its box under the current lists."""

    army: records.Army
    box: Game
    brief: Brief
    is_mine: bool


# ---------------------------------------------------------------------- loading
def builder_of(services: Services, box: str) -> tuple[Game, ArmyBuilder]:
    """Box and its army builder; raises `NoSuchGame` if it has none."""
    found = services.shelf.get(box)
    if found is None or found.armies is None:
        raise NoSuchGame
    return found, found.armies


def boxes_with_armies(services: Services) -> list[Game]:
    """Games with an army builder."""
    return [box for box in services.shelf.values() if box.armies is not None]


def list_own_armies(services: Services, user_id: int, box: str = "") -> list[records.Army]:
    """Armies of a player, last changed first; with a box only those of that game."""
    with services.store.read() as work:
        return [army for army in work.armies.of_user(user_id) if box in ("", army.box)]


def list_public_armies(services: Services, user_id: int | None = None) -> list[records.Army]:
    """Public armies, last changed first, without those of users that the user has blocked."""
    with services.store.read() as work:
        blocked = work.blocks.blocked_by_user(user_id) if user_id is not None else ()
        return [army for army in work.armies.public_armies(SHOWN) if army.user_id not in blocked]


def judge_army(services: Services, army: records.Army, user_id: int | None) -> JudgedArmy:
    box, builder = builder_of(services, army.box)
    return JudgedArmy(army, box, builder.brief(army.form), army.user_id == user_id)


def judge_armies(
    services: Services, armies: list[records.Army], user_id: int | None
) -> list[JudgedArmy]:
    """Armies for a list. Armies whose box is missing or cannot read them are left out."""
    found = []
    for army in armies:
        try:
            found.append(judge_army(services, army, user_id))
        except (NoSuchGame, Refused):
            continue
    return found


def find_army(services: Services, address: int | str, user_id: int | None) -> records.Army:
    """Army at this address. Raises `NoSuchGame` if it is unknown or not visible to the visitor."""
    with services.store.read() as work:
        return _require_readable(work, address, user_id)


def may_read(army: records.Army, address: int | str, user_id: int | None, moment: str) -> bool:
    """CAR-ARM-01: An army is visible to its owner. Unless a moderator removed it, public armies are
    visible to all, others by link or by link from a set time.
    """
    if army.user_id == user_id or army.hidden:
        return army.user_id == user_id
    by_link = str(address) == army.token
    has_opened = army.sharing == "later" and army.opens_at is not None and army.opens_at <= moment
    return army.sharing == "public" or (by_link and (army.sharing == "link" or has_opened))


def _require_readable(work: UnitOfWork, address: int | str, user_id: int | None) -> records.Army:
    army = work.armies.find_army(address)
    if army is None or not may_read(army, address, user_id, current_time()):
        raise NoSuchGame
    return army


def _require_own(work: UnitOfWork, address: int | str, user_id: int) -> records.Army:
    army = _require_readable(work, address, user_id)
    if army.user_id != user_id:
        raise NotYourSeat
    return army


def sheet_of(services: Services, army: records.Army) -> ArmySheet:
    return builder_of(services, army.box)[1].sheet(army.form)


# ---------------------------------------------------------------------- army builder
def new_army_page(services: Services, box: str, terms: Mapping[str, Any]) -> Builder:
    """Army builder page for a new army."""
    builder = builder_of(services, box)[1]
    return builder.builder(builder.new(terms))


def saved_army_page(services: Services, army: records.Army) -> Builder:
    """Army builder page for a saved army."""
    builder = builder_of(services, army.box)[1]
    return builder.builder(builder.answers(army.form))


def draft_army_page(services: Services, box: str, answers: Answers, do: str = "") -> Builder:
    """Army builder page for these answers, after an action.

    Raises `Refused` if no sensible army can be generated.
    """
    builder = builder_of(services, box)[1]
    if do == RAISE:
        return builder.builder(builder.answers(builder.raised(answers, CHANCE)))
    return builder.builder(answers, do)


# ---------------------------------------------------------------------- saving
def check_army(
    services: Services,
    box: str,
    answers: Answers,
    language: str = "en",
    sharing: str = "own",
    opens_at: str = "",
) -> None:
    """Check an army before a guest account is made for it; raises `Refused` as `save_army` does."""
    _army_values(services, box, answers, language)
    _sharing_values(sharing, opens_at)


def save_army(
    services: Services,
    user_id: int,
    box: str,
    answers: Answers,
    language: str = "en",
    sharing: str = "own",
    opens_at: str = "",
) -> records.Army:
    """Save a new army, valid or not.

    Raises `Refused` if it cannot be read, or if a muted user makes it public.
    """
    values = _army_values(services, box, answers, language) | _sharing_values(sharing, opens_at)
    with services.store.write() as work:
        refuse_if(_may_publish(work, user_id, sharing))
        army_id = _add_army(work, user_id, box, values)
        work.commit()
        return _load_saved(work, army_id)


def change_army(
    services: Services,
    address: int | str,
    user_id: int,
    answers: Answers,
    language: str = "en",
    sharing: str = "own",
    opens_at: str = "",
) -> records.Army:
    """Save changes of an army; raises `Refused` as `save_army` does."""
    with services.store.write() as work:
        army = _require_own(work, address, user_id)
        unchanged = (sharing, opens_at) == (army.sharing, (army.opens_at or "")[: len(opens_at)])
        shared = {} if unchanged else _sharing_values(sharing, opens_at)
        refuse_if(
            None if unchanged else removed_army_refusal(army, sharing),
            _may_publish(work, user_id, sharing),
        )
        work.armies.update_army(
            army.id,
            **_army_values(services, army.box, answers, language),
            **shared,
            changed=current_time(),
        )
        work.commit()
        return _load_saved(work, army.id)


def _load_saved(work: UnitOfWork, army_id: int) -> records.Army:
    army = work.armies.find_army(army_id)
    if army is None:
        raise NoSuchGame
    return army


def copy_army(services: Services, address: int | str, user_id: int) -> records.Army:
    """Copy an army into the armies of the user."""
    with services.store.write() as work:
        army = _require_readable(work, address, user_id)
        name = _next_name(army.name, {other.name for other in work.armies.of_user(user_id)})
        values = {
            "name": name,
            "form": {**army.form, "name": name},
            "data_version": army.data_version,
            "sharing": "own",
            "opens_at": None,
        }
        army_id = _add_army(work, user_id, army.box, values)
        work.commit()
        return _load_saved(work, army_id)


def delete_army(services: Services, address: int | str, user_id: int) -> None:
    with services.store.write() as work:
        work.armies.delete_army(_require_own(work, address, user_id).id)
        work.commit()


def _army_values(services: Services, box: str, answers: Answers, language: str) -> dict[str, Any]:
    builder = builder_of(services, box)[1]
    page = builder.builder(answers)
    refuse_if(page.unread)
    return {
        "name": page.title.in_(language)[:LONGEST_NAME],
        "form": page.form,
        "data_version": builder.version,
    }


def _sharing_values(sharing: str, opens_at: str) -> dict[str, str | None]:
    sharing = sharing if sharing in SHARING else SHARING[0]
    return {"sharing": sharing, "opens_at": _opening_time(opens_at) if sharing == "later" else None}


def _opening_time(text: str) -> str:
    """CAR-ARM-02: A secret army has an opening time within the next year."""
    try:
        given = datetime.fromisoformat(text)
        moment = given.replace(tzinfo=given.tzinfo or UTC).astimezone(UTC)
    except (ValueError, OverflowError):
        moment = None
    here = current_datetime()
    if moment is None or not here < moment < here + FARTHEST:
        raise Refused(
            no(
                "CAR-ARM-02",
                "A secret army needs a date and time within the next year at which it opens.",
                "Un ejército secreto necesita fecha y hora de apertura, dentro de un año "
                "como mucho.",
            )
        )
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _may_publish(work: UnitOfWork, user_id: int, sharing: str) -> Refusal | None:
    return moderation_rules.muted_refusal(work, user_id) if sharing == "public" else None


def removed_army_refusal(army: records.Army, sharing: str) -> Refusal | None:
    """CAR-ARM-05: An army that a moderator removed cannot be shared."""
    if not army.hidden or sharing not in SHARING[1:]:
        return None
    return no(
        "CAR-ARM-05",
        "A moderator has removed this army: only you may see it.",
        "Un moderador ha retirado este ejército: solo puedes verlo tú.",
    )


def _add_army(work: UnitOfWork, user_id: int, box: str, values: Mapping[str, Any]) -> int:
    if work.users.find_user(user_id) is None:
        raise NotYourSeat
    work.users.lock_user(user_id)
    refuse_if(army_count_refusal(len(work.armies.of_user(user_id))))
    return work.armies.add_army(
        token=secrets.token_urlsafe(16),
        user_id=user_id,
        box=box,
        created=current_time(),
        changed=current_time(),
        **values,
    )


def army_count_refusal(count: int) -> Refusal | None:
    """CAR-ARM-03: A player has at most 200 saved armies."""
    if count < MOST:
        return None
    return no(
        "CAR-ARM-03",
        "You keep {count} armies; {most} at most. Delete one you no longer need.",
        "Guardas {count} ejércitos; como mucho {most}. Borra alguno que ya no uses.",
        count=count,
        most=MOST,
    )


def _next_name(name: str, taken: set[str]) -> str:
    """Name with the next free number."""
    number = 2
    while f"{name} {number}" in taken:
        number += 1
    return f"{name[: LONGEST_NAME - 4]} {number}"
