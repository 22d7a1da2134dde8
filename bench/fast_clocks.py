"""Server on whose clocks a day takes four seconds, so that deadlines are decided within a test.

    python -m bench.fast_clocks serve

Each process of the server imports this module. Time limits count at once after a start; else they
count a quarter of an hour later.
"""

from __future__ import annotations

import sys
from datetime import timedelta

from app.cli import main
from app.services.time import deadline_worker, time_accounts, uptime

DAY = timedelta(seconds=4)
SWEEP = 0.5  # seconds between two checks of the database


def fast_time(days: float = 0, hours: float = 0) -> timedelta:
    return DAY * (days + hours / 24)


vars(time_accounts)["timedelta"] = fast_time
uptime.SETTLING = timedelta(0)
deadline_worker.SWEEP = deadline_worker.DeadlineWorker.REST = SWEEP

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
