"""Turning points of a campaign battle in the chronicle: they name the peoples, not the army lists."""

from __future__ import annotations

from app.games import shelf
from app.kernel.say import as_is, noun, say
from app.kernel.table_orders import Concede
from app.services.container import Services
from app.services.play import battle_highlights, orders
from app.services.play.child_battle_worker import ChildBattleWorker
from app.services.watch import game_view
from tests.services.play.campaign_roles import Campaign

LIST = noun("Zanzibaris", "Zanzíbaris", plural=True)
PEOPLE = noun("Wa-tembo", "Wa-tembo", plural=True)


def test_the_end_of_a_battle_names_the_peoples(database_url):
    services = Services.open(shelf(), database_url)
    campaign = Campaign(services).found("fighting")
    with services.store.read() as work:
        table = work.child_battles.of_game(campaign.id)[-1]
    last = game_view.load_view(services, table.id, campaign.ids["player"]).last
    orders.declare_order(services, table.id, campaign.ids["player"], "over", last, Concede())
    ChildBattleWorker(services).sweep()
    look = game_view.load_view(services, campaign.id)
    told = battle_highlights.load_highlights(services, look)[campaign.battle]
    season = campaign.season
    names = [season.players[campaign.seats[role]].people for role in ("player", "substitute")]
    for language in ("en", "es"):
        words = " ".join(part for one in told[language] for part in (one.title, *one.sentences))
        assert names[1] in words and "Buganda" not in words, words
    services.close()


def test_a_name_is_replaced_with_its_grammar_inside_other_texts():
    text = say(
        "{who:The} {who:wins|win} against {others}.",
        "{who:El} {who:gana|ganan} contra {others}.",
        who=LIST,
        others=(as_is("Lele"), LIST),
    )
    names = [(LIST, noun("Belgium", "Bélgica", "f", the="Belgium", el="Bélgica"))]
    found = battle_highlights.renamed(text, names)
    assert found.in_("en") == "Belgium wins against Lele and Belgium."
    assert found.in_("es") == "Bélgica gana contra Lele y Bélgica."


def test_a_text_without_the_name_stays():
    text = say("Turn {n}", "Turno {n}", n=3)
    assert battle_highlights.renamed(text, [(LIST, PEOPLE)]) == text
    assert battle_highlights.renamed(LIST, []) == LIST
