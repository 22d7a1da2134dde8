"""Delivery channel for webhooks, in the formats of Discord, Slack and plain JSON.

Other people may read the channel, so a message contains no details of the game.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import time

import msgspec

from app.services.notify.delivery_channels import Parcel
from app.services.notify.delivery_channels.web import post
from app.store import records

KINDS = ("discord", "slack", "json")
MENTION = {"discord": re.compile(r"\d{1,25}"), "slack": re.compile(r"[A-Z0-9]{1,25}")}


def send(receiver: records.Receiver, secret: str, parcel: Parcel) -> None:
    """Send a message to a webhook. Raises as `web.post` does."""
    body = msgspec.json.encode(FORMS[receiver.kind](receiver, parcel))
    headers = {"Content-Type": "application/json"}
    if receiver.kind == "json":
        moment = str(int(time.time()))
        headers |= {
            "X-Caracole-Timestamp": moment,
            "X-Caracole-Signature": f"sha256={signature(secret, moment, body)}",
        }
    post(receiver.url, body, headers)


def signature(secret: str, moment: str, body: bytes) -> str:
    """Signature of time and body together: HMAC with SHA-256, in hexadecimal.

    An old message cannot be replayed as a new one.
    """
    return hmac.new(secret.encode(), moment.encode() + b"." + body, hashlib.sha256).hexdigest()


def under_the_title(parcel: Parcel) -> str:
    return f"{parcel.title}\n{parcel.text}" if parcel.text else parcel.title


def as_discord(receiver: records.Receiver, parcel: Parcel) -> dict[str, object]:
    says = re.sub(r"([\\*_~`|>#\[\]()<@:-])", r"\\\1", under_the_title(parcel))
    mention = f"<@{receiver.mention}> " if receiver.mention else ""
    return {
        "content": f"{mention}{says}\n<{parcel.link}>",
        "allowed_mentions": {"parse": [], "users": [receiver.mention] if receiver.mention else []},
    }


def as_slack(receiver: records.Receiver, parcel: Parcel) -> dict[str, object]:
    says = under_the_title(parcel).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    mention = f"<@{receiver.mention}> " if receiver.mention else ""
    return {"text": f"{mention}{says}\n<{parcel.link}>", "unfurl_links": False}


def as_json(_: records.Receiver, parcel: Parcel) -> dict[str, object]:
    return {
        "id": parcel.key,
        "event": parcel.kind,
        "title": parcel.title,
        "text": parcel.text,
        "link": parcel.link,
        "game": parcel.game_id,
        "at": parcel.made_at,
        "language": parcel.language,
    }


FORMS = {"discord": as_discord, "slack": as_slack, "json": as_json}
