"""Summary of a battle in sentences: related events of a visit, of a turn, or of a whole battle, and
the tables of a report.

`summary_items(met, viewer) -> items`: a sentence for each action that this viewer knows of.
`replayed_shot(before, event, viewer)`: a shot at its time. `report_details(met, battle)`: armies
and country at the beginning, losses and luck at the end.
"""

from app.games.heart_of_africa.event_summary.report_details import report_details
from app.games.heart_of_africa.event_summary.shots import replayed_shot
from app.games.heart_of_africa.event_summary.summary_items import summary_items

__all__ = ["replayed_shot", "report_details", "summary_items"]
