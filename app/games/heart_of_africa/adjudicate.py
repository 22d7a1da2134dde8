"""Case runner: a position, orders, loaded dice, and expected results (docs/adjudicate.md, chapter
In the Heart of Africa).

All orders go through the same code as a game. A case stops the sequence after each order, so that a
step waits for its `finish`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.games.heart_of_africa.cases.referee import Referee, told
from app.games.heart_of_africa.setup import beginning
from app.games.heart_of_africa.state import SIDES
from app.kernel.contract import Setup
from app.kernel.dice import SeededDice
from app.kernel.refusal import Refused

CAMPAIGN = "heart_of_africa/campaign"
KIND, ARMIES, TABLES, SETUP = (
    "heart_of_africa/battle",
    "heart_of_africa/armies",
    "heart_of_africa/table",
    "heart_of_africa/setup",
)


def run(case: dict[str, Any]) -> list[str]:
    """The differences between a case and the rules; none if it passes. A malformed case raises a
    `ValueError`.
    """
    kind = case.get("kind", KIND)
    if kind == ARMIES:
        from app.games.heart_of_africa.armies.cases import run as run_army  # noqa: PLC0415 a runner of its own

        return run_army(case)
    if kind == TABLES:
        from app.games.heart_of_africa.terrain.cases import run as run_table  # noqa: PLC0415 a runner of its own

        return run_table(case)
    if kind == CAMPAIGN:
        from app.games.heart_of_africa.campaign.cases import run as run_campaign  # noqa: PLC0415 a runner of its own

        return run_campaign(case)
    if kind == SETUP:
        return run_setup(case)
    referee = Referee(case)
    for number, row in enumerate(case.get("orders") or (), start=1):
        referee.play(number, row)
    return referee.closed(case.get("expect") or {})


def run_setup(case: dict[str, Any]) -> list[str]:
    """The differences of a case of agreed terms (`scenario`, `stock`). `expect` is accepted or
    {findings: [ids]}.
    """
    setup = Setup(
        case.get("scenario", "encounter"),
        {side: side for side in SIDES},
        tuple(case.get("options", ())),
        stock=case.get("stock") or {},
    )
    expected = case.get("expect", "accepted")
    wanted = set(expected["findings"]) if isinstance(expected, Mapping) else set()
    try:
        beginning.new_game(setup, SeededDice(str(case["id"]).encode(), 1))
    except Refused as refused:
        found = {refusal.rule for refusal in refused.refusals}
        return [] if found == wanted else [f"expected {sorted(wanted)}, found {told(refused)}"]
    return [f"expected {sorted(wanted)}, but the game begins"] if wanted else []
