"""Speed of the pages of a large campaign: 16 players, 12 turns, 1,500 moves, on SQLite.

Usage: python -m bench.games.heart_of_africa.campaign.pages [ROUNDS] [--write]

The requests go through the ASGI application without a network. Each round gives an order first, so
every page is asked for after a new move. A fixed computation runs beside the requests. Its time,
divided by that of an idle moment, is the calibration ratio. Times are divided by it.
"""

from __future__ import annotations

import asyncio
import json
import random
import secrets
import statistics
import sys
import tempfile
import time
from pathlib import Path

from app.games.heart_of_africa import CAMPAIGN
from app.games.heart_of_africa.campaign.state import REFEREE
from app.kernel.table_orders import Concede
from app.services.play import orders
from app.services.play.child_battle_worker import ChildBattleWorker
from app.services.rate_limit import RateLimiter
from app.services.watch import game_view
from app.services.watch.benchmarks import Measurement
from app.services.watch.game_history import History
from app.settings import Settings
from app.web.app import create_web
from bench.games.heart_of_africa.campaign.tables import CampaignTable, opened_services
from bench.page_client import PageClient
from bench.timer import Timer
from bench.written import at_most, counted, write

PLAYERS, TURNS, MOVES = 16, 12, 1_500
ROUNDS = 25
BUDGETS = {
    "campaign_page": 15.0,
    "campaign_front": 15.0,
    "campaign_standings": 15.0,
    "campaign_people": 15.0,
    "campaign_battle": 15.0,
    "campaign_ledger": 20.0,
    "campaign_chronicle": 50.0,
    "campaign_preview": 200.0,
    "campaign_order": 15.0,
    "campaign_fold": 60.0,
}
"""Milliseconds that half of the requests may take."""
SOON = 1.0
"""Seconds from the last move of a battle until the page of its campaign shows it."""


# --- pages
class Browser(PageClient):
    """Browser of the user of one seat."""

    def __init__(self, app: object, campaign: CampaignTable, seat: str):
        super().__init__(app, campaign.services, campaign.users[seat], f"/games/{campaign.id}")

    async def order(self, after: int, order: dict[str, object]) -> None:
        """Send an order as a form does."""
        data = {
            "csrf": self.csrf,
            "command": secrets.token_hex(8),
            "after": str(after),
            "order": json.dumps(order),
        }
        answer = await self.client.post(f"{self.base}/orders", data=data)
        if answer.status_code != 303:
            raise AssertionError(f"{answer.status_code} to {order}")


def pages_of(campaign: CampaignTable) -> dict[str, str]:
    """Addresses of the pages by the name of their figure."""
    season = campaign.season
    battle = season.battles[-1]
    return {
        "campaign_page": "",
        "campaign_front": "/front",
        "campaign_standings": "/standings",
        "campaign_ledger": "/ledger",
        "campaign_people": f"/people/{season.by_joining[0].key}",
        "campaign_battle": f"/battles/{battle.key}",
        "campaign_chronicle": "/chronicle",
    }


def corrections_of(campaign: CampaignTable) -> list[str]:
    """Queries of previews that strike an entry, the newest 20 of every tenth move."""
    last = campaign.look().last
    return [
        f"/corrections?move={number}&offer=strike&correction_reason=wrong"
        for number in range(last - 200, last, 10)
    ]


async def measure_pages(campaign: CampaignTable, app: object, rounds: int, timer: Timer) -> None:
    """Ask for every page after each of some orders."""
    rich = sorted(
        (player for player in campaign.season.active() if player.hongos),
        key=lambda player: -(player.hongos or 0),
    )
    one, other = rich[0].key, rich[1].key
    giver, taker = Browser(app, campaign, one), Browser(app, campaign, other)
    chance = random.Random(campaign.seed)  # noqa: S311 - order of the pages
    for _ in range(rounds):
        last = campaign.look().last
        with timer.taken("campaign_order"):
            await giver.order(last, {"kind": "give", "to": other, "hongos": 1})
        pages = list(pages_of(campaign).items())
        chance.shuffle(pages)
        for name, path in pages:
            with timer.taken(name):
                await taker.get(path)
        await taker.order(last + 1, {"kind": "take_gift", "giver": one, "accept": False})


async def measure_previews(campaign: CampaignTable, app: object, timer: Timer) -> None:
    """Preview corrections of the referee."""
    referee = Browser(app, campaign, REFEREE)
    for path in corrections_of(campaign):
        with timer.taken("campaign_preview"):
            await referee.client.get(f"{referee.base}{path}")


def measure_fold(campaign: CampaignTable, rounds: int, timer: Timer) -> None:
    """Read, check and fold the whole record."""
    services = campaign.services
    with services.store.read() as work:
        moves = list(work.moves.for_game(campaign.id))
    for _ in range(rounds):
        with timer.taken("campaign_fold"):
            History(CAMPAIGN).and_then(moves)


async def measure_result(campaign: CampaignTable, app: object) -> float:
    """Seconds from the last move of a battle until a page of its campaign shows the result."""
    services = campaign.services
    war, table = campaign.play_to_battle()
    campaign.arm(war, table)
    reader, loser = Browser(app, campaign, war.attacker), campaign.users[war.defender]
    last = game_view.load_view(services, table.id, loser).last
    services.workers = (ChildBattleWorker(services),)
    services.workers[0].start()
    began = time.perf_counter()
    orders.declare_order(services, table.id, loser, secrets.token_hex(8), last, Concede())
    while True:
        if "to be fought" not in await reader.get(f"/battles/{war.key}"):
            return time.perf_counter() - began
        await asyncio.sleep(0.01)


# --- all
async def measure_all(campaign: CampaignTable, app: object, rounds: int) -> list[Measurement]:
    """Measure everything and print it; the first round fills the caches and does not count."""
    await measure_pages(campaign, app, 1, Timer())
    timer = Timer()
    await measure_pages(campaign, app, rounds, timer)
    await measure_previews(campaign, app, timer)
    measure_fold(campaign, rounds, timer)
    print(f"calibration ratio {timer.ratio:.2f}; processor ms p50, p95; elapsed ms p50")
    for name in BUDGETS:
        elapsed = statistics.median(timer.elapsed[name])
        print(f"  {name:22} {timer.p50(name):7.1f} {timer.p95(name):7.1f} {elapsed:7.1f}")
    soon = await measure_result(campaign, app)
    print(f"  a finished battle is on the page of its campaign after {soon:.2f} s")
    return [
        counted("campaign_record", campaign.look().last),
        counted("campaign_calibration", timer.ratio),
        *(at_most(name, timer.p50(name), most, "ms", "p50") for name, most in BUDGETS.items()),
        *(counted(name, timer.p95(name), "ms", "p95") for name in BUDGETS),
        at_most("campaign_result", soon, SOON, "s"),
    ]


def main(rounds: int = ROUNDS, *, is_written: bool = False) -> int:
    """Build the campaign, measure, and return 1 if a budget is not kept."""
    with tempfile.TemporaryDirectory() as folder, opened_services(Path(folder)) as services:
        services.limits = RateLimiter(lifted=True)
        campaign = CampaignTable(services, "pages").found(PLAYERS)
        campaign.play_turns(TURNS, MOVES)
        app = create_web(services, Settings(rate_limits=False))
        figures = asyncio.run(measure_all(campaign, app, rounds))
    if is_written:
        write(
            "campaign-pages",
            f"python -m bench.games.heart_of_africa.campaign.pages {rounds} --write",
            figures,
        )
    return 0 if all(one.met is not False for one in figures) else 1


if __name__ == "__main__":
    sys.exit(
        main(
            *(int(word) for word in sys.argv[1:] if word.isdigit()),
            is_written="--write" in sys.argv,
        )
    )
