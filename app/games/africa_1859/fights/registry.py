"""Orders, questions and procedures of the fights."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from app.games.africa_1859 import orders
from app.games.africa_1859.fights.aftermath import LOSSES
from app.games.africa_1859.fights.artillery import FIRE
from app.games.africa_1859.fights.assault_fire import DEFENCE_FIRE, SUPPORT
from app.games.africa_1859.fights.assault_order import ASSAULT
from app.games.africa_1859.fights.assault_stages import advance
from app.games.africa_1859.fights.beginning import DEFEND, NEW_VANGUARD
from app.games.africa_1859.fights.caracoles import CARACOLE
from app.games.africa_1859.fights.counter_battery import COUNTER_BATTERY, may_answer
from app.games.africa_1859.fights.retreat import RETREAT
from app.games.africa_1859.fights.rider_questions import INTERCEPT, RIDERS
from app.games.africa_1859.fights.ships import SHIP_FIRE
from app.games.africa_1859.procedures import Answer, Assault
from app.games.africa_1859.run import ActionRules, QuestionRules, Run
from app.kernel.contract import Order

ACTIONS: dict[type[Order], ActionRules] = {
    orders.Assault: ASSAULT,
    orders.Caracole: CARACOLE,
    orders.Fire: FIRE,
    orders.ShipFire: SHIP_FIRE,
}
QUESTIONS: dict[str, QuestionRules] = {
    "defend": DEFEND,
    "riders": RIDERS,
    "intercept": INTERCEPT,
    "new_vanguard": NEW_VANGUARD,
    "support": SUPPORT,
    "defence_fire": DEFENCE_FIRE,
    "counter_battery": COUNTER_BATTERY,
    "losses": LOSSES,
    "retreat": RETREAT,
}
PROCEDURES: dict[type, Callable[[Run, Any], None]] = {Assault: advance, Answer: may_answer}
