"""Notifications of a campaign: one message for each player and order, to the players concerned."""

from __future__ import annotations

from datetime import timedelta

import msgspec
import pytest

from app.games import shelf
from app.games.heart_of_africa.campaign import orders as o
from app.kernel.correction_orders import AnswerReview, AskReview, CorrectMove
from app.services.container import Services
from app.services.notify import (
    game_news,
    message_text,
    notification_preferences,
    notifications,
)
from app.services.notify.delivery_channels import OutgoingMessage, mail, webhooks
from app.services.notify.outbox import decode_message
from app.services.people import accounts
from app.services.play import lobby, orders, recorded_moves, referees
from app.services.watch import game_view
from app.store import records
from tests.leaks.still import Fate
from tests.services.mailbox import Mailbox, give_address, make_due, sending, sweep

NAMES = {"referee": "Ada", "p1": "Berta", "p2": "Carla", "p3": "Dora"}
KINGDOM = o.Join("native_kingdom", "buganda", people="Wa-simba")
ZANZIBARIS = o.Join("zanzibaris", "zanzibaris", people="Wa-tembo")
EXPLORERS = o.Join("white_explorers", "expedition", people="Aldana")
RIVALS = o.Join("white_explorers", "expedition", people="Brandt")


@pytest.fixture
def services(sqlite_url, monkeypatch):
    services = Services.open(shelf(), sqlite_url)
    monkeypatch.setattr(recorded_moves, "SeededDice", Fate)
    monkeypatch.setattr(game_news, "FIRST", timedelta(0))
    Fate.loaded = {}
    yield services
    services.close()


class Campaign:
    """Campaign of three players and a referee, with an address for each."""

    def __init__(self, services, *armies, referee="referee"):
        self.services, self.users = services, {}
        for seat, name in NAMES.items():
            user = accounts.register(services, name, "a long enough sentence")
            give_address(services, user, f"{seat}@example.org")
            self.users[seat] = user
        self.users["referee"] = self.users[referee]
        box = "heart_of_africa_campaign"
        game = lobby.open_table(services, self.users["referee"].id, box, "campaign", "referee")
        self.id = game.id
        for seat in ("p1", "p2", "p3"):
            lobby.join_table(services, self.id, self.users[seat].id, seat)
        for seat, army in zip(("p1", "p2", "p3"), armies, strict=True):
            self.give(seat, army)

    def give(self, seat, order, command="", faces=None):
        """Messages that the order sends, as {seat of the reader: [titles]}."""
        known = {row.key for row in sending(self.services)}
        Fate.loaded = {key: list(rolled) for key, rolled in (faces or {}).items()}
        last = game_view.load_view(self.services, self.id, self.users[seat].id).last
        asked = "referee" if seat == "referee" else None
        orders.declare_order(
            *(self.services, self.id, self.users[seat].id, command or f"c{last}", last, order),
            seat=asked,
        )
        self.rows = [row for row in sending(self.services) if row.key not in known]
        return self.titles(self.rows)

    def titles(self, rows):
        found = {}
        for row in rows:
            reader = next(key for key, one in self.users.items() if one.id == row.user_id)
            title = decode_message(row).title.in_("en").split(":")[0]
            found.setdefault(reader, []).append(title)
        return found

    def begin_turn(self):
        """Open the first turn; p3, p1 and p2 declare in this order."""
        return self.give("referee", o.OpenTurn(), faces={"order": [4, 6, 2]})


def test_an_attack_is_told_to_the_attacked_player_alone(services):
    campaign = Campaign(services, KINGDOM, ZANZIBARIS, EXPLORERS)
    assert campaign.begin_turn() == {"p3": ["Your turn"]}
    assert campaign.give("p3", o.PassTurn()) == {"p1": ["Your turn"]}
    assert campaign.give("p1", o.Attack("p2")) == {"p2": ["You are attacked"]}


def test_terms_are_told_to_the_other_player_without_their_contents(services):
    campaign = Campaign(services, KINGDOM, ZANZIBARIS, EXPLORERS)
    campaign.begin_turn()
    campaign.give("p3", o.PassTurn())
    campaign.give("p1", o.Attack("p2"))
    offer = o.OfferTerms("p1", "p2", 1, words="Peace for a year")
    assert campaign.give("p2", offer) == {"p1": ["You are offered terms"]}
    assert not [row for row in sending(services) if "Peace for a year" in row.message]
    told = campaign.give("p1", o.Accept("p2"))
    assert told == {"p2": ["Your turn"]}  # one message: the declaration, and the answer
    [row] = campaign.rows
    assert "agree" in row.message and "Make your declaration" in row.message


def test_a_sealed_answer_to_a_meeting_is_told_to_no_other_player(services):
    campaign = Campaign(services, EXPLORERS, RIVALS, KINGDOM)
    told = campaign.give("referee", o.OpenTurn(), faces={"meeting": [6, 6]})
    assert told == {"p1": ["A chance meeting"], "p2": ["A chance meeting"]}
    assert campaign.give("p1", o.Meet("p2", "fight")) == {}
    told = campaign.give("p2", o.Meet("p1", "greet"), faces={"order": [2, 5, 4, 3, 1, 6]})
    assert told["p1"] == ["You are attacked"] or told["p1"] == ["Your meeting is settled"]


def battle_of(services, **more):
    campaign = Campaign(services, KINGDOM, ZANZIBARIS, EXPLORERS, **more)
    campaign.begin_turn()
    campaign.give("p3", o.PassTurn())
    campaign.give("p1", o.Attack("p2"))
    return campaign


def test_a_battle_is_told_from_the_ground_to_the_decision_once_each(services):
    campaign = battle_of(services)
    told = campaign.give("p2", o.Resist("p1"))
    assert told == {"p1": ["Your attack is resisted"]}  # p2 is on the page, and chooses there
    told = campaign.give("p2", o.ChooseGround("b1", "savannah"))
    assert told == {"p1": ["Battle ready"], "p2": ["Battle ready"]}
    assert campaign.give("p1", o.EnterResult("b1", "p1")) == {"p2": ["A result to confirm"]}
    told = campaign.give("p2", o.DisputeResult("b1", "We won."))
    assert told == {"p1": ["A disputed result"], "referee": ["A disputed result"]}
    told = campaign.give("referee", o.Decide("b1", "p1", reason="Turn ten was played."))
    assert sorted(told) == ["p1", "p2", "p3"]  # the decision for two, the end of the turn for all
    assert told["p1"] == ["A battle is decided"] and told["p3"] == ["Turn 1 is over"]
    of_fighters = [row for row in campaign.rows if row.user_id != campaign.users["p3"].id]
    assert all("Turn ten was played." in row.message for row in of_fighters)


def fought_battle(services):
    """Campaign with a battle on its ground."""
    campaign = battle_of(services)
    campaign.give("p2", o.Resist("p1"))
    campaign.give("p2", o.ChooseGround("b1", "savannah"))
    return campaign


def test_a_wish_for_a_place_is_told_to_the_other_player_in_both_languages(services):
    campaign = fought_battle(services)
    told = campaign.give("p1", o.ChoosePlace("b1", "table"))
    assert told == {"p2": ["A place for your battle is proposed"]}
    message = decode_message(campaign.rows[0])
    assert message.kind == "battle"
    assert message.title.in_("es").startswith("Te proponen un lugar para la batalla")
    assert [line.in_("en") for line in message.lines] == [
        "The Wa-simba would like to fight battle 1 on a real table."
    ]
    assert "querrían jugar la batalla 1 en una mesa real" in message.lines[0].in_("es")
    told = campaign.give("p1", o.ChoosePlace("b1", ""))
    assert told == {"p2": ["A proposed place is taken back"]}
    campaign.give("p1", o.ChoosePlace("b1", "table"))
    told = campaign.give("p2", o.ChoosePlace("b1", "table"))
    assert told == {"p1": ["The place of your battle is agreed"]}
    told = campaign.give("p1", o.ChoosePlace("b1", "here"))
    assert told == {"p2": ["Another place is wished for"]}
    told = campaign.give("p2", o.ChoosePlace("b1", ""))
    assert told == {"p1": ["The place of your battle is open again"]}


def test_a_player_who_wants_no_news_of_battles_is_not_told_of_a_place(services):
    campaign = fought_battle(services)
    user_id = campaign.users["p2"].id
    notification_preferences.save_choices(services, user_id, {"battle-mail": "no"})
    assert campaign.give("p1", o.ChoosePlace("b1", "table")) == {}


def test_a_repeated_order_sends_nothing_more(services):
    campaign = Campaign(services, KINGDOM, ZANZIBARIS, EXPLORERS)
    campaign.begin_turn()
    campaign.give("p3", o.PassTurn())
    assert campaign.give("p1", o.Attack("p2"), "same")
    with services.store.read() as work:
        number = work.games.find_game(campaign.id).number
    before = len(sending(services))
    orders.declare_order(
        services, campaign.id, campaign.users["p1"].id, "same", number - 1, o.Attack("p2")
    )
    assert len(sending(services)) == before


def test_a_review_is_asked_of_the_other_referees_and_its_answer_is_told(services):
    """CAR-COR-06: the referee who signed the correction does not review it."""
    campaign = Campaign(services, KINGDOM, ZANZIBARIS, EXPLORERS)
    users = campaign.users
    users["second"] = accounts.register(services, "Elena", "a long enough sentence")
    give_address(services, users["second"], "second@example.org")
    referees.name_referee(services, campaign.id, users["referee"].id, "Elena")
    campaign.give("referee", o.Book(1, "A gift.", receiver="p1"))
    last = game_view.load_view(services, campaign.id).last
    campaign.give("referee", CorrectMove(last, "There was no gift."))
    asked = campaign.give("p2", AskReview(last + 1))
    assert asked == {"second": ["A review of a decision is asked for"]}
    message = decode_message(campaign.rows[0])
    assert message.asks, "a webhook mentions the referee"
    assert f"review the decision of move {last + 1}." in message.lines[0].in_("en")
    users["p3"], users["referee"] = users["referee"], users["second"]
    told = campaign.give("referee", AnswerReview(last + 1, agrees=True))
    assert told == {
        "p2": ["A decision has been reviewed"],
        "p3": ["A decision has been reviewed"],  # the author
    }


def test_a_correction_is_told_to_every_player_with_its_reason(services):
    campaign = Campaign(services, KINGDOM, ZANZIBARIS, EXPLORERS)
    campaign.begin_turn()
    campaign.give("p3", o.PassTurn())
    move = game_view.load_view(services, campaign.id, campaign.users["referee"].id).last
    told = campaign.give("referee", CorrectMove(move, "The clerk slept."))
    assert sorted(told) == ["p1", "p2", "p3"]
    rows = [row for row in sending(services) if "clerk slept" in row.message]
    assert len(rows) == 3


def test_a_referee_without_a_seat_hears_that_a_turn_can_be_opened(services, monkeypatch):
    box = Mailbox()
    services.post = mail.DeliverySettings(
        "https://caracole.example",
        mail.SmtpServer("127.0.0.1", box.port, "none", "Caracole <caracole@example.org>"),
    )
    monkeypatch.setattr(notifications, "FIRST", timedelta(0))
    Campaign(services, KINGDOM, ZANZIBARIS, EXPLORERS)
    make_due(services)
    sweep(services)
    box.close()
    mine = [one for one in box.mails() if one["To"] == "referee@example.org"]
    assert [one["subject"].split(":")[0] for one in mine] == ["Your turn"]
    assert mine[0].get_body(("plain",)).get_content().count("Open the turn") == 1


def test_a_playing_referee_gets_one_message_for_both_seats(services):
    campaign = Campaign(services, KINGDOM, ZANZIBARIS, EXPLORERS, referee="p3")
    campaign.begin_turn()
    campaign.give("p3", o.PassTurn())
    campaign.give("p1", o.PassTurn())
    known = {row.key for row in sending(services)}
    campaign.give("p2", o.PassTurn())
    rows = [row for row in sending(services) if row.key not in known]
    mine = [row for row in rows if row.user_id == campaign.users["p3"].id]
    assert len(mine) == 1 and "Open the turn" in mine[0].message


def test_a_player_without_the_wish_gets_no_news_but_the_decisions(services):
    campaign = battle_of(services)
    for seat in ("p1", "p2"):
        chosen = {"campaign-mail": "no", "battle-mail": "no"}
        notification_preferences.save_choices(services, campaign.users[seat].id, chosen)
    campaign.give("p2", o.Resist("p1"))
    assert campaign.give("p2", o.ChooseGround("b1", "savannah")) == {}
    assert campaign.give("p1", o.EnterResult("b1", "p1")) == {"p2": ["A result to confirm"]}


def test_news_can_be_ended_by_the_link_of_a_mail(services):
    campaign = Campaign(services, KINGDOM, ZANZIBARIS, EXPLORERS)
    reader = campaign.users["p2"].id
    link = notification_preferences.unsubscribe_link(services, reader, "campaign")
    assert notification_preferences.end_mails(services, link.rsplit("/", 1)[1])
    campaign.begin_turn()
    for seat in ("p3", "p1"):
        campaign.give(seat, o.PassTurn())
    told = campaign.give("p2", o.PassTurn())
    assert told["p1"] == ["Turn 1 is over"] and "p2" not in told


def test_news_go_to_a_browser_in_words_and_to_a_webhook_as_a_title(services):
    campaign = battle_of(services)
    row = next(one for one in campaign.rows if one.user_id == campaign.users["p2"].id)
    push, hook = (
        message_text.short_text(msgspec.structs.replace(row, channel=channel), "en")
        for channel in ("push", "discord")
    )
    assert push.startswith("The Wa-simba attack the Wa-tembo.") and hook == ""


@pytest.mark.parametrize(("asks", "mentioned"), [(True, True), (False, False)])
def test_a_webhook_mentions_only_a_user_who_must_act(asks, mentioned):
    target = records.NotificationTarget(
        1, 1, "discord", "Ours", "https://x.example", "4711", "", 0, ""
    )
    parcel = OutgoingMessage("k", "battle", "en", "T", "", "https://y", "2026", asks=asks)
    said = webhooks.discord_payload(target, parcel)
    assert ("<@4711>" in str(said["content"])) == mentioned
    assert bool(said["allowed_mentions"]["users"]) == mentioned
