"""Secret facts of a campaign: sealed answers to a meeting, and terms on offer."""

from __future__ import annotations

from app.games.heart_of_africa.campaign import orders as o
from app.services.play import lobby
from tests.leaks.outlets import Probe
from tests.leaks.secret import Look, Secret
from tests.leaks.worlds import World

EXPLORERS = o.Join("white_explorers", "expedition", people="Aldana")
RIVALS = o.Join("white_explorers", "expedition", people="Brandt")
KINGDOM = o.Join("native_kingdom", "buganda", people="Wa-simba")
MEET, PART = {"meeting": [6, 6]}, {"meeting": [3, 4]}


def campaign(world: World, seats: dict[str, str], *armies: o.Join) -> None:
    """Campaign of three players, begun, with a person in each seat and the armies joined."""
    game = lobby.open_table(
        world.services,
        world.ids[seats["referee"]],
        "heart_of_africa_campaign",
        "campaign",
        "referee",
    )
    for seat in ("p1", "p2", "p3"):
        game = lobby.join_table(world.services, game.id, world.ids[seats[seat]], seat)
    world.sits(game, **seats)
    for seat, army in zip(("p1", "p2", "p3"), armies, strict=True):
        world.gives(seat, army)


def a_meeting_is_answered(world: World, look: Look) -> None:
    """One Explorer has answered; the other one, who owes an answer, and the referee look."""
    world.comes("native")
    world.listens("native")
    seats = {"p1": "own", "p2": "other", "p3": "native", "referee": "member"}
    campaign(world, seats, EXPLORERS, RIVALS, KINGDOM)
    world.gives("referee", o.OpenTurn(), MEET)
    world.gives("p1", o.Meet("p2", ("greet", "fight")[world.secret]))
    look("answered")


def terms_are_on_offer(world: World, look: Look) -> None:
    """Terms between two players; a third one and strangers look.

    The attacker reads the terms, so no mail is sent there. The attacker is also the referee: a
    referee who does not play would read the terms too.
    """
    world.comes("attacker")
    seats = {"p1": "attacker", "p2": "own", "p3": "other", "referee": "attacker"}
    zanzibaris = o.Join("zanzibaris", "zanzibaris", people="Wa-tembo")
    campaign(world, seats, KINGDOM, zanzibaris, EXPLORERS)
    world.gives("referee", o.OpenTurn(), {"order": [4, 6, 2]})
    world.gives("p3", o.PassTurn())
    world.gives("p1", o.Attack("p2"))
    hongos, words = ((1, "Peace for a year"), (3, "Together against the expedition"))[world.secret]
    world.gives("p2", o.OfferTerms("p1", "p2", hongos, words=words))
    look("offered")


ORDERS = Probe(
    ("p1", "p2", "nobody"),
    (
        {"kind": "accept", "of": "p2"},
        {"kind": "meet", "other": "p1", "answer": "greeting"},
        {"kind": "pass_for", "player": "p9"},
        {"kind": "give", "to": "p9", "hongos": 1},
    ),
)
SECRETS = {
    "a meeting is answered": Secret(a_meeting_is_answered, ORDERS),
    "terms are on offer": Secret(terms_are_on_offer, ORDERS),
}
