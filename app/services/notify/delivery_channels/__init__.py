"""Delivery channels for messages.

The error of a failed delivery shows if a later attempt makes sense.
"""

from __future__ import annotations

import msgspec


class OutgoingMessage(msgspec.Struct, frozen=True):
    """Message as its reader gets it: in one language, with full addresses.

    `unsubscribe` is "" for messages without an opt-out. `asks` is true if the reader must act.
    """

    key: str
    kind: str
    language: str
    title: str
    text: str
    link: str
    made_at: str
    game_id: int | None = None
    unsubscribe: str = ""
    settings: str = ""
    asks: bool = False


class NotSent(Exception):
    """Message was not sent and may be tried again; the text gives the reason."""


class Undeliverable(Exception):
    """Message was not sent and can never be sent."""


class DeliveryUncertain(Exception):
    """Message may have been sent, so it is not sent again."""
