"""Delivery channel for webhooks, in the formats of Discord, Slack and plain JSON.

Other people may read the channel, so a message contains no details of the game. It mentions the
user only if the user must act.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import time

import msgspec

from app.services.notify.delivery_channels import OutgoingMessage
from app.services.notify.delivery_channels.web import post_to_address
from app.store import records

KINDS = ("discord", "slack", "json")
MENTION = {"discord": re.compile(r"\d{1,25}"), "slack": re.compile(r"[A-Z0-9]{1,25}")}


def send_webhook(target: records.NotificationTarget, secret: str, parcel: OutgoingMessage) -> None:
    """Send a message to a webhook. Raises as `web.post_to_address` does."""
    body = msgspec.json.encode(FORMS[target.kind](target, parcel))
    headers = {"Content-Type": "application/json"}
    if target.kind == "json":
        moment = str(int(time.time()))
        headers |= {
            "X-Caracole-Timestamp": moment,
            "X-Caracole-Signature": f"sha256={body_signature(secret, moment, body)}",
        }
    post_to_address(target.url, body, headers)


def body_signature(secret: str, moment: str, body: bytes) -> str:
    """Signature of time and body together: HMAC with SHA-256, in hexadecimal.

    An old message cannot be replayed as a new one.
    """
    return hmac.new(secret.encode(), moment.encode() + b"." + body, hashlib.sha256).hexdigest()


def text_below_title(parcel: OutgoingMessage) -> str:
    return f"{parcel.title}\n{parcel.text}" if parcel.text else parcel.title


def discord_payload(
    target: records.NotificationTarget, parcel: OutgoingMessage
) -> dict[str, object]:
    says = re.sub(r"([\\*_~`|>#\[\]()<@:-])", r"\\\1", text_below_title(parcel))
    user = target.mention if parcel.asks else ""
    mention = f"<@{user}> " if user else ""
    return {
        "content": f"{mention}{says}\n<{parcel.link}>",
        "allowed_mentions": {"parse": [], "users": [user] if user else []},
    }


def slack_payload(target: records.NotificationTarget, parcel: OutgoingMessage) -> dict[str, object]:
    says = text_below_title(parcel).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    mention = f"<@{target.mention}> " if target.mention and parcel.asks else ""
    return {"text": f"{mention}{says}\n<{parcel.link}>", "unfurl_links": False}


def json_payload(_: records.NotificationTarget, parcel: OutgoingMessage) -> dict[str, object]:
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


FORMS = {"discord": discord_payload, "slack": slack_payload, "json": json_payload}
