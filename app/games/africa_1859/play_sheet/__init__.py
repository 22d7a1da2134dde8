"""Printed tables of the newest data, each with its origin: published rules, or our completion."""

from __future__ import annotations

from app.games.africa_1859.data_file import NEWEST, VERSIONS
from app.games.africa_1859.play_sheet.fight_tables import fight_sheets
from app.games.africa_1859.play_sheet.piece_tables import piece_sheets
from app.games.africa_1859.play_sheet.turn_tables import campaign_sheet, scenario_sheets, turn_sheet
from app.kernel.report_tables import Sheet


def sheets() -> tuple[Sheet, ...]:
    """Tables in the order of a turn, then counters, ground, points and the campaign."""
    data = VERSIONS[NEWEST]
    return (
        turn_sheet(),
        *fight_sheets(data),
        *piece_sheets(data),
        *scenario_sheets(data),
        campaign_sheet(data),
    )
