"""Own words and photographs in the chronicle, and its scribes."""

from __future__ import annotations

import base64
import json

import pytest

from app.games.heart_of_africa.campaign import orders as o
from app.kernel import record
from app.kernel.correction_orders import CorrectMove
from app.services.errors import Malformed, NotYourSeat
from app.services.people import account_export
from app.services.play import chronicle_words, game_export, game_import, orders
from tests.games.heart_of_africa.campaign.campaign_club import SEATS, Campaign
from tests.games.heart_of_africa.campaign.web.prepared import prepared_campaign
from tests.games.heart_of_africa.campaign.web.test_photographs import add
from tests.web.conftest import Visitor
from tests.web.pictures import picture
from tests.web.reading import form_to, words_on
from tests.web.test_routes import Caller


@pytest.fixture
def campaign(app, sqlite_url) -> Campaign:
    return prepared_campaign(
        app, sqlite_url, "second", {**SEATS, "scribe": "Sara", "reader": "Rosa"}
    )


def chronicle_of(who: Visitor, campaign: Campaign) -> str:
    return " ".join(words_on(who.get(f"{campaign.path}/chronicle").text))


def write(who: Caller, campaign: Campaign, section: str, text: str, **more: str) -> int:
    return who.sends(f"{campaign.path}/chronicle/words", section=section, text=text, **more)


def number_of(app, campaign: Campaign, section: str) -> str:
    told = chronicle_words.load_illustrated(app.state.services, campaign.id)
    return str(told.words[section][0].id)


def with_scribe(app, campaign: Campaign) -> Caller:
    referee = Caller(app, campaign.ids["referee"])
    assert referee.sends(f"{campaign.path}/scribes", name="Sara") == 303
    return Caller(app, campaign.ids["scribe"])


@pytest.mark.parametrize("section", ["turn-1", "battle-b1"])
def test_a_player_writes_changes_and_removes_own_words(app, campaign, section):
    maite, reader = Caller(app, campaign.ids["p1"]), Visitor(app)
    form = f"{campaign.path}/chronicle/words?section={section}"
    page = maite.get(form).text
    sent = maite.send(
        form_to(page, f"{campaign.path}/chronicle/words"), text="Árboles <b>y</b> humo"
    )
    assert sent.headers["location"] == f"{campaign.path}/chronicle#turn-1"
    assert "Árboles <b>y</b> humo — Maite" in chronicle_of(reader, campaign)
    write(maite, campaign, section, "Only smoke")
    told = chronicle_of(reader, campaign)
    assert "Only smoke — Maite" in told
    assert "Árboles" not in told
    assert "Only smoke" in maite.get(form).text
    write(maite, campaign, section, " ")
    assert "Only smoke" not in chronicle_of(reader, campaign)


def test_words_that_are_too_long_stay_in_their_form(app, campaign):
    """CAR-CHR-01."""
    maite = Caller(app, campaign.ids["p1"])
    answer = maite.client.post(
        f"{campaign.path}/chronicle/words",
        data={"csrf": maite.csrf, "section": "turn-1", "text": "long " * 801},
    )
    assert answer.status_code == 422
    assert "The text has at most 4000 letters." in answer.text
    assert "long long long" in answer.text


@pytest.mark.parametrize("section", ["turn-2", "turn-x", "battle-b9", "", "first"])
def test_an_open_turn_and_an_unknown_section_take_no_words(app, campaign, section):
    assert write(Caller(app, campaign.ids["p1"]), campaign, section, "Too early") == 404


def test_readers_write_nothing(app, campaign):
    for who in (Caller(app, campaign.ids["reader"]), Caller(app)):
        assert write(who, campaign, "turn-1", "I was there") == 403
        assert who.get(f"{campaign.path}/chronicle/words?section=turn-1").status_code == 403
    assert "Add your own words" not in chronicle_of(Visitor(app), campaign)


def test_referee_and_scribe_edit_words_of_others_with_a_mark(app, campaign):
    """CAR-CHR-02."""
    maite, tom = (Caller(app, campaign.ids[seat]) for seat in ("p1", "p2"))
    scribe, referee = with_scribe(app, campaign), Caller(app, campaign.ids["referee"])
    write(maite, campaign, "turn-1", "They was there")
    number = number_of(app, campaign, "turn-1")
    assert write(tom, campaign, "turn-1", "Nonsense", words=number) == 403
    assert write(scribe, campaign, "turn-1", "They were there", words=number) == 303
    assert "They were there — Maite (edited)" in chronicle_of(Visitor(app), campaign)
    assert write(referee, campaign, "turn-1", "", words=number) == 303
    assert "They were there" not in chronicle_of(Visitor(app), campaign)


def test_a_scribe_writes_words_and_gives_no_order(app, campaign):
    scribe = with_scribe(app, campaign)
    assert write(scribe, campaign, "turn-1", "From the archive") == 303
    assert "From the archive — Sara" in chronicle_of(Visitor(app), campaign)
    services, me = app.state.services, campaign.ids["scribe"]
    with services.store.read() as work:
        last = services.find(work, campaign.id).number
    with pytest.raises(NotYourSeat):
        orders.declare_order(services, campaign.id, me, "s1", last, o.OpenTurn())
    assert add(campaign, scribe, picture()).status_code == 403
    assert scribe.sends(f"{campaign.path}/scribes", name="Rosa") == 403
    kept = json.loads(account_export.export_account(services, me))
    assert kept["scribe_of"][0]["game"] == campaign.id


def test_referees_alone_name_scribes_and_a_scribe_may_resign(app, campaign):
    """CAR-CHR-03."""
    scribe, maite = with_scribe(app, campaign), Caller(app, campaign.ids["p1"])
    path = f"{campaign.path}/scribes"
    assert maite.sends(path, name="Rosa") == 403
    assert maite.sends(path, remove=str(campaign.ids["scribe"])) == 403
    referee = Caller(app, campaign.ids["referee"])
    for name, words in (("Sara", "is a scribe of this game already"), ("Zoltan", "No member")):
        answer = referee.client.post(path, data={"csrf": referee.csrf, "name": name})
        assert (answer.status_code, words in answer.text) == (422, True)
    assert scribe.sends(path, remove=str(campaign.ids["scribe"])) == 303
    assert write(scribe, campaign, "turn-1", "Once more") == 403


def test_photographs_stand_with_their_battle_in_the_chronicle(app, campaign):
    add(campaign, Caller(app, campaign.ids["p1"]), picture(), caption="The grove")
    page = Visitor(app).get(f"{campaign.path}/chronicle").text
    assert f'src="{campaign.path}/photographs/1.jpg"' in page
    assert "The grove · Photograph: Maite" in " ".join(words_on(page))


def test_words_can_be_reported_while_the_campaign_is_running(app, campaign):
    write(Caller(app, campaign.ids["p1"]), campaign, "turn-1", "Rude words")
    number = number_of(app, campaign, "turn-1")
    reader = Caller(app, campaign.ids["reader"])
    assert "Rude words" in reader.get(f"{campaign.path}/report/{number}").text
    complaint = f"{campaign.path}/report/{number}/report"
    answer = reader.client.post(complaint, data={"csrf": reader.csrf, "reason": "Rude"})
    assert answer.status_code == 200
    assert "Rude words" in answer.text
    with app.state.services.store.write() as work:
        work.reports.set_hidden(int(number), True)
        work.commit()
    told = chronicle_of(Visitor(app), campaign)
    assert "Removed by a moderator." in told
    assert "Rude words" not in told


def test_the_forms_speak_spanish(app, campaign):
    maite = Caller(app, campaign.ids["p1"])
    page = maite.get(f"{campaign.path}/chronicle/words?section=turn-1&lang=es").text
    assert "Guardar las palabras" in page
    assert "Añadir palabras propias" in maite.get(f"{campaign.path}/chronicle?lang=es").text


def test_words_and_photographs_go_along_with_the_file_of_a_campaign(app, campaign, monkeypatch):
    monkeypatch.setattr(record, "false_dice", lambda *_: [])  # the dice of the campaign are loaded
    services, maite = app.state.services, Caller(app, campaign.ids["p1"])
    write(maite, campaign, "turn-1", "Nine muskets spoke")
    add(campaign, maite, picture(), caption="The grove")
    file = game_export.export_with_secrets(services, campaign.id)
    imported = game_import.import_game(services, file)
    told = chronicle_words.load_illustrated(services, imported.id)
    [words], [one] = told.words["turn-1"], told.photographs["b1"]
    assert (words.name, words.text, words.user_id) == ("Maite", "Nine muskets spoke", None)
    assert (one.name, one.caption, one.user_id) == ("Maite", "The grove", None)
    for wrong in (b"<svg/>", b""):
        spoiled = json.loads(file)
        spoiled["photographs"][0]["jpeg"] = base64.b64encode(wrong).decode()
        with pytest.raises(Malformed):
            game_import.import_game(services, json.dumps(spoiled).encode())


def test_a_correction_changes_a_chapter_that_is_kept(app, campaign):
    reader = Visitor(app)
    before = chronicle_of(reader, campaign)
    assert chronicle_of(reader, campaign) == before
    history = chronicle_words.load_illustrated(app.state.services, campaign.id).found.look.history
    entered = next(move.number for move in history.moves if b'"enter_result"' in bytes(move.order))
    other = {"kind": "enter_result", "battle": "b1", "winner": None}
    assert "No decision" not in before
    campaign.give("referee", CorrectMove(entered, "It was a draw.", other))
    after = chronicle_of(reader, campaign)
    assert "Battle 1: Wa-simba against Wa-tembo. No decision." in after
    assert "A quiet half year" not in after and "fight without a decision" in after
    spanish = " ".join(words_on(reader.get(f"{campaign.path}/chronicle?lang=es").text))
    assert "Sin decisión." in spanish and "No decision" not in spanish


def test_the_name_of_the_campaign_is_the_title_of_the_book(app, campaign):
    reader = Caller(app, campaign.ids["reader"])
    for language, chronicle in (("en", "Chronicle"), ("es", "Crónica")):
        page = reader.get(f"{campaign.path}/chronicle?lang={language}").text
        head = page.partition('<header class="long-head">')[2].partition("<nav")[0]
        kicker, title = head.split("<h1>")
        assert chronicle in kicker
        assert words_on(title) == ["The Great Lakes"]
