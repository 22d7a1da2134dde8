"""Secret facts of Africa 1859-60 for the leak tests (tests/leaks)."""

from __future__ import annotations

from app.games.africa_1859 import orders as o
from app.services.play import lobby
from tests.leaks.outlets import Probe
from tests.leaks.secret import Look, Secret
from tests.leaks.worlds import World


def an_assault_is_ordered(world: World, look: Look) -> None:
    """The attacker has named vanguard and screen; the defender has not answered yet."""
    game = lobby.open_table(world.services, world.ids["own"], "africa_1859", "morabito", "S")
    world.sits(
        lobby.join_table(world.services, game.id, world.ids["other"], "M"), S="own", M="other"
    )
    group = ("s_luchana", "s_principe", "s_vergara")
    vanguard, screen = (("s_luchana", "s_vergara"), ("s_principe", ""))[world.secret]
    world.gives(
        "S",
        o.Assault(group, ("c_morabito",), vanguard, screen, ("prim",), "prim", "c_camino"),
    )
    look("ordered")


ASSAULT = Probe(
    ("s_luchana", "c_morabito", "nobody"),
    ({"kind": "defend", "vanguard": "s_luchana"}, {"kind": "take_back"}),
)
SECRETS = {"an assault is ordered": Secret(an_assault_is_ordered, ASSAULT)}
