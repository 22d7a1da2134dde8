"""Clocks on the pages: terms, deadlines in the user's time zone, pauses, holidays."""

import re

import pytest

from app.services.time import availability, deadline_worker
from app.services.watch import game_list
from tests.clock_modules import GAME_TIME
from tests.sample_games import CAMPAIGN, HEX, HEX_GAME, HEX_SEAT
from tests.web.conftest import Battle
from tests.web.reading import forms_on

BANK = {
    "clock": "bank",
    "clock_bank": "4",
    "clock_more": "12",
    "clock_grace": "12",
    "clock_then": "substitute",
    "clock_holidays": "14",
}


@pytest.fixture
def timed(visitor):
    return Battle(visitor().register("Maite"), visitor("es").register("Íñigo"), **BANK)


def text_of(page):
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def acting(who, path, do, **fields):
    """Send the form of the game page for this act on the clock."""
    form = next(
        one
        for one in forms_on(who.get(path).text)
        if one.action == f"{path}/clock" and one.fields.get("do") == do
    )
    return who.send(form, **fields)


def test_the_form_proposes_a_clock_and_keeps_the_input(visitor):
    me = visitor("es")
    page = me.get(f"/tables/new?box={HEX_GAME}").text
    assert re.search(r'name="clock" value="bank" checked', page)
    assert "el bot del servidor juega hasta que vuelva el jugador" in page
    wrong = me.post(
        "/tables",
        box=HEX_GAME,
        seat=HEX_SEAT,
        against="people",
        clock="bank",
        clock_bank="0",
        clock_more="12",
        clock_then="hold",
        title="La última",
    )
    assert wrong.status_code == 422
    assert "Un reloj da de 1 a 60 días." in wrong.text
    assert 'value="La última"' in wrong.text
    assert re.search(r'value="hold" selected', wrong.text)


def test_the_invitation_says_the_clock_in_one_sentence(timed, visitor):
    says = (
        "Each player has a bank of 4 days and each decision gives up to 12 hours back, not "
        "counting quiet hours, free days "
        "and 14 days of holiday in the game; 12 hours after the time is up the server’s bot takes "
        "that one decision."
    )
    assert says in text_of(timed.opener.get(timed.path).text)
    assert "Cada jugador tiene una reserva de 4 días" in text_of(
        timed.opponent.get(timed.path).text
    )
    assert "4 days + 12 hours a decision" in text_of(visitor().get("/lobby").text)
    plain = Battle(visitor().register("Otto"), visitor().register("Ada"))
    assert "There is no clock" in text_of(plain.opener.get(plain.path).text)


def test_the_game_page_shows_the_deadline_in_the_users_zone(timed, visitor):
    timed.begin()
    zoned = timed.opponent.post(
        "/account/hours", zone="America/Bogota", quiet_from="", quiet_until=""
    )
    assert zoned.status_code == 303
    mine, his = (text_of(who.get(timed.path).text) for who in (timed.opener, timed.opponent))
    assert (
        re.search(
            r"You have until \w{3} \d+ \w{3}, \d\d:\d\d \(UTC\) \(3 days 23 hours left\)\.",
            mine,
        )
        or "(4 days left)" in mine
    )
    assert "(Bogota)" in his
    assert re.search(r"Maite tiene hasta", his)
    assert "until" in text_of(timed.opener.get("/my-games").text)
    assert "The clock" in text_of(timed.opener.get(f"{timed.path}/text").text)
    told = text_of(visitor().get(timed.path).text)
    assert re.search(r"Maite has until \w{3} \d+ \w{3}, \d\d:\d\d \(UTC\) \.", told), (
        "a page that strangers share says nothing of now"
    )
    assert " left)" not in told
    assert "has until" not in text_of(visitor().get(f"{timed.path}/at/1").text) or timed.last() == 1


def test_the_orders_of_the_chosen_piece_stand_before_the_deadline(timed):
    timed.begin()
    every, chosen = (
        timed.opener.get(timed.path + more).text for more in ("", f"?piece={HEX.SHOOTER}")
    )
    deadline, offers = 'id="deadline"', '<ul class="offers">'
    assert every.index(deadline) < every.index(offers)
    assert chosen.index(offers) < chosen.index(deadline) and chosen.count(deadline) == 1


def test_a_pause_is_asked_for_agreed_to_and_ended(timed):
    timed.begin()
    assert acting(timed.opener, timed.path, "pause", days="5").status_code == 303
    page = timed.opponent.get(timed.path).text
    assert "Se pide una pausa de 5 días." in text_of(page)
    assert acting(timed.opponent, timed.path, "pause").status_code == 303
    assert "The clock is paused until" in text_of(timed.opener.get(timed.path).text)
    assert "el reloj está en pausa" in text_of(timed.opponent.get(timed.path).text)
    assert acting(timed.opponent, timed.path, "end-pause").status_code == 303
    assert "The raiders end the pause; the clock runs again in 1 day" in text_of(
        timed.opener.get(f"{timed.path}?tab=log").text
    )


def test_a_holiday_is_taken_and_cut_short_and_a_wrong_one_is_refused_in_words(timed):
    timed.begin()
    wrong = acting(timed.opponent, timed.path, "holiday", days="40")
    assert wrong.status_code == 422
    assert "Te quedan 14 días de vacaciones en esta mesa." in text_of(wrong.text)
    wrong = acting(timed.opponent, timed.path, "holiday", days="2", first="1999-01-01")
    assert "Unas vacaciones empiezan hoy o más tarde" in text_of(wrong.text)
    assert acting(timed.opponent, timed.path, "holiday", days="3").status_code == 303
    assert re.search(
        r"holiday from \w{3} \d+ \w{3} to \w{3} \d+ \w{3}\.",
        text_of(timed.opener.get(timed.path).text),
    )
    assert re.search(
        r"The raiders take 3 days of holiday from \w{3} \d+ \w{3} on",
        text_of(timed.opener.get(f"{timed.path}?tab=log").text),
    ), "no date in figures"
    assert acting(timed.opponent, timed.path, "shorten").status_code == 303
    assert "Te quedan 13 días de vacaciones aquí." in text_of(timed.opponent.get(timed.path).text)


def test_forms_of_the_clock_are_for_players_and_well_shaped(timed, visitor):
    timed.begin()
    stranger = visitor().register("Zoe")
    assert "clock-acts" in stranger.get(timed.path).text
    assert 'name="do"' not in stranger.get(timed.path).text
    assert (
        stranger.post(f"{timed.path}/clock", command="x", after="1", do="end-pause").status_code
        == 403
    )
    assert (
        visitor().post(f"{timed.path}/clock", command="x", after="1", do="end-pause").status_code
        == 403
    )
    assert (
        timed.opener.post(f"{timed.path}/clock", command="x", after="1", do="dance").status_code
        == 400
    )
    assert (
        timed.opener.post(
            f"{timed.path}/clock", command="x", after="1", do="pause", days="many"
        ).status_code
        == 400
    )
    forged = timed.order(
        timed.opponent, "", '{"kind":"time_is_up","deadline":"2026-01-01T00:00:00.000Z"}'
    )
    assert forged.status_code == 422
    assert "Solo el servidor registra que a un jugador se le ha acabado el tiempo." in text_of(
        forged.text
    )


def test_a_time_that_is_up_shows_and_the_bot_decides(timed, app, monkeypatch):
    timed.begin()
    services = app.state.services
    game_id = int(timed.address)
    with services.store.write() as work:
        deadline = availability.parse_time(
            work.clocks.of_games([game_id])[game_id][HEX.SIDE].deadline
        )
        work.uptime.begin_interval("2000-01-01T00:00:00.000Z")
        work.uptime.go_on(work.uptime.last_interval().id, "2100-01-01T00:00:00.000Z")
        work.commit()
    for module in (*GAME_TIME, game_list):
        monkeypatch.setattr(module, "current_time", lambda: availability.time_text(deadline))
    late = text_of(timed.opener.get(timed.path).text)
    assert "Your time was up on" in late
    assert "the server’s bot takes that one decision" in late
    for page in ("/", "/my-games"):
        row, fila = (
            text_of(timed.opener.get(f"{page}?lang={language}").text) for language in ("en", "es")
        )
        assert (
            re.search(r"Your time was up on \w{3} \d+ \w{3}, \d\d:\d\d \(UTC\)\. Cry Havoc", row)
            and "until " not in row
        )
        assert (
            re.search(
                r"Se te acabó el tiempo el \w{3} \d+ \w{3}, \d\d:\d\d \(UTC\)\. Cry Havoc", fila
            )
            and "hasta el " not in fila
        )
    for module in GAME_TIME:
        monkeypatch.setattr(
            module,
            "current_time",
            lambda: availability.time_text(
                deadline
                + 13
                * (
                    availability.parse_time("2026-01-01T01:00:00Z")
                    - availability.parse_time("2026-01-01T00:00:00Z")
                )
            ),
        )
    assert deadline_worker.process_game(services, game_id)
    while deadline_worker.process_game(services, game_id) and timed.last() < 40:
        pass
    assert (
        timed.opponent.post(
            "/account/hours", zone="America/Bogota", quiet_from="", quiet_until=""
        ).status_code
        == 303
    )
    log = text_of(timed.opponent.get(f"{timed.path}?tab=log&lang=en").text)
    assert re.search(
        r"the server’s bot decides; the time was up on \w{3} \d+ \w{3}, \d\d:\d\d \(Bogota\)", log
    ), "in the zone of the reader"
    assert re.search(
        r"the time was up on \w{3} \d+ \w{3}, \d\d:\d\d \(UTC\)",
        text_of(timed.opener.get(f"{timed.path}?tab=log").text),
    )


def test_hours_are_saved_or_refused_with_sentences(visitor):
    me = visitor("es").register("Nuria")
    page = me.get("/account/hours").text
    assert "Europe/Madrid" in page
    wrong = me.post(
        "/account/hours",
        zone="Europe/Madrid",
        quiet_from="08:00",
        quiet_until="23:00",
        free=["0", "1", "2", "3"],
    )
    assert wrong.status_code == 422
    assert "Las horas de silencio son 12 al día como mucho." in wrong.text
    assert "Hay tres días libres por semana como mucho." in wrong.text
    assert 'value="08:00"' in wrong.text
    kept = me.post(
        "/account/hours",
        zone="Europe/Madrid",
        quiet_from="22:00",
        quiet_until="08:00",
        free=["5", "6"],
    )
    assert kept.status_code == 303
    page = me.get("/account/hours").text
    assert len(re.findall(r'name="free" value="\d" checked', page)) == 2
    assert "/account/hours" in me.get("/account").text
    assert visitor().get("/account/hours", follow_redirects=False).status_code in (303, 403)


def test_a_campaign_is_asked_for_days_of_each_kind_of_decision(visitor):
    me = visitor("es").register("Reyes")
    page = me.get(f"/tables/new?box={CAMPAIGN}").text
    assert '<option value="steps" selected>' in page
    assert 'value="bank"' not in page
    days = dict(re.findall(r'name="clock_step_(\w+)" type="number"[^>]*? value="(\d+)"', page))
    assert days == {"declare": "3", "answer": "3", "arm": "4", "play": "21", "confirm": "3"}
    assert "Sin respuesta: el jugador pasa" in text_of(page)


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        (
            "en",
            (
                "Each player has days to answer , days to declare , days to choose ground and army , "
                "days to fight a battle and days to confirm a result ."
            ),
        ),
        (
            "es",
            (
                "Cada jugador tiene días para responder , días para declarar , días para elegir "
                "terreno y ejército , días para jugar una batalla y días para confirmar un resultado ."
            ),
        ),
    ],
)
def test_the_founding_form_tells_the_deadlines_in_one_sentence(visitor, language, sentence):
    me = visitor(language).register("Reyes")
    assert sentence in text_of(me.get(f"/tables/new?box={CAMPAIGN}").text)


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "A battle that is not played in time waits for the referee"),
        ("es", "La batalla que no se juega a tiempo espera al árbitro"),
    ],
)
def test_the_founding_form_says_what_waits_for_the_referee(visitor, language, sentence):
    """HOA-CMP-25: a forfeit is never automatic, so the form must not say that nothing ever
    waits.
    """
    me = visitor(language).register("Reyes")
    assert sentence in text_of(me.get(f"/tables/new?box={CAMPAIGN}").text)


def test_the_founding_form_proposes_the_zone_of_the_browser_to_users_without_one(visitor):
    """The script of the page fills in a field with `data-zone`; a typed zone stays."""
    me = visitor().register("Reyes")
    address = f"/tables/new?box={CAMPAIGN}"
    assert "data-zone" in me.get(address).text and "zone.js" in me.get(address).text
    assert "data-zone" not in campaign_of(me, clock_step_play="90").text
    me.post("/account/hours", zone="America/Bogota", quiet_from="", quiet_until="")
    assert 'value="America/Bogota"' in me.get(address).text
    assert "data-zone" not in me.get(address).text


def test_a_refused_founding_keeps_its_choices_in_form_and_preview(visitor):
    me = visitor().register("Reyes")
    page = me.get(f"/tables/new?box={CAMPAIGN}").text
    assert '<details class="more-choices">' in page
    wrong = campaign_of(me, clock_step_play="90", title="The Great Lakes", referee_1="Quinto")
    assert '<details class="more-choices" open>' in wrong.text
    told = text_of(wrong.text)
    assert "Campaign The Great Lakes" in told
    assert "days: 90 . Without an answer: as agreed" in told
    assert "Referees Reyes , Quinto" in told


STEPS = {
    "clock": "steps",
    "clock_step_declare": "2",
    "clock_step_play": "30",
    "clock_steps_hour": "20:00",
    "clock_steps_zone": "Europe/Madrid",
    "clock_weekday": "6",
    "clock_holidays": "14",
}


def campaign_of(me, **fields):
    return me.post(
        "/tables",
        box=CAMPAIGN,
        seat="campaign/p1",
        against="people",
        **STEPS | fields,
    )


def test_the_waiting_page_says_the_days_of_a_campaign(visitor):
    me = visitor().register("Reyes")
    opened = campaign_of(me)
    assert opened.status_code == 303
    said = text_of(me.get(opened.headers["location"]).text)
    assert "Declaration: 2 days" in said
    assert "They end at the next 20:00 (Madrid) of these days: Sunday" in said


def test_days_that_cannot_be_kept_come_back_with_a_sentence(visitor):
    me = visitor().register("Reyes")
    wrong = campaign_of(me, clock_step_play="90", clock_steps_hour="20")
    assert wrong.status_code == 422
    assert "Each kind of decision has 1 to 60 days." in wrong.text
    assert "The hour of the day is written like 21:00." in wrong.text
    assert re.search(r'name="clock_step_play"[^>]*? value="90"', wrong.text)
