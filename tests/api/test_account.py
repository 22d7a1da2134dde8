"""Data for the owner alone: secret of a webhook, reason of an empty message."""

from __future__ import annotations

import hmac

from app.services.people import moderation
from tests.api.conftest import begun


def test_a_target_can_verify_the_signature_of_a_webhook(site, monkeypatch):
    monkeypatch.setattr(
        "app.services.notify.notification_targets.is_public_host", lambda parts: True
    )
    robot = site.bot_of("Maite")
    made = robot.post(
        "/account/notices/hooks",
        {"kind": "json", "name": "Mine", "url": "https://hook.example/1"},
        201,
    )
    with site.services.store.read() as work:
        assert (
            hmac.compare_digest(made["secret"], work.notification_targets.target_secret(made["id"]))
            and len(made["secret"]) > 40
        )
    told = robot.post(
        "/account/notices/hooks",
        {"kind": "discord", "name": "Ours", "url": "https://hook.example/2"},
        201,
    )
    assert told["secret"] == "", "what a Discord webhook gets is not signed"
    assert made["secret"] not in robot.ask("GET", "/account/notices").text


def test_a_removed_message_is_marked(site):
    maite, other = site.speaks("Maite"), site.speaks("Nerea")
    game = begun(maite, other)
    letter = other.post(f"/games/{game}/letters", {"text": "What a hat!"}, 201)
    assert not letter["hidden"]
    maite.ask(
        "POST", f"/games/{game}/letters/{letter['id']}/report", {"reason": "It is a good hat."}
    )
    moderation.act_as_administrator(site.services, site.make("Judge"), "name")
    [(complaint, *_)] = moderation.load_moderation_page(site.services, site.make("Judge")).waiting
    moderation.act_on_complaint(site.services, site.make("Judge"), complaint.id, "hide")
    [seen] = maite.get(f"/games/{game}/letters")
    assert (seen["text"], seen["hidden"]) == ("", True)
