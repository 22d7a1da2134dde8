"""Webhooks of a club: events, language, secrets, stops, and who manages them."""

from __future__ import annotations

import json
import ssl

import msgspec
import pytest
import sqlalchemy as sa

from app.kernel.refusal import Refused
from app.services.clubs import announcements, club_hooks, club_log, dates, polls
from app.services.clubs.announcements import AnnouncementTerms
from app.services.clubs.dates import DateTerms
from app.services.errors import Malformed, NoSuchClub
from app.services.notify import notification_preferences, outbox_worker
from app.services.notify.delivery_channels import web, webhooks
from app.services.notify.outbox import Message
from app.services.play import lobby
from app.store import notification_tables
from tests.services.clubs.page_operations import NEWS, POLL
from tests.services.clubs.staffed_club import StaffedClub
from tests.services.hookserver import HookServer
from tests.services.mailbox import sweep

EVENING = DateTerms("Club evening", "2099-06-18", "18:00")


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    server = HookServer(tmp_path_factory.mktemp("club_hook"))
    yield server
    server.close()


@pytest.fixture
def hook(server, monkeypatch):
    """Webhook server that counts as public."""
    server.status, server.got[:] = 204, []
    monkeypatch.setattr(web, "resolve_host", lambda *_: ["127.0.0.1"])
    monkeypatch.setattr(web, "is_public", lambda address: address == "127.0.0.1")
    monkeypatch.setattr(web, "ssl_context", lambda: ssl.create_default_context(cafile=server.pem))
    return server


@pytest.fixture
def staffed(services) -> StaffedClub:
    return StaffedClub(services)


def add(staffed: StaffedClub, hook: HookServer, kind: str = "json", role: str = "owner") -> int:
    me = staffed.ids[role]
    return club_hooks.add_hook(staffed.services, staffed.club, me, kind, "Channel", hook.url)


def waiting(staffed: StaffedClub) -> list[str]:
    """Titles of the messages to webhooks of clubs, in Spanish."""
    table = notification_tables.outbox
    query = sa.select(table.c.message).where(table.c.kind == "club_hook").order_by(table.c.id)
    with staffed.services.store.engine.connect() as connection:
        found = connection.execute(query).scalars().all()
    return [msgspec.json.decode(one, type=Message).title.in_("es") for one in found]


def test_each_event_is_told_once_and_without_private_titles(staffed, hook):
    add(staffed, hook)
    organiser = staffed.ids["organiser"]
    announcements.announce(staffed.services, staffed.club, organiser, NEWS)
    announcements.announce(
        staffed.services, staffed.club, organiser, AnnouncementTerms("Open day", is_public=True)
    )
    dates.add_dates(staffed.services, staffed.club, organiser, EVENING)
    poll = polls.propose_dates(staffed.services, staffed.club, organiser, POLL)
    polls.choose_date(staffed.services, staffed.club, organiser, poll, 1)
    assert waiting(staffed) == [
        "Anuncio nuevo: Dragones de Soria",
        "Dragones de Soria: Open day",
        "Cita nueva: Club evening, Dragones de Soria",
        "Cita nueva: Big game, Dragones de Soria",
    ]


def test_a_game_of_the_club_is_told_when_it_begins(staffed, hook):
    add(staffed, hook)
    host, guest, services = staffed.ids["owner"], staffed.ids["member"], staffed.services
    for visibility in ("open", "club"):
        game = lobby.open_table(
            services, host, "parry", "plain", "red", club=staffed.club, visibility=visibility
        )
        assert len(waiting(staffed)) == (visibility == "club"), "it has not begun yet"
        lobby.join_table(services, game.address, guest, "blue")
    first, second = waiting(staffed)
    assert first.startswith("Ha empezado una partida: ") and "Dragones" not in first
    assert second == "Ha empezado una partida: Dragones de Soria"
    lobby.join_table(
        services, lobby.open_table(services, host, "parry", "plain", "red").address, guest, "blue"
    )
    assert len(waiting(staffed)) == 2, "a game without a club is not told"


def test_the_message_is_signed_and_in_the_language_of_the_club(staffed, hook):
    add(staffed, hook)
    dates.add_dates(staffed.services, staffed.club, staffed.ids["owner"], EVENING)
    sweep(staffed.services)
    [(_, headers, body)] = hook.got
    told = json.loads(body)
    assert told["title"] == "Cita nueva: Club evening, Dragones de Soria"
    assert told["language"] == "es" and told["link"].endswith(f"/clubs/{staffed.club}/calendar")
    [shown] = club_hooks.load_hooks(staffed.services, staffed.club, staffed.ids["owner 2"])[1]
    stamp = headers["X-Caracole-Timestamp"]
    assert headers["X-Caracole-Signature"] == (
        f"sha256={webhooks.body_signature(shown.secret, stamp, body)}"
    )


def test_a_failing_webhook_stops_and_the_log_tells_it(staffed, hook):
    number = add(staffed, hook, "discord")
    hook.status = 404
    for _ in range(outbox_worker.FAILURES):
        dates.add_dates(staffed.services, staffed.club, staffed.ids["owner"], EVENING)
        sweep(staffed.services)
    [shown] = club_hooks.load_hooks(staffed.services, staffed.club, staffed.ids["owner"])[1]
    assert shown.target.stopped_at and shown.secret == ""
    line = club_log.load_log(staffed.services, staffed.club, staffed.ids["owner"])[0]
    assert line.says.in_("en") == "stopped sending to a webhook: Channel."
    dates.add_dates(staffed.services, staffed.club, staffed.ids["owner"], EVENING)
    told = len(waiting(staffed))
    club_hooks.restart_hook(staffed.services, staffed.club, staffed.ids["owner"], number)
    dates.add_dates(staffed.services, staffed.club, staffed.ids["owner"], EVENING)
    assert len(waiting(staffed)) == told + 1


def test_a_removed_webhook_gets_nothing(staffed, hook):
    number = add(staffed, hook)
    dates.add_dates(staffed.services, staffed.club, staffed.ids["owner"], EVENING)
    club_hooks.remove_hook(staffed.services, staffed.club, staffed.ids["owner"], number)
    sweep(staffed.services)
    assert hook.got == []


def test_a_webhook_of_a_club_is_none_of_a_user(staffed, hook):
    add(staffed, hook)
    page = notification_preferences.load_notifications_page(staffed.services, staffed.ids["owner"])
    assert page.targets == ()


def test_only_owners_see_webhooks(staffed, hook):
    add(staffed, hook)
    for role in ("organiser", "member", "stranger"):
        with pytest.raises(NoSuchClub):
            club_hooks.load_hooks(staffed.services, staffed.club, staffed.ids[role])


def test_odd_webhooks_are_refused(staffed, hook, monkeypatch):
    owner = staffed.ids["owner"]
    for _ in range(club_hooks.MOST):
        add(staffed, hook)
    with pytest.raises(Refused) as refused:
        add(staffed, hook)
    assert refused.value.refusals[0].rule == "CAR-CLB-39"
    with pytest.raises(Malformed):
        add(staffed, hook, "push")
    with pytest.raises(Refused) as refused:
        club_hooks.add_hook(staffed.services, staffed.club, owner, "json", " ", hook.url)
    assert refused.value.refusals[0].rule == "CAR-NOT-02"
    monkeypatch.setattr(web, "is_public", lambda _: False)
    with pytest.raises(Refused) as refused:
        club_hooks.add_hook(staffed.services, staffed.club, owner, "json", "x", hook.url)
    assert refused.value.refusals[0].rule == "CAR-NOT-01"


def test_a_test_message_goes_to_one_webhook_once_a_minute(staffed, hook):
    number = add(staffed, hook)
    add(staffed, hook, "json")
    for _ in range(2):
        club_hooks.send_test_message(staffed.services, staffed.club, staffed.ids["owner"], number)
    assert waiting(staffed) == ["Mensaje de prueba: Dragones de Soria"]
    sweep(staffed.services)
    assert len(hook.got) == 1
    with staffed.services.store.write() as work:
        work.notification_targets.update_target(number, stopped_at="2026-01-01T00:00:00.000Z")
        work.commit()
    for wrong in (number, 999):
        with pytest.raises(Refused) as refused:
            club_hooks.send_test_message(
                staffed.services, staffed.club, staffed.ids["owner"], wrong
            )
        assert refused.value.refusals[0].rule == "CAR-CLB-39"
