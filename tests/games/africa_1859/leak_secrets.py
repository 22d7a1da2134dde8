"""Secret facts of Africa 1859-60 for the leak tests (tests/leaks)."""

from __future__ import annotations

from msgspec.structs import replace

from app.games.africa_1859 import orders as o
from app.services.play import conditional_orders, lobby
from tests.leaks.outlets import Probe
from tests.leaks.secret import Look, Secret
from tests.leaks.worlds import World

ORDERED = o.Assault(
    ("s_luchana", "s_principe", "s_vergara"),
    ("c_morabito",),
    "s_luchana",
    "s_vergara",
    ("prim",),
    "prim",
    "c_camino",
)
SAME_DICE = {"screen_at_vanguard": 2}
"""No harm of the Spanish screen, so that guns are asked for next."""


def an_assault_is_ordered(world: World, look: Look) -> None:
    """The attacker has named vanguard and screen and has settled the losses ahead; the defender has
    not answered yet.
    """
    game = lobby.open_table(world.services, world.ids["own"], "africa_1859", "morabito", "S")
    world.sits(
        lobby.join_table(world.services, game.id, world.ids["other"], "M"), S="own", M="other"
    )
    group = ("s_luchana", "s_principe", "s_vergara")
    vanguard, screen = (("s_luchana", "s_vergara"), ("s_principe", ""))[world.secret]
    order = o.Assault(group, ("c_morabito",), vanguard, screen, ("prim",), "prim", "c_camino")
    world.gives("S", replace(order, losses=("default", "s_luchana")[world.secret]))
    look("ordered")


def the_attacker_settles_ahead(world: World, look: Look) -> None:
    """The attacker has settled the losses ahead, before and after the designations are shown."""
    game = lobby.open_table(world.services, world.ids["own"], "africa_1859", "morabito", "S")
    world.sits(
        lobby.join_table(world.services, game.id, world.ids["other"], "M"), S="own", M="other"
    )
    losses = ("default", "s_principe")[world.secret]
    world.gives("S", replace(ORDERED, losses=losses))
    look("ordered", in_passing=True)
    world.gives("M", o.Defend("m_anyera1"), SAME_DICE)
    look("shown")


def the_defender_settles_ahead(world: World, look: Look) -> None:
    """The defender has settled the losses ahead; the attacker is asked for support."""
    game = lobby.open_table(world.services, world.ids["other"], "africa_1859", "morabito", "S")
    world.sits(lobby.join_table(world.services, game.id, world.ids["own"], "M"), S="other", M="own")
    world.gives("S", ORDERED)
    losses = ("default", "m_guich1")[world.secret]
    world.gives("M", o.Defend("m_anyera1", losses=losses), SAME_DICE)
    look("shown")


def conditional_orders_are_given(world: World, look: Look) -> None:
    """Morocco has conditional orders, first in the database alone, then on the record. One of them
    is revoked.
    """
    game = lobby.open_table(world.services, world.ids["other"], "africa_1859", "morabito", "S")
    world.sits(lobby.join_table(world.services, game.id, world.ids["own"], "M"), S="other", M="own")
    said = (
        {},
        {"defend": "default ?steps=4", "defend@c_morabito": "ask", "losses": "default"},
    )[world.secret]
    conditional_orders.save_conditional_orders(
        world.services, game.id, world.ids["own"], said | {"retreat": ""}
    )
    look("saved", in_passing=True)
    world.gives("S", o.Open("c_camino"))
    look("recorded", in_passing=True)
    conditional_orders.save_conditional_orders(
        world.services, game.id, world.ids["own"], {"losses": ""}
    )
    world.gives("S", o.Close())
    look("revoked")


def a_side_is_bid_for(world: World, look: Look) -> None:
    """One player of a table by bid has bid; the other has not."""
    game = lobby.open_table(
        world.services,
        world.ids["own"],
        "africa_1859",
        "castillejos",
        "S",
        terms={"sides": "bid"},
    )
    world.game = lobby.join_table(world.services, game.id, world.ids["other"], "M")
    bid = ("-3", "12")[world.secret]
    lobby.change_choices(world.services, game.id, world.ids["own"], {"bid": bid})
    look("bid")


ASSAULT = Probe(
    ("s_luchana", "c_morabito", "no_such_place"),
    ({"kind": "defend", "vanguard": "s_luchana"}, {"kind": "take_back"}),
)
AHEAD = Probe(
    ("c_morabito", "c_camino", "no_such_place"),
    ({"kind": "end_phase"}, {"kind": "take_back"}),
)
SECRETS = {
    "the attacker settles ahead": Secret(the_attacker_settles_ahead, ASSAULT),
    "the defender settles ahead": Secret(the_defender_settles_ahead, ASSAULT),
    "an assault is ordered": Secret(an_assault_is_ordered, ASSAULT),
    "conditional orders are given": Secret(conditional_orders_are_given, AHEAD),
    "a side is bid for": Secret(a_side_is_bid_for, has_begun=False),
}
