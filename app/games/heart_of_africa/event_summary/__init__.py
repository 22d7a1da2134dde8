"""A battle in a few sentences: what belongs together of the moves of a visit, of a turn, of a whole
battle, and the tables of a report.

recounted(met, viewer) -> items       what this viewer has heard of, a sentence for each thing done
redrawn(before, event, viewer)        a shot as it went accounts(met, battle)                 armies
and country at the beginning, losses and luck at the end
"""

from app.games.heart_of_africa.event_summary.accounts import accounts
from app.games.heart_of_africa.event_summary.shots import redrawn
from app.games.heart_of_africa.event_summary.tale import recounted

__all__ = ["accounts", "recounted", "redrawn"]
