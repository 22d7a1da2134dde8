"""Invitations state the clock on every channel; other notifications of a game tell no details."""

from __future__ import annotations

import json

import msgspec
import pytest

from app.kernel.clock_terms import Terms
from app.services.notify import notification_preferences, notification_targets
from app.services.notify.delivery_channels import OutgoingMessage, push, web, webhooks
from app.services.people import accounts
from app.services.play import invitations, lobby
from tests.services.mailbox import give_address, make_due, sweep

CLOCK = "Each player has 3 days for each decision"
KEYS = {"id", "event", "title", "text", "link", "game", "at", "language"}


@pytest.fixture
def posted(monkeypatch):
    """Messages sent, by the kind of target; push messages before encryption."""
    said = []
    monkeypatch.setattr(web, "resolve_host", lambda *_: ["1.1.1.1"])
    monkeypatch.setattr(
        webhooks, "post_to_address", lambda url, body, _: said.append((url, json.loads(body)))
    )
    monkeypatch.setattr(push, "encrypt_record", lambda text, *_: text)
    monkeypatch.setattr(
        push, "post_to_address", lambda url, body, _: said.append((url, json.loads(body)))
    )
    return said


def test_an_invitation_states_the_clock_on_every_channel(services, posted):
    ana, bruno = (
        accounts.register(services, name, "a long enough sentence") for name in ("Ana", "Bruno")
    )
    give_address(services, bruno, email="")
    notification_preferences.save_choices(
        services, bruno.id, {"invitation-hook": "now", "invitation-push": "now"}
    )
    for kind in webhooks.KINDS:
        notification_targets.add_webhook(services, bruno.id, kind, kind, f"https://{kind}.example/")
    notification_targets.add_browser(
        services,
        bruno.id,
        "Phone",
        "https://push.example/",
        push.public_key(push.new_key()),
        push.encode_base64url(b"0123456789abcdef"),
    )
    table = lobby.open_table(services, ana.id, "parry", "plain", "red", clock=Terms("each", 3))
    invitations.invite_member(services, table.address, ana.id, "Bruno")
    make_due(services)
    sweep(services)
    said = dict(posted)
    assert len(posted) == len(said) == 4
    assert (
        CLOCK in said["https://json.example/"]["text"]
        and set(said["https://json.example/"]) == KEYS
    )
    assert (
        CLOCK in said["https://discord.example/"]["content"]
        and CLOCK in said["https://slack.example/"]["text"]
    )
    assert CLOCK in said["https://push.example/"]["text"] and said["https://push.example/"][
        "title"
    ].startswith("Ana invites you")


def test_markup_of_users_is_escaped_below_the_title_too():
    parcel = OutgoingMessage(
        "k", "invitation", "en", "A", "*b* <@1>", "https://caracole.example/", ""
    )
    target = msgspec.convert(
        {
            "id": 1,
            "user_id": 1,
            "kind": "discord",
            "name": "",
            "url": "",
            "mention": "",
            "failures": 0,
            "stopped_at": "",
            "created": "",
        },
        notification_targets.records.NotificationTarget,
    )
    assert webhooks.discord_payload(target, parcel)["content"].startswith(
        "A\n\\*b\\* \\<\\@1\\>\n<https:"
    )
    assert webhooks.slack_payload(target, parcel)["text"].startswith("A\n*b* &lt;@1&gt;\n")
