"""outbox: lists messages by state and retries those that failed for good."""

from __future__ import annotations

import argparse

from app.cli.command_context import open_services
from app.services.container import current_time
from app.services.notify.outbox import decode_message

STATES = ("dead", "unsure", "waiting", "sending", "sent", "dropped")


def add_commands(commands: argparse._SubParsersAction) -> None:
    post = commands.add_parser("outbox", help="list messages, or retry failed ones")
    post.add_argument("state", choices=STATES, nargs="?", default="dead")
    post.add_argument("--last", type=int, default=50)
    post.add_argument(
        "--again",
        action="store_true",
        help="retry failed messages about games (the text of other messages is no longer stored)",
    )
    post.set_defaults(run=look_into)


def look_into(asked: argparse.Namespace) -> int:
    with open_services() as services:
        if asked.again:
            with services.store.write() as work:
                print(f"{work.outbox.retry_dead(current_time())} messages will be sent again.")
                work.commit()
            return 0
        with services.store.read() as work:
            for row in work.outbox.in_state(asked.state, asked.last):
                print(
                    f"{row.id:6}  {row.done_at or row.due}  {row.channel:7} {row.to}  "
                    f"{decode_message(row).title}  tries {row.tries}  {row.why}".rstrip()
                )
    return 0
