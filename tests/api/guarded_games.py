"""Games of each box and users without the right to give orders in them; nothing may change
there.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec

from app.kernel import monkey, record, table_decisions, table_orders
from app.kernel.dice import SeededDice
from app.kernel.refusal import Refused
from app.services.people import blocking
from app.services.play import orders
from app.services.watch import game_view
from tests.api.conftest import Site, passed_on
from tests.counting import count
from tests.sample_games import AREA, AREA_GAME, HEX, HEX_GAME, INCH, INCH_GAME
from tests.web.test_routes import Caller

CALLERS = ("stranger", "bot", "spectator", "blocked", "former", "other")
"""The former player had the seat of one of the two. The `other` sits there now, and the player on
`turn` owes the decision.
"""
API = dict.fromkeys(CALLERS, 403) | {"stranger": 401, "other": 422}
PAGES = dict.fromkeys(CALLERS, 403) | {
    "other": 422
}  # the program shows its token, which opens no page
HIDDEN = {"stranger": 401} | dict.fromkeys(
    ("bot", "spectator", "blocked", "former"), 404
)  # the private game, by its number
HIDDEN_PAGES = {"stranger": 403, "bot": 403} | dict.fromkeys(
    ("spectator", "blocked", "former"), 404
)
AT_ANY_TIME = {"concede", "offer_draw", "ask_pause", "take_holiday"}  # of either seat
OF_THE_SERVER = {
    "begin",
    "answer_ahead",
    "said_meanwhile",
    "pause_is_over",
    "time_is_up",
    "stand_in",
    "pass_on",
}
BOXES = {
    HEX_GAME: HEX.NEXT_SCENARIO,
    INCH_GAME: INCH.SECOND_GUIDED,
    AREA_GAME: AREA.SCENARIO,
}
CHOICE, MOST = 5, 80  # kinds of order to choose from, and moves until then
BY_CLOCK = {
    "ask_pause": "pause",
    "decline_pause": "no-pause",
    "end_pause": "end-pause",
    "take_holiday": "holiday",
    "shorten_holiday": "shorten",
    "come_back": "back",
    "claim": "claim",
}


class GuardedGames:
    """Public and private game of a box in which a player can choose between kinds of order, with
    other users.
    """

    def __init__(self, site: Site, key: str):
        self.site, self.services, self.box = site, site.services, site.services.shelf[key]
        names = {
            "spectator": "Ander",
            "blocked": "Unax",
            "former": "Gorka",
            "other": "Íñigo",
            "player": "Maite",
        }
        self.ids = {caller: site.make(name) for caller, name in names.items()}
        blocking.block_user(self.services, self.ids["player"], self.ids["blocked"])
        blocking.block_user(self.services, self.ids["other"], self.ids["blocked"])
        self.programs = {caller: site.speaks(name) for caller, name in names.items()} | {
            "stranger": site.stranger(),
            "bot": site.bot_of("Ander", f"For {key}"),
        }
        self.callers = {caller: Caller(site.app, number) for caller, number in self.ids.items()} | {
            "stranger": Caller(site.app),
            "bot": Caller(site.app, token=self.programs["bot"].secret),
        }
        self.open, self.private = self.game(key, MOST), self.game(key, 0, visibility="private")
        self.look = self.on_turn(self.open)
        if self.look.user_id == self.ids["other"]:
            for callers in (self.programs, self.callers):
                callers["player"], callers["other"] = callers["other"], callers["player"]
        for caller in (
            "player",
            "other",
        ):  # that they have seen it is on record from now on; a refusal shows it to them again
            assert self.callers[caller].get(f"/games/{self.open}").status_code == 200
        self.lawful = self.orders_of(self.look)
        self.orders = {
            kind: self.lawful.get(kind) or written(simplest(order), kind)
            for kind, order in self.kinds().items()
        }
        self.published: list[tuple] = []

    def kinds(self) -> dict[str, type]:
        return {
            order.__struct_config__.tag: order
            for order in (*self.box.card.orders, *table_orders.ORDERS)
        }

    def game(self, key: str, most: int, **more: object) -> int:
        """Id of the game, at a position with a choice or after a number of moves."""
        terms = {"box": key, "scenario": BOXES[key], "clock": {"kind": "each", "days": 3}, **more}
        address = self.programs["player"].post("/tables", terms, 201)["address"]
        taken = self.programs["former"].post(f"/games/{address}/join", {})
        seat = next(one["seat"] for one in taken["seats"] if one["person"] == self.ids["former"])
        passed_on(self.programs["former"], self.programs["other"], address, seat, "Íñigo")
        chance = random.Random(f"{key} 1")
        look = self.on_turn(address)
        while look.last < most and not self.has_choice(look):
            orders.declare_order(
                self.services,
                address,
                look.user_id,
                f"monkey {look.last}",
                look.last,
                monkey.any_order(look.box, look.view, chance),
            )
            look = self.on_turn(address)
        return look.game.id

    def has_choice(self, look: game_view.GameView) -> bool:
        """True if the deciding player can choose; that player made the last move, so the other has
        no undo.
        """
        kinds = {type(offer.order) for offer in look.offers if offer.is_live}
        return (
            look.history.moves[-1].seat == look.seat
            and len(kinds) >= CHOICE
            and len(self.orders_of(look)) >= CHOICE
        )

    def on_turn(self, address: int | str) -> game_view.GameView:
        """Game as the deciding player sees it."""
        seen = game_view.load_view(self.services, address, self.ids["player"])
        return (
            seen
            if seen.decisions
            else game_view.load_view(self.services, address, self.ids["other"])
        )

    def orders_of(self, look: game_view.GameView) -> dict[str, dict]:
        """Order of every kind that the rules would accept from the deciding player, from the
        offers.
        """
        found = {}
        for offer in look.offers:
            order = (
                monkey.filled_offer(look.box, look.view, offer, random.Random(1))
                if offer.is_live
                else None
            )
            if order is not None and is_lawful(look, order):
                found.setdefault(order.__struct_config__.tag, json.loads(record.to_json(order)))
        return found

    def step_of(self, kind: str) -> str:
        """Step for orders of this kind, "" for those of the platform."""
        return next(
            (step.key for step in self.box.card.sequence if self.kinds()[kind] in step.orders), ""
        )

    def kept(self, number: int) -> tuple[int, int, str]:
        """Last move of a game by its row and by the record, and its hash."""
        with self.services.store.read() as work:
            moves = work.moves.for_game(number)
            return work.games.find_game(number).number, len(moves), moves[-1].hash

    @contextmanager
    def nothing_happens(self, number: int) -> Iterator[None]:
        before, before_published = self.kept(number), self.published[:]
        self.site.ledger.changed()
        yield
        assert (
            self.site.ledger.changed() == set()
            and self.kept(number) == before
            and self.published == before_published
        )


def is_lawful(look: game_view.GameView, order: object) -> bool:
    try:
        table_decisions.decide_on(
            look.box,
            look.table,
            order,
            look.seat,
            SeededDice(b"hostile", 1),
            past=look.history.moves,
        )
    except Refused:
        return False
    return True


def written(fields: Any, kind: str) -> dict[str, Any]:
    """Order with the simplest values, and sensible ones where the platform needs them."""
    first = (datetime.now(UTC) + timedelta(days=5)).date().isoformat()
    sense = {
        "take_holiday": {"first": first, "days": 2},
        "shorten_holiday": {"first": first, "days": 0},
        "ask_pause": {"days": 3},
        "claim": {"what": "draw"},
        "stand_in": {"order": {"kind": "concede"}, "by": "seat"},
        "answer_ahead": {"order": {"kind": "concede"}},
        "said_meanwhile": {"order": {"kind": "concede"}},
    }
    return {"kind": kind, **fields, **sense.get(kind, {})}


def simplest(kind: type) -> Any:
    """Simplest JSON value of a type: of an order its required fields."""
    return of_type(msgspec.inspect.type_info(kind))


def of_type(shape: msgspec.inspect.Type) -> Any:
    match shape:
        case msgspec.inspect.StructType(fields=fields):
            return {field.encode_name: of_type(field.type) for field in fields if field.required}
        case msgspec.inspect.TupleType(item_types=items):
            return [of_type(one) for one in items]
        case msgspec.inspect.UnionType(types=types):
            return of_type(types[0])
        case msgspec.inspect.LiteralType(values=values):
            return values[0]
        case msgspec.inspect.EnumType(cls=cls):
            return next(iter(cls)).value
        case msgspec.inspect.VarTupleType() | msgspec.inspect.ListType():
            return []
        case msgspec.inspect.DictType():
            return {}
    plain = {
        msgspec.inspect.StrType: "x",
        msgspec.inspect.IntType: 1,
        msgspec.inspect.FloatType: 1.0,
        msgspec.inspect.BoolType: True,
    }
    return plain.get(type(shape))


def over_the_api(
    guarded: GuardedGames, caller: str, number: int, kinds: set[str]
) -> set[tuple[str, int]]:
    """Answers of the API to an order of each kind, without a step and at its own step."""
    speaks, last, found = guarded.programs[caller], guarded.kept(number)[0], set()
    for kind in kinds:
        for step in {"", guarded.step_of(kind)}:
            count("rights_asked")
            given = {
                "command": f"{caller} {kind} {step}",
                "after": last,
                "order": guarded.orders[kind],
            } | ({"step": step} if step else {})
            found.add((kind, speaks.ask("POST", f"/games/{number}/orders", given).status_code))
    return found


def over_the_pages(
    guarded: GuardedGames, caller: str, number: int, kinds: set[str]
) -> set[tuple[str, int]]:
    """Answers of the forms of the platform, the step and the clock."""
    sends, last, found = guarded.callers[caller], guarded.kept(number)[0], set()
    for kind in kinds:
        order, step = guarded.orders[kind], guarded.step_of(kind)
        forms = {f"steps/{step}" if step else "orders": {"order": json.dumps(order)}}
        if kind in BY_CLOCK:
            forms["clock"] = {"do": BY_CLOCK[kind]} | {
                name: str(value) for name, value in order.items() if name != "kind"
            }
        for path, fields in forms.items():
            count("rights_asked")
            found.add(
                (
                    kind,
                    sends.sends(
                        f"/games/{number}/{path}",
                        command=f"{caller} {kind}",
                        after=str(last),
                        **fields,
                    ),
                )
            )
    return found
