"""users, games, rotate-keys and moderation: commands for accounts, games, keys and moderators."""

from __future__ import annotations

import argparse
import getpass
import sys

from app.cli.command_context import exit_with_error, open_services
from app.kernel.refusal import Refused
from app.services.container import Services
from app.services.people import (
    account_deletion,
    account_rules,
    accounts,
    moderation,
    moderation_rules,
    second_factor,
)
from app.services.play import rated_battles
from app.store import records


def add_commands(commands: argparse._SubParsersAction) -> None:
    users = commands.add_parser("users", help="list, add, change and delete accounts")
    users.add_argument(
        "act",
        choices=("list", "add", "bot", "password", "factor-off", "delete"),
        nargs="?",
        default="list",
    )
    users.add_argument("name", nargs="?")
    users.set_defaults(run=keep_users)
    moderators = commands.add_parser(
        "moderation", help="appoint moderators, act as one, show their log"
    )
    moderators.add_argument("act", choices=("log", *moderation.DOING), nargs="?", default="log")
    moderators.add_argument("name", nargs="?")
    moderators.add_argument("--days", type=int, default=7, help="duration of a mute")
    moderators.add_argument("--note", default="", help="text for the log")
    moderators.set_defaults(run=run_moderation)
    keys = commands.add_parser("rotate-keys", help="list the keys of the server, or replace one")
    keys.add_argument("act", choices=("list", "replace"), nargs="?", default="list")
    keys.add_argument("name", nargs="?")
    keys.set_defaults(run=rotate_keys)
    games = commands.add_parser("games", help="list and delete games")
    games.add_argument("act", choices=("list", "delete"), nargs="?", default="list")
    games.add_argument("game", nargs="?")
    games.set_defaults(run=keep_games)


def keep_users(asked: argparse.Namespace) -> int:
    with open_services() as services:
        if asked.act == "list":
            return _list_users(services)
        if not asked.name:
            exit_with_error("the name of the account is missing: users ACT NAME")
        try:
            {
                "add": _add_account,
                "bot": _make_bot,
                "password": _new_password,
                "factor-off": _factor_off,
                "delete": _delete_user,
            }[asked.act](services, asked.name)
        except Refused as refused:
            exit_with_error(str(refused))
    return 0


def _list_users(services: Services) -> int:
    with services.store.read() as work:
        everybody = work.users.all_users()
        owners = work.programs.owners_by_bot(user.id for user in everybody if user.is_bot)
        for user in everybody:
            kind = "guest" if user.is_guest else "bot" if user.is_bot else "member"
            print(
                f"{user.id:6}  {kind:7} {user.language}  {user.created[:10]}  "
                f"{user.name}{f'  of {owners[user.id].name}' if user.id in owners else ''}"
            )
    return 0


def _add_account(services: Services, name: str) -> None:
    user = accounts.register(services, name, _read_password())
    print(f"{user.name} is account {user.id}")


def _make_bot(services: Services, name: str) -> None:
    user = account_named(services, name)
    with services.store.write() as work:
        work.users.update_user(user.id, is_bot=not user.is_bot)
        work.commit()
    print(f"{user.name} is {'no longer a bot' if user.is_bot else 'a bot now'}")


def _new_password(services: Services, name: str) -> None:
    accounts.set_password(services, account_named(services, name), _read_password())
    print("The password is changed; all sessions of the account have ended.")


def _factor_off(services: Services, name: str) -> None:
    second_factor.switch_off_by_administrator(services, account_named(services, name).id)
    print("The second factor is off; all sessions of the account have ended.")


def _delete_user(services: Services, name: str) -> None:
    user = account_named(services, name)
    account_deletion.delete_account(services, user)
    print(f"{user.name} is deleted; the games stay under a neutral name.")


def run_moderation(asked: argparse.Namespace) -> int:
    with open_services() as services:
        if asked.act == "log":
            for act in moderation.audit_log(services):
                print(
                    f"{act.made_at[:16]}  {act.by or 'administrator':20}  {act.what:8}  {act.about}  "
                    f"{act.note}".rstrip()
                )
            return 0
        user = account_named(services, asked.name or "")
        try:
            moderation.act_as_administrator(services, user.id, asked.act, asked.days, asked.note)
        except Refused as refused:
            exit_with_error(str(refused))
    print(moderation_rules.act_sentence(asked.act))
    return 0


KEYS = {
    "links": "unsubscribe links in mails; replacing it disables the links of older mails",
    "push": "push messages; after replacing it every browser must subscribe again",
}


def rotate_keys(asked: argparse.Namespace) -> int:
    """List the keys or delete one. The server creates a missing key when it needs one."""
    with open_services() as services:
        with services.store.write() as work:
            there = [name for name in KEYS if work.server_keys.find_key(name)]
            if asked.act == "list":
                for name, what in KEYS.items():
                    print(f"{name:6} {'stored' if name in there else 'none yet':9} {what}")
                return 0
            if asked.name not in there:
                exit_with_error(f"no key {asked.name!r}; there are: {', '.join(there) or 'none'}")
            work.server_keys.remove_key(asked.name)
            work.commit()
        print(f"The key {asked.name} is deleted; the server creates a new one when needed.")
    return 0


def keep_games(asked: argparse.Namespace) -> int:
    with open_services() as services:
        if asked.act == "list":
            with services.store.read() as work:
                games = work.games.all_games()
                seats = work.seats.of_games([game.id for game in games])
            for game in games:
                people = ", ".join(
                    f"{seat.seat}: {seat.name or 'free'}" for seat in seats.get(game.id, ())
                )
                print(
                    f"{game.id:6}  {game.status:8} {game.box} / {game.scenario}, move "
                    f"{game.number}  ({people})"
                )
            return 0
        with services.store.write() as work:
            deleted = work.games.lock_game(asked.game or "")
            if deleted is None:
                exit_with_error(f"no game {asked.game!r}")
            rated_battles.forget_battle(work, deleted)
            work.games.delete_game(deleted.id)
            work.commit()
        print(f"game {deleted.id} is deleted")
    return 0


def account_named(services: Services, name: str) -> records.User:
    with services.store.read() as work:
        found = work.users.find_by_name(account_rules.name_key(account_rules.tidy_name(name)))
    if found is None:
        exit_with_error(f"no account is called {name!r}")
    return found[0]


def _read_password() -> str:
    return (
        getpass.getpass("Password: ") if sys.stdin.isatty() else sys.stdin.readline().rstrip("\n")
    )
