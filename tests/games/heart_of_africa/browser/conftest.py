"""Fixtures of the tests with a browser."""

from __future__ import annotations

from tests.drivers.browser import (  # noqa: F401 - fixtures of pytest
    chromium,
    launched,
    person,
    serve,
    site,
    tiny_house,
    whole_chromium,
)
