"""Fixtures of the tests of pages."""

from __future__ import annotations

from tests.web.conftest import (  # noqa: F401 - fixtures of pytest
    app,
    battle,
    default_settings,
    same_dice,
    visitor,
    web,
)
