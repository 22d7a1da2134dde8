"""Random corrections of campaigns on record: the outcome equals the preview, and no posting is
lost.

Usage: python -m bench.games.heart_of_africa.campaign.corrections [CORRECTIONS] [sqlite | postgres]
[--write]

Bots play campaigns of eight players over twelve turns through the services. Every second turn the
referee corrects random entries: another order that was on offer, or nothing. A fifth of the
corrections is of entries that were corrected before, and a fifth is chosen among those that roll
new dice. Every signed correction is compared with its preview.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from app.games.heart_of_africa import CAMPAIGN
from app.games.heart_of_africa.campaign.state import Posting, Season
from app.services.rate_limit import RateLimiter
from bench.arguments import exit_with
from bench.games.heart_of_africa.campaign.long_campaigns import FIRST_YEARS, PLAYERS, TURNS
from bench.games.heart_of_africa.campaign.tables import CampaignTable
from bench.random_corrections import Corrector
from bench.two_processes import database, opened
from bench.written import at_least, at_most, counted, write
from tests.games.heart_of_africa.campaign import properties

EACH_TIME = 4
"""Corrections at a time."""
STAGES = range(2, TURNS + 1, 2)
"""Turns after which entries are corrected. Later in a campaign, its Explorers hunt no more."""


def season_faults(before: Season, after: Season) -> Iterator[str]:
    """Lost postings, and accounts that do not add up."""
    known = {*map(key_of, postings_of(after))}
    for posting in postings_of(before):
        if key_of(posting) not in known:
            yield f"a posting is lost: {posting}"
    yield from properties.accounts(after)
    yield from properties.ledger(after)
    yield from properties.points_of_battles(after)
    yield from properties.districts(after)


def postings_of(season: Season) -> list[Posting]:
    """All postings that can be read: those that count, and struck ones."""
    return [*season.ledger, *(one.posting for one in season.struck)]


def key_of(posting: Posting) -> tuple[object, ...]:
    """Posting as a value to compare."""
    return tuple(getattr(posting, name) for name in posting.__struct_fields__)


def main(wanted: int = 100, kind: str = "sqlite", *, is_written: bool = False) -> int:
    """Correct campaigns until there are enough corrections; return 1 if one is at fault."""
    totals: Counter[str] = Counter()
    faults: list[str] = []
    with database(kind) as url:
        services = opened(url)
        services.limits = RateLimiter(lifted=True)
        number = 0
        while totals["corrections"] < wanted:
            table = CampaignTable(services, f"corrections {number}")
            table.found(PLAYERS, FIRST_YEARS[number % len(FIRST_YEARS)])
            corrector = Corrector(table, CAMPAIGN, season_faults)
            for turn in STAGES:
                table.play_turns(turn, 0)
                left = wanted - totals["corrections"] - corrector.happened["corrections"]
                corrector.correct_some(min(EACH_TIME, left))
            totals.update(corrector.happened)
            totals["campaigns"] += 1
            faults += corrector.faults
            number += 1
            print(number, dict(totals), *corrector.faults[:3], sep="\n    ", flush=True)
            if is_written:
                write_figures(kind, totals, len(faults))
        services.close()
    return 1 if faults else 0


def write_figures(kind: str, totals: Counter[str], faults: int) -> None:
    """Write the figures of the corrections made so far."""
    made = totals["corrections"]
    write(
        "campaign-corrections",
        f"python -m bench.games.heart_of_africa.campaign.corrections {made} {kind} --write",
        [
            counted("campaigns", totals["campaigns"]),
            counted("corrections", made),
            at_least("corrections_again", totals["of corrected entries"], made // 10),
            at_least("corrections_dice", totals["with new dice"], made // 20),
            counted("corrections_unlisted", totals["not listed"]),
            at_most("corrections_faults", faults, 0),
        ],
    )


if __name__ == "__main__":
    exit_with(main, 100)
