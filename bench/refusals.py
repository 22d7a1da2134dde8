"""Duration of refusals: every kind of refused request, over the API and on the pages, in each game
of one battle.

Usage: python -m bench.refusals [TIMES] [--write]
"""

from __future__ import annotations

import itertools
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
import msgspec

from app.games import shelf
from app.kernel import monkey, record, table_decisions
from app.kernel.dice import SeededDice
from app.kernel.refusal import Refused
from app.services.container import Services
from app.services.errors import Malformed
from app.services.people import accounts, api_tokens, blocking, bot_accounts
from app.services.play import lobby, orders, seat_substitution
from app.services.watch import game_view
from app.store import records
from bench.kills import REPOSITORY
from bench.load.__main__ import Site
from bench.written import at_most, counted, write

MOVES = 60  # played before the measurement
BUDGET = 50.0  # ms
FAR = 10**6
BOT = "a bot without a seat"
COMMANDS = itertools.count(1)
Asked = tuple[str, str, str, dict[str, Any], tuple[int, ...]]
"""Name, method, address, arguments for httpx, and the expected statuses."""


class Scene(msgspec.Struct, frozen=True):
    """A running game in the view of the player to move, and the accounts around it.

    `other` is the other player. `private` is a private game of both: its number and its token.
    `around` holds accounts without a seat, by their role. `secrets` are the API tokens of all.
    """

    services: Services
    look: game_view.GameView
    other: int
    private: tuple[int, str]
    around: dict[str, int]
    secrets: dict[int, str]

    @property
    def api(self) -> str:
        return f"/api/v1/games/{self.look.game.id}"

    def order(
        self,
        name: str,
        who: int | None,
        order: object,
        statuses: tuple[int, ...],
        after: int | None = None,
        path: str = "",
    ) -> Asked:
        """Build an order over the API."""
        headers = {"authorization": f"Bearer {self.secrets[who]}"} if who else {}
        given = {
            "command": f"no{next(COMMANDS)}",
            "after": self.look.last if after is None else after,
            "order": order,
        }
        return (
            name,
            "POST",
            f"{path or self.api}/orders",
            {"json": given, "headers": headers},
            statuses,
        )

    def form(
        self,
        name: str,
        who: int,
        order: object,
        statuses: tuple[int, ...],
        after: int | None = None,
    ) -> Asked:
        """Build the same order as the form of the current step."""
        login = accounts.start_login(self.services, who)
        sent = {
            "csrf": login.csrf,
            "command": f"no{next(COMMANDS)}",
            "after": str(self.look.last if after is None else after),
            "order": json.dumps(order),
        }
        return (
            f"{name}, on a page",
            "POST",
            self.step,
            {"data": sent, "headers": {"cookie": f"caracole={login.token}"}},
            statuses,
        )

    @property
    def step(self) -> str:
        return f"/games/{self.look.game.id}/steps/{self.look.decisions[0].step}"


def scene(services: Services, box: str, people: list[tuple[int, str]]) -> Scene:
    (one, _), (two, _), (stranger, _), (blocked, _), (former, _) = people
    for player in (one, two):
        blocking.block_user(services, player, blocked)
    private, game = (
        begun(services, box, one, two, former, visibility="private"),
        begun(services, box, one, two, former),
    )
    while played(services, game.id).status == "over":
        game = begun(services, box, one, two, former)
    look = mover(services, game.id)
    bot = bot_accounts.create_bot_account(services, stranger, f"Walker {game.id}").user.id
    secret = api_tokens.create_token(services, stranger, "its own", ("read", "play"), bot).secret
    return Scene(
        services,
        look,
        two if look.user_id == one else one,
        (private.id, private.token),
        {
            "a user without a seat": stranger,
            "a blocked user": blocked,
            "a former player": former,
            BOT: bot,
        },
        dict(people) | {bot: secret},
    )


def begun(
    services: Services, box: str, one: int, two: int, former: int, visibility: str = "open"
) -> records.Game:
    """Begin a game in which one player has already passed the seat on."""
    game = lobby.join_table(
        services,
        lobby.open_table(
            services, one, box, services.shelf[box].card.scenarios[0].key, visibility=visibility
        ).token,
        former,
    )
    seat = next(
        seat.seat
        for seat in game_view.load_view(services, game.token, one).seats
        if seat.user_id == former
    )
    with services.store.read() as work:
        member = work.users.find_user(two)
    if member is None:
        raise ValueError(f"there is no user {two}")
    name = member.name
    seat_substitution.offer_seat(services, game.token, former, seat, name)
    seat_substitution.take_offered_seat(services, game.token, two)
    return game


def played(services: Services, number: int) -> records.Game:
    """Play random moves and return the game."""
    chance = random.Random(3)  # noqa: S311 random play
    while (
        look := game_view.load_view(services, number)
    ).last < MOVES and look.game.status == "running":
        mine = mover(services, number)
        orders.declare_order(
            services,
            number,
            mine.user_id,
            f"refusals {mine.last}",
            mine.last,
            monkey.any_order(mine.box, mine.view, chance),
        )
    return look.game


def mover(services: Services, game_id: int) -> game_view.GameView:
    look = game_view.load_view(services, game_id)
    return game_view.load_view(
        services, game_id, next(seat.user_id for seat in look.seats if seat.seat == look.waiting[0])
    )


def wrong(order: dict[str, Any], name: str, number: float) -> dict[str, Any]:
    """Replace every name and number in the order; an empty value replaces nothing."""

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


def says_no(look: game_view.GameView, order: dict[str, Any]) -> bool:
    """True if the rules refuse the order here."""
    if look.seat is None:
        raise ValueError("the viewer has no seat")
    try:
        table_decisions.decide_on(
            look.box,
            look.table,
            orders.parse_order(look.box, order),
            look.seat,
            SeededDice(b"refusals", 1),
            past=look.history.moves,
        )
    except (Malformed, Refused):
        return True
    return False


def refused(its: Scene) -> Iterator[Asked]:
    """Yield every kind of refused request in one position."""
    look = its.look
    offers = {
        offer.order.__class__: json.loads(record.to_json(offer.order)) for offer in look.offers
    }
    chances = [random.Random(seed) for seed in range(6)]  # noqa: S311 - play needs no secrecy
    samples = [
        json.loads(record.to_json(monkey.any_order(look.box, look.view, chance)))
        for chance in chances
    ]
    yield from for_each_asker(its, samples[0])
    yield from for_its_shape(its, samples[0])
    for kind, given in {order["kind"]: order for order in [*offers.values(), *samples]}.items():
        yield from of_a_kind(its, kind, given)


def for_each_asker(its: Scene, sample: object) -> Iterator[Asked]:
    """Yield orders that are valid, but not from this sender."""
    private, token = (f"/api/v1/games/{address}" for address in its.private)
    yield its.order("an anonymous visitor", None, sample, (401,))
    yield (
        "a false token",
        "POST",
        f"{its.api}/orders",
        {"json": {}, "headers": {"authorization": "Bearer caracole_false"}},
        (401,),
    )
    for name, who in its.around.items():
        yield its.order(name, who, sample, (403,))
        yield its.order(f"{name} who knows a private game", who, sample, (403,), 2, token)
        yield its.order(f"{name}, of a private game", who, sample, (404,), 2, private)
        if name != BOT:  # a bot has no pages
            yield its.form(name, who, sample, (403,))
    cookie = {
        "cookie": f"caracole={accounts.start_login(its.services, its.look.user_id or 0).token}"
    }
    yield (
        "a page's form without its proof",
        "POST",
        its.step,
        {"data": {"order": "{}"}, "headers": cookie},
        (403,),
    )


def for_its_shape(its: Scene, sample: object) -> Iterator[Asked]:
    """Yield requests that are malformed or too late."""
    his = its.look.user_id or 0

    def raw(name: str, content: str | bytes, statuses: tuple[int, ...]) -> Asked:
        headers = {
            "authorization": f"Bearer {its.secrets[his]}",
            "content-type": "application/json",
        }
        return name, "POST", f"{its.api}/orders", {"content": content, "headers": headers}, statuses

    yield its.order("a stale page", his, sample, (409,), after=1)
    yield its.form("stale", his, sample, (409,), after=1)
    yield its.order("no such game", his, sample, (404,), path="/api/v1/games/999999")
    yield its.order("no such kind", his, {"kind": "teleport"}, (400, 422))
    yield its.order(
        "an order of the server", his, {"kind": "time_is_up", "deadline": ""}, (403, 422)
    )
    yield raw("no JSON", "{", (400, 422))
    yield raw(
        "not a number", '{"command": "x", "after": NaN, "order": {"kind": "pass"}}', (400, 422)
    )
    yield raw(
        "huge",
        json.dumps({"command": "x", "after": 1, "order": {"kind": "x" * 190_000}}),
        (400, 422),
    )
    yield raw("too long", "x" * 300_000, (413,))
    yield raw("deep", "[" * 50_000 + "]" * 50_000, (400,))
    yield raw(
        "deep for the order",
        json.dumps({"command": "x", "after": its.look.last, "order": deep(20)}),
        (400, 422),
    )


def of_a_kind(its: Scene, kind: str, given: dict[str, Any]) -> Iterator[Asked]:
    """Yield orders of this kind from the other seat, and orders with unknown names or far
    positions.
    """
    look, his = its.look, its.look.user_id or 0
    yield its.order(f"{kind} of the other seat", its.other, given, (403, 409, 422))
    for what, bad in (
        ("with an unknown name", wrong(given, "nobody", 0)),
        ("far off", wrong(given, "", FAR)),
    ):
        if says_no(look, bad):
            yield its.order(f"{kind} {what}", his, bad, (400, 403, 404, 422))
    if says_no(look, far := wrong(given, "", FAR)):
        tried = {"json": {"order": far}, "headers": {"authorization": f"Bearer {its.secrets[his]}"}}
        yield f"{kind} far off, tried", "POST", f"{its.api}/assess", tried, (200, 400, 422)
    if says_no(look, bad := wrong(given, "nobody", FAR)):
        yield its.form(f"{kind} far off", his, bad, (400, 422))


def deep(levels: int) -> dict[str, Any]:
    return {"kind": "move", "path": deep(levels - 1)} if levels else {}


def measured(site: Site, box: str, times: int) -> dict[str, list[float]]:
    """Return the milliseconds of each request, by kind of refusal."""
    with site.services() as services:
        its = scene(services, box, site.people)
        asked = list(refused(its))
    found: dict[str, list[float]] = {}
    with httpx.Client(base_url=site.server.url, timeout=60) as client:

        def numbers() -> list[Any]:
            return [
                client.get(f"/api/v1/games/{address}/number").json()
                for address in (its.look.game.id, its.private[1])
            ]

        last = numbers()
        for counts, (name, method, path, sent, statuses) in (
            (turn > 0, one) for turn in range(times + 1) for one in asked
        ):
            began = time.perf_counter()
            answer = client.request(method, path, **sent)
            taken = (time.perf_counter() - began) * 1000
            if answer.status_code not in statuses:
                raise SystemExit(f"{name}: {answer.status_code} {answer.text[:500]}")
            # The first round is not counted: the server still loads templates.
            if counts:
                found.setdefault(name, []).append(taken)
        if numbers() != last:
            raise SystemExit("a refused order is on record")
    return found


def battles() -> list[str]:
    """Keys of the games of one battle. A long game gathers its players first; its refusals are
    those of its own tests.
    """
    return [key for key, game in shelf().items() if game.card.is_battle]


def main(times: int = 10, *, is_written: bool = False) -> int:
    (REPOSITORY / "var").mkdir(exist_ok=True)
    figures = []
    with tempfile.TemporaryDirectory(dir=REPOSITORY / "var") as folder:
        site = Site(f"sqlite:///{folder}/refusals.db", Path(folder), 1, people=5)
        try:
            site.start()
            for box in battles():
                found = measured(site, box, times)
                every = sorted(one for taken in found.values() for one in taken)
                p99 = every[int(len(every) * 0.99)]
                print(
                    f"{box}: {len(found)} kinds of refusals, p50 {statistics.median(every):.1f} "
                    f"ms, p99 {p99:.1f} ms, most {every[-1]:.1f} ms"
                )
                for name, taken in sorted(
                    found.items(), key=lambda one: -statistics.median(one[1])
                )[:8]:
                    print(
                        f"  {name:52} p50 {statistics.median(taken):7.1f} ms, most "
                        f"{max(taken):7.1f} ms"
                    )
                figures += [
                    counted("refused_count", len(found), of=box),
                    at_most("refused_p99", p99, BUDGET, "ms", box),
                    at_most("refused_most", every[-1], BUDGET, "ms", box),
                ]
        finally:
            site.server.stop()
    if is_written:
        write("refusals", f"python -m bench.refusals {times} --write", figures)
    return 0


if __name__ == "__main__":
    sys.exit(
        main(
            *(int(word) for word in sys.argv[1:] if word.isdigit()),
            is_written="--write" in sys.argv,
        )
    )
