"""Games with a secret: tiny games, and those of each box (`tests/games/<box>/leak_secrets.py`)."""

from __future__ import annotations

from functools import partial

from app.games import shelf as boxes
from app.services.clubs import clubs, members
from app.services.clubs.clubs import ClubTerms
from app.services.people import notes, player_chat
from app.services.play import conditional_orders, lobby, seat_substitution
from tests.box_tests import offered
from tests.contract.tiny import TINY, garrison, hidden, sealed
from tests.leaks.outlets import Probe
from tests.leaks.secret import EVERYBODY_ELSE, ONLOOKERS, Look, Secret, table
from tests.leaks.still import Fate
from tests.leaks.worlds import World


# ---------------------------------------------------------------------- tiny games
def an_ambush_lies_elsewhere(world: World, look: Look) -> None:
    """Two bandits are placed beside a road by loaded dice. The scout walks past without meeting
    them.
    """
    Fate.loaded = {("lay", "a"): [(2, 3)[world.secret]], ("lay", "b"): [(2, 4)[world.secret]]}
    table(world, "hidden", "bandit", "scout")
    look("laid", in_passing=True)
    world.gives("scout", hidden.Walk(("1", "2")))
    world.gives("bandit", hidden.Wait())
    look("walked")


def a_hand_of_three_is_chosen(world: World, look: Look) -> None:
    """Three sides; the third player is asked like a spectator in other games."""
    game = lobby.open_table(world.services, world.ids["own"], "trio", "plain", "dawn")
    lobby.join_table(world.services, game.id, world.ids["other"], "noon")
    world.sits(
        lobby.join_table(world.services, game.id, world.ids["member"], "dusk"),
        dawn="own",
        noon="other",
        dusk="member",
    )
    world.gives("dawn", sealed.Choose(("rock", "paper")[world.secret]))
    look("the first has chosen")
    world.gives("noon", sealed.Choose("rock"))
    look("two of three have chosen", in_passing=True)


def a_blow_is_answered_in_advance(world: World, look: Look) -> None:
    """No blow has fallen yet. The other side can know neither that an answer exists nor which
    one.
    """
    table(world, "parry", "blue", "red")
    conditional_orders.save_conditional_orders(
        world.services, world.game.id, world.ids["own"], {"blow": ("parry", "brave")[world.secret]}
    )
    look("said")


def a_garrison_is_ordered_in_advance(world: World, look: Look) -> None:
    """One world has an order for its side alone, the other world has orders for places and counters
    too. Neither answers the attack.
    """
    table(world, "garrison", "blue", "red")
    given = (
        {"lose": "b1 b2"},
        {"lose": "b2 ?leader", "defend@g_gate": "b1 ?steps=3", "defend@b3": "ask"},
    )
    conditional_orders.save_conditional_orders(
        world.services, world.game.id, world.ids["own"], given[world.secret]
    )
    look("said", in_passing=True)
    world.gives("red", garrison.Attack("b3", 1))
    look("attacked")


def players_write_to_each_other(world: World, look: Look) -> None:
    """Spectators read the chat after the game; before its end they must not learn its length
    either.
    """
    table(world, "sealed", "north", "south")
    player_chat.write_chat_message(
        world.services,
        world.game.id,
        world.ids["own"],
        ("Attack the mill at dawn!", "Peace?")[world.secret],
    )
    player_chat.write_chat_message(
        world.services,
        world.game.id,
        world.ids["other"],
        ("No", "Never, not even for all the gold of the world")[world.secret],
    )
    look("written")


def a_side_writes_among_itself(world: World, look: Look) -> None:
    """One world has two messages of a side in this game. The other world has them in another game,
    which only their readers see: the server has as many.
    """
    for name in ("former", "ally"):
        world.comes(name)
    world.listens("former")
    more = {"per_side": 2, "visibility": "private", "spectators": False}
    games = [
        lobby.open_table(world.services, world.ids["own"], "council", "plain", "crown", **given)
        for given in ({"per_side": 2}, more)
    ]
    for game, ally in zip(games, ("former", "ally"), strict=True):
        lobby.join_table(world.services, game.address, world.ids[ally], "crown-2")
    world.sits(games[0], **{"crown-1": "own", "rebels-1": "other", "crown-2": "ally"})
    for game in games:
        for seat, name in (("rebels-1", "other"), ("rebels-2", "member")):
            if game is games[1]:
                world.comes(name := f"{name} elsewhere")
            lobby.join_table(world.services, game.address, world.ids[name], seat)
    seat_substitution.offer_seat(
        world.services, games[0].id, world.ids["former"], "crown-2", "ally"
    )
    seat_substitution.take_offered_seat(world.services, games[0].id, world.ids["ally"])
    where, own = games[world.secret].address, world.ids["own"]
    player_chat.write_chat_message(world.services, where, own, "Attack at dawn", to_side=True)
    player_chat.write_chat_message(world.services, games[0].id, world.ids["other"], "Good luck")
    player_chat.write_chat_message(world.services, where, own, "No, at noon", to_side=True)
    look("written")


def a_seat_has_passed_on(world: World, look: Look) -> None:
    """The former player knows the seat's view until the hand-over, and nothing of later choices and
    notes.
    """
    world.comes("former")
    world.listens("former")
    game = lobby.open_table(world.services, world.ids["former"], "sealed", "plain", "north")
    world.sits(
        lobby.join_table(world.services, game.id, world.ids["other"], "south"),
        north="own",
        south="other",
    )
    seat_substitution.offer_seat(world.services, game.id, world.ids["former"], "north", "own")
    seat_substitution.take_offered_seat(world.services, game.id, world.ids["own"])
    world.gives("north", sealed.Choose(("rock", "paper")[world.secret]))
    notes.write_note(
        world.services,
        game.id,
        world.ids["own"],
        3,
        ("Rock it is", "Paper, for a change, since he always takes the rock")[world.secret],
    )
    look("chosen")


def a_club_plays_by_itself(world: World, look: Look) -> None:
    """Only members of the club see the table: its title, its moves and its chat. One viewer was a
    member until the table was opened.
    """
    services, ids = world.services, world.ids
    world.comes("former")
    world.listens("former")
    world.club = clubs.found_club(services, ids["own"], ClubTerms("Hussars", entry="open")).id
    for name in ("other", "former"):
        members.join_club(services, world.club, ids[name])
    members.remove_member(services, world.club, ids["own"], ids["former"])
    title = ("The mill", "The bridge of the seven saints")[world.secret]
    given = {"visibility": "club", "club": world.club, "title": title}
    table(world, "sealed", "north", "south", **given)
    look("opened", in_passing=True)
    hand = ("rock", "paper")[world.secret]
    for seat in ("north", "south"):
        world.gives(seat, sealed.Choose(hand))
    player_chat.write_chat_message(services, world.game.id, ids["own"], f"{hand} again")
    look("played")


HIDDEN = Probe(
    ("a", "b", "zz", "5", "3,3"),
    (
        {"kind": "shoot", "target": "a"},
        {"kind": "shoot", "target": "zz"},
        {"kind": "spring", "piece": "b"},
        {"kind": "walk", "path": ["4"]},
    ),
    ("1.1", "2.1"),
)
COUNCIL = Probe(("c1", "zz"), ({"kind": "lend", "lends": True}, {"kind": "concede"}))
SEALED = Probe(("north", "rock"), ({"kind": "choose", "hand": "stone"}, {"kind": "take_back"}))

of_the_platform = partial(Secret, shelf=TINY, of_the_platform=True)


SECRETS = {
    **{
        name: secret
        for box in boxes()
        for name, secret in offered(box, "leak_secrets", "SECRETS", {}).items()
    },
    "an ambush lies elsewhere": Secret(an_ambush_lies_elsewhere, HIDDEN, shelf=TINY),
    "a hand of three is chosen": Secret(a_hand_of_three_is_chosen, SEALED, shelf=TINY),
    "a blow is answered in advance": Secret(a_blow_is_answered_in_advance, shelf=TINY),
    "a garrison is ordered in advance": Secret(a_garrison_is_ordered_in_advance, shelf=TINY),
    "players write to each other": of_the_platform(players_write_to_each_other, SEALED, ONLOOKERS),
    "a side writes among itself": of_the_platform(
        a_side_writes_among_itself, COUNCIL, ("other", "member", "former", "stranger")
    ),
    "a club plays by itself": of_the_platform(
        a_club_plays_by_itself, SEALED, ("member", "former", "stranger")
    ),
    "a seat has passed on": of_the_platform(
        a_seat_has_passed_on, SEALED, ("former", *EVERYBODY_ELSE)
    ),
}
