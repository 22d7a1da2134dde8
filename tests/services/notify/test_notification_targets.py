"""Webhooks and browsers: allowed addresses, contents of messages, and the end of failing ones."""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import json
import socket
import ssl
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.hashes import SHA256

from app.kernel.refusal import Refused
from app.services.errors import Malformed
from app.services.notify import (
    notification_preferences,
    notification_targets,
    notifications,
    outbox_worker,
)
from app.services.notify.delivery_channels import (
    DeliveryUncertain,
    NotSent,
    Undeliverable,
    push,
    web,
)
from app.services.play import lobby, orders
from tests.contract.tiny import sealed, stones
from tests.services.hookserver import HOST, HookServer
from tests.services.mailbox import give_address, make_due, put, sending, sweep


def resolves(monkeypatch, *addresses):
    """Resolve every name to these addresses, and addresses to themselves."""

    def found(host, _):
        try:
            socket.inet_pton(socket.AF_INET6 if ":" in host else socket.AF_INET, host)
        except OSError:
            if not addresses:
                raise socket.gaierror("unknown") from None
            return list(addresses)
        return [host]

    monkeypatch.setattr(web, "resolve_host", found)


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    server = HookServer(tmp_path_factory.mktemp("hook"))
    yield server
    server.close()


@pytest.fixture
def hook(server, monkeypatch):
    """Webhook server that counts as public."""
    server.status, server.got[:] = 204, []
    resolves(monkeypatch, "127.0.0.1")
    monkeypatch.setattr(web, "is_public", lambda address: address == "127.0.0.1")
    monkeypatch.setattr(web, "ssl_context", lambda: ssl.create_default_context(cafile=server.pem))
    return server


# ---------------------------------------------------------------------- where to
PRIVATE = [
    "127.0.0.1",
    "10.1.2.3",
    "172.16.0.9",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "0.0.0.0",  # noqa: S104 - the test refuses this address
    "224.0.0.1",
    "255.255.255.255",
    "::1",
    "::",
    "fe80::1",
    "fc00::1",
    "fd12:3456::1",
    "ff02::1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "64:ff9b::7f00:1",
    "2002:7f00:1::",
    "192.0.2.1",
    "240.0.0.1",
    "2001:db8::1",
    "::127.0.0.1",
    "fec0::1",
    "::ffff:192.168.1.1",
    "64:ff9b::a00:1",
    "64:ff9b:1::a00:1",
    "2002:a00:1::",
    "2001:0:101:101:0:0:80ff:fffe",
]


@pytest.mark.parametrize("address", PRIVATE)
def test_private_addresses_are_refused_by_number_and_by_name(monkeypatch, address):
    resolves(monkeypatch, address)
    host = f"[{address}]" if ":" in address else address
    for url in (f"https://{host}/hook", "https://innocent.example/hook"):
        assert notification_targets.address_refusal(url).rule == "CAR-NOT-01"
        with pytest.raises(Undeliverable, match="private address"):
            web.post_to_address(url, b"", {})


@pytest.mark.parametrize(
    "address", ["1.1.1.1", "93.184.216.34", "2606:4700::1111", "::ffff:1.1.1.1"]
)
def test_public_addresses_are_allowed(monkeypatch, address):
    resolves(monkeypatch, address)
    assert notification_targets.address_refusal("https://innocent.example/hook") is None


def test_one_private_address_among_public_ones_is_enough(monkeypatch):
    resolves(monkeypatch, "1.1.1.1", "10.0.0.1")
    assert (
        notification_targets.address_refusal("https://innocent.example/hook").rule == "CAR-NOT-01"
    )


@pytest.mark.parametrize(
    "url",
    [
        "http://hook.example/",
        "https://",
        "https:///x",
        "ftp://hook.example",
        "https://me:word@hook.example/",
        "",
        "hook.example",
        "https://hook.example:99999/",
        "https://[::1",
        "https://hook.example/ x",
        "https://hook.example/\r\nX: y",
        "javascript:alert(1)",
        f"https://hook.example/{'x' * 1000}",
    ],
)
def test_other_addresses_than_https_are_refused(monkeypatch, url):
    resolves(monkeypatch, "1.1.1.1")
    assert notification_targets.address_refusal(url).rule == "CAR-NOT-01"


def test_a_name_that_resolves_otherwise_later_is_not_followed(hook, monkeypatch):
    """The connection goes to the address that was checked."""
    asked = []
    real = web.socket.create_connection
    monkeypatch.setattr(
        web.socket,
        "create_connection",
        lambda address, *more: asked.append(address) or real(address, *more),
    )
    web.post_to_address(hook.url, b"{}", {})
    assert asked == [("127.0.0.1", hook.port)]


def test_a_target_that_turns_private_gets_nothing(services, hook, people, monkeypatch):
    notification_targets.add_webhook(services, people[0].id, "json", "Mine", hook.url)
    monkeypatch.undo()
    resolves(monkeypatch, "127.0.0.1")
    notification_preferences.send_test(services, people[0].id, "1")
    sweep(services)
    assert hook.got == [] and [row.why for row in sending(services, "dead")] == ["private address"]


def test_with_a_list_of_hosts_only_these_get_messages(services, hook, people, monkeypatch):
    notification_targets.add_webhook(services, people[0].id, "json", "Mine", hook.url)
    services.post = msgspec.structs.replace(services.post, hosts=("discord.com", "slack.example"))
    with pytest.raises(Refused) as found:
        notification_targets.add_webhook(
            services, people[0].id, "json", "Another", "https://hook.example/2"
        )
    assert found.value.refusals[0].rule == "CAR-NOT-01" and "discord.com" in str(found.value)
    for url, is_listed in (
        ("https://discord.com/api", True),
        ("https://HOOKS.slack.example/x", True),
        ("https://notdiscord.com/", False),
        ("https://discord.com.example/", False),
        ("https://discord.com@hook.example/", False),
    ):
        assert (
            notification_targets.address_refusal(url, services.post.hosts) is None
        ) == is_listed, url
    notification_preferences.send_test(services, people[0].id, "1")
    sweep(services)
    assert hook.got == [] and [row.why for row in sending(services, "dead")] == [
        "not on the administrator’s list"
    ]
    services.post = msgspec.structs.replace(services.post, hosts=(HOST,))
    notification_preferences.send_test(services, people[0].id, "1")
    sweep(services)
    assert len(hook.got) == 1


def test_a_self_signed_certificate_is_refused(hook, monkeypatch):
    monkeypatch.setattr(web, "ssl_context", ssl.create_default_context)
    with pytest.raises(NotSent, match="CERTIFICATE_VERIFY_FAILED"):
        web.post_to_address(hook.url, b"{}", {})
    assert hook.got == []


# ---------------------------------------------------------------------- what comes back
@pytest.mark.parametrize(
    ("status", "problem"),
    [
        (200, None),
        (204, None),
        (302, Undeliverable),
        (400, Undeliverable),
        (404, Undeliverable),
        (429, NotSent),
        (503, NotSent),
    ],
)
def test_each_status_of_an_answer_is_handled(hook, status, problem):
    hook.status = status
    if problem is None:
        web.post_to_address(hook.url, b"{}", {})
    else:
        with pytest.raises(problem, match=f"HTTP {status}"):
            web.post_to_address(hook.url, b"{}", {})
    assert [path for path, _, _ in hook.got] == ["/in?key=1"]  # and never /elsewhere


def test_a_target_without_an_answer_is_not_sent_the_message_again(
    services, hook, people, monkeypatch
):
    hook.status = 0
    monkeypatch.setattr(web, "LONGEST", 0.2)
    with pytest.raises(DeliveryUncertain):
        web.post_to_address(hook.url, b"{}", {})


def test_a_target_that_answers_byte_by_byte_is_given_up(hook, monkeypatch):
    """Each byte comes within its own limit; without a limit in all, one server would block all
    messages.
    """
    monkeypatch.setattr(web, "LONGEST", 0.3)
    slow = socket.create_server(("127.0.0.1", 0))

    def drip():
        caller, _ = slow.accept()
        with contextlib.suppress(OSError):
            caller.sendall(b"\x16\x03\x03\x40\x00")  # the beginning of a long greeting
            for _ in range(40):
                caller.sendall(b"\x02")
                time.sleep(0.1)

    threading.Thread(target=drip, daemon=True).start()
    began = time.monotonic()
    with pytest.raises(NotSent):
        web.post_to_address(f"https://{HOST}:{slow.getsockname()[1]}/", b"{}", {})
    assert time.monotonic() - began < 2
    slow.close()


def test_an_unreachable_target_is_tried_again(hook, monkeypatch):
    with pytest.raises(NotSent):
        web.post_to_address(f"https://{HOST}:1/", b"{}", {})
    resolves(monkeypatch)
    with pytest.raises(NotSent):
        web.post_to_address("https://nowhere.example/", b"{}", {})


# ---------------------------------------------------------------------- what is said
def sent(services, hook, kind, user, mention=""):
    notification_targets.add_webhook(services, user.id, kind, "Mine", hook.url, mention)
    message = notifications.Message(
        "your_turn",
        notifications.say("Your turn: *A* <b> @everyone & Co", "Te toca: *A* <b>"),
        (notifications.say("a secret", "un secreto"),),
        "/open-game/7",
        asks=True,
    )
    put(
        services,
        f"k:{kind}",
        message,
        user.id,
        kind,
        str(notification_preferences.load_notifications_page(services, user.id).targets[-1].id),
    )
    with services.store.write() as work:  # the message is about no game and goes out unchanged
        work._connection.exec_driver_sql("UPDATE outbox SET kind = 'hello'")
        work.commit()
    sweep(services)
    [(_, headers, body)] = hook.got
    assert b"secret" not in body
    return headers, body


def test_discord(services, hook, people):
    _, body = sent(services, hook, "discord", people[0], "80351110224678912")
    assert json.loads(body) == {
        "content": "<@80351110224678912> Your turn\\: \\*A\\* \\<b\\> \\@everyone & "
        "Co\n<http://127.0.0.1:8000/open-game/7>",
        "allowed_mentions": {"parse": [], "users": ["80351110224678912"]},
    }


def test_slack(services, hook, people):
    _, body = sent(services, hook, "slack", people[0])
    assert json.loads(body) == {
        "text": "Your turn: *A* &lt;b&gt; @everyone &amp; Co\n<http://127.0.0.1:8000/open-game/7>",
        "unfurl_links": False,
    }


def test_json_is_signed(services, hook, people):
    headers, body = sent(services, hook, "json", people[0])
    told = json.loads(body)
    assert (told["title"], told["link"], told["id"]) == (
        "Your turn: *A* <b> @everyone & Co",
        "http://127.0.0.1:8000/open-game/7",
        "k:json",
    )
    secret = notification_targets.secret_of(
        services,
        notification_preferences.load_notifications_page(services, people[0].id).targets[0],
    )
    proof = hmac.new(
        secret.encode(), headers["X-Caracole-Timestamp"].encode() + b"." + body, hashlib.sha256
    ).hexdigest()
    assert headers["X-Caracole-Signature"] == f"sha256={proof}"


def test_hooks_of_twin_worlds_are_the_same(services, hook, people, command):
    notification_targets.add_webhook(services, people[1].id, "json", "Mine", hook.url)
    worlds = []
    for hand in sealed.BEATS:
        game = lobby.open_table(services, people[0].id, "sealed", "plain", "north")
        lobby.join_table(services, game.address, people[1].id)
        orders.declare_order(services, game.id, people[0].id, command(), 1, sealed.Choose(hand))
        make_due(services)
        sweep(services)
        worlds.append(
            [
                {**json.loads(body), "at": "", "id": "", "link": "", "game": 0}
                for _, _, body in hook.got
            ]
        )
        hook.got.clear()
    assert worlds[0] == worlds[1] == worlds[2] and worlds[0]


# ---------------------------------------------------------------------- keeping them
@pytest.mark.parametrize(
    ("given", "rule"),
    [
        ({"name": ""}, "CAR-NOT-02"),
        ({"name": "x" * 41}, "CAR-NOT-02"),
        ({"url": "http://hook.example/"}, "CAR-NOT-01"),
        ({"mention": "@everyone"}, "CAR-NOT-04"),
    ],
)
def test_errors_of_a_webhook_are_refused_with_their_rules(services, hook, people, given, rule):
    with pytest.raises(Refused) as refused:
        notification_targets.add_webhook(
            services,
            people[0].id,
            **{"kind": "discord", "name": "Mine", "url": hook.url, "mention": "", **given},
        )
    assert [no.rule for no in refused.value.refusals] == [rule]
    assert notification_preferences.load_notifications_page(services, people[0].id).targets == ()


def test_a_member_has_at_most_ten_targets_of_known_kinds(services, hook, people):
    with pytest.raises(Malformed):
        notification_targets.add_webhook(services, people[0].id, "pigeon", "Mine", hook.url)
    for _ in range(notification_targets.MOST):
        notification_targets.add_webhook(services, people[0].id, "json", "Mine", hook.url)
    with pytest.raises(Refused) as refused:
        notification_targets.add_webhook(services, people[0].id, "json", "Mine", hook.url)
    assert refused.value.refusals[0].rule == "CAR-NOT-03"


def test_the_limit_of_ten_targets_holds_for_simultaneous_requests(services, hook, people):
    with ThreadPoolExecutor(4) as hands:
        added = [
            hands.submit(
                notification_targets.add_webhook, services, people[0].id, "json", "Mine", hook.url
            )
            for _ in range(notification_targets.MOST + 10)
        ]
    assert (
        sum(one.exception() is None for one in added)
        == notification_targets.MOST
        == len(notification_preferences.load_notifications_page(services, people[0].id).targets)
    )


def test_a_webhook_of_another_member_cannot_be_changed(services, hook, people):
    notification_targets.add_webhook(services, people[0].id, "json", "Mine", hook.url)
    notification_targets.remove_target(services, people[1].id, 1)
    notification_preferences.send_test(services, people[1].id, "1")
    assert (
        len(notification_preferences.load_notifications_page(services, people[0].id).targets) == 1
        and sending(services) == []
    )


def test_a_webhook_that_fails_again_and_again_is_stopped_and_its_owner_told(
    services, hook, people, mailbox
):
    give_address(services, people[0])
    notification_targets.add_webhook(services, people[0].id, "json", "Mine", hook.url)
    hook.status = 404
    for number in range(outbox_worker.FAILURES + 2):
        if number == 2:  # one success begins the count again
            hook.status = 204
        notification_preferences.send_test(services, people[0].id, "1")
        sweep(services)
        hook.status = 404
    [mine] = notification_preferences.load_notifications_page(services, people[0].id).targets
    assert not mine.stopped_at and mine.failures == 4
    notification_preferences.send_test(services, people[0].id, "1")
    sweep(services)
    sweep(services)
    [mine] = notification_preferences.load_notifications_page(services, people[0].id).targets
    assert mine.stopped_at and [one["subject"] for one in mailbox.mails()] == [
        "Caracole has stopped sending to Mine"
    ]
    before = len(hook.got)
    notification_preferences.send_test(services, people[0].id, "1")
    sweep(services)
    assert len(hook.got) == before
    hook.status = 204
    notification_targets.restart_target(services, people[0].id, mine.id)
    notification_preferences.send_test(services, people[0].id, "1")
    sweep(services)
    assert len(hook.got) == before + 1


def test_a_turn_goes_to_mail_and_webhook_each_once(
    services, hook, people, mailbox, started, command, at_once
):
    give_address(services, people[1])
    notification_targets.add_webhook(services, people[1].id, "slack", "Mine", hook.url)
    game = started("stones")
    orders.declare_order(services, game.id, people[0].id, command(), 1, stones.Lay(1))
    sweep(services)
    sweep(services)
    assert len(mailbox.got) == 1 and len(hook.got) == 1


# ---------------------------------------------------------------------- browsers
def test_the_record_of_rfc_8291():
    """Example of RFC 8291, section 5."""
    sender = ec.derive_private_key(
        int.from_bytes(push.decode_base64url("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big"),
        push.CURVE,
    )
    keys = push.SubscriptionKeys(
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "BTBZMqHH6r4Tts7J_aSIgg",
    )
    record = push.encrypt_record(
        b"When I grow up, I want to be a watermelon",
        keys,
        sender,
        push.decode_base64url("DGv6ra1nlYgDCS1FRnbzlw"),
    )
    assert push.encode_base64url(record) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95"
        "bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_push_requests_are_signed_by_the_server():
    secret = push.new_key()
    header = push.vapid_header("https://push.example:8443/x/y", secret, "mailto:a@b.example", 1_000)
    token, key = header.removeprefix("vapid t=").split(", k=")
    head, claims, signature = token.split(".")
    assert json.loads(push.decode_base64url(claims)) == {
        "aud": "https://push.example:8443",
        "exp": 1_000 + 12 * 3600,
        "sub": "mailto:a@b.example",
    }
    raw = push.decode_base64url(signature)
    der = utils.encode_dss_signature(
        int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big")
    )
    public = ec.EllipticCurvePublicKey.from_encoded_point(push.CURVE, push.decode_base64url(key))
    public.verify(der, f"{head}.{claims}".encode(), ec.ECDSA(SHA256()))
    assert push.public_key(secret) == key


def browser_keys():
    private = ec.generate_private_key(push.CURVE)
    return (
        private,
        push.encode_base64url(push._public_point(private.public_key())),
        push.encode_base64url(b"0123456789abcdef"),
    )


def test_a_browser_gets_encrypted_messages_until_it_unsubscribes(services, hook, people):
    _, p256dh, auth = browser_keys()
    for _ in range(2):
        notification_targets.add_browser(services, people[0].id, "Phone", hook.url, p256dh, auth)
    [mine] = notification_preferences.load_notifications_page(services, people[0].id).targets
    notification_preferences.send_test(services, people[0].id, str(mine.id))
    sweep(services)
    [(_, headers, body)] = hook.got
    assert (
        headers["Content-Encoding"] == "aes128gcm"
        and headers["Authorization"].startswith("vapid t=")
        and b"test" not in body
    )
    hook.status = 410
    notification_preferences.send_test(services, people[0].id, str(mine.id))
    sweep(services)
    assert notification_preferences.load_notifications_page(services, people[0].id).targets == ()


@pytest.mark.parametrize(
    ("p256dh", "auth"), [("", ""), ("AAAA", "AAAA"), ("not base64 !", "x"), ("Bé", "é")]
)
def test_invalid_browser_keys_are_refused(services, hook, people, p256dh, auth):
    with pytest.raises(Malformed):
        notification_targets.add_browser(services, people[0].id, "Phone", hook.url, p256dh, auth)
