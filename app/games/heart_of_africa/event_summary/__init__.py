"""Summary of a battle in sentences: related events of a visit, of a turn, or of a whole battle, and
the tables of a report.

`recounted(met, viewer) -> items`: a sentence for each action that this viewer knows of.
`redrawn(before, event, viewer)`: a shot at its time. `accounts(met, battle)`: armies and country at
the beginning, losses and luck at the end.
"""

from app.games.heart_of_africa.event_summary.accounts import accounts
from app.games.heart_of_africa.event_summary.shots import redrawn
from app.games.heart_of_africa.event_summary.tale import recounted

__all__ = ["accounts", "recounted", "redrawn"]
