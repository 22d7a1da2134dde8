"""Names of players without a name of their own, and the sentence of the order of play."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from app.games.heart_of_africa.campaign import events as e
from app.games.heart_of_africa.campaign import orders as o
from app.games.heart_of_africa.campaign.box import CAMPAIGN
from app.games.heart_of_africa.campaign.decide import decide
from app.games.heart_of_africa.campaign.names import army_title, title_of
from app.games.heart_of_africa.campaign.state import Entry
from app.kernel.contract import Setup
from app.kernel.dice import LoadedDice
from app.kernel.say import say
from app.kernel.seats import SPECTATOR, Viewer

NAMELESS = o.Join("white_explorers", "expedition")


class Told:
    """Campaign before its first turn, with its log in one language."""

    def __init__(self, language="en", year=1886):
        setup = Setup("campaign", {"referee": "referee"}, (), {"first_year": year})
        (began,) = CAMPAIGN.new_game(setup, LoadedDice())
        self.season, self.log, self.language = CAMPAIGN.evolve(None, began), [], language

    def give(self, seat, order, *faces):
        for event in decide(self.season, order, seat, LoadedDice.faces(*faces)):
            lines = CAMPAIGN.wording(self.season, event, SPECTATOR)
            self.log += [line.says.in_(self.language) for line in lines if line.level == 1]
            self.season = CAMPAIGN.evolve(self.season, event)
        return self

    def titles(self):
        return [side.title.in_(self.language) for side in CAMPAIGN.sides(self.season)]


@pytest.mark.parametrize(
    ("language", "titles", "line"),
    [
        ("en", ["Expedition", "Expedition 2", "Expedition 3"], "Expedition 2 joins the campaign."),
        ("es", ["Expedición", "Expedición 2", "Expedición 3"],
         "La expedición 2 entra en la campaña."),
    ],
)  # fmt: skip
def test_explorers_without_a_name_have_numbers(language, titles, line):
    told = Told(language)
    for seat in ("p1", "p2", "p3"):
        told.give(seat, NAMELESS)
    assert told.titles() == titles
    assert line in told.log


def test_a_number_agrees_in_sentences():
    told = Told("es").give("p1", NAMELESS).give("p2", NAMELESS)
    who = title_of(told.season, "p2")
    sentence = say(
        "{who:The} {who:attacks|attack}; {who:the}.",
        "{who:El} {who:ataca|atacan} {other:al}; victoria {who:del}.",
        who=who,
        other=who,
    )
    assert sentence.in_("en") == "Expedition 2 attacks; Expedition 2."
    spanish = "La expedición 2 ataca a la expedición 2; victoria de la expedición 2."
    assert sentence.in_("es") == spanish


def test_the_plural_of_a_numbered_name_keeps_its_article():
    british = o.Join("colonial_expedition", "british")
    told = Told().give("p1", british).give("p2", british)
    assert told.titles() == ["British", "British 2"]
    assert "The British 2 join the campaign." in told.log


def test_a_named_expedition_has_no_number_and_takes_none():
    named = o.Join("white_explorers", "expedition", people="Brandt")
    told = Told().give("p1", named).give("p2", NAMELESS).give("p3", NAMELESS)
    assert told.titles() == ["Expedition Brandt", "Expedition", "Expedition 2"]


def test_a_number_stays_when_another_player_leaves():
    told = Told().give("p1", NAMELESS).give("p2", NAMELESS)
    told.season = CAMPAIGN.evolve(told.season, e.Departed("p1", "left", "HOA-CMP-07"))
    assert told.give("p3", NAMELESS).titles() == ["Expedition", "Expedition 2", "Expedition 3"]


def test_a_promotion_to_a_list_that_another_has_gets_a_number():
    told = Told().give("p1", o.Join("colonial_expedition", "belgian")).give("p2", NAMELESS)
    promoted = e.Promoted("p2", "colonial_expedition", "belgian", "colonial", "HOA-CMP-14")
    told.season = CAMPAIGN.evolve(told.season, promoted)
    assert len(set(told.titles())) == 2


ORDER = {
    "en": "The players act in this order: the expedition (4 × 2 = 8), the Wa-tembo "
    "(6 × 2 = 12; 5 × 2 = 10 after a tie) and the Wa-simba "
    "(6 × 2 = 12; 1 × 2 = 2 after a tie).",
    "es": "Los jugadores actúan en este orden: la expedición (4 × 2 = 8), los Wa-tembo "
    "(6 × 2 = 12; 5 × 2 = 10 tras un empate) y los Wa-simba "
    "(6 × 2 = 12; 1 × 2 = 2 tras un empate).",
}


@pytest.mark.parametrize(("language", "sentence"), ORDER.items())
def test_the_order_of_play_is_told_with_its_rolls(language, sentence):
    told = Told(language).give("p1", NAMELESS)
    told.give("p2", o.Join("zanzibaris", "zanzibaris", people="Wa-simba"))
    told.give("p3", o.Join("zanzibaris", "zanzibaris", people="Wa-tembo"))
    told.give("referee", o.OpenTurn(), 4, 6, 6, 1, 5)
    assert sentence in told.log


@pytest.mark.parametrize(
    ("list_", "draws"), [("native_kingdom", True), ("egyptians", True), ("white_explorers", False)]
)
def test_the_form_promises_a_drawn_name_to_native_peoples_only(list_, draws):
    view = CAMPAIGN.view(Told().season, Viewer("p1", "p1"))
    (field,) = [one for one in CAMPAIGN.assess(view, o.Join(list_)).asks if one.name == "people"]
    assert field.title.in_("en") == "Name (optional)"
    assert (bool(field.choices), field.hint is not None) == (draws, draws)


@pytest.mark.parametrize(
    ("language", "titles"),
    [("en", ["Expedition", "Expedition 2", "Expedition 3"]),
     ("es", ["Expedición", "Expedición 2", "Expedición 3"])],
)  # fmt: skip
def test_entries_without_a_name_have_the_numbers_that_they_keep(language, titles):
    told = Told(language).give("p1", NAMELESS)
    army = {"list": NAMELESS.list, "nation": NAMELESS.nation}
    queue = (Entry("p2", **army), Entry("p4", **army, people="Brandt"), Entry("p3", **army))
    told.season = replace(told.season, queue=queue)
    named = "Expedición Brandt" if language == "es" else "Expedition Brandt"
    assert told.titles() == [titles[0], titles[1], named, titles[2]]
    assert [one.title.in_(language) for one in CAMPAIGN.queued(told.season)] == told.titles()[1:]
    entered = Told(language)
    for seat in ("p1", "p2", "p3"):
        entered.give(seat, NAMELESS)
    assert entered.titles() == titles


@pytest.mark.parametrize(
    ("army", "english", "spanish"),
    [
        (("zanzibaris", "zanzibaris"), "Zanzibaris", "Zanzíbaris"),
        (("native_kingdom", "buganda"), "Native Kingdom · Buganda", "Reino Nativo · Buganda"),
    ],
)
def test_a_nation_with_the_name_of_its_list_is_named_once(army, english, spanish):
    title = army_title(*army)
    assert (title.in_("en"), title.in_("es")) == (english, spanish)
