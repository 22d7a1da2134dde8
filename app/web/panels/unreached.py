"""Reasons why the stack of a place does not reach another place that was tapped."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from starlette.datastructures import QueryParams

from app.kernel.form import Kind
from app.kernel.refusal import Refusal, found_in
from app.kernel.say import Say
from app.services.watch import game_view
from app.web.draft import OfferRow, address_of, answered_order
from app.web.order_form import UnreadableField
from app.web.panels.frame import GameFrame
from app.web.panels.stacks import assess_filled, order_before, usual_answers


@dataclass(frozen=True)
class RefusedOffer:
    """Order of a stack with the refusals of a tapped place."""

    label: Say
    no: tuple[Refusal, ...]


@dataclass(frozen=True)
class Unreached:
    """Place of a stack, its address, and the orders that do not lead to the tapped place."""

    title: Say
    address: str
    refused: tuple[RefusedOffer, ...]


def unreached_place(
    frame: GameFrame, rows: Sequence[OfferRow], start: str, goal: str, language: str
) -> Unreached | None:
    """Reasons against each order of the stack at `start` that names a place; None if an order
    reaches `goal`, or if none names a place.
    """
    titles = {one.key: one.title for one in frame.summary.places}
    mine = [row for row in rows if row.offer.stack == start and row.offer.is_live]
    if start == goal or start not in titles or goal not in titles or not mine:
        return None
    joined = {one.key: one.joined for one in frame.summary.places}
    path = shortest_path(joined, start, goal)
    refused = []
    for row in mine:
        no = place_refusals(frame.look, row, path or (goal,), language)
        if no == ():
            return None
        if no is not None:
            refused.append(RefusedOffer(row.offer.label, no))
    if not refused:
        return None
    return Unreached(titles[start], address_of(frame.here, place=start), tuple(refused))


def shortest_path(joined: Mapping[str, Sequence[str]], start: str, goal: str) -> tuple[str, ...]:
    """Places after `start` on the path with the fewest edges; () without one."""
    before = {start: ""}
    queue = deque([start])
    while queue and goal not in before:
        here = queue.popleft()
        for there in joined.get(here, ()):
            if there not in before:
                before[there] = here
                queue.append(there)
    path: list[str] = []
    while goal in before and goal != start:
        path.append(goal)
        goal = before[goal]
    return tuple(reversed(path))


def place_refusals(
    look: game_view.GameView, row: OfferRow, path: Sequence[str], language: str
) -> tuple[Refusal, ...] | None:
    """Refusals of an order with its usual answers that goes to the end of a path, or of the field
    that lists the place; None if no field asks for a place.
    """
    answers = QueryParams(usual_answers(row.offer))
    try:
        filled = answered_order(look, row.offer, answers, language)
    except UnreadableField:
        return None
    asks = (*row.offer.asks, *filled.later)
    for position, ask in enumerate(asks):
        if ask.kind not in (Kind.PATH, Kind.PLACE) or ask.is_measured:
            continue
        listed = [one.no for one in ask.choices if one.value == path[-1] and one.no]
        if listed:
            return listed[0]
        bare = msgspec.to_builtins(row.offer.order)
        order = order_before(look, filled.values, bare, asks[position:])
        value: Any = list(path) if ask.kind is Kind.PATH else path[-1]
        assessed = assess_filled(look, order, ask.name, value) if order else None
        return found_in(assessed.no) if assessed else None
    return None
