"""Server process whose time a test sets: python -m tests.browser.late_server.

The file `LATE_FILE` holds the hours by which its time is ahead. They pass without an outage.
"""

from __future__ import annotations

import os
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

from app.cli import main
from app.services.time import availability, deadline_worker, uptime
from tests.clock_modules import GAME_TIME

AHEAD = Path(os.environ["LATE_FILE"])


def late_time() -> str:
    hours = float(AHEAD.read_text(encoding="utf-8"))
    return availability.time_text(datetime.now(UTC) + timedelta(hours=hours))


if __name__ == "__main__":
    for module in GAME_TIME:
        module.current_time = late_time
    uptime.MISSED, uptime.SETTLING = timedelta(days=90), timedelta(0)
    deadline_worker.SWEEP = 0.5
    sys.exit(main())
