"""An invitation says how the clock runs by whichever way it comes; a notice of a game says nothing but that there is one."""
from __future__ import annotations

import json

import msgspec
import pytest

from app.club import accounts, inviting, lobby, notices, receivers
from app.club.carriers import Parcel, hooks, push, web
from app.kernel.clock import Terms
from tests.club.mailbox import give_address, make_due, sweep

CLOCK = "Each player has 3 days for each decision"
KEYS = {"id", "event", "title", "text", "link", "game", "at", "language"}


@pytest.fixture
def posted(monkeypatch):
    """What is posted, by the kind of its receiver; what a browser gets before it is encrypted."""
    said = []
    monkeypatch.setattr(web, "resolved", lambda *_: ["1.1.1.1"])
    monkeypatch.setattr(hooks, "post", lambda url, body, _: said.append((url, json.loads(body))))
    monkeypatch.setattr(push, "encrypted", lambda text, *_: text)
    monkeypatch.setattr(push, "post", lambda url, body, _: said.append((url, json.loads(body))))
    return said


def test_the_clock_stands_in_every_kind_of_message(club, posted):
    ana, bruno = (accounts.register(club, name, "a long enough sentence") for name in ("Ana", "Bruno"))
    give_address(club, bruno, email="")
    notices.choose(club, bruno.id, {"invitation-hook": "now", "invitation-push": "now"})
    for kind in hooks.KINDS:
        receivers.add_hook(club, bruno.id, kind, kind, f"https://{kind}.example/")
    receivers.add_browser(club, bruno.id, "Phone", "https://push.example/", push.public(push.new_key()), push.b64(b"0123456789abcdef"))
    table = lobby.open_table(club, ana.id, "parry", "plain", "red", clock=Terms("each", 3))
    inviting.invite(club, table.address, ana.id, "Bruno")
    make_due(club)
    sweep(club)
    said = dict(posted)
    assert len(posted) == len(said) == 4
    assert CLOCK in said["https://json.example/"]["text"] and set(said["https://json.example/"]) == KEYS
    assert CLOCK in said["https://discord.example/"]["content"] and CLOCK in said["https://slack.example/"]["text"]
    assert CLOCK in said["https://push.example/"]["text"] and said["https://push.example/"]["title"].startswith("Ana invites you")


def test_what_is_marked_means_nothing_under_the_title_either():
    parcel = Parcel("k", "invitation", "en", "A", "*b* <@1>", "https://caracole.example/", "")
    receiver = msgspec.convert({"id": 1, "user_id": 1, "kind": "discord", "name": "", "url": "", "mention": "", "failures": 0, "stopped_at": "", "created": ""},
                               receivers.rows.Receiver)
    assert hooks.as_discord(receiver, parcel)["content"].startswith("A\n\\*b\\* \\<\\@1\\>\n<https:")
    assert hooks.as_slack(receiver, parcel)["text"].startswith("A\n*b* &lt;@1&gt;\n")
