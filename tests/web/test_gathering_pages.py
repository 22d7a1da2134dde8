"""Founding form and gathering page of a campaign."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from html import unescape

from app.services.play import referees
from tests.sample_games import CAMPAIGN, INCH
from tests.web.campaigns import found_campaign
from tests.web.circle import text_of
from tests.web.reading import forms_on
from tests.web.test_open_seats_pages import join


def founding(who, **fields):
    page = who.get(f"/tables/new?box={CAMPAIGN}").text
    (form,) = [one for one in forms_on(page) if one.action == "/tables"]
    return who.send(form, **fields)


def test_the_founding_form_has_each_choice_as_a_sentence(visitor):
    page = text_of(visitor("es").register("Reyes").get(f"/tables/new?box={CAMPAIGN}").text)
    for sentence in ("Empieza en el año", "Pueden entrar:", "Tú arbitras. Otros árbitros:"):
        assert sentence in page


def test_a_refused_founding_keeps_its_answers(visitor):
    me = visitor().register("Reyes")
    wrong = founding(me, title="Lakes", referee_2="Nadie", visibility="invited")
    assert wrong.status_code == 422
    assert "No member of the name Nadie" in text_of(wrong.text)
    assert 'value="Lakes"' in wrong.text
    assert 'value="Nadie"' in wrong.text
    assert re.search(r'value="invited" selected', wrong.text)


def test_founder_names_referees_and_lands_on_the_gathering_page(visitor):
    other = visitor().register("Berta")
    me = visitor().register("Reyes")
    opened = founding(me, title="Lakes", referee_1="Berta", invite="Berta")
    path = opened.headers["location"]
    assert path.endswith("/gathering")
    page = text_of(me.get(path).text)
    assert "3 more players are needed for the first turn." in page
    assert "Referees: Berta, Reyes" in page
    assert "Invited: Berta" in page
    assert "Lakes" in text_of(other.get("/my-games").text)


def test_a_taken_name_comes_back_with_a_sentence_and_the_form(visitor):
    path, people = found_campaign(visitor)
    join(people[1], path, people="Wa-simba")
    wrong = join(people[2], path, people="wa-simba", **{f"{INCH.LIST}.nation": INCH.CLOSED_NATION})
    assert wrong.status_code == 422
    assert "is taken in this campaign" in text_of(wrong.text)
    assert 'value="wa-simba"' in wrong.text
    none = join(people[2], path, list="")
    assert none.status_code == 422
    assert "choose one" in text_of(none.text)


def test_the_referee_opens_the_first_turn_from_the_page(visitor):
    path, people = found_campaign(visitor)
    page = people[0].get(f"{path}/gathering").text
    assert "Open the first turn" not in text_of(page)
    for person in people[:3]:  # the referee plays too
        join(person, path)
    page = people[0].get(f"{path}/gathering").text
    assert "also plays" in text_of(page)
    (form,) = [one for one in forms_on(page) if one.action.endswith("/desk/act")]
    ask = people[0].send(form).text
    (form,) = [one for one in forms_on(ask) if one.action == f"{path}/desk/act"]
    people[0].send(form)
    assert "The campaign is under way." in text_of(people[1].get(f"{path}/gathering").text)


def test_a_wrong_invitation_keeps_the_name(visitor):
    path, people = found_campaign(visitor)
    wrong = people[0].post(f"{path}/invite", name="Nadie")
    assert wrong.status_code == 422
    assert 'value="Nadie"' in wrong.text


def test_an_anonymous_visitor_is_asked_to_log_in(visitor):
    path, _ = found_campaign(visitor)
    page = visitor().get(f"{path}/gathering").text
    assert "Players of a campaign have an account." in text_of(page)


def test_the_referee_enters_an_account_from_paper(visitor):
    path, people = found_campaign(visitor)
    join(people[1], path, people="Wa-simba")
    assert "Opening entries" in text_of(people[0].get(f"{path}/gathering").text)
    order = '{"kind":"enter_account","player":"p1"}'
    page = people[0].get(f"{path}/desk/act", params={"order": order}).text
    (form,) = [one for one in forms_on(page) if one.action == f"{path}/desk/act"]
    assert people[0].send(form, hongos="0").status_code == 422
    preview = people[0].send(form, hongos="8", **{"victories.pygmies": "2"})
    assert "Hongos 8" in text_of(preview.text) and "Confirm: Enter the account" in preview.text
    assert "opening entry" not in text_of(people[1].get(f"{path}/ledger").text)
    change = unescape(re.search(r'href="([^"]*hongos=8[^"]*)"', preview.text)[1])
    assert 'value="8"' in people[0].get(change).text
    assert people[0].give(form, hongos="8", **{"victories.pygmies": "2"}).status_code == 303
    ledger = text_of(people[1].get(f"{path}/ledger").text)
    assert "opening entry of the referee" in ledger
    assert "Entered by Ada." in ledger
    spanish = text_of(people[1].get(f"{path}/people/p1?lang=es").text)
    assert "Anotado por Ada." in spanish
    log = text_of(people[1].get(f"{path}?tab=log").text)
    assert "Opening entry of the referee for the Wa-simba (victories: 2" in log


def test_the_page_in_words_links_the_pages_to_read(visitor):
    path, people = found_campaign(visitor)
    join(people[1], path)
    page = people[1].get(f"{path}/text").text
    for to in ("front", "standings", "ledger", "chronicle", "people/p1"):
        assert f'href="{path}/{to}"' in page
    assert "Player 1" not in text_of(people[1].get(path).text).split("At any time")[0][:400]


def test_the_front_page_names_a_silent_referee_and_a_majority_names_another(visitor, monkeypatch):
    visitor().register("Elena")
    path, people = found_campaign(visitor)
    for person in people[1:]:
        join(person, path)
    assert "seven days" not in text_of(people[1].get(f"{path}/front").text)
    late = (datetime.now(UTC) + timedelta(days=8)).isoformat(timespec="milliseconds")
    monkeypatch.setattr(referees, "current_time", lambda: late.replace("+00:00", "Z"))
    page = text_of(people[1].get(f"{path}/front").text)
    assert "Ada has not acted for seven days, and a decision waits." in page
    for person in people[1:3]:
        form = next(
            one
            for one in forms_on(person.get(f"{path}/referees").text)
            if one.fields.get("do") == "vote"
        )
        assert person.send(form, name="Elena").status_code == 303
    assert "Elena" in text_of(people[1].get(f"{path}/referees").text)


# ---------------------------------------------------------------------- another name
def entry_form(page):
    (form,) = [one for one in forms_on(page) if "people" in one.fields]
    return form


def drawn(who, path, **fields):
    return who.send(entry_form(who.get(f"{path}/gathering").text), draw="people", **fields)


def test_draw_another_proposes_an_unused_name_and_keeps_the_form(visitor):
    path, people = found_campaign(visitor)
    join(people[1], path, people="Wa-simba")
    found, name = set(), ""
    for _ in range(12):
        page = drawn(people[2], path, list=INCH.SMALL_LIST, people=name).text
        fields = entry_form(page).fields
        assert fields["people"] not in {"", name, "Wa-simba"}
        assert re.search(rf'value="{INCH.SMALL_LIST}" checked', page)
        assert f"Proposed: {fields['people']}." in text_of(page)
        name = fields["people"]
        found.add(name)
    assert len(found) > 1
    assert "Draw another" in text_of(page)
    assert join(people[2], path, list=INCH.SMALL_LIST, people=name).status_code == 303
    assert name in text_of(people[1].get(f"{path}/gathering").text)


def test_a_drawn_name_is_on_no_record(visitor):
    path, people = found_campaign(visitor)
    page = drawn(people[1], path, list=INCH.SMALL_LIST).text
    assert "No player has joined yet." in text_of(page)


def test_no_name_of_a_people_is_proposed_to_an_expedition(visitor):
    path, people = found_campaign(visitor)
    page = drawn(people[1], path, list=INCH.COSTLY_LIST, people="Brandt").text
    assert entry_form(page).fields["people"] == "Brandt"
    assert "The book has no names for this army." in text_of(page)


def test_another_name_is_drawn_in_spanish_and_the_enter_key_joins(visitor):
    path, people = found_campaign(visitor)
    page = people[1].get(f"{path}/gathering?lang=es").text
    assert "Sortear otro" in text_of(page)
    first = re.search(r"<button[^>]*>", page[page.index('id="entry"') :])[0]
    assert "draw" not in first


def test_an_anonymous_visitor_draws_no_name(visitor):
    path, people = found_campaign(visitor)
    form = entry_form(people[1].get(f"{path}/gathering").text)
    stranger = visitor()
    answer = stranger.send(form, draw="people")
    assert answer.status_code in (303, 401, 403)


def test_an_entry_is_previewed_and_can_be_changed_before_it_counts(visitor):
    path, people = found_campaign(visitor)
    given = {"list": INCH.SMALL_LIST, "people": "Wa-mbuti"}
    preview = people[1].send(entry_form(people[1].get(f"{path}/gathering").text), **given)
    told = text_of(preview.text)
    for fact in (
        "You begin with 5 hongos, the wealth of the campaign.",
        "Name: Wa-mbuti.",
        "Confirm: Join the campaign",
    ):
        assert fact in told
    assert "No player has joined yet." in told
    form = entry_form(preview.text)
    changing = people[1].send(form, change="1").text
    assert 'value="Wa-mbuti"' in changing and re.search(
        rf'value="{INCH.SMALL_LIST}" checked', changing
    )
    assert "No player has joined yet." in text_of(changing)
    assert people[1].send(form).status_code == 303
    assert "Wa-mbuti" in text_of(people[2].get(f"{path}/gathering").text)


def test_the_preview_of_an_entry_is_spanish_and_draws_no_name(visitor):
    path, _ = found_campaign(visitor)
    elena = visitor("es").register("Elena")
    form = entry_form(elena.get(f"{path}/gathering").text)
    told = text_of(elena.send(form, list=INCH.SMALL_LIST, people="").text)
    for fact in (
        "Empiezas con 5 hongos, la riqueza de la campaña.",
        "Se sortea para ti",
        "Confirmar: Entrar en la campaña",
    ):
        assert fact in told, told


def test_the_field_of_the_name_says_which_armies_get_a_drawn_one(visitor):
    path, people = found_campaign(visitor)
    english = text_of(people[1].get(f"{path}/gathering").text)
    assert "Name (optional)" in english and "Only for native peoples:" in english
    assert "Solo para pueblos nativos:" in text_of(people[1].get(f"{path}/gathering?lang=es").text)
