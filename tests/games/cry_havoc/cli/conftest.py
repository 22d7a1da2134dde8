"""Fixtures of the tests of commands."""

from __future__ import annotations

from tests.cli.conftest import caracole  # noqa: F401 - fixture of pytest
