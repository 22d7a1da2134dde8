"""ratings: computes all ratings and reliability again from the records."""

from __future__ import annotations

import argparse

from app.cli.command_context import open_services
from app.services.play.rated_battles import compute_all_again


def add_commands(commands: argparse._SubParsersAction) -> None:
    ratings = commands.add_parser(
        "ratings", help="compute the ratings again from the records and compare them"
    )
    ratings.add_argument("--again", action="store_true", help="store the figures of the records")
    ratings.set_defaults(run=compare_ratings)


def compare_ratings(asked: argparse.Namespace) -> int:
    """Print whether the stored figures are those of the records; 1 if they differ and stay so."""
    with open_services() as services:
        found = compute_all_again(services, keep=asked.again)
    same = "as stored" if found.is_same else "other figures than stored"
    print(f"{found.battles} rated battles, {found.players} ratings of players: {same}")
    return 0 if found.is_same or asked.again else 1
