"""Printed tables of a game, and its part of a battle report."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from app.kernel.say import Say
from app.kernel.survey import Section


class Sheet(msgspec.Struct, frozen=True):
    """One table of the play sheet. `origin` names its publisher or says that it is
    reconstructed.
    """

    title: Say
    origin: Say
    head: tuple[Say, ...]
    rows: tuple[tuple[Say, ...], ...]
    rules: tuple[str, ...] = ()


class ReportDetails(msgspec.Struct, frozen=True):
    """Details of a finished game for its report: names of the sides, opening, and final tables."""

    names: Mapping[str, Say] = {}
    opening: tuple[Section, ...] = ()
    tables: tuple[Sheet, ...] = ()
