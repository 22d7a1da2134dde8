"""Armies that players keep: raising, saving, copying, sharing, carrying them in and out. What an
army is, its box knows.

The formats of the copies: docs/army-format.md.
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
from app.kernel.refusal import Refusal, Refused, insist, no
from app.kernel.say import LANGUAGES
from app.services.container import Services, now
from app.services.errors import NoSuchGame, NotYourSeat
from app.services.people import moderation
from app.store import records
from app.store.transactions import Work

FORMAT = "caracole-army/1"
SHARING = ("own", "link", "public", "later")
CHANCE = random.SystemRandom()
RAISE = "raise"  # the one act that needs chance
MOST, SHOWN = 200, 60
LONGEST_NAME = 60
FARTHEST = timedelta(days=366)


class Kept(msgspec.Struct, frozen=True):
    """An army of somebody, with what its box says of it under today's lists."""

    army: records.Army
    box: Game
    brief: Brief
    is_mine: bool


class Because(msgspec.Struct, frozen=True):
    """Why an army on file is not valid: the rule, and its sentence in every language."""

    rule: str
    en: str
    es: str


class ArmyOnFile(msgspec.Struct, frozen=True):
    """An army as a file holds it; the stamp says what `data_version` of the lists said of it when
    it was written.
    """

    format: str
    box: str
    name: str
    army: Mapping[str, Any]
    points: int
    valid: bool
    because: tuple[Because, ...]
    data_version: str
    written_at: str


# ---------------------------------------------------------------------- looking
def builder_of(services: Services, box: str) -> tuple[Game, ArmyBuilder]:
    """The box and the part of it that raises armies; raises `NoSuchGame` where none are raised."""
    found = services.shelf.get(box)
    if found is None or found.armies is None:
        raise NoSuchGame
    return found, found.armies


def boxes(services: Services) -> list[Game]:
    """The games for which armies are raised."""
    return [box for box in services.shelf.values() if box.armies is not None]


def mine(services: Services, user_id: int, box: str = "") -> list[records.Army]:
    """The armies of a player, the one changed last on top; with a box only those of that game."""
    with services.store.read() as work:
        return [army for army in work.armies.of_user(user_id) if box in ("", army.box)]


def of_everybody(services: Services, user_id: int | None = None) -> list[records.Army]:
    """Armies that their owners show to everybody, the one changed last on top; without those of
    people whom the user has blocked.
    """
    with services.store.read() as work:
        blocked = work.blocks.by(user_id) if user_id is not None else ()
        return [army for army in work.armies.public(SHOWN) if army.user_id not in blocked]


def kept(services: Services, army: records.Army, user_id: int | None) -> Kept:
    box, builder = builder_of(services, army.box)
    return Kept(army, box, builder.brief(army.form), army.user_id == user_id)


def all_kept(services: Services, armies: list[records.Army], user_id: int | None) -> list[Kept]:
    """Armies for a list; those whose box has left the shelf, or no longer understands them, are
    left out.
    """
    found = []
    for army in armies:
        try:
            found.append(kept(services, army, user_id))
        except (NoSuchGame, Refused):
            continue
    return found


def find(services: Services, address: int | str, user_id: int | None) -> records.Army:
    """The army at this address; raises `NoSuchGame` if there is none, or none that the visitor may
    know of.
    """
    with services.store.read() as work:
        return _readable(work, address, user_id)


def may_read(army: records.Army, address: int | str, user_id: int | None, moment: str) -> bool:
    """CAR-ARM-01: an army is read by whoever keeps it; by others, unless a moderator has removed
    it, if it is public, by its link, or by its link once its time has come.
    """
    if army.user_id == user_id or army.hidden:
        return army.user_id == user_id
    by_link = str(address) == army.token
    has_opened = army.sharing == "later" and army.opens_at is not None and army.opens_at <= moment
    return army.sharing == "public" or (by_link and (army.sharing == "link" or has_opened))


def _readable(work: Work, address: int | str, user_id: int | None) -> records.Army:
    army = work.armies.find(address)
    if army is None or not may_read(army, address, user_id, now()):
        raise NoSuchGame
    return army


def _own(work: Work, address: int | str, user_id: int) -> records.Army:
    army = _readable(work, address, user_id)
    if army.user_id != user_id:
        raise NotYourSeat
    return army


def sheet(services: Services, army: records.Army) -> ArmySheet:
    return builder_of(services, army.box)[1].sheet(army.form)


# ---------------------------------------------------------------------- raising
def begun(services: Services, box: str, terms: Mapping[str, Any]) -> Builder:
    """The page of a new army."""
    builder = builder_of(services, box)[1]
    return builder.builder(builder.new(terms))


def opened(services: Services, army: records.Army) -> Builder:
    """The page of an army that is kept."""
    builder = builder_of(services, army.box)[1]
    return builder.builder(builder.answers(army.form))


def drafted(services: Services, box: str, answers: Answers, do: str = "") -> Builder:
    """The page for these answers, once an act has been done to them; raises `Refused` if a sensible
    army was wanted and there is none.
    """
    builder = builder_of(services, box)[1]
    if do == RAISE:
        return builder.builder(builder.answers(builder.raised(answers, CHANCE)))
    return builder.builder(answers, do)


# ---------------------------------------------------------------------- keeping
def insist_on_sense(
    services: Services,
    box: str,
    answers: Answers,
    language: str = "en",
    sharing: str = "own",
    opens_at: str = "",
) -> None:
    """Raise `Refused` for whatever `save` would refuse in the army itself: before anybody becomes a
    guest for its sake.
    """
    _values(services, box, answers, language)
    _shared(sharing, opens_at)


def save(
    services: Services,
    user_id: int,
    box: str,
    answers: Answers,
    language: str = "en",
    sharing: str = "own",
    opens_at: str = "",
) -> records.Army:
    """Keep a new army, lawful or not; raises `Refused` if something in it cannot be read, or if
    whoever is muted shows it to everybody.
    """
    values = _values(services, box, answers, language) | _shared(sharing, opens_at)
    with services.store.write() as work:
        insist(_may_publish(work, user_id, sharing))
        army_id = _add(work, user_id, box, values)
        work.commit()
        return work.armies.find(army_id)


def change(
    services: Services,
    address: int | str,
    user_id: int,
    answers: Answers,
    language: str = "en",
    sharing: str = "own",
    opens_at: str = "",
) -> records.Army:
    """Keep an army as it is now; raises `Refused` as `save` does."""
    with services.store.write() as work:
        army = _own(work, address, user_id)
        unchanged = (sharing, opens_at) == (army.sharing, (army.opens_at or "")[: len(opens_at)])
        shared = {} if unchanged else _shared(sharing, opens_at)
        insist(
            None if unchanged else not_removed(army, sharing), _may_publish(work, user_id, sharing)
        )
        work.armies.change(
            army.id, **_values(services, army.box, answers, language), **shared, changed=now()
        )
        work.commit()
        return work.armies.find(army.id)


def copy(services: Services, address: int | str, user_id: int) -> records.Army:
    """An army of one's own like that one."""
    with services.store.write() as work:
        army = _readable(work, address, user_id)
        name = _next_name(army.name, {other.name for other in work.armies.of_user(user_id)})
        values = {
            "name": name,
            "form": {**army.form, "name": name},
            "data_version": army.data_version,
            "sharing": "own",
            "opens_at": None,
        }
        army_id = _add(work, user_id, army.box, values)
        work.commit()
        return work.armies.find(army_id)


def delete(services: Services, address: int | str, user_id: int) -> None:
    with services.store.write() as work:
        work.armies.delete(_own(work, address, user_id).id)
        work.commit()


def _values(services: Services, box: str, answers: Answers, language: str) -> dict[str, Any]:
    builder = builder_of(services, box)[1]
    page = builder.builder(answers)
    insist(page.unread)
    return {
        "name": page.title.in_(language)[:LONGEST_NAME],
        "form": page.form,
        "data_version": builder.version,
    }


def _shared(sharing: str, opens_at: str) -> dict[str, str | None]:
    sharing = sharing if sharing in SHARING else SHARING[0]
    return {"sharing": sharing, "opens_at": _moment(opens_at) if sharing == "later" else None}


def _moment(text: str) -> str:
    """CAR-ARM-02: a secret army names the moment at which it opens, within a year from now."""
    try:
        given = datetime.fromisoformat(text)
        moment = given.replace(tzinfo=given.tzinfo or UTC).astimezone(UTC)
    except (ValueError, OverflowError):
        moment = None
    here = datetime.now(UTC)
    if moment is None or not here < moment < here + FARTHEST:
        raise Refused(
            no(
                "CAR-ARM-02",
                "A secret army needs a date and time (UTC) within the next year at which it opens.",
                "Un ejército secreto necesita fecha y hora (UTC) de apertura, dentro de un año "
                "como mucho.",
            )
        )
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _may_publish(work: Work, user_id: int, sharing: str) -> Refusal | None:
    return moderation.not_muted(work, user_id) if sharing == "public" else None


def not_removed(army: records.Army, sharing: str) -> Refusal | None:
    """CAR-ARM-05: an army that a moderator has removed is shown to nobody else."""
    if not army.hidden or sharing not in SHARING[1:]:
        return None
    return no(
        "CAR-ARM-05",
        "A moderator has removed this army: only you may see it.",
        "Un moderador ha retirado este ejército: solo puedes verlo tú.",
    )


def _add(work: Work, user_id: int, box: str, values: Mapping[str, Any]) -> int:
    if work.users.get(user_id) is None:
        raise NotYourSeat
    work.users.hold(user_id)
    insist(not_too_many(len(work.armies.of_user(user_id))))
    return work.armies.add(
        token=secrets.token_urlsafe(16),
        user_id=user_id,
        box=box,
        created=now(),
        changed=now(),
        **values,
    )


def not_too_many(count: int) -> Refusal | None:
    """CAR-ARM-03: a player keeps 200 armies at most."""
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
    """The same name with the next free number."""
    number = 2
    while f"{name} {number}" in taken:
        number += 1
    return f"{name[: LONGEST_NAME - 4]} {number}"


# ---------------------------------------------------------------------- carrying in and out
def as_json(services: Services, army: records.Army) -> bytes:
    """The army as a file, stamped."""
    _, builder = builder_of(services, army.box)
    verdict = builder.brief(army.form).verdict
    because = tuple(
        Because(one.refusal.rule, *(one.refusal.says.in_(language) for language in LANGUAGES))
        for one in verdict.findings
    )
    file = ArmyOnFile(
        FORMAT,
        army.box,
        army.name,
        army.form,
        verdict.spent,
        verdict.is_valid,
        because,
        verdict.version,
        now(),
    )
    return msgspec.json.format(msgspec.json.encode(file), indent=2) + b"\n"


def as_text(services: Services, army: records.Army, language: str) -> str:
    return builder_of(services, army.box)[1].written(army.form, language)


def read(services: Services, box: str, given: Any) -> Mapping[str, Any]:
    """An army that was given as plain data, or as a file of ours, as it is kept; raises `Refused`
    where it cannot be read.
    """
    return builder_of(services, box)[1].read(_army_in(given, box))


def answered(services: Services, box: str, given: Any) -> Answers:
    """The answers of the page that stand for such an army; raises `Refused`."""
    return builder_of(services, box)[1].answers(read(services, box, given))


def imported(services: Services, box: str, given: str) -> Builder:
    """The page of an army that somebody pasted: a file of ours, the plain form of the box, or its
    text; raises `Refused`.
    """
    builder = builder_of(services, box)[1]
    text = given.strip().removeprefix("\ufeff").strip()
    form = (
        builder.read(_form_of(text, box))
        if text.startswith("{")
        else builder.read(builder.read_text(text))
    )
    return builder.builder(builder.answers(form))


def _form_of(text: str, box: str) -> Any:
    """CAR-ARM-04: an army on file is JSON, of this format and of the game for which it is brought
    in.
    """
    try:
        given = msgspec.json.decode(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as wrong:
        raise Refused(
            no("CAR-ARM-04", "This is no JSON: {why}.", "Esto no es JSON ({why}).", why=str(wrong))
        ) from wrong
    return _army_in(given, box)


def _army_in(given: Any, box: str) -> Any:
    """The army itself, of whatever was given."""
    if not isinstance(given, dict) or "format" not in given:
        return given
    if given["format"] != FORMAT or given.get("box") != box:
        raise Refused(
            no(
                "CAR-ARM-04",
                "This is a file of the format “{format}” for “{box}”; an army for “{asked}” is "
                "wanted.",
                "Este archivo tiene el formato «{format}» y es de «{box}»; se espera un ejército "
                "de «{asked}».",
                format=str(given["format"])[:40],
                box=str(given.get("box"))[:40],
                asked=box,
            )
        )
    return given.get("army")
