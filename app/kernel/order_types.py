"""Base classes of orders and events."""

from __future__ import annotations

from typing import ClassVar

import msgspec


class Order(msgspec.Struct, frozen=True, tag_field="kind", forbid_unknown_fields=True):
    """Order of a seat. Each box has its own kinds; the field `kind` tells them apart in the
    record. `own_words` names the fields with texts that a player writes freely, `own_armies` those
    with armies, whose names a player writes. `fixed_words` are texts that the site offers. `begins`
    is true for an order that begins a long game while its players gather.
    """

    own_words: ClassVar[tuple[str, ...]] = ()
    own_armies: ClassVar[tuple[str, ...]] = ()
    fixed_words: ClassVar[frozenset[str]] = frozenset()
    begins: ClassVar[bool] = False


class Event(msgspec.Struct, frozen=True, tag_field="kind"):
    """Recorded fact, with its dice.

    `reveals` is true for a kind that tells some seat something new. Such an event cannot be undone.
    """

    reveals = False
