"""clubs: command for clubs that have no owner, or that their only owner closes for good."""

from __future__ import annotations

import argparse

from app.cli.administration import account_named
from app.cli.command_context import exit_with_error, open_services
from app.kernel.refusal import Refused
from app.services.clubs import closing, succession
from app.services.container import Services
from app.services.errors import NoSuchClub


def add_commands(commands: argparse._SubParsersAction) -> None:
    clubs = commands.add_parser("clubs", help="clubs without an owner, clubs to close for good")
    clubs.add_argument("act", choices=("list", "ask", "close"), nargs="?", default="list")
    clubs.add_argument("club", nargs="?", type=int, help="number of the club")
    clubs.add_argument("name", nargs="?", help="member who is asked to become an owner")
    clubs.set_defaults(run=keep_clubs)


def keep_clubs(asked: argparse.Namespace) -> int:
    with open_services() as services:
        if asked.act == "list":
            for club in succession.ownerless_clubs(services):
                print(f"{club.id:6}  without an owner  {club.name}")
            for club in closing.clubs_to_agree(services):
                print(f"{club.id:6}  its only owner proposes the closing  {club.name}")
            return 0
        if asked.act == "close":
            return close_club(services, asked.club)
        if not asked.club or not asked.name:
            exit_with_error("club or member is missing: clubs ask CLUB NAME")
        user = account_named(services, asked.name)
        try:
            succession.ask_for_administrator(services, asked.club, user.id)
        except (Refused, NoSuchClub) as refused:
            exit_with_error(str(refused) or "there is no such club")
    print(f"{user.name} is asked to become an owner.")
    return 0


def close_club(services: Services, club_id: int | None) -> int:
    """Agree to the closing as the second beside the only owner."""
    try:
        closing.agree_as_administrator(services, club_id or 0)
    except (Refused, NoSuchClub) as refused:
        exit_with_error(str(refused) or "there is no such club")
    print("The club closes in 30 days, unless its owner withdraws it.")
    return 0
