"""Webhooks of a club: news for a channel of its members. Delivery and its protections are those of
the webhooks of a user.
"""

from __future__ import annotations

import secrets

import msgspec

from app.kernel.refusal import Refusal, Refused, no, refuse_if
from app.kernel.say import Say, say
from app.services.clubs.clubs import ClubView, load_club, require_active
from app.services.clubs.roles import Permission
from app.services.container import Services, current_time
from app.services.errors import Malformed, NoSuchClub
from app.services.notify import outbox
from app.services.notify.delivery_channels import webhooks
from app.services.notify.notification_targets import address_refusal, hook_name_refusal
from app.services.notify.outbox import Message
from app.store import records
from app.store.clubs import Club
from app.store.transactions import UnitOfWork

MOST = 5


class ShownHook(msgspec.Struct, frozen=True):
    """Webhook of a club. The secret signs the messages to a JSON webhook; "" for other kinds."""

    target: records.NotificationTarget
    secret: str


def add_hook(services: Services, club_id: int, user_id: int, kind: str, name: str, url: str) -> int:
    """Add a webhook; returns its number. Raises `NoSuchClub`, `Malformed` or `Refused`."""
    name, url = " ".join(name.split()), url.strip()
    if kind not in webhooks.KINDS:
        raise Malformed(say("There is no such kind of webhook.", "No existe ese tipo de webhook."))
    if not load_club(services, club_id, user_id).may(Permission.HOOKS):
        with services.store.write() as work:
            require_active(work, club_id, user_id, Permission.HOOKS)
    refuse_if(hook_name_refusal(name), address_refusal(url, services.post.hosts))
    with services.store.write() as work:
        club = require_active(work, club_id, user_id, Permission.HOOKS)
        refuse_if(hook_count_refusal(len(work.notification_targets.for_club(club.id))))
        now = current_time()
        number = work.notification_targets.add_target(
            user_id=None,
            club_id=club.id,
            kind=kind,
            name=name,
            url=url,
            mention="",
            secret=secrets.token_urlsafe(32),
            created=now,
        )
        work.club_log.add_act(club.id, now, user_id, "hook_added", detail=name)
        work.commit()
    return number


def remove_hook(services: Services, club_id: int, user_id: int, number: int) -> None:
    """Remove a webhook. Raises `NoSuchClub` or `Refused`."""
    with services.store.write() as work:
        club = require_active(work, club_id, user_id, Permission.HOOKS)
        hook = _require_hook(work, club.id, number)
        work.notification_targets.remove_target(hook.id)
        work.club_log.add_act(club.id, current_time(), user_id, "hook_removed", detail=hook.name)
        work.commit()


def restart_hook(services: Services, club_id: int, user_id: int, number: int) -> None:
    """Send to a stopped webhook again. Raises `NoSuchClub` or `Refused`."""
    with services.store.write() as work:
        club = require_active(work, club_id, user_id, Permission.HOOKS)
        hook = _require_hook(work, club.id, number)
        work.notification_targets.update_target(hook.id, failures=0, stopped_at="")
        work.commit()


def send_test_message(services: Services, club_id: int, user_id: int, number: int) -> None:
    """Send a test message to a webhook, at most one a minute. Raises `NoSuchClub` or `Refused`."""
    with services.store.write() as work:
        club = require_active(work, club_id, user_id, Permission.HOOKS)
        hook = _require_hook(work, club.id, number)
        refuse_if(stopped_refusal(hook))
        title = say("Test message: {club}", "Mensaje de prueba: {club}", club=club.name)
        message = Message("club_hook", title, (), f"/clubs/{club.id}")
        key = f"club-hook:{club.id}:test:{current_time()[:16]}:{hook.id}"
        outbox.add_message(work, key, None, hook.kind, str(hook.id), message)
        work.commit()


def load_hooks(
    services: Services, club_id: int, user_id: int | None
) -> tuple[ClubView, tuple[ShownHook, ...]]:
    """Club and its webhooks with their secrets, for members who manage them. Raises
    `NoSuchClub`.
    """
    view = load_club(services, club_id, user_id)
    if not view.may(Permission.HOOKS):
        raise NoSuchClub
    with services.store.read() as work:
        return view, tuple(
            ShownHook(
                one, work.notification_targets.target_secret(one.id) if one.kind == "json" else ""
            )
            for one in work.notification_targets.for_club(club_id)
        )


def tell_hooks(work: UnitOfWork, club: Club, key: str, title: Say, link: str = "") -> None:
    """Write a message to all webhooks of the club, each once; the caller commits. `key` identifies
    the event, and `link` is the path of a page below that of the club.
    """
    for one in work.notification_targets.for_club(club.id):
        if not one.stopped_at:
            message = Message("club_hook", title, (), f"/clubs/{club.id}{link}")
            whole = f"club-hook:{club.id}:{key}:{one.id}"
            outbox.add_message(work, whole, None, one.kind, str(one.id), message)


def _require_hook(work: UnitOfWork, club_id: int, number: int) -> records.NotificationTarget:
    found = next(
        (one for one in work.notification_targets.for_club(club_id) if one.id == number), None
    )
    if found is None:
        raise Refused(
            no("CAR-CLB-39", "The club has no such webhook.", "El club no tiene ese webhook.")
        )
    return found


def stopped_refusal(hook: records.NotificationTarget) -> Refusal | None:
    """Refusal of a test message to a stopped webhook."""
    if not hook.stopped_at:
        return None
    return no(
        "CAR-CLB-39",
        "This webhook is stopped. Start it again first.",
        "Este webhook está detenido. Reactívalo antes.",
    )


def hook_count_refusal(hooks: int) -> Refusal | None:
    """CAR-CLB-39: A club has at most five webhooks."""
    if hooks < MOST:
        return None
    return no(
        "CAR-CLB-39",
        "The club has {n} webhooks. Remove one first.",
        "El club tiene {n} webhooks. Quita uno antes.",
        n=hooks,
    )
