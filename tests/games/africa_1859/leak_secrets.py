"""Secret facts of Africa 1859-60 for the leak tests (tests/leaks)."""

from __future__ import annotations

import random
from functools import partial

from msgspec.structs import replace

from app.games.africa_1859 import orders as o
from app.services.play import conditional_orders, lobby
from app.services.watch import game_view
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
NEVER_LEGAL = Probe(("c_morabito", "c_camino", "no_such_place"), ASSAULT.orders)
"""Orders that end no phase. What conditional orders answer at the end of a turn is no secret."""
SECRETS = {
    "the attacker settles ahead": Secret(the_attacker_settles_ahead, ASSAULT),
    "the defender settles ahead": Secret(the_defender_settles_ahead, ASSAULT),
    "an assault is ordered": Secret(an_assault_is_ordered, ASSAULT),
    "conditional orders are given": Secret(conditional_orders_are_given, AHEAD),
    "a side is bid for": Secret(a_side_is_bid_for, has_begun=False),
}


# ---------------------------------------------------------------------- any number of pairs
GROUP, LIGHT = ("s_luchana", "s_principe", "s_vergara"), "s_vergara"
HALF = 0.5
SCENARIOS = ("morabito", "castillejos", "tetuan", "wad_ras")


def designations(chance: random.Random) -> list[tuple[tuple[str, ...], str, str]]:
    """Two different designations of one group; the second has a screen if one of them has."""
    group = tuple(sorted(chance.sample(GROUP, chance.choice((2, 3)))))
    able = {"", LIGHT} & {"", *group}
    choices = [(one, screen) for one in group for screen in sorted(able - {one})]
    found = [(group, *one) for one in chance.sample(choices, 2)]
    return sorted(found, key=lambda one: one[2] != "")


def a_random_assault_is_ordered(number: int, world: World, look: Look) -> None:
    """The group is the same in both worlds; vanguard and screen differ. The second world has more
    secrets, so that their work would show in its time.
    """
    game = lobby.open_table(world.services, world.ids["own"], "africa_1859", "morabito", "S")
    world.sits(
        lobby.join_table(world.services, game.id, world.ids["other"], "M"), S="own", M="other"
    )
    group, vanguard, screen = designations(random.Random(number))[world.secret]
    order = o.Assault(group, ("c_morabito",), vanguard, screen, ("prim",), "prim", "c_camino")
    chance = random.Random(f"sheet {number} {world.secret}")
    if world.secret:
        support = chance.choice(("pass", "group", "one_by_one"))
        order = replace(order, support=support, losses=chance.choice(("default", *group)))
    world.gives("S", order)
    look("ordered")


def random_answers_are_given(number: int, world: World, look: Look) -> None:
    """Other conditional orders in each world: one in the first, three in the second. The viewers
    look when they are in the database alone, or when they are on the record.
    """
    chance, services = random.Random(number), world.services
    side, enemy = chance.choice((("S", "M"), ("M", "S")))
    scenario = chance.choice(SCENARIOS)
    game = lobby.open_table(services, world.ids["own"], "africa_1859", scenario, side)
    world.sits(
        lobby.join_table(services, game.id, world.ids["other"], enemy),
        **{side: "own", enemy: "other"},
    )
    view = game_view.load_view(services, game.id, world.ids["own"]).view
    topics = services.shelf["africa_1859"].conditional_orders.topics(view)
    given = [
        {one.key: chance.choice(one.choices).value for one in chance.sample(topics, count)}
        for count in (1, 3)
    ]
    conditional_orders.save_conditional_orders(
        services, game.id, world.ids["own"], given[world.secret]
    )
    is_saved_alone = chance.random() < HALF
    if is_saved_alone:
        look("saved")
    world.gives("S", o.EndPhase())
    if not is_saved_alone:
        look("recorded")


def pair(number: int) -> Secret:
    """Secret of a pair of worlds, by its number."""
    if number % 2:
        return Secret(partial(random_answers_are_given, number), NEVER_LEGAL)
    return Secret(partial(a_random_assault_is_ordered, number), ASSAULT)
