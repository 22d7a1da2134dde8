"""AFB-WEB: conditional orders that a side keeps, by decision and by counter, space or side."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from app.games.africa_1859 import events as e
from app.games.africa_1859.activation import side_of
from app.games.africa_1859.ground import map_of
from app.games.africa_1859.orders import ANSWERS, SetStanding
from app.games.africa_1859.run import ActionRules, Run
from app.games.africa_1859.state import War
from app.kernel.refusal import Refusal, no

WHOLE_SIDE = "side"
PICKET = "picket"
"""Unit that meets a caracole; no player is ever asked for it."""
MOST_ENTRIES = 60


def standing_refusals(war: War, order: SetStanding, seat: str) -> Iterator[Refusal | None]:
    """Reasons against a conditional order: its decision, its scope, its size."""
    if order.decision not in (*ANSWERS, PICKET):
        yield no(
            "AFB-WEB-02",
            "There is no such decision.",
            "No existe esa decisión.",
        )
    own = war.counter(order.scope)
    is_known = order.scope == WHOLE_SIDE or order.scope in map_of(war).spaces
    if not is_known and (own is None or own.side != side_of(war, seat)):
        yield no(
            "AFB-WEB-02",
            "A conditional order is for an own counter, a space or the whole side.",
            "Una orden condicional es para una ficha propia, un espacio o todo el bando.",
        )
    if size_of(order.answer) > MOST_ENTRIES:
        yield no(
            "AFB-WEB-02",
            "The answer has more than {n} entries.",
            "La respuesta tiene más de {n} datos.",
            n=MOST_ENTRIES,
        )


def size_of(answer: Any) -> int:
    """Number of entries of an answer, nested ones included."""
    if isinstance(answer, dict):
        return sum(1 + size_of(one) for one in answer.values())
    if isinstance(answer, list | tuple):
        return sum(1 + size_of(one) for one in answer)
    return 1


def set_standing(run: Run, order: SetStanding, seat: str) -> None:
    """Keep a conditional order, or revoke it."""
    side = side_of(run.war, seat)
    mine = {decision: dict(scopes) for decision, scopes in run.war.standing.get(side, {}).items()}
    scopes = mine.setdefault(order.decision, {})
    if order.answer is None:
        scopes.pop(order.scope, None)
    else:
        scopes[order.scope] = order.answer
    run.tell(e.StandingSet(side, {decision: one for decision, one in mine.items() if one}))


SET_STANDING = ActionRules(standing_refusals, set_standing, any_time=True)
