"""How long the house takes to say no: every kind of request that is refused, over the API and on the pages, in each game.

    python -m bench.refusals [TIMES] [--write]
"""
from __future__ import annotations

import json
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx

from app.club import accounts, lobby, play, watch
from app.club.club import Club
from app.club.problems import Malformed
from app.kernel import monkey, record, table
from app.kernel.dice import SeededDice
from app.kernel.refusal import Refused
from bench.kills import HOUSE
from bench.load.__main__ import House
from bench.written import at_most, counted, write

BOXES = ("cry_havoc", "heart_of_africa")
MOVES = 60                                       # before anything is asked
BUDGET = 50.0                                    # ms
FAR = 10**6
Asked = tuple[str, str, str, dict[str, Any], tuple[int, ...]]
"""A name, a method, an address, what httpx sends along, and the statuses that say no."""


def begun(club: Club, box: str, one: int, two: int) -> tuple[int, int, int]:
    """A game in its middle: its number, who is to decide and who is not."""
    game = lobby.join(club, lobby.open_table(club, one, box, club.shelf[box].card.scenarios[0].key).id, two)
    chance = random.Random(3)                    # noqa: S311 a monkey's whim
    for number in range(MOVES):
        look = mover(club, game.id)
        play.declare(club, game.id, look.user_id, f"refusals {number}", look.last, monkey.any_order(look.box, look.view, chance))
    his = mover(club, game.id).user_id
    return game.id, his, two if his == one else one


def mover(club: Club, game_id: int) -> watch.Look:
    look = watch.look(club, game_id)
    return watch.look(club, game_id, next(seat.user_id for seat in look.seats if seat.seat == look.waiting[0]))


def wrong(order: dict[str, Any], name: str, number: float) -> dict[str, Any]:
    """The order with every name in it replaced, and every number."""
    def other(value: Any) -> Any:
        match value:
            case bool() | None:
                return value
            case str():
                return name or value
            case int() | float():
                return number or value
            case dict():
                return {key: other(inner) for key, inner in value.items()}
            case list():
                return [other(inner) for inner in value]
        return value
    return {key: value if key == "kind" else other(value) for key, value in order.items()}


def says_no(look: watch.Look, order: dict[str, Any]) -> bool:
    """Whether the rules refuse the order here."""
    try:
        table.decide(look.box, look.table, play.read(look.box, order), look.seat, SeededDice(b"refusals", 1), past=look.story.moves)
    except (Malformed, Refused):
        return True
    return False


def refused(club: Club, game: tuple[int, int, int], secrets: dict[int, str], stranger: int) -> Iterator[Asked]:
    """Every kind of refusal in one position."""
    number, his, other = game
    look = watch.look(club, number, his)
    there, api = f"/games/{number}", f"/api/v1/games/{number}"
    offers = {offer.order.__class__: json.loads(record.canonical(offer.order)) for offer in look.offers}
    samples = [json.loads(record.canonical(monkey.any_order(look.box, look.view, random.Random(seed)))) for seed in range(6)]       # noqa: S311
    kinds = {order["kind"]: order for order in [*offers.values(), *samples]}
    commands = iter(range(10**9))

    def order(name: str, who: int | None, order: object, statuses: tuple[int, ...], after: int = look.last, path: str = api) -> Asked:
        headers = {"authorization": f"Bearer {secrets[who]}"} if who else {}
        return name, "POST", f"{path}/orders", {"json": {"command": f"no{next(commands)}", "after": after, "order": order}, "headers": headers}, statuses

    def raw(name: str, content: str | bytes, statuses: tuple[int, ...]) -> Asked:
        headers = {"authorization": f"Bearer {secrets[his]}", "content-type": "application/json"}
        return name, "POST", f"{api}/orders", {"content": content, "headers": headers}, statuses

    sample = samples[0]
    yield order("nobody", None, sample, (401,))
    yield "a false token", "POST", f"{api}/orders", {"json": {}, "headers": {"authorization": "Bearer caracole_false"}}, (401,)
    yield order("a stranger", stranger, sample, (403, 404))
    yield order("a stale page", his, sample, (409,), after=1)
    yield order("no such game", his, sample, (404,), path="/api/v1/games/999999")
    yield order("no such kind", his, {"kind": "teleport"}, (400, 422))
    yield order("the house's own", his, {"kind": "time_is_up", "deadline": ""}, (403, 422))
    yield raw("no JSON", "{", (400, 422))
    yield raw("not a number", '{"command": "x", "after": NaN, "order": {"kind": "pass"}}', (400, 422))
    yield raw("huge", json.dumps({"command": "x", "after": 1, "order": {"kind": "x" * 190_000}}), (400, 422))
    yield raw("too long", "x" * 300_000, (413,))
    yield raw("deep", "[" * 50_000 + "]" * 50_000, (400,))
    yield raw("deep for the order", json.dumps({"command": "x", "after": look.last, "order": deep(20)}), (400, 422))
    for kind, given in kinds.items():
        yield order(f"{kind} of the other seat", other, given, (403, 409, 422))
        for what, bad in (("of nobody known", wrong(given, "nobody", 0)), ("far off", wrong(given, "", FAR))):
            if says_no(look, bad):
                yield order(f"{kind} {what}", his, bad, (400, 403, 404, 422))
        if says_no(look, far := wrong(given, "", FAR)):
            tried = {"json": {"order": far}, "headers": {"authorization": f"Bearer {secrets[his]}"}}
            yield f"{kind} far off, tried", "POST", f"{api}/assess", tried, (200, 400, 422)
    login = accounts.start_login(club, his)
    cookie, csrf, step = {"cookie": f"caracole={login.token}"}, login.csrf, look.decisions[0].step
    yield "a page's form without its proof", "POST", f"{there}/steps/{step}", {"data": {"order": "{}"}, "headers": cookie}, (403,)
    yield "a page's form that is stale", "POST", f"{there}/steps/{step}", {
        "data": {"csrf": csrf, "command": "stale", "after": "1", "order": json.dumps(sample)}, "headers": cookie}, (409,)
    for kind, given in kinds.items():
        bad = wrong(given, "nobody", FAR)
        if says_no(look, bad):
            sent = {"csrf": csrf, "command": f"page{kind}", "after": str(look.last), "order": json.dumps(bad)}
            yield f"{kind} far off, on a page", "POST", f"{there}/steps/{step}", {"data": sent, "headers": cookie}, (400, 422)


def deep(levels: int) -> dict[str, Any]:
    return {"kind": "move", "path": deep(levels - 1)} if levels else {}


def measured(house: House, box: str, times: int) -> dict[str, list[float]]:
    """Milliseconds that each kind of refusal takes."""
    with house.club() as club:
        people = [user for user, _ in house.people]
        game = begun(club, box, *people[:2])
        asked = list(refused(club, game, dict(house.people), people[2]))
    found: dict[str, list[float]] = {}
    with httpx.Client(base_url=house.server.url, timeout=60) as client:
        last = client.get(f"/api/v1/games/{game[0]}/number").json()
        for name, method, path, sent, statuses in asked:
            for _ in range(times):
                began = time.perf_counter()
                answer = client.request(method, path, **sent)
                taken = (time.perf_counter() - began) * 1000
                if answer.status_code not in statuses:
                    raise SystemExit(f"{name}: {answer.status_code} {answer.text[:500]}")
                found.setdefault(name, []).append(taken)
        if client.get(f"/api/v1/games/{game[0]}/number").json() != last:
            raise SystemExit("a refused order is on record")
    return found


def main(times: int = 10, is_written: bool = False) -> int:
    (HOUSE / "var").mkdir(exist_ok=True)
    figures = []
    with tempfile.TemporaryDirectory(dir=HOUSE / "var") as folder:
        house = House(f"sqlite:///{folder}/refusals.db", Path(folder), 1, people=4)
        try:
            house.start()
            for box in BOXES:
                found = measured(house, box, times)
                every = sorted(one for taken in found.values() for one in taken)
                p99 = every[int(len(every) * 0.99)]
                print(f"{box}: {len(found)} kinds of refusals, p50 {statistics.median(every):.1f} ms, p99 {p99:.1f} ms, most {every[-1]:.1f} ms")
                for name, taken in sorted(found.items(), key=lambda one: -statistics.median(one[1]))[:8]:
                    print(f"  {name:52} p50 {statistics.median(taken):7.1f} ms, most {max(taken):7.1f} ms")
                figures += [counted("refused_count", len(found), of=box), at_most("refused_p99", p99, BUDGET, "ms", box)]
        finally:
            house.server.stop()
    if is_written:
        write("refusals", f"python -m bench.refusals {times} --write", figures)
    return 0


if __name__ == "__main__":
    sys.exit(main(*(int(word) for word in sys.argv[1:] if word.isdigit()), is_written="--write" in sys.argv))
