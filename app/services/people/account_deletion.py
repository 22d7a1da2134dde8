"""Deletion of an account. Content shared with others stays under a neutral name."""

from __future__ import annotations

from app.services.clubs.succession import leave_all_clubs
from app.services.container import Services
from app.services.notify import outbox
from app.services.people.accounts import FORMER, check_password
from app.services.people.bot_accounts import MARK
from app.services.play import lobby
from app.store import records
from app.store.transactions import UnitOfWork

ALL = 1_000_000


def delete_own_account(services: Services, user_id: int, password: str, address: str = "") -> None:
    """CAR-ACC-08: The account is deleted; open tables are left, other content keeps a neutral name.
    Raises `Refused`, `TooOften`.
    """
    delete_account(services, check_password(services, user_id, password, address))


def delete_account(services: Services, user: records.User) -> None:
    """Delete an account and its bot accounts, with all data that is only theirs."""
    with services.store.write() as work:
        work.users.lock_user(user.id)
        for one in (*(program.user for program in work.programs.for_owner(user.id)), user):
            work.users.lock_user(one.id)
            _make_anonymous(work, one)
        work.users.delete_user(user.id)
        work.commit()
        gone = work.users.count_ended_logins(user.id)
    services.notifier.publish(user.id, gone, "logins")


def _make_anonymous(work: UnitOfWork, user: records.User) -> None:
    for game in work.games.of_user(user.id, ALL):
        lobby.free_seat_of_user(work, game.id, user.id)
    leave_all_clubs(work, user.id)
    outbox.drop_messages_naming(work, user.name)
    name = f"{FORMER[user.language]} {user.id}{MARK if user.is_bot else ''}"
    for ledger in (
        work.seats,
        work.former,
        work.chat_messages,
        work.remarks,
        work.reports,
        work.photographs,
        work.referee_notes,
        work.complaints,
        work.acts,
    ):
        ledger.rename_user(user.id, name)
