"""Requests to every outlet of the list, from each viewer without knowledge of the secret."""

from __future__ import annotations

import itertools
import re
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from http import HTTPStatus
from pathlib import Path

import msgspec

from app.services.container import current_time
from app.web.panels.compose import LIVE, PANELS
from tests.api.conftest import ROOT
from tests.api.test_matrix import OF_A_GAME as OPERATIONS
from tests.leaks.listed import listed
from tests.leaks.worlds import World
from tests.web.test_routes import FORMS_OF_A_GAME

TEST = "tests/leaks/test_twins.py::test_outlets_do_not_depend_on_a_secret"
TABS = ("log", "text", "messages", "changes", "spectators")
OUTLET = re.compile(r"(api )?\w+ \S+")
WITHOUT_SEAT = ("member", "stranger")
EACH_TIME = re.compile(
    r"GET /(mine|waiting|lobby|games)?|\w+ /games/\{\w+\}(/(words|events|offers|news|log|battlefield|waiting"
    r"|front|rounds|lists|desk|chronicle|seats|orders|assess|standing|brings)"
    r"|/(at|panels|steps|sandboxes)/\S+)?"
)
"""Outlets of the position, of orders and of the lists of games, for which every secret is asked."""
HTMX, WHOLE = {"hx-request": "true"}, {"prefer": "return=representation"}


class Probe(msgspec.Struct, frozen=True):
    """Queries that could hit the secret: places of hidden pieces, orders against them, moves with
    shots.
    """

    places: Sequence[str] = ("A1", "a", "nobody", "36,24")
    orders: Sequence[Mapping] = ({"kind": "concede"}, {"kind": "pass"})
    shots: Sequence[str] = ("1.1",)


def everything(
    world: World,
    probe: Probe,
    curious: Sequence[str],
    thorough: bool,
    spent: dict[str, float] | None = None,
) -> dict[str, tuple]:
    """Answers to all reading requests of the curious viewers.

    `thorough`: every viewer sends all queries. Otherwise the first viewer sends some, and the
    others ask the outlets of the game. Viewers without a seat ask only those that the first has
    found; a player has pages that the first viewer does not find. `spent` collects the processor
    time of the answers by outlet.
    """
    found, missing, spent = {}, set(), {} if spent is None else spent
    for who in curious:
        depth = 2 if thorough else int(who == curious[0])
        tries_out(world, who)
        for name, asked in (
            *pages(world, probe, who, depth),
            *operations(world, probe, who, depth),
        ):
            outlet = OUTLET.match(name)[0]
            if outlet in missing and who != curious[0] and who in WITHOUT_SEAT:
                continue
            answer = timed(outlet, asked, spent)
            if who == curious[0] and not thorough and answer.status_code == HTTPStatus.NOT_FOUND:
                missing.add(outlet)
            headers = sorted((key, value) for key, value in answer.headers.items() if key != "date")
            found[f"{who} {name}"] = (answer.status_code, headers, answer.content)
    return found


def tries_out(world: World, who: str) -> None:
    """Begin a sandbox if the viewer may, so that there is one to read."""
    answer = world.programs[who].ask("POST", f"/games/{world.game.id}/sandboxes", {})
    if answer.status_code == HTTPStatus.CREATED:
        world.sandbox = answer.json()["id"]


def sent(
    world: World,
    probe: Probe,
    curious: Sequence[str],
    thorough: bool,
    spent: dict[str, float] | None = None,
) -> dict[str, tuple]:
    """Answers to all writing requests; if not `thorough`, to those of the first viewer."""
    found, orders = {}, probe.orders if thorough else probe.orders[:2]
    spent = {} if spent is None else spent
    for who in curious if thorough else curious[:1]:
        for name, asked in (*forms(world, orders, who), *calls(world, orders, who)):
            answer = timed(OUTLET.match(name)[0], asked, spent)
            found[f"{who} {name}"] = (
                answer.status_code,
                sorted((key, value) for key, value in answer.headers.items() if key != "date"),
                answer.content,
            )
    return found


def timed(outlet: str, asked, spent: dict[str, float], idle: dict[str, float] | None = None):
    """Answer to a request. Its processor time is added to that of its outlet.

    `idle` collects the time in which no thread of the process worked or waited for a processor.
    """
    began, busy, working = time.perf_counter(), busy_seconds(), time.process_time()
    answer = asked()
    spent[outlet] = spent.get(outlet, 0.0) + time.process_time() - working
    if idle is not None:
        passed = time.perf_counter() - began - (busy_seconds() - busy)
        idle[outlet] = idle.get(outlet, 0.0) + max(0.0, passed)
    return answer


def busy_seconds() -> float:
    """Seconds in which the living threads of the process worked or waited for a processor.

    The kernel counts both in nanoseconds. Other programs on the machine do not change the rest.
    """
    found = 0
    for path in Path("/proc/self/task").glob("*/schedstat"):
        with suppress(FileNotFoundError, ProcessLookupError):  # the thread has ended
            found += sum(map(int, path.read_text().split()[:2]))
    return found / 1e9


def outlets(world: World, kind: str) -> Iterator[str]:
    """Outlets of a kind that the world is asked for."""
    for place, outlet in enumerate(listed_by_kind(kind)):
        if world.part is None or world.part.includes(place, outlet):
            yield outlet


@cache
def listed_by_kind(kind: str) -> tuple[str, ...]:
    """Listed outlets of a kind that twin worlds are asked for."""
    return tuple(listed(kind, TEST))


def filled(world: World, path: str, depth: int = 1) -> Iterator[str]:
    """Addresses of a route with possible values for its parameters."""
    names = re.findall(r"\{(\w+)\}", path)
    things = {
        "address": [world.game.id],
        "game_id": [world.game.id],
        "number": moves_of(world, depth) if "number" in names else [],
        "letter": [1],
        "message": [1],
        "remark": [1],
        "place": [1, 2],
        "person": list(world.ids.values())[: 1 + depth],
        "seat": list(world.seats)[:1],
        "step": steps_of(world) if "step" in names else [],
        "side": list(world.seats)[: 1 + depth],
        "key": ["b1"],
        "club": [world.club],
        "year": [current_time()[:4]],
        "kind": ["results"],
        "battle": ["b1"],
        "token": [world.calendar],
        "chapter": ["opening"],
        "sandbox": [world.sandbox],
        "words": [1],
        "names": [*PANELS, LIVE] if depth > 1 else [",".join(PANELS)],
    }
    for values in itertools.product(*(things[name] for name in names)):
        yield path.format(**dict(zip(names, values, strict=True)))


def moves_of(world: World, depth: int) -> list[int]:
    """Numbers of moves to ask for."""
    last = world.history.number
    if depth > 1:
        return sorted({max(1, one) for one in (1, last // 2, last - 1, last)})
    return [max(1, last // 2)]


def steps_of(world: World) -> list[str]:
    """Steps with a decision, or else the first step of the game."""
    owed = {one.step for one in world.owed} if world.history.number else set()
    steps = [one.key for one in world.services.shelf[world.game.box].card.sequence]
    return [one for one in steps if one in owed] or steps[:1]


# ---------------------------------------------------------------------- looking
def read_by_get(world: World, kind: str, depth: int) -> Iterator[str]:
    """Addresses of the listed outlets that are read; without `depth` those of a game alone."""
    for outlet in outlets(world, kind):
        method, path = outlet.split(" ")
        if method == "GET" and (depth or "{address}" in path or "{game_id}" in path):
            yield path


def pages(world: World, probe: Probe, who: str, depth: int) -> Iterator[tuple[str, object]]:
    client = world.callers[who].client
    for path in read_by_get(world, "pages", depth):
        for address in filled(world, path, depth):
            for query, headers in page_queries(world, probe, path, depth):
                where = address + query
                yield (
                    f"GET {path} {where} {headers}",
                    lambda where=where, headers=headers: client.get(
                        where, headers=headers, follow_redirects=False
                    ),
                )


def page_queries(world: World, probe: Probe, path: str, depth: int) -> Iterator[tuple[str, dict]]:
    if path.endswith("/events"):
        yield "?after=0&messages=0&shown=log", {"accept-encoding": "identity"}
    elif path.endswith("/moment"):
        yield "?number=1", {}
    elif path == "/oembed":
        yield f"?url={world.services.post.base_url}/games/{world.game.id}", {}
    else:
        yield "", {}
    if depth and path == "/games/{address}":
        yield "?lang=es&tab=log", HTMX
        yield from ((f"?{query}", {}) for query in questions(probe, depth))
    elif depth > 1 and path == "/games/{address}/text":
        yield from ((f"?{query}", {}) for query in questions(probe, depth))
    elif depth and path == "/games/{address}/panels/{names}":
        yield "?at=1&tab=messages", {}
    elif depth and path == "/games/{address}/at/{number}":
        yield "?film=0&scene=2", {}
    if depth > 1 and path == "/games/{address}/at/{number}":
        yield f"?eyes={next(iter(world.seats))}", {}


def questions(probe: Probe, depth: int) -> Iterator[str]:
    """Queries of a page: surveys, measurements, shots, drafts, tabs, pieces, orders ahead. At depth
    1 each query asks for a tab as well.
    """
    places, orders, shots = probe.places, probe.orders, probe.shots
    if depth == 1:
        places, orders, shots = places[:1], orders[:1], shots[:1]
    asked = [
        *(f"look={place}" for place in places),
        *(f"measure=36,24;{place}" for place in places),
        *(f"shot={shot}" for shot in shots),
        *(f"order={msgspec.json.encode(order).decode()}" for order in orders),
        f"piece={places[0]}",
    ]
    tabs = [f"tab={tab}" for tab in TABS]
    if depth == 1:
        yield from (f"{query}&{tab}" for query, tab in zip(asked, tabs, strict=True))
    else:
        yield from (*asked, *tabs)
    yield "ahead=1"


def operations(world: World, probe: Probe, who: str, depth: int) -> Iterator[tuple[str, object]]:
    program = world.programs[who]
    for path in read_by_get(world, "api", depth):
        for address in filled(world, path, depth):
            for query in operation_queries(probe, path, depth):
                where = f"{ROOT}{address}{query}"
                yield f"api GET {path} {where}", lambda where=where: program.client.get(where)


def operation_queries(probe: Probe, path: str, depth: int) -> Iterator[str]:
    places = probe.places if depth > 1 else probe.places[: 2 * depth + 1]
    match path.rsplit("/", 1)[1]:
        case "survey":
            yield from (f"?place={place}" for place in places)
        case "measure":
            yield from (f"?one=36,24&two={place}" for place in places)
        case "games":
            yield from ("?which=mine", "?which=running", "?which=over")
        case "log" | "news" | "battlefield" | "{address}":
            yield from ("", "?at=1", "?at=2") if depth > 1 else ("",)
        case "letters":
            yield "?after=0"
        case "events":
            yield "?after=0&letters=0"
        case _:
            yield ""


# ---------------------------------------------------------------------- sending
def forms(world: World, orders: Sequence[Mapping], who: str) -> Iterator[tuple[str, object]]:
    caller = world.callers[who]
    for outlet in outlets(world, "pages"):
        method, path = outlet.split(" ")
        if method != "POST":
            continue
        fields, _ = FORMS_OF_A_GAME[path]
        tried = [fields]
        if path.endswith(("/orders", "/steps/{step}")):
            tried += [
                {
                    "command": f"{who} {number} {after}",
                    "after": after,
                    "order": msgspec.json.encode(order).decode(),
                }
                for number, order in enumerate(orders)
                for after in (str(world.history.number), "1")
            ]
        for address in filled(world, path):
            for number, given in enumerate(tried):
                yield (
                    f"{outlet} {address} {number}",
                    lambda address=address, given=given: caller.client.post(
                        address, data={"csrf": caller.csrf, **given}, follow_redirects=False
                    ),
                )


def calls(world: World, orders: Sequence[Mapping], who: str) -> Iterator[tuple[str, object]]:
    program = world.programs[who]
    for outlet in outlets(world, "api"):
        method, path = outlet.split(" ")
        if method == "GET":
            continue
        body = OPERATIONS[outlet][1]
        tried = [body]
        if path.endswith("/assess"):
            tried += [{"order": order} for order in orders]
        elif path.endswith("/orders"):
            tried += [
                {"command": f"{who} {number} {after}", "after": after, "order": order}
                for number, order in enumerate(orders)
                for after in (world.history.number, 0, 10_000)
            ]
        for address in filled(world, path):
            for number, given in enumerate(tried):
                yield (
                    f"api {outlet} {address} {number}",
                    lambda address=address, given=given, method=method: program.ask(
                        method, address, given
                    ),
                )
                if path.endswith("/orders"):  # a command again, with all parts of the new state
                    yield (
                        f"api {outlet} {address} {number} whole",
                        lambda address=address, given=given: program.ask(
                            "POST", f"{address}?fields=game,offers,panel", given, headers=WHOLE
                        ),
                    )
