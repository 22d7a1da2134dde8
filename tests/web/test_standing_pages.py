"""Conditional orders on the pages of Cry Havoc: preview, saving, application and deletion, in both
languages.
"""

from __future__ import annotations

import itertools
import random
from html import unescape

from app.services.play import orders
from app.services.watch import game_view
from tests.drivers.page_reader import HtmlPageReader
from tests.web.conftest import Battle
from tests.web.reading import forms_on


def form_of(page: str):
    return next(
        form for form in forms_on(page) if form.method == "get" and "answer:retreat" in form.fields
    )


def said(visitor, path: str, **answers: str) -> str:
    """Preview these answers, then save them."""
    form = form_of(visitor.get(f"{path}?ahead=1").text)
    page = visitor.send(
        form, **{f"answer:{topic}": answer for topic, answer in answers.items()}
    ).text
    save = next(
        form
        for form in forms_on(page)
        if form.method == "post" and form.action.endswith("/standing")
    )
    answer = visitor.send(save)
    assert answer.status_code == 303 and answer.headers["location"] == f"{path}?ahead=1"
    return unescape(page)


def test_conditional_orders_are_given_during_the_other_sides_turn(battle):
    opponent = battle.opponent
    assert f'href="{battle.path}?ahead=1"' in opponent.get(battle.path).text
    looked_at = said(opponent, battle.path, retreat="away", advance="never")
    assert "Aún sin guardar. Responderían:" in looked_at and "retrocede desde" in looked_at
    kept = unescape(opponent.get(f"{battle.path}?ahead=1").text)
    assert (
        "Retirada de los míos: lo más lejos posible del enemigo" in kept
        and form_of(kept).fields["answer:retreat"] == "away"
    )
    assert "Retirada de los míos: lo más lejos posible del enemigo." in unescape(
        opponent.get(battle.path).text
    )
    assert battle.last() == 1


def test_conditional_orders_are_private(battle, visitor):
    pages = (
        "",
        "?ahead=1",
        "/text",
        "?tab=log",
        "?tab=changes",
        "?tab=text",
        "/number",
        "/at/1",
        "/dice",
    )
    strangers = [
        (who, page)
        for who in (battle.opener, visitor("en"), visitor("es").register("Ane"))
        for page in pages
    ]
    said(battle.opponent, battle.path, retreat="away", victim="survivor")
    for who, page in strangers:
        text = unescape(who.get(battle.path + page).text)
        assert (
            "as far from the enemy as possible." not in text
            and "the weakest of those who survive it." not in text
        )


def test_one_button_deletes_conditional_orders(battle):
    said(battle.opponent, battle.path, retreat="away", advance="never")
    reader = HtmlPageReader(battle.opponent)
    reader.visit(f"{battle.path}/text?ahead=1")
    reader.press("Quitar: Retirada de los míos")
    assert "Quitar: Avance tras el combate" in unescape(
        reader.text
    ) and "Quitar: Adónde" not in unescape(reader.text)
    said(battle.opponent, battle.path, retreat="away", victim="weakest")
    reader.visit(f"{battle.path}/text?ahead=1")
    reader.press("Quitarlas todas")
    assert "Quitar: " not in unescape(
        reader.text
    ) and "No hay ninguna en vigor: se te pregunta todo." in unescape(reader.text)


def test_invalid_answers_are_refused_with_a_sentence(battle):
    page = battle.opponent.get(
        battle.path, params={"ahead": "1", "tried": "1", "answer:retreat": "home alone"}
    )
    assert "Retirada de los míos: eso no es una respuesta." in unescape(page.text)
    answer = battle.opponent.post(f"{battle.path}/standing", **{"answer:retreat": "nowhere"})
    assert answer.status_code == 422 and "eso no es una respuesta" in unescape(answer.text)
    assert (
        battle.opponent.post(f"{battle.path}/standing", **{"answer:fire": "hold"}).status_code
        == 422
    )


def until_answered(services, battle) -> bool:
    """Play bot orders on both sides, to the end or until a conditional order applied."""
    number = int(battle.path.rsplit("/", 1)[1])
    for one in (battle.opponent, battle.opener):
        said(one, battle.path, retreat="away", advance="never", victim="weakest", own_phase="yes")
    with services.store.read() as work:
        users = {seat.seat: seat.user_id for seat in work.seats.for_game(number)}
    while (look := game_view.load_view(services, number)).outcome is None:
        look = game_view.load_view(services, number, users[look.waiting[0]])
        assert not look.decisions[0].topic
        order = look.box.bot(look.view, random.Random(look.last))
        if (
            orders.declare_order(
                services, number, look.user_id, f"{look.last}", look.last, order
            ).last
            > look.last + 1
        ):
            return True
    return False


def test_applied_conditional_orders_are_shown_to_their_player(battle, app):
    """Some games have no retreat."""
    others = (Battle(battle.opener, battle.opponent).begin() for _ in range(11))
    battle = next(
        one for one in itertools.chain([battle], others) if until_answered(app.state.services, one)
    )
    told = (
        unescape(battle.opener.get(f"{battle.path}?tab=log").text),
        unescape(battle.opponent.get(f"{battle.path}?tab=log").text),
    )
    assert ("By standing order: " in told[0]) != ("Por orden permanente: " in told[1])
