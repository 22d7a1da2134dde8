"""Properties of every move of a campaign. Each returns the faults that it finds."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from app.games.heart_of_africa import CAMPAIGN
from app.games.heart_of_africa.campaign import events as e
from app.games.heart_of_africa.campaign import orders as o
from app.games.heart_of_africa.campaign.decide import decide
from app.games.heart_of_africa.campaign.state import (
    ACTIVE,
    COLONIAL,
    CONQUERED,
    NATIVE,
    REFEREE,
    Season,
)
from app.kernel import record, table
from app.kernel.contract import Event, Order
from app.kernel.dice import LoadedDice, Roll
from app.kernel.seats import Viewer
from tests.games.heart_of_africa.campaign.campaign_runs import Run, Step, ready_pairs

BY_REFEREE = {"by_hand", "opening"}
"""Causes of postings of the referee: by hand, and opening entries from a campaign on paper."""
APPEARS = {"joined", "hunting", "plunder", "revolt", *BY_REFEREE}
"""Causes by which hongos come from no account."""
VANISHES = {"left", "conquered", "annihilated", "promotion", "forfeit", *BY_REFEREE}
"""Causes by which hongos go to no account."""


def accounts(season: Season) -> Iterator[str]:
    """Accounts are not negative, and only natives and Explorers hold one."""
    for one in season.players.values():
        if (one.hongos or 0) < 0:
            yield f"{one.key} has {one.hongos} hongos"
        if one.status == ACTIVE and one.class_ == NATIVE and not one.hongos:
            yield f"{one.key} is an active native without hongos"
        if (one.class_ == COLONIAL or one.status == CONQUERED) and one.hongos is not None:
            yield f"{one.key} holds an account as {one.class_}, {one.status}"
        if one.promotions > 1:
            yield f"{one.key} was promoted {one.promotions} times"


def ledger(season: Season) -> Iterator[str]:
    """Each account is the sum of its lines; hongos appear and vanish by rule only."""
    totals: Counter[str] = Counter()
    for line in season.ledger:
        totals[line.receiver] += line.amount
        totals[line.payer] -= line.amount
        if line.amount < 1 or line.payer == line.receiver:
            yield f"a posting of nothing: {line}"
        if not line.payer and line.cause not in APPEARS:
            yield f"hongos appear by {line.cause}"
        if not line.receiver and line.cause not in VANISHES:
            yield f"hongos vanish by {line.cause}"
    for one in season.players.values():
        if totals[one.key] != (one.hongos or 0):
            yield f"{one.key} holds {one.hongos}, the ledger says {totals[one.key]}"


def points_of_battles(season: Season) -> Iterator[str]:
    """The points of a battle are those of its own players."""
    for war in season.battles:
        if war.points and set(war.points) != set(war.players):
            yield f"{war.key} of {war.players} has the points of {sorted(war.points)}"


def districts(season: Season) -> Iterator[str]:
    """Each conquered people has one active Colonial master, or none."""
    held = Counter(people for one in season.players.values() for people in one.districts)
    yield from (f"{people} is held {n} times" for people, n in held.items() if n > 1)
    for one in season.players.values():
        if one.status != CONQUERED:
            continue
        if one.master is None:
            if one.key in held:
                yield f"{one.key} has no master and is held"
        elif one.key not in season.players[one.master].districts:
            yield f"{one.key} is not a district of {one.master}"


def declarations(run: Run) -> Iterator[str]:
    """One declaration for each player and turn."""
    made: Counter[tuple[int, str]] = Counter()
    for step in run.steps:
        for event in step.events:
            if isinstance(event, e.Declared):
                made[step.before.state.turn, event.player] += 1
    yield from (
        f"{player} declared {n} times in turn {t}" for (t, player), n in made.items() if n > 1
    )


def conquests(run: Run) -> Iterator[str]:
    """A conquest follows two victories of one Colonial without a defeat between them."""
    wins: dict[str, Counter[str]] = {}
    for step in run.steps:
        season: Season = step.before.state
        for event in step.events:
            if isinstance(event, e.Conquered) and wins[event.master][event.people] < 2:
                yield f"{event.master} conquered {event.people} without two victories"
            count_victory(wins, season, event)
            season = CAMPAIGN.evolve(season, event) if isinstance(event, e.EVENTS) else season


def count_victory(wins: dict[str, Counter[str]], season: Season, event: Event) -> None:
    """Count victories of Colonials since their last defeat, by victim."""
    match event:
        case e.BattleClosed(winner=str(winner)):
            war = season.battle(event.battle)
            assert war is not None
            wins[war.opponent(winner)] = Counter()
            wins.setdefault(winner, Counter())
            if season.players[winner].class_ == COLONIAL:
                wins[winner][war.opponent(winner)] += 1
        case e.Conquered(gone) | e.Departed(gone) | e.Promoted(gone, class_="colonial"):
            for won in wins.values():
                won.pop(gone, None)


def subjects(run: Run) -> Iterator[str]:
    """A people is conquered by that event only; HOA-CMP-46: a district taken changes the master."""
    for number, step in enumerate(run.steps, start=1):
        conquered = {one.people for one in step.events if isinstance(one, e.Conquered)}
        taken = {one.district for one in step.events if isinstance(one, e.DistrictTaken)}
        for key, one in step.after.state.players.items():
            before = step.before.state.players.get(key)
            was = before is not None and before.status == CONQUERED
            if one.status != CONQUERED:
                continue
            if not was and key not in conquered:
                yield f"move {number}: {key} is conquered without a conquest"
            if was and one.master and one.master != before.master and key not in taken | conquered:
                yield f"move {number}: {key} has another master without a taking"


def explorations(season: Season) -> Iterator[str]:
    """An Explorer who has explored every active native is recorded as complete."""
    natives = {
        one.key for one in season.players.values() if (one.status, one.class_) == (ACTIVE, NATIVE)
    }
    for one in season.players.values():
        is_due = one.explored and natives <= set(one.explored) and one.completed_in is None
        if is_due and (one.status, one.class_) == (ACTIVE, "explorer"):
            yield f"{one.key} has explored all and is not complete"


# ----------------------------------------------------------------------------- replay
def replayed(run: Run) -> Iterator[str]:
    """The record, read back from its stored form, folds to the same table."""
    now = run.beginning
    for step in run.steps:
        stored = record.to_json(step.events)
        now = table.after_all(CAMPAIGN, now, record.read_events(CAMPAIGN, stored))
    if now != run.now:
        yield "the record read back folds to another table"


def decided_again(step: Step) -> Iterator[str]:
    """An order of the box with its own dice gives the same events again."""
    if isinstance(step.order, o.ORDERS):
        dice = LoadedDice(step.rolls)
        again = tuple(decide(step.before.state, step.order, step.seat, dice))
        if again != step.events or dice.left:
            yield f"{step.order} decided again gives other events"


# ----------------------------------------------------------------------------- names
def renamed(value: Any, names: Mapping[str, str]) -> Any:
    """The value with every name of a seat replaced, also inside pairs such as p1-p2."""
    if isinstance(value, str):
        return "-".join(names.get(part, part) for part in value.split("-"))
    if isinstance(value, list):
        return [renamed(one, names) for one in value]
    if isinstance(value, dict):
        return {renamed(key, names): renamed(one, names) for key, one in value.items()}
    return value


def under_other_names(step: Step) -> Iterator[str]:
    """An order among renamed seats has the renamed events."""
    if not isinstance(step.order, o.ORDERS):
        return
    keys = [key for key in step.before.seats if key != REFEREE]
    names = dict(zip(keys, reversed(keys), strict=True))
    season = convert_renamed(step.before.state, names, Season)
    order = convert_renamed(step.order, names, type(step.order))
    rolls = [Roll(one.purpose, renamed(one.of, names), one.sides, one.face) for one in step.rolls]
    seat = names.get(step.seat, step.seat)
    again = tuple(decide(season, order, seat, LoadedDice(rolls)))
    if plain(again) != renamed(plain(step.events), names):
        yield f"{step.order} under other names has other events"


def pages_under_other_names(step: Step) -> Iterator[str]:
    """Decisions and pages to read among renamed seats are the renamed ones, for each viewer."""
    season: Season = step.after.state
    keys = [key for key in step.after.seats if key != REFEREE]
    names = dict(zip(keys, reversed(keys), strict=True))
    other = convert_renamed(season, names, Season)
    if plain(CAMPAIGN.waiting_for(other)) != renamed(plain(CAMPAIGN.waiting_for(season)), names):
        yield "decisions under other names are others"
    for key in (REFEREE, *keys):
        own = CAMPAIGN.view(season, Viewer(key, key))
        theirs = CAMPAIGN.view(other, Viewer(names.get(key, key), names.get(key, key)))
        if plain(theirs) != renamed(plain(own), names):
            yield f"{key} knows other facts under another name"
        if plain(CAMPAIGN.pages(theirs)) != renamed(plain(CAMPAIGN.pages(own)), names):
            yield f"{key} reads other pages under another name"


def convert_renamed(value: Any, names: Mapping[str, str], kind: Any) -> Any:
    """Struct with renamed seats."""
    return msgspec.convert(renamed(plain(value), names), kind)


def plain(value: Any) -> Any:
    """Value as JSON would hold it."""
    return json.loads(msgspec.json.encode(value))


# ----------------------------------------------------------------------------- parallel battles
class DiceByPurpose:
    """Dice whose faces depend on purpose, owner and count only, not on the order of the rolls."""

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self.counts: Counter[tuple[str, str]] = Counter()

    def roll(self, sides: int, purpose: str, of: str = "") -> int:
        """Face of the next die of this purpose and owner."""
        self.counts[purpose, of] += 1
        text = f"{self.seed} {purpose} {of} {self.counts[purpose, of]}"
        return 1 + int.from_bytes(hashlib.sha256(text.encode()).digest()[:8]) % sides


def parallel_battles(run: Run, season: Season) -> Iterator[str]:
    """Two battles without a common player have the same effect in either order."""
    for one, two in ready_pairs(season):
        results = [result_of(run, season, key) for key in (one, two)]
        seed = f"{run.seed} {len(run.steps)} {one} {two}"
        ends = [both_settled(season, order, seed) for order in (results, results[::-1])]
        if ends[0] != ends[1]:
            yield f"{one} and {two} in another order give another state"


def result_of(run: Run, season: Season, key: str) -> Order:
    """Random result of a battle."""
    war = season.battle(key)
    assert war is not None
    winner = run.chance.choice([*war.players, None])
    fallen = tuple(one for one in war.players if run.chance.random() < 0.3)
    return o.Decide(key, winner, fallen, reason="By a die.")


def both_settled(season: Season, results: list[Order], seed: str) -> Any:
    """State after both results; lists in which order has no meaning are sorted.

    Keys of later battles do not arise here, because declarations are over.
    """
    dice = DiceByPurpose(seed)
    for order in results:
        for event in decide(season, order, REFEREE, dice):
            season = CAMPAIGN.evolve(season, event)
    found = plain(season)
    for name in ("ledger", "revolts", "takings"):
        found[name] = sorted(found[name], key=json.dumps)
    for player in found["players"].values():
        for name in ("districts", "explored"):
            player[name] = sorted(player[name])
    return found
