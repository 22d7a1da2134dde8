"""Outbox of notifications. A row is written in the transaction of its cause and is sent at most
once.

States: waiting -> claimed by a worker -> sending -> sent. A row may also end as one of these:
- waiting again: nothing was sent.
- dropped: no longer true.
- dead: given up.
- unsure: it may have been sent. It is never sent again.

Claimed rows of a dead worker go to the next worker. Rows that it was sending become unsure.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, ClassVar

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from app.kernel.record import to_json
from app.store import notification_tables, records, schema
from app.store.driver_statements import DriverStatement
from app.store.repositories import Repository, bind

_sending = [notification_tables.outbox.c[name] for name in records.Sending.__struct_fields__]


class Outbox(Repository):
    _put: ClassVar = {
        dialect: dialect.insert(notification_tables.outbox).on_conflict_do_nothing(
            index_elements=["key"]
        )
        for dialect in (postgresql, sqlite)
    }
    _together: list[dict[str, Any]] | None = None

    @contextmanager
    def together(self) -> Iterator[None]:
        """Write all messages of the block at its end, with one statement. The block reads no
        message.
        """
        if self._together is not None:
            yield
            return
        self._together = []
        try:
            yield
            if self._together:
                self._do(self._put[self._dialect], self._together)
        finally:
            self._together = None

    def add_message(self, **values: Any) -> bool:
        """Write a row; return false if its key exists, in this transaction or any other. Within
        `together` the answer is true, and such a row is not written.
        """
        new = {"state": "waiting", "tries": 0, "claim": "", "done_at": "", "why": "", **values}
        if self._together is not None:
            self._together.append(new)
            return True
        put = self._put[self._dialect].returning(notification_tables.outbox.c.id)
        return self._do(put, new).first() is not None

    def is_due(self, now: str) -> bool:
        """Return true if a worker has something to do."""
        box = notification_tables.outbox.c
        open_ = sa.and_(box.state.in_(("waiting", "claimed", "sending")), box.due <= now)
        return self._do(sa.select(box.id).where(open_).limit(1)).first() is not None

    def claim_due(self, claim: str, now: str, until: str, limit: int) -> list[records.Sending]:
        """Claim due rows, and claimed rows of dead workers, until the time `until`.

        A row of a daily mail takes all other due rows of that mail with it. No other worker gets
        them before `until`.
        """
        box = notification_tables.outbox.c
        free = sa.and_(box.state.in_(("waiting", "claimed")), box.due <= now)
        first = list(
            self._do(
                sa.select(box.id, box.channel, box.user_id, box.to)
                .where(free)
                .order_by(box.due, box.id)
                .limit(limit)
                .with_for_update(skip_locked=True)
            )
        )
        ids, readers = (
            {row.id for row in first},
            {(row.user_id, row.to) for row in first if row.channel == "daily"},
        )
        if readers:
            theirs = sa.select(box.id).where(
                free, box.channel == "daily", sa.tuple_(box.user_id, box.to).in_(list(readers))
            )
            ids.update(self._do(theirs.with_for_update(skip_locked=True)).scalars())
        if ids:
            taken = {"state": "claimed", "claim": claim, "due": until, "tries": box.tries + 1}
            self._do(notification_tables.outbox.update().where(box.id.in_(ids)).values(taken))
        return (
            self._rows_of(sa.select(*_sending).where(box.id.in_(ids)).order_by(box.id))
            if ids
            else []
        )

    def begin_sending(self, row_id: int, claim: str, until: str) -> bool:
        """Mark a row as sending; return false if another worker has it. The message may be sent
        from now on.
        """
        box = notification_tables.outbox.c
        mine = sa.and_(box.id == row_id, box.claim == claim, box.state == "claimed")
        return bool(
            self._do(
                notification_tables.outbox.update().where(mine).values(state="sending", due=until)
            ).rowcount
        )

    def record_result(self, row_id: int, claim: str, **values: Any) -> bool:
        """Record the result of a row that this worker holds; return false if it holds it no
        longer.
        """
        box = notification_tables.outbox.c
        mine = sa.and_(box.id == row_id, box.claim == claim, box.state.in_(("claimed", "sending")))
        return bool(
            self._do(
                notification_tables.outbox.update().where(mine).values(claim="", **values)
            ).rowcount
        )

    def release_claimed(self, claim: str, now: str) -> None:
        """Release the claimed rows of a worker that are not being sent."""
        box = notification_tables.outbox.c
        mine = sa.and_(box.claim == claim, box.state == "claimed")
        self._do(
            notification_tables.outbox.update()
            .where(mine)
            .values(state="waiting", claim="", due=now, tries=box.tries - 1)
        )

    def retry_dead(self, now: str) -> int:
        """Retry all dead rows about games; return their number."""
        box = notification_tables.outbox.c
        given_up = sa.and_(box.state == "dead", box.game_id.is_not(None))
        return self._do(
            notification_tables.outbox.update()
            .where(given_up)
            .values(state="waiting", tries=0, due=now, done_at="")
        ).rowcount

    def send_on(self, user_id: int, old: str, new: str, kinds: Sequence[str]) -> None:
        """Redirect waiting mail of these kinds to the user's new address."""
        box = notification_tables.outbox.c
        of_user = sa.and_(
            box.user_id == user_id,
            box.channel.in_(("mail", "daily")),
            box.to == old,
            box.kind.in_(kinds),
            box.state == "waiting",
        )
        self._do(notification_tables.outbox.update().where(of_user).values(to=new))

    def stranded_messages(self, now: str) -> list[records.Sending]:
        """Rows whose worker died during sending."""
        box = notification_tables.outbox.c
        return self._rows_of(sa.select(*_sending).where(box.state == "sending", box.due <= now))

    def is_waiting(
        self, user_id: int, game_id: int | None, kind: str, channel: str, to: str
    ) -> bool:
        """Return true if a row of this kind about a game waits for the user on this channel and
        address.
        """
        box = notification_tables.outbox.c
        same = sa.and_(
            box.user_id == user_id,
            box.game_id == game_id,
            box.kind == kind,
            box.channel == channel,
            box.to == to,
            box.state == "waiting",
        )
        return self._do(sa.select(box.id).where(same).limit(1)).first() is not None

    def of_user(self, user_id: int, limit: int) -> list[records.Sending]:
        """Rows of a user, sent or not, the newest first."""
        box = notification_tables.outbox.c
        return self._rows_of(
            sa.select(*_sending).where(box.user_id == user_id).order_by(box.id.desc()).limit(limit)
        )

    def unsent_naming(self, name: str) -> list[records.Sending]:
        """Unsent rows whose message may have this name in it."""
        box = notification_tables.outbox.c
        return self._rows_of(
            sa.select(*_sending).where(
                box.done_at == "", box.message.contains(to_json(name)[1:-1], autoescape=True)
            )
        )

    def drop_message(self, row_id: int, message: str, now: str) -> None:
        """Drop a row; a worker that holds it finds it gone."""
        values = {"state": "dropped", "claim": "", "message": message, "done_at": now}
        self._do(
            notification_tables.outbox.update()
            .where(notification_tables.outbox.c.id == row_id)
            .values(values)
        )

    def in_state(self, state: str, limit: int) -> list[records.Sending]:
        box = notification_tables.outbox.c
        return self._rows_of(
            sa.select(*_sending).where(box.state == state).order_by(box.id.desc()).limit(limit)
        )

    def forget_done_before(self, time: str) -> None:
        box = notification_tables.outbox.c
        self._do(notification_tables.outbox.delete().where(box.done_at != "", box.done_at < time))

    def _rows_of(self, query: sa.Select[Any]) -> list[records.Sending]:
        return [records.Sending(*row) for row in self._do(query)]


class NotificationPreferences(Repository):
    def __init__(self, connection: sa.Connection):
        super().__init__(connection)
        self._known: dict[int, tuple[tuple[str, str], dict[tuple[str, str], str]]] = {}

    _reach = DriverStatement(
        sa.select(schema.users.c.email, schema.users.c.zone).where(
            schema.users.c.id == bind("user")
        )
    )
    _of = sa.select(notification_tables.notification_preferences).where(
        notification_tables.notification_preferences.c.user_id == bind("user")
    )

    def read_ahead(self, user_ids: Iterable[int]) -> None:
        """Read addresses and preferences of many users at once, for the messages of this
        transaction.
        """
        users, wishes = schema.users.c, notification_tables.notification_preferences.c
        wanted = sorted({*user_ids} - {*self._known})
        if not wanted:
            return
        reached = sa.select(users.id, users.email, users.zone).where(users.id.in_(wanted))
        chosen: dict[int, dict[tuple[str, str], str]] = {}
        query = sa.select(notification_tables.notification_preferences)
        for row in self._do(query.where(wishes.user_id.in_(wanted))):
            chosen.setdefault(row.user_id, {})[row.event, row.channel] = row.how
        self._known |= {
            row.id: ((row.email, row.zone), chosen.get(row.id, {})) for row in self._do(reached)
        }

    def mail_and_zone(self, user_id: int) -> tuple[str, str]:
        """Confirmed mail address and time zone of a member; "" for each missing one."""
        if user_id in self._known:
            return self._known[user_id][0]
        for email, zone in self._run(self._reach, {"user": user_id}):
            return email, zone
        return "", ""

    def for_user(self, user_id: int) -> dict[tuple[str, str], str]:
        """Preferences of a user by (event, channel), without those left at the default."""
        if user_id in self._known:
            return self._known[user_id][1]
        return {(row.event, row.channel): row.how for row in self._do(self._of, {"user": user_id})}

    def users_choosing(self, event: str, user_ids: Sequence[int]) -> set[int]:
        """Users among these who have chosen a channel for this event."""
        wishes = notification_tables.notification_preferences.c
        where = wishes.event == event, wishes.how != "no", wishes.user_id.in_(user_ids)
        return set(self._do(sa.select(wishes.user_id).where(*where)).scalars())

    def save_preference(self, user_id: int, event: str, channel: str, how: str) -> None:
        self._set(
            notification_tables.notification_preferences,
            user_id=user_id,
            event=event,
            channel=channel,
            how=how,
        )


def _query_of_invitations() -> sa.Select[Any]:
    """All invitations with the names of guest and host, oldest first."""
    here, guest, host = schema.invitations, schema.users.alias("guest"), schema.users.alias("host")
    query = sa.select(
        here.c.game_id,
        here.c.user_id,
        guest.c.name,
        here.c.invited_by,
        host.c.name.label("by"),
        here.c.made_at,
        here.c.seat,
    )
    query = query.join_from(here, guest, guest.c.id == here.c.user_id)
    query = query.join(host, host.c.id == here.c.invited_by)
    return query.order_by(here.c.made_at, here.c.game_id)


_all_invitations = _query_of_invitations()
"""Built once: two copies of the columns of the users take longer than the answer."""
_INVITATIONS_OF_A_GAME = DriverStatement(
    _all_invitations.where(schema.invitations.c.game_id == bind("game"))
)


class Invitations(Repository):
    def add_invitation(
        self, game_id: int, user_id: int, invited_by: int, now: str, seat: str = ""
    ) -> None:
        """Add an invitation; raises `Conflict` if the user is invited already."""
        self._add(
            schema.invitations,
            game_id=game_id,
            user_id=user_id,
            invited_by=invited_by,
            made_at=now,
            seat=seat,
        )

    def of_game(self, game_id: int) -> list[records.Invitation]:
        rows = self._run(_INVITATIONS_OF_A_GAME, {"game": game_id})
        return [records.Invitation(*row) for row in rows]

    def of_user(self, user_id: int) -> list[records.Invitation]:
        mine = _all_invitations.where(schema.invitations.c.user_id == user_id)
        return [records.Invitation(*row) for row in self._do(mine)]

    def remove_invitation(self, game_id: int, user_id: int) -> None:
        here = schema.invitations.c
        self._do(
            schema.invitations.delete().where(here.game_id == game_id, here.user_id == user_id)
        )

    def remove_seat(self, game_id: int, seat: str) -> None:
        here = schema.invitations.c
        self._do(schema.invitations.delete().where(here.game_id == game_id, here.seat == seat))


class Calendars(Repository):
    def token_for_user(self, user_id: int) -> str:
        """Token of a member's calendar; "" if there is none."""
        return (
            self._do(
                sa.select(notification_tables.calendars.c.token).where(
                    notification_tables.calendars.c.user_id == user_id
                )
            ).scalar()
            or ""
        )

    def find_owner(self, token: str) -> int | None:
        return self._do(
            sa.select(notification_tables.calendars.c.user_id).where(
                notification_tables.calendars.c.token == token
            )
        ).scalar()

    def save_token(self, user_id: int, token: str, now: str) -> None:
        """Set a new token; the address with the old token is no longer valid."""
        self._set(notification_tables.calendars, user_id=user_id, token=token, created=now)

    def remove_token(self, user_id: int) -> None:
        self._do(
            notification_tables.calendars.delete().where(
                notification_tables.calendars.c.user_id == user_id
            )
        )


class ServerKeys(Repository):
    def find_key(self, name: str) -> str | None:
        return self._do(
            sa.select(schema.server_keys.c.secret).where(schema.server_keys.c.name == name)
        ).scalar()

    def add_key(self, name: str, secret: str) -> None:
        """Store a new key, unless there is one of this name."""
        self._do(
            self._dialect.insert(schema.server_keys)
            .on_conflict_do_nothing(index_elements=["name"])
            .values(name=name, secret=secret)
        )

    def remove_key(self, name: str) -> None:
        self._do(schema.server_keys.delete().where(schema.server_keys.c.name == name))
