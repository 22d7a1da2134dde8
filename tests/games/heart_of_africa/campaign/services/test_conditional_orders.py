"""Declarations and answers of a campaign that are given in advance, on both databases."""

from __future__ import annotations

import pytest

from app.games import shelf
from app.games.heart_of_africa.campaign import meetings
from app.games.heart_of_africa.campaign import orders as o
from app.games.heart_of_africa.campaign.state import BATTLES, DECLARING, MEETINGS
from app.kernel import readjudication, record, table_orders
from app.kernel.correction_orders import CorrectMove
from app.kernel.refusal import Refused
from app.services.container import Services
from app.services.people import accounts
from app.services.play import conditional_orders, lobby, open_seats, orders
from app.services.watch import game_view

NAMES = ("Ada", "Berta", "Carla", "Dora")
PEOPLES = ("Wa-simba", "Wa-tembo", "Wa-chui")
NATIVES = tuple(o.Join("native_kingdom", "buganda", people=people) for people in PEOPLES)
EXPLORER = o.Join("white_explorers", "expedition", people="Aldana")


@pytest.fixture
def services(database_url):
    services = Services.open(shelf(), database_url)
    yield services
    services.close()


class Season:
    """Campaign of a referee and three players, before its first turn."""

    def __init__(self, services, armies):
        self.services = services
        self.members = [
            accounts.register(services, name, "a long enough sentence").id for name in NAMES
        ]
        self.id = lobby.open_table(
            services, self.members[0], "heart_of_africa_campaign", "campaign", gathers=True
        ).id
        for number, army in enumerate(armies, start=1):
            open_seats.take_seat(services, self.id, self.members[number], f"j{number}", army)

    def says(self, player, **given):
        """Save answers in advance of a player; `declare_1` is the declaration of turn 1."""
        answers = {key.replace("declare_", "declare:"): said for key, said in given.items()}
        conditional_orders.save_conditional_orders(
            self.services, self.id, self.members[player], answers
        )

    def gives(self, player, order):
        command = f"c{self.look().last}"
        return orders.declare_order(
            self.services, self.id, self.members[player], command, self.look().last, order
        )

    def look(self, player=None):
        user = None if player is None else self.members[player]
        return game_view.load_view(self.services, self.id, user)

    @property
    def state(self):
        return self.look().history.now.state

    def given(self, player):
        return {
            one.topic.key: one.answer
            for one in conditional_orders.list_conditional_orders(self.services, self.look(player))
            if one.answer
        }

    def in_advance(self):
        """Seats and topics of the moves that were given in advance."""
        return [
            (move.seat, event.topic)
            for move in self.look().history.moves
            for event in move.events
            if isinstance(event, table_orders.AnsweredAhead)
        ]


@pytest.fixture
def natives(services):
    return Season(services, NATIVES)


@pytest.fixture
def season(services):
    """Campaign with an Explorer as the first player, who declares first."""
    return Season(services, (EXPLORER, *NATIVES[:2]))


def test_a_whole_step_is_declared_and_answered_in_advance(natives):
    for player in (1, 2, 3):
        natives.says(player, declare_1=f"attack:p{player % 3 + 1}", answer="resist")
    played = natives.gives(0, o.OpenTurn())
    state = natives.state
    assert state.step == BATTLES and [war.attacker for war in state.battles]
    first = state.order[0]
    assert natives.in_advance()[:2] == [(first, "declare"), (state.choices[first][1], "answer")]
    assert played.last == played.number + len(natives.in_advance())
    history = natives.look().history
    assert record.first_broken(history.moves) is None
    assert readjudication.readjudicate_moves(history.box, history.moves, history.tables) == []


def test_a_declaration_is_used_once_and_an_answer_until_it_is_revoked(season):
    season.says(1, declare_1="pass", answer="resist")
    season.gives(0, o.OpenTurn())
    assert season.state.choices == {"p1": ("pass", "")}
    assert season.given(1) == {"answer": "resist"}
    while season.state.turn == 1:
        waiting = season.look().waiting
        player = int(waiting[0][1:]) if waiting[0] != "referee" else 0
        season.gives(player, o.PassTurn())
    season.gives(0, o.OpenTurn())
    assert season.state.turn == 2 and season.look().waiting == ("p1",)
    assert season.given(1) == {"answer": "resist"}
    season.says(1, answer="")
    assert season.given(1) == {}


def test_a_refused_declaration_is_asked(season):
    season.says(1, declare_1="passage:p2", passage_hongos="10")
    season.gives(0, o.OpenTurn())
    assert season.state.step == DECLARING and season.look().waiting == ("p1",)
    assert season.in_advance() == []
    assert season.look(1).decisions[0].says.in_("en") == "Make your declaration"


def test_a_refused_declaration_is_a_pass_if_the_player_prefers_it(season):
    season.says(1, declare_1="passage:p2", passage_hongos="10", unlawful="pass")
    season.gives(0, o.OpenTurn())
    assert season.state.choices == {"p1": ("pass", "")}
    assert season.in_advance() == [("p1", "declare")]


def test_one_move_asks_several_players_and_one_player_twice(services, monkeypatch):
    """Three Explorers meet each other: each owes two answers at once."""
    monkeypatch.setattr(meetings, "MEETING_TOTALS", set(range(2, 13)))
    joins = [o.Join("white_explorers", "expedition", people=name) for name in PEOPLES]
    campaign = Season(services, joins)
    campaign.says(1, meet="greet")
    campaign.says(2, meet="greet")
    campaign.gives(0, o.OpenTurn())
    assert sorted(campaign.in_advance()) == [("p1", "meet")] * 2 + [("p2", "meet")] * 2
    assert campaign.state.step == MEETINGS and set(campaign.look().waiting) == {"p3"}


def test_a_correction_of_an_earlier_move_keeps_what_was_given_in_advance(season):
    season.gives(0, o.Book(2, "By mistake.", receiver="p1"))
    booked = season.look().last
    season.says(1, declare_1="passage:p2", passage_hongos="6", unlawful="pass")
    season.says(2, request="least:6")
    season.gives(0, o.OpenTurn())
    assert season.in_advance() == [("p1", "declare"), ("p2", "answer")]
    assert season.state.players["p1"].explored == ("p2",)
    season.gives(0, CorrectMove(booked, "Nothing was due.", None))
    history, state = season.look().history, season.state
    assert state.choices == {"p1": ("pass", "")} and state.players["p1"].hongos == 5
    assert record.first_broken(history.moves) is None
    assert readjudication.readjudicate_moves(history.box, history.moves, history.tables) == []


def declared_in_advance(season, **given):
    """Let the first player attack in advance; return the number of that move."""
    season.says(1, declare_1="attack:p2", **given)
    season.gives(0, o.OpenTurn())
    assert season.in_advance() == [("p1", "declare")]
    return season.look().last


@pytest.mark.parametrize("given", [{}, {"unlawful": "pass"}])
def test_a_declaration_in_advance_that_the_referee_strikes_is_not_tried_again(season, given):
    """CAR-STO-05."""
    declared = declared_in_advance(season, **given)
    assert season.given(1) == given
    season.gives(0, CorrectMove(declared, "Declared by mistake.", None))
    assert season.look().waiting == ("p1",) and not season.state.talks
    assert season.look().last == declared + 1 and "declare:1" not in season.given(1)


@pytest.mark.parametrize(("given", "last"), [({}, None), ({"unlawful": "pass"}, "pass")])
def test_a_declaration_in_advance_that_the_rules_refuse_later_is_not_tried_again(
    season, given, last
):
    """CAR-STO-05."""
    season.gives(0, o.Book(3, "Paid.", receiver="p1"))
    booked = season.look().last
    season.says(1, declare_1="passage:p2", passage_hongos="6", **given)
    season.gives(0, o.OpenTurn())
    assert [one.defender for one in season.state.talks] == ["p2"]
    season.gives(0, CorrectMove(booked, "Nothing was due.", None))
    season.gives(0, o.Book(4, "It was due.", receiver="p1"))
    state = season.state
    assert not state.talks and state.players["p1"].hongos == 9
    assert (state.choices.get("p1", (None,))[0], season.given(1)) == (
        last,
        {**given, "passage_hongos": "6"},
    )


def test_a_new_declaration_in_advance_is_used_after_a_correction(season):
    opened = season.look().last + 1
    declared_in_advance(season)
    season.gives(0, CorrectMove(opened, "Too early.", None))
    season.says(1, declare_1="attack:p3")
    season.gives(0, o.OpenTurn())
    assert [one.defender for one in season.state.talks] == ["p3"]


def test_only_its_player_is_told_that_a_declaration_in_advance_is_not_tried_again(season):
    declared = declared_in_advance(season)
    season.gives(0, CorrectMove(declared, "Declared by mistake.", None))
    number = season.look().last

    def rules(player):
        entry = next(one for one in game_view.load_log(season.look(player)) if one.number == number)
        return [rule for line in entry.lines for rule in line.rules]

    assert "CAR-STO-05" in rules(1)
    assert not any("CAR-STO-05" in rules(player) for player in (0, 2, 3, None))


def test_an_answer_that_comes_after_the_question_leaves_it_open(season):
    season.gives(0, o.OpenTurn())
    season.says(1, declare_1="pass")
    assert season.look().waiting == ("p1",) and season.in_advance() == []


def test_only_the_author_sees_them_and_changes_them(season):
    before = season.look()
    season.says(1, declare_1="attack:p2", answer="pay:1")
    season.says(1, declare_1="hunt")
    assert season.given(1) == {"declare:1": "hunt", "answer": "pay:1"}
    assert [season.given(player) for player in (0, 2, 3)] == [{}, {}, {}]
    assert (season.look().last, season.look().view) == (before.last, before.view)
    conditional_orders.delete_conditional_orders(season.services, season.id, season.members[1])
    assert season.given(1) == {}


@pytest.mark.parametrize(
    "answers", [{"declare_1": "attack:p1"}, {"declare_9": "pass"}, {"district": "none"}]
)
def test_an_answer_that_is_not_offered_is_refused(season, answers):
    with pytest.raises(Refused) as refused:
        season.says(1, **answers)
    assert [one.rule for one in refused.value.refusals] == ["CAR-STO-02"]


def test_the_preview_says_what_would_happen(season):
    tried = conditional_orders.try_answers(
        season.services, season.look(1), {"declare:1": "hunt", "unlawful": "pass"}
    )
    assert [one.in_("en") for one in tried.foreseen] == [
        "When your declaration of turn 1 is due: hunt, once.",
        "If the rules refuse it then, you pass.",
        "A declaration that a correction of the referee cancels is not tried again.",
    ]


def test_only_the_author_reads_that_it_was_in_advance(season):
    season.says(1, declare_1="pass")
    season.gives(0, o.OpenTurn())
    number = season.look().last

    def told(player):
        entry = next(one for one in game_view.load_log(season.look(player)) if one.number == number)
        return [line.says.in_("en") for line in entry.lines]

    assert told(1)[0] == "By standing order: declaration."
    assert not any("standing" in line for player in (0, 2, 3, None) for line in told(player))


# ---------------------------------------------------------------------- promotions and gifts
def wins(season, player, **victories):
    """Opening entry of the referee, which may open a promotion."""
    season.gives(0, o.EnterAccount(player, hongos=5, victories=victories))


def test_a_promotion_given_in_advance_is_used_once(natives):
    natives.says(1, promotion="zanzibaris:zanzibaris")
    wins(natives, "p1", zanzibaris=3)
    assert natives.in_advance() == [] and natives.state.players["p1"].list == "native_kingdom"
    wins(natives, "p1", zanzibaris=4)
    assert natives.in_advance() == [("p1", "promotion")]
    assert natives.state.players["p1"].list == "zanzibaris"
    assert natives.given(1) == {}
    history = natives.look().history
    assert record.first_broken(history.moves) is None
    assert readjudication.readjudicate_moves(history.box, history.moves, history.tables) == []


def test_a_promotion_in_advance_is_changed_and_revoked(natives):
    natives.says(1, promotion="zanzibaris:zanzibaris")
    natives.says(1, promotion="keep")
    assert natives.given(1) == {"promotion": "keep"}
    natives.says(1, promotion="")
    wins(natives, "p1", zanzibaris=4)
    assert natives.in_advance() == [] and natives.look().waiting == ("p1",)


def refused_answer(natives, player):
    look = natives.look(player)
    saved = conditional_orders.load_saved_answers(natives.services, look)
    return conditional_orders.refused_answer(look, saved)


def test_a_player_reads_why_a_promotion_in_advance_is_refused(natives):
    natives.says(1, promotion="zanzibaris:zanzibaris")
    wins(natives, "p1", sudanese_slavers=4)
    assert natives.in_advance() == [] and natives.look().waiting == ("p1",)
    refused = refused_answer(natives, 1)
    assert [one.rule for one in refused.no] == ["HOA-CMP-11"]
    assert natives.given(1) == {"promotion": "zanzibaris:zanzibaris"}
    assert [refused_answer(natives, player) for player in (0, 2, 3, None)] == [None] * 4


def test_a_gift_is_answered_in_advance_once(natives):
    natives.says(2, gift="accept")
    natives.gives(1, o.Give("p2", 2))
    state = natives.state
    assert (state.players["p1"].hongos, state.players["p2"].hongos) == (3, 7)
    assert natives.in_advance() == [("p2", "gift")] and natives.given(2) == {}
    natives.gives(1, o.Give("p2", 1))
    assert natives.state.gifts == (("p1", "p2", 1),) and "p2" in natives.look().waiting


def test_a_gift_of_another_giver_is_asked(natives):
    natives.says(2, gift="accept:p3")
    natives.gives(1, o.Give("p2", 2))
    assert natives.in_advance() == [] and natives.given(2) == {"gift": "accept:p3"}
    natives.gives(3, o.Give("p2", 1))
    assert natives.in_advance() == [("p2", "gift")]
    assert natives.state.gifts == (("p1", "p2", 2),)


def test_an_answer_to_a_gift_that_the_referee_strikes_is_not_tried_again(natives):
    """CAR-STO-05."""
    natives.says(2, gift="decline")
    natives.gives(1, o.Give("p2", 2))
    natives.gives(0, CorrectMove(natives.look().last, "Declined by mistake.", None))
    assert natives.state.gifts == (("p1", "p2", 2),) and "p2" in natives.look().waiting
    assert natives.given(2) == {}


# ---------------------------------------------------------------------- answers of older versions
def restore_answers(season, player, **given):
    """Save answers again, as a server did that did not delete them on their use."""
    with season.services.store.write() as work:
        answers = {key.replace("declare_", "declare:"): said for key, said in given.items()}
        work.conditional_orders.save_answers(season.id, season.members[player], answers)
        work.commit()


def saved_answers(season, player):
    with season.services.store.read() as work:
        return work.conditional_orders.for_game(season.id).get(season.members[player], {})


@pytest.mark.parametrize("strikes_the_opening", [False, True])
def test_a_used_answer_that_an_older_server_kept_is_not_used_again(season, strikes_the_opening):
    """CAR-STO-05."""
    opened = season.look().last + 1
    declared = declared_in_advance(season)
    restore_answers(season, 1, declare_1="attack:p2", declare_2="hunt", answer="resist")
    struck = opened if strikes_the_opening else declared
    season.gives(0, CorrectMove(struck, "A mistake.", None))
    if strikes_the_opening:
        season.gives(0, o.OpenTurn())
    assert season.look().waiting == ("p1",) and not season.state.talks
    assert saved_answers(season, 1) == {"declare:2": "hunt", "answer": "resist"}


def test_a_saved_answer_that_was_not_used_stays_after_a_correction(season):
    season.gives(0, o.OpenTurn())
    season.says(1, declare_1="attack:p2")
    season.gives(1, o.PassTurn())
    season.gives(0, CorrectMove(season.look().last, "A mistake.", None))
    assert [one.defender for one in season.state.talks] == ["p2"]
