"""Secret facts of Cry Havoc for the leak tests (tests/leaks)."""

from __future__ import annotations

from app.services.play import conditional_orders, lobby
from tests.leaks.secret import Look, Secret
from tests.leaks.worlds import World


def standing_orders_are_given(world: World, look: Look) -> None:
    """Conditional orders in the real game, in the other side's phase; some of them are deleted
    again.
    """
    game = lobby.open_table(world.services, world.ids["own"], "cry_havoc", "first_blood", "raiders")
    world.sits(
        lobby.join_table(world.services, game.id, world.ids["other"], "watch"),
        raiders="own",
        watch="other",
    )
    said = (
        {},
        {
            "retreat": "away",
            "victim": "survivor",
            "spared": "arnim",
            "advance": "safe",
            "own_phase": "yes",
        },
    )[world.secret]
    conditional_orders.save_conditional_orders(
        world.services, game.id, world.ids["own"], said | {"own_phase": ""}
    )
    look("said")


SECRETS = {"standing orders are given": Secret(standing_orders_are_given)}
