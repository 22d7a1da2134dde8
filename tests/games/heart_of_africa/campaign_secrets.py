"""Secret facts of a campaign: sealed answers, terms on offer, notes, rosters, absences, chat."""

from __future__ import annotations

from random import Random
from unittest.mock import patch

from app.games.heart_of_africa.armies.army import plain_army
from app.games.heart_of_africa.armies.sensible import sensible
from app.games.heart_of_africa.campaign import orders as o
from app.kernel.clock_orders import TakeHoliday
from app.kernel.clock_terms import Terms
from app.kernel.correction_orders import CorrectMove
from app.services.container import current_time
from app.services.people import notes, player_chat
from app.services.play import (
    absence_reasons,
    conditional_orders,
    default_rosters,
    game_setup,
    lobby,
    referee_notes,
    saved_armies,
)
from tests.leaks.outlets import Probe
from tests.leaks.secret import ONLOOKERS, Look, Secret
from tests.leaks.worlds import World

EXPLORERS = o.Join("white_explorers", "expedition", people="Aldana")
RIVALS = o.Join("white_explorers", "expedition", people="Brandt")
KINGDOM = o.Join("native_kingdom", "buganda", people="Wa-simba")
MEET, PART = {"meeting": [6, 6]}, {"meeting": [3, 4]}


def campaign(world: World, seats: dict[str, str], *armies: o.Join, **more: object) -> None:
    """Campaign of three players, begun, with a person in each seat and the armies joined."""
    game = lobby.open_table(
        world.services,
        world.ids[seats["referee"]],
        "heart_of_africa_campaign",
        "campaign",
        "referee",
        **more,
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
    world.gives("p3", o.Give("p1", 1))
    world.gives("p1", o.TakeGift("p3"))
    gift = world.history.number
    world.gives("referee", o.OpenTurn(), MEET)
    world.gives("p1", o.Meet("p2", ("greet", "fight")[world.secret]))
    notes.write_note(
        world.services,
        world.game.id,
        world.ids["own"],
        world.history.number,
        ("Brandt is a friend.", "Brandt will not see it coming, and neither will the others.")[
            world.secret
        ],
    )
    look("answered", in_passing=True)
    refused = {"kind": "take_gift", "giver": "p3", "accept": False}
    world.gives("referee", CorrectMove(gift, "The gift was refused.", refused))
    look("an earlier move is corrected")


def an_absence_has_a_reason(world: World, look: Look) -> None:
    """A player announces an absence with a reason, other players and strangers look. The referee,
    who reads it, does not.
    """
    world.comes("third")
    world.comes("judge")
    seats = {"p1": "own", "p2": "other", "p3": "third", "referee": "judge"}
    clock = Terms("each", 3, then="hold", holidays=9)
    campaign(world, seats, EXPLORERS, RIVALS, KINGDOM, clock=clock)
    today = current_time()[:10]
    world.gives("p1", TakeHoliday(today, 2))
    reason = ("At sea.", "In hospital for an operation; please tell no other player.")
    absence_reasons.save_reason(
        world.services, world.game.id, world.ids["own"], today, reason[world.secret]
    )
    look("announced")


def terms_are_on_offer(world: World, look: Look) -> None:
    """Terms between two players, and notes of the referee; a third one and strangers look.

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
    judge = world.ids["attacker"]
    for text in ("Wa-tembo is late.", "Tom has exams until Sunday.")[: world.secret + 1]:
        referee_notes.add_note(world.services, world.game.id, judge, text)
    look("offered")


def a_roster_is_brought(world: World, look: Look) -> None:
    """The attacker brings a roster to the table of a battle; the defender and others look there and
    at the campaign.
    """
    world.comes("third")
    seats = {"p1": "own", "p2": "other", "p3": "third", "referee": "member"}
    zanzibaris = o.Join("zanzibaris", "zanzibaris", people="Wa-tembo")
    campaign(world, seats, KINGDOM, zanzibaris, EXPLORERS)
    world.gives("referee", o.OpenTurn(), {"order": [4, 6, 2]})
    world.gives("p3", o.PassTurn())
    world.gives("p1", o.Attack("p2"))
    world.gives("p2", o.Resist("p1"))
    war = world.state.battles[0]
    with patch.object(game_setup, "CHANCE", Random(3)):  # the map is public, and equal
        world.gives("p2", o.ChooseGround(war.key, war.ground[0]))
    war, whole = world.state.battles[0], world.game
    with world.services.store.read() as work:
        [table] = work.child_battles.of_game(whole.id)
    world.sits(table, A="own", B="other")
    armies = [
        plain_army(
            sensible(
                "native_kingdom",
                "buganda",
                war.year,
                war.points["p1"],
                war.scenario,
                "attacker",
                Random(seed),
            )
        )
        for seed in (1, 2)
    ]
    assert armies[0] != armies[1]
    brings = {"army": armies[world.secret]}
    lobby.change_choices(world.services, table.address, world.ids["own"], brings)
    look("brought")


def a_default_roster_is_kept(world: World, look: Look) -> None:
    """One player keeps a saved army as default roster, in one world only. All others look before a
    battle of this player waits for armies, and while it waits.
    """
    world.comes("third")
    seats = {"p1": "own", "p2": "other", "p3": "third", "referee": "member"}
    zanzibaris = o.Join("zanzibaris", "zanzibaris", people="Wa-tembo")
    campaign(world, seats, KINGDOM, zanzibaris, EXPLORERS)
    army = ("native_kingdom", "buganda", 1860, 300, "encounter", "attacker", Random(1))
    answers = world.services.shelf["heart_of_africa"].armies.answers(plain_army(sensible(*army)))
    saved = saved_armies.save_army(world.services, world.ids["own"], "heart_of_africa", answers)
    default_rosters.keep_default_roster(
        world.services, world.game.id, world.ids["own"], saved.id if world.secret else None
    )
    look("kept", in_passing=True)
    world.gives("referee", o.OpenTurn(), {"order": [4, 6, 2]})
    world.gives("p3", o.PassTurn())
    world.gives("p1", o.Attack("p2"))
    world.gives("p2", o.Resist("p1"))
    war = world.state.battles[0]
    with patch.object(game_setup, "CHANCE", Random(3)):  # the map is public, and equal
        world.gives("p2", o.ChooseGround(war.key, war.ground[0]))
    look("a battle waits for armies")


def orders_are_given_in_advance(world: World, look: Look) -> None:
    """One Explorer answers in advance, in different words. The others look before the question,
    after a gift that both answers accept, and while the rival has not answered the meeting.
    """
    world.comes("native")
    world.listens("native")
    seats = {"p1": "own", "p2": "other", "p3": "native", "referee": "member"}
    campaign(world, seats, EXPLORERS, RIVALS, KINGDOM)
    given: dict[str, str] = (
        {
            "declare:1": "hunt",
            "declare:2": "passage:p3",
            "meet": "greet",
            "gift": "accept",
            "promotion": "keep",
        },
        {
            "declare:1": "attack:p3",
            "unlawful": "pass",
            "meet": "fight",
            "answer": "resist",
            "gift": "accept:p3",
            "promotion": "colonial_expedition:belgian",
        },
    )[world.secret]
    conditional_orders.save_conditional_orders(
        world.services, world.game.id, world.ids["own"], given
    )
    look("given", in_passing=True)
    world.gives("p3", o.Give("p1", 1))
    assert not world.state.gifts and world.state.players["p1"].hongos == 6
    look("a gift is answered", in_passing=True)
    world.gives("referee", o.OpenTurn(), MEET)
    assert world.state.meetings[0].answers == {"p1": ("greet", "fight")[world.secret]}
    look("a meeting is answered")


def some_orders_wait(world: World, look: Look) -> None:
    """One world has orders in advance, the other has none. They answer no question that has
    come.
    """
    world.comes("native")
    seats = {"p1": "own", "p2": "other", "p3": "native", "referee": "member"}
    campaign(world, seats, EXPLORERS, RIVALS, KINGDOM)
    if world.secret:
        given = {"declare:2": "hunt", "meet": "fight", "gift": "accept:p2", "promotion": "keep"}
        conditional_orders.save_conditional_orders(
            world.services, world.game.id, world.ids["own"], given
        )
    world.gives("p3", o.Give("p1", 1))
    assert len(world.state.gifts) == 1
    look("a gift is offered", in_passing=True)
    world.gives("referee", o.OpenTurn(), PART | {"order": [6, 1, 3]})
    look("the turn is open")


def players_write_in_a_campaign(world: World, look: Look) -> None:
    """Chat of the players; a member without a seat and strangers look."""
    world.comes("third")
    seats = {"p1": "own", "p2": "other", "p3": "third", "referee": "third"}
    campaign(world, seats, EXPLORERS, RIVALS, KINGDOM)
    for who, texts in (
        ("own", ("Shall we meet?", "Let us both attack the kingdom in the next turn.")),
        ("other", ("No.", "Agreed, but the hongos are mine.")),
    ):
        user = world.ids[who]
        player_chat.write_chat_message(world.services, world.game.id, user, texts[world.secret])
    look("written")


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
    "an absence has a reason": Secret(
        an_absence_has_a_reason, ORDERS, ("other", "third", "member", "stranger")
    ),
    "a roster is brought to a battle of a campaign": Secret(
        a_roster_is_brought, Probe(("A", "B")), has_begun=False
    ),
    "a default roster is kept": Secret(a_default_roster_is_kept, ORDERS),
    "orders of a campaign are given in advance": Secret(orders_are_given_in_advance, ORDERS),
    "a campaign has orders in advance": Secret(some_orders_wait, ORDERS),
    "players of a campaign write to each other": Secret(
        players_write_in_a_campaign, ORDERS, ONLOOKERS
    ),
}
