"""Start of the worker threads: bots, outbox, deadlines, results of child battles, ratings and
wishes. Others care for clubs, expiry and presence.

The deadline worker is the scheduler (cron) of the server.
"""

from __future__ import annotations

from app.services.clubs.club_worker import ClubWorker
from app.services.clubs.date_reminders import DateReminders
from app.services.container import Services
from app.services.notify.outbox_worker import OutboxWorker
from app.services.play.bot_worker import BotWorker
from app.services.play.child_battle_worker import ChildBattleWorker
from app.services.play.dice_values import DiceWorker
from app.services.play.expiry_worker import ExpiryWorker
from app.services.play.rating_worker import RatingWorker
from app.services.play.wish_pairing import WishWorker
from app.services.time.deadline_worker import DeadlineWorker


def start_workers(services: Services, demo: bool = False, archive_days: int = 0) -> None:
    """Start the workers; `Services.close` stops them. With `demo` a game of bots always runs.
    Finished games go to the archive after `archive_days`; with 0 they stay.
    """
    services.workers = (
        BotWorker(services, demo),
        DeadlineWorker(services),
        ChildBattleWorker(services),
        RatingWorker(services),
        WishWorker(services),
        DateReminders(services),
        ClubWorker(services),
        ExpiryWorker(services, archive_days),
        DiceWorker(services),
        OutboxWorker(services),
    )
    for worker in services.workers:
        worker.start()
    services.presence.start()
