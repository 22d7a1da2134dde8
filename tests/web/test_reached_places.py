"""Places that a piece may name, with the ways that its game states."""

from types import SimpleNamespace

from app.kernel.form import Choice, Field
from app.kernel.offers import Assessment, Reach
from app.kernel.order_types import Order
from app.kernel.refusal import no
from app.kernel.say import as_is
from app.web.panels.reach import reached_places

BARRED = no("X-1", "Barred.", "Vedado.")
FIELD = Field.place(
    "to",
    as_is("Place"),
    (
        Choice("near", as_is("Near")),
        Choice("far", as_is("Far")),
        Choice("barred", as_is("Barred"), no=(BARRED,)),
    ),
)


class Sail(Order, frozen=True, tag="sail"):
    to: str = ""


def look_of(reach: dict[str, Reach]) -> SimpleNamespace:
    box = SimpleNamespace(assess=lambda view, order: Assessment(reach=reach))
    return SimpleNamespace(box=box, view=object(), assessed={})


def test_a_place_has_the_way_that_the_game_states():
    stated = {"near": Reach(("home", "near"), 1), "barred": Reach(("home", "barred"), 1)}
    found = reached_places(look_of(stated), Sail(), FIELD)
    assert found == {"near": stated["near"], "far": Reach(("far",), 0)}


def test_without_a_stated_way_a_place_has_no_cost():
    found = reached_places(look_of({}), Sail(), FIELD)
    assert {place: reach.cost for place, reach in found.items()} == {"near": 0, "far": 0}
