"""Secret facts of In the Heart of Africa for the leak tests (tests/leaks)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from app.games.heart_of_africa import orders as o
from app.games.heart_of_africa.conditional_orders.plans import Policies
from app.games.heart_of_africa.land import Work
from app.games.heart_of_africa.state import STEPS, Shot
from app.services.play import conditional_orders, game_setup, lobby
from tests.games.heart_of_africa import campaign_secrets
from tests.games.heart_of_africa.encounter import STOCK as ENCOUNTER
from tests.games.heart_of_africa.playthrough import SETUP, block, fire, four, portuguese_come
from tests.leaks.outlets import Probe
from tests.leaks.secret import Look, Secret
from tests.leaks.still import Fate
from tests.leaks.worlds import World


def policies_are_changed_out_of_turn(world: World, look: Look) -> None:
    """Of a game that keeps them on its record: said while the other side is to move, then on record
    with that side's own order.
    """
    game = lobby.open_table(world.services, world.ids["own"], "heart_of_africa", "first_steps", "B")
    Fate.loaded = {"roll_off": [5, 2]}  # the usual die would be a tie for ever
    world.sits(
        lobby.join_table(world.services, game.id, world.ids["other"], "A"), A="other", B="own"
    )
    conditional_orders.save_conditional_orders(
        world.services,
        game.id,
        world.ids["own"],
        ({"fire": "hold"}, {"fire": "first", "rally": "house"})[world.secret],
    )
    look("said", in_passing=True)
    world.gives("A", o.SetPolicies(Policies(roofs="none")))
    look("on record with a move of the other side")


def a_deployment_is_planned(world: World, look: Look) -> None:
    """The plans differ in the place of the Leader, who comes after all units. The plan is kept
    while the other side is to deploy; it comes on record with that side's first unit.
    """
    with agreed(world, ENCOUNTER):
        Fate.loaded = {"roll_off": [5, 2]}
        game = lobby.open_table(
            world.services, world.ids["own"], "heart_of_africa", "encounter", "B"
        )
        world.sits(
            lobby.join_table(world.services, game.id, world.ids["other"], "A"), A="other", B="own"
        )
    world.gives("A", o.ChooseSide("south"))
    singles = ({"B-leader": (30.0, 44.0)}, {"B-leader": (60.0, 45.0)})[world.secret]
    places = {"B2": (20.0, 44.0), "B3": (34.0, 44.0)} | singles
    first = o.PlanDeployment({"B1": (10.0, 44.0)} | places, order=("B1", "B2", "B3"))
    rest = o.PlanDeployment(places, order=("B2", "B3"))
    world.gives("B", first)
    look("kept", in_passing=True)
    world.gives("A", o.Deploy("A1", to=(10.0, 4.0), shape="line"))
    look("on record, and one unit is down", in_passing=True)
    world.gives("B", (rest, o.RecallDeployment())[world.secret])
    look("given again or withdrawn", in_passing=True)
    world.gives("B", rest)
    world.gives("A", o.Deploy("A2", to=(20.0, 4.0), shape="line"))
    look("two units are down")


def an_army_is_brought(world: World, look: Look) -> None:
    """One player has brought an army, the other has not come yet."""
    units = [{"spearman": 20}, {"spearman": (20, 18)[world.secret]}, {"archer": 20}]
    army = {
        "list": "native_kingdom",
        "nation": "luba",
        "year": 1880,
        "points": 300,
        "scenario": "encounter",
        "role": "none",
        "leader": {"type": "spearman", "traits": ["charismatic"], "trait_rolled": True},
        "units": units,
    }
    terms = {
        "points": "300",
        "year": "1880",
        "people_a": "native_kingdom/luba",
        "people_b": "native_kingdom/buganda",
        "table": "made",
        "lot": "7",
    }
    world.sits(
        lobby.open_table(
            world.services,
            world.ids["own"],
            "heart_of_africa",
            "encounter",
            "A",
            terms=terms,
            brings={"army": army},
        ),
        A="own",
    )
    look("brought")


def the_boma(world: World, look: Look) -> None:
    """Attack on the boma (tests/games/heart_of_africa/playthrough) with other secrets of the
    villagers.

    Ambushes, traps, orders ahead, morale tests of hidden units and targets differ. The Portuguese
    know none of it.
    """
    with agreed(world):
        Fate.loaded = {"trait": [1]}
        game = lobby.open_table(
            world.services, world.ids["own"], "heart_of_africa", "planned_attack", "B"
        )
        world.sits(
            lobby.join_table(world.services, game.id, world.ids["other"], "A"), A="other", B="own"
        )
    villagers_make_ready(world, look)
    portuguese_come(world, partial(world.gives, "A"), partial(world.gives, "B"))
    world.gives(
        "A",
        o.Move(
            "A-leader",
            {
                "A-leader": way(world, "A-leader", (44.5, 9)),
                "A-leader-attendant1": way(world, "A-leader-attendant1", (43, 8)),
            },
        ),
    )
    world.gives("B", o.NoMove(("B2",)))
    world.gives("A", o.Guide("A-scout", "A5", way(world, "A-scout", (41.5, 18))))
    until(world, 1, "shooting")
    look("deployed, and a move", in_passing=True)
    world.gives("A", fire(Shot("A4-01", ("B-witch",))))
    until(world, 1, "morale", {("shot", "A4-01"): [6, 6, 6, 6, 6]})
    look("somebody has fallen whom some in hiding may miss", in_passing=True)
    until(world, 2, "unit_moves")
    world.gives("A", o.Move("A5", northward(world, "A5", 5)), open=6)
    until(world, 2, "shooting")
    world.gives("B", fire(Shot(("B4-04", "B4-05")[world.secret], ("A5-08",))))
    world.gives("B", o.FireOrders(seal=True))
    look("the villagers have sealed their fire orders, the Portuguese have not")


class agreed:  # noqa: N801 - reads as a sentence
    """Table and armies of the script, in place of terms agreed by two players."""

    def __init__(self, world: World, stock: Mapping[str, object] = SETUP.stock):
        self.kept, self.secret = (game_setup.agreed_terms, game_setup.stock_of), world.secret
        self.stock = stock

    def __enter__(self) -> None:
        game_setup.agreed_terms, game_setup.stock_of = (
            (lambda *_, **__: {}),
            (lambda *_: self.stock),
        )

    def __exit__(self, *_: object) -> None:
        game_setup.agreed_terms, game_setup.stock_of = self.kept


def villagers_make_ready(world: World, look: Look) -> None:
    def b(order: o.Order) -> None:
        world.gives("B", order)

    traps = ("stake_trap", "dummy_trap") if world.secret else ("dummy_trap", "stake_trap")
    world.gives("A", o.ChooseSide("south"))
    b(o.PlaceWork(Work("temba", "temba", "B", rect=(50, 28, 60, 36), gate="south")))
    b(o.PlaceWork(Work("stockade", "field_fortification", "B", line=((30, 29), (40, 29)))))
    b(o.PlaceWork(Work("trap1", traps[0], "B", at=(47, 25))))
    b(o.PlaceWork(Work("trap2", traps[1], "B", at=(44, 25))))
    b(o.PlaceCamp((36, 38)))
    b(o.Join("B-leader", "B6"))
    b(o.Deploy("B1", block("B1", 10, 64.45, (29, 36)[world.secret], 270, across=3), ambush=True))
    look("the first ambush is laid, somewhere", in_passing=True)
    b(o.Deploy("B2", block("B2", 10, 31, 33, 270)))
    b(o.Deploy("B3", block("B3", 10, 50.9, 35, 270, across=10, step=0.9)))
    b(o.Deploy("B4", block("B4", 10, 36, 29.4, 270, deep=0.8)))
    b(o.Deploy("B5", block("B5", 10, (12.6, 24)[world.secret], 27, 180, across=2), ambush=True))
    b(o.Deploy("B6", {**block("B6", 10, 37, 33, 270), "B-leader": (39, 35, 270)}))
    b(o.Deploy("B-witch", {"B-witch": (33.5, 28, 270)}))
    b(o.Deploy("B-baggage", four("B", 30.5, 42)))
    b(
        o.SetPolicies(
            Policies(
                rally=("house", "none")[world.secret],
                ambushes=("lie", "6")[world.secret],
                reveal="lie",
                spells="none",
                roofs="none",
            )
        )
    )
    b(o.Pass())


def until(world: World, turn: int, step: str, loaded: Mapping | None = None) -> None:
    """Pass for both sides of an African battle until a seat is asked in that step of that turn, or
    later.
    """
    left = dict(loaded or {})
    while not world.state.ending and (world.state.turn, STEPS.index(world.state.step)) < (
        turn,
        STEPS.index(step),
    ):
        world.gives(world.owed[0].seat, o.Pass(), left)


def way(world: World, figure: str, *spots: tuple[float, float]) -> tuple:
    return (world.state.figures[figure].at, *spots)


def northward(world: World, unit: str, inches: float) -> dict[str, tuple]:
    """The ways of all men of a unit."""
    men = {key: one.at for key, one in world.state.figures.items() if one.unit == unit and one.at}
    return {key: (at, (at[0], at[1] + inches)) for key, at in men.items()}


POLICIES = Probe(
    ("A1", "B1", "nobody", "36,24"),
    ({"kind": "activate", "who": "B1"}, {"kind": "reveal", "unit": "B1"}),
)
"""Nothing that ends the battle: after its end everything lies open."""
BOMA = Probe(
    (
        "B1",
        "B1-01",
        "B5",
        "B5-03",
        "B4-05",
        "A4-01",
        "trap1",
        "nobody",
        "65,30",
        "64.45,36,270",
        "A5-01@60,20",
        "A3@24,24",
    ),
    (
        {"kind": "fire_orders", "shots": [{"shooter": "A4-01", "targets": ["B1-01"]}]},
        {"kind": "fire_orders", "shots": [{"shooter": "A4-01", "targets": ["B9-01"]}]},
        {"kind": "manoeuvre", "who": "A1", "drill": "charge", "target": "B1-01"},
        {"kind": "reveal", "unit": "B1"},
        {"kind": "activate", "who": "B5"},
        {"kind": "deploy", "who": "A1", "at": {"A1-01": [65, 30, 90]}},
        {"kind": "no_move", "units": ["B5"]},
        {"kind": "rally", "figure": "B-leader", "unit": "B5"},
    ),
    ("1.1", "8.1", "40.1"),
)
PLAN = Probe(
    ("B1", "B4", "B-leader", "nobody", "30,44", "60,45"),
    (
        {"kind": "deploy", "who": "A3", "to": [30, 4], "shape": "line"},
        {"kind": "plan_deployment", "to": {"B-leader": [30, 44]}},
        {"kind": "recall_deployment"},
        {"kind": "hold", "who": "B4"},
    ),
)
"""Nothing that ends the battle, and nothing that takes the whole plan of the other side."""
SECRETS = {
    "policies are changed out of turn": Secret(policies_are_changed_out_of_turn, POLICIES),
    "a deployment is planned": Secret(a_deployment_is_planned, PLAN),
    "an army is brought": Secret(an_army_is_brought, has_begun=False),
    "the boma": Secret(the_boma, BOMA),
    **campaign_secrets.SECRETS,
}
