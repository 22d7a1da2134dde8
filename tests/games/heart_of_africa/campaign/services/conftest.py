"""Fixtures of the tests of services."""

from __future__ import annotations

from tests.services.conftest import (  # noqa: F401 - fixtures of pytest
    at_once,
    command,
    mailbox,
    people,
    services,
    started,
)
