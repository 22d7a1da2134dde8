"""Notification targets of a member besides e-mail: webhooks and browsers with web push."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from urllib.parse import SplitResult

import msgspec

from app.kernel.free_text import is_line
from app.kernel.refusal import Refusal, no, refuse_if
from app.kernel.say import say
from app.services.container import Services, current_time
from app.services.errors import Malformed
from app.services.notify.delivery_channels import push, web, webhooks
from app.services.notify.server_keys import server_key
from app.store import records

MOST = 10
LONGEST_NAME = 40


def add_webhook(
    services: Services, user_id: int, kind: str, name: str, url: str, mention: str = ""
) -> records.NotificationTarget:
    """Add a webhook for a user; raises `Refused` with all errors."""
    name, url, mention = " ".join(name.split()), url.strip(), mention.strip()
    if kind not in webhooks.KINDS:
        raise Malformed(say("There is no such kind of webhook.", "No existe ese tipo de webhook."))
    refuse_if(
        hook_name_refusal(name),
        address_refusal(url, services.post.hosts),
        mention_refusal(kind, mention),
    )
    return _add_target(
        services,
        user_id,
        kind=kind,
        name=name,
        url=url,
        mention=mention if kind in webhooks.MENTION else "",
        secret=secrets.token_urlsafe(32),
    )


def add_browser(
    services: Services, user_id: int, name: str, endpoint: str, p256dh: str, auth: str
) -> None:
    """Add a browser subscription.

    It replaces an earlier one of the same browser, of any user. Raises `Refused` or `Malformed`.
    """
    keys = push.SubscriptionKeys(p256dh, auth)
    try:
        push.encrypt_record(b"", keys, push.new_private_key(), bytes(16))
    except ValueError:
        raise Malformed(
            say("The browser's keys cannot be read.", "Las claves del navegador no son válidas.")
        ) from None
    refuse_if(address_refusal(endpoint, services.post.hosts))
    _add_target(
        services,
        user_id,
        kind="push",
        name=" ".join(name.split())[:LONGEST_NAME] or "Web",
        url=endpoint,
        mention="",
        secret=msgspec.json.encode(keys).decode(),
    )


def _add_target(services: Services, user_id: int, **values: str) -> records.NotificationTarget:
    with services.store.write() as work:
        if values["kind"] == "push":
            work.notification_targets.remove_browser(values["url"])
        work.users.lock_user(user_id)
        refuse_if(target_count_refusal(len(work.notification_targets.for_user(user_id))))
        target_id = work.notification_targets.add_target(
            user_id=user_id, created=current_time(), **values
        )
        made = next(
            one for one in work.notification_targets.for_user(user_id) if one.id == target_id
        )
        work.commit()
    return made


def remove_target(services: Services, user_id: int, target_id: int) -> None:
    with services.store.write() as work:
        if any(one.id == target_id for one in work.notification_targets.for_user(user_id)):
            work.notification_targets.remove_target(target_id)
            work.commit()


def remove_browser(services: Services, user_id: int, endpoint: str) -> None:
    """Remove a browser of the user by its endpoint, the only thing that the browser knows."""
    with services.store.write() as work:
        if any(
            one.kind == "push" and one.url == endpoint
            for one in work.notification_targets.for_user(user_id)
        ):
            work.notification_targets.remove_browser(endpoint)
            work.commit()


def restart_target(services: Services, user_id: int, target_id: int) -> None:
    with services.store.write() as work:
        if any(one.id == target_id for one in work.notification_targets.for_user(user_id)):
            work.notification_targets.update_target(target_id, failures=0, stopped_at="")
            work.commit()


def secret_of(services: Services, target: records.NotificationTarget) -> str:
    """Secret that signs the messages to a JSON webhook; shown only to its owner."""
    with services.store.read() as work:
        return work.notification_targets.target_secret(target.id)


def push_key(services: Services) -> str:
    """Public key of the server, needed by a browser to subscribe."""
    return push.public_key(server_key(services, "push", push.new_key))


def address_refusal(url: str, hosts: Sequence[str] = ()) -> Refusal | None:
    """CAR-NOT-01: The server posts only to public https addresses, and to listed hosts if there is
    a list.

    Unknown names and private addresses get the same refusal, so that users cannot probe the private
    network.
    """
    try:
        if not web.is_listed(url, hosts):
            return no(
                "CAR-NOT-01",
                "This server posts only to {hosts}.",
                "Este servidor solo envía a {hosts}.",
                hosts=tuple(hosts),
            )
        parts = web.split_address(url)
    except web.AddressNotAllowed:
        return no(
            "CAR-NOT-01",
            "An address begins with https:// and names a host.",
            "Una dirección empieza por https:// y nombra un servidor.",
        )
    if is_public_host(parts):
        return None
    return no(
        "CAR-NOT-01",
        "This address does not exist or is in a private network. The server posts only to the "
        "public Internet.",
        "Esa dirección no existe o está en una red privada. El servidor solo envía a la Internet "
        "pública.",
    )


def is_public_host(parts: SplitResult) -> bool:
    try:
        web.resolve_public(parts)
    except (web.AddressNotAllowed, OSError, UnicodeError):
        return False
    return True


def hook_name_refusal(name: str) -> Refusal | None:
    """CAR-NOT-02: A webhook has a name of 1 to 40 characters."""
    if name and is_line(name, LONGEST_NAME):
        return None
    return no(
        "CAR-NOT-02",
        "Give it a name of 1 to {most} characters.",
        "Ponle un nombre de 1 a {most} caracteres.",
        most=LONGEST_NAME,
    )


def mention_refusal(kind: str, mention: str) -> Refusal | None:
    """CAR-NOT-04: A webhook mentions a user by the id of its service."""
    shape = webhooks.MENTION.get(kind)
    if not mention or shape is None or shape.fullmatch(mention):
        return None
    return no(
        "CAR-NOT-04",
        "The user to mention is given by number, as 80351110224678912, not by name.",
        "La persona mencionada se indica con su número de usuario, como 80351110224678912, no con "
        "su nombre.",
    )


def target_count_refusal(count: int) -> Refusal | None:
    """CAR-NOT-03: A member has at most ten webhooks and browsers."""
    if count < MOST:
        return None
    return no(
        "CAR-NOT-03",
        "You have {most} webhooks and browsers; remove one first.",
        "Ya tienes {most} webhooks y navegadores; quita alguno antes.",
        most=MOST,
    )
