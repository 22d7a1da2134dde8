"""Forms of webhooks and browsers: rate limits, and removal at logout."""

from __future__ import annotations

import os

import pytest

from app.services.notify import notification_preferences, notification_targets, notifications
from app.services.notify.delivery_channels import push
from app.services.people import accounts, api_tokens
from app.services.rate_limit import LIMITS

PAGE = "/account/notices"
MOST = LIMITS["tests"].user


@pytest.fixture
def maite(app, visitor, monkeypatch):
    monkeypatch.setattr(
        notification_targets.web,
        "resolve_host",
        lambda host, _: ["10.0.0.1" if host.startswith("inside") else "1.1.1.1"],
    )
    return visitor().register("Maite")


def of(app, visitor):
    return accounts.visitor_of_session(
        app.state.services, visitor.client.cookies["caracole"]
    ).user.id


def asked(visitor, path, times, **fields):
    proof = visitor.proof()
    return [
        visitor.client.post(
            f"{PAGE}/{path}", data={"csrf": proof, **fields}, follow_redirects=False
        ).status_code
        for _ in range(times)
    ]


def a_browser(endpoint="https://push.example/abc"):
    return {
        "endpoint": endpoint,
        "p256dh": push.public_key(push.new_key()),
        "auth": push.encode_base64url(os.urandom(16)),
    }


def test_refused_webhooks_are_counted(maite):
    assert (
        asked(maite, "hooks", MOST + 2, kind="json", name="x", url="https://inside.example/x")
        == [422] * MOST + [429] * 2
    )


def test_browsers_are_counted(maite):
    assert asked(maite, "browsers", MOST + 1, **a_browser()) == [303] * MOST + [429]


def test_webhooks_over_the_api_are_counted_with_those_of_the_pages(app, maite):
    asked(maite, "hooks", MOST - 1, kind="json", name="x", url="https://inside.example/x")
    secret = api_tokens.create_token(
        app.state.services, of(app, maite), "t", api_tokens.SCOPES
    ).secret
    answers = [
        maite.client.post(
            "/api/v1/account/notices/hooks",
            json={"kind": "json", "name": "x", "url": "https://inside.example/x", "mention": ""},
            headers={"Authorization": f"Bearer {secret}"},
        ).status_code
        for _ in range(2)
    ]
    assert answers == [422, 429]


def test_a_logout_removes_the_push_subscription(app, maite, visitor):
    ibon, browser = visitor().register("Ibon"), a_browser()
    asked(maite, "browsers", 1, **browser)
    assert asked(ibon, "browsers", 1, do="remove", endpoint=browser["endpoint"]) == [303]
    assert (
        len(
            notification_preferences.load_notifications_page(
                app.state.services, of(app, maite)
            ).targets
        )
        == 1
    )
    assert asked(maite, "browsers", 1, do="remove", endpoint=browser["endpoint"]) == [303]
    assert (
        notification_preferences.load_notifications_page(app.state.services, of(app, maite)).targets
        == ()
    )


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "your address is another one now"), ("es", "ahora tienes otra dirección")],
)
def test_the_delivery_log_has_the_reason_of_a_dropped_message(app, maite, language, said):
    services, me = app.state.services, of(app, maite)
    with services.store.write() as work:
        work.users.update_user(me, email="maite@example.org", language=language)
        work.commit()
    notification_preferences.send_test(services, me, "mail")
    with services.store.write() as work:
        [row] = work.outbox.of_user(me, 1)
        work.outbox.claim_due("c", "2999", "2999", 5)
        work.outbox.record_result(
            row.id,
            "c",
            state="dropped",
            why=notifications.ANOTHER_ADDRESS,
            done_at="2026-01-01T00:00:00.000Z",
        )
        work.commit()
    assert said in maite.get(PAGE).text
