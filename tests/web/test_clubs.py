"""Clubs on their pages: founded, found, joined in each way, roles, log, bad input."""

from __future__ import annotations

import re
from html import unescape

import pytest

from app.web.routes import clubs as club_routes
from tests.web.circle import text_of
from tests.web.reading import forms_on

LONG = "x" * 5000


def form_with(page, **fields):
    """Form of a page with these values of hidden fields."""
    return next(
        one
        for one in forms_on(page.text)
        if all(one.fields.get(name) == value for name, value in fields.items())
    )


def by_action(page, action: str):
    return next(one for one in forms_on(page.text) if one.action == action)


@pytest.fixture
def nines(visitor):
    return visitor("es").register("Nines")


@pytest.fixture
def club(nines) -> str:
    """Path of a club on request."""
    form = by_action(nines.get("/clubs/new"), "/clubs")
    answer = nines.send(form, name="Dragones de Soria", about_es="Somos cincuenta.")
    assert answer.status_code == 303
    return answer.headers["location"]


def test_start_pages_name_the_clubs_that_invite(visitor, nines, club):
    """A newcomer without a game finds the invitation, until it is answered."""
    one = visitor("es").register("Bruno")
    form = by_action(nines.get(f"{club}/members"), f"{club}/members")
    invite = next(
        one for one in forms_on(nines.get(f"{club}/members").text) if "name" in one.fields
    )
    assert nines.send(invite, name="Bruno").status_code == 303, form
    for page in ("/", "/my-games"):
        seen = one.get(page).text
        assert "Te invitan a este club." in seen and f'href="{club}"' in seen, page
    front = one.get(club)
    assert "Unirse al club" in text_of(front.text)
    assert one.send(form_with(front, do="join")).status_code == 303
    for page in ("/", "/my-games"):
        assert "Te invitan" not in one.get(page).text, page


def test_anonymous_reader_of_a_link_finds_both_ways_to_an_account(visitor, nines, club):
    page = visitor("es").get(club).text
    assert "Los miembros de un club tienen una cuenta." in page
    assert f'href="/login?next={club}"' in page and f'href="/register?next={club}"' in page
    assert "Con una cuenta puedes fundar uno." not in visitor("es").get("/clubs").text


def test_a_founder_is_in_the_language_and_zone_of_the_page(nines, club):
    page = text_of(nines.get(club).text)
    assert "Dragones de Soria" in page and "Somos cincuenta." in page
    assert "1 miembro" in page and "Español" in page


def test_a_user_asks_and_an_organiser_admits(nines, club, visitor):
    tom = visitor().register("Tom")
    page = tom.get(club)
    assert "Somos cincuenta." in page.text and 'lang="es"' in page.text
    assert "Nines" not in text_of(page.text) and "N." in text_of(page.text)
    tom.send(form_with(page, do="ask"), words="I played <b>in Zaragoza</b>.")
    assert "An organiser will answer" in text_of(tom.get(club).text)
    desk = nines.get(f"{club}/members")
    assert "I played &lt;b&gt;in Zaragoza&lt;/b&gt;." in desk.text
    nines.send(form_with(desk, do="admit"))
    page = text_of(tom.get(f"{club}/members").text)
    assert "2 members" in page and "Nines" in page
    log = text_of(tom.get(f"{club}/log").text)
    assert "Nines admitted Tom." in log and "Nines founded the club." in log


def test_requests_stand_at_the_head_of_the_front_page(nines, club, visitor):
    """Organisers see them before the texts of the club; members do not see them."""
    tom = visitor("es").register("Tom")
    tom.send(form_with(tom.get(club), do="ask"))
    told = text_of(nines.get(club).text)
    assert told.index("pide entrar") < told.index("Sobre el club")
    assert "pide entrar" not in text_of(tom.get(club).text)


def test_a_member_joins_with_a_link_and_with_its_code(nines, club, visitor):
    nines.send(form_with(nines.get(f"{club}/members"), do="link"), days="7", uses="1")
    code = re.search(r"/clubs/join/([\w-]+)", nines.get(f"{club}/members").text)[1]
    tom, ana = visitor().register("Tom"), visitor().register("Ana")
    page = tom.get("/clubs/code", params={"code": f" http://127.0.0.1:8000/clubs/join/{code} "})
    assert page.url.path == f"/clubs/join/{code}"
    assert tom.send(form_with(page, do="join")).headers["location"] == club
    assert "Leave the club" in text_of(tom.get(club).text)
    for answer in (
        ana.get(f"/clubs/join/{code}"),
        ana.get("/clubs/code", params={"code": code}),
        ana.post(club, do="join", code=code),
    ):
        assert answer.status_code == 422
        assert "This link or code is not valid any more." in text_of(answer.text)


def test_a_club_by_link_is_unknown_to_strangers(nines, club, visitor):
    form = by_action(nines.get(f"{club}/edit"), f"{club}/edit")
    assert nines.send(form, entry="link").status_code == 303
    tom = visitor().register("Tom")
    for path in (club, f"{club}/members", f"{club}/log", f"{club}/leave", "/clubs/999"):
        assert tom.get(path).status_code == 404, path
    assert "Dragones" not in tom.get("/clubs").text
    nines.send(form_with(nines.get(f"{club}/members"), do="invite"), name="Tom")
    assert "Dragones de Soria" in tom.get("/clubs").text
    assert tom.send(form_with(tom.get(club), do="join")).status_code == 303
    assert "Tom" in nines.get(f"{club}/members").text


def test_a_role_counts_at_once(nines, club, visitor):
    tom, ana = visitor().register("Tom"), visitor().register("Ana")
    nines.send(form_with(nines.get(f"{club}/members"), do="invite"), name="TOM")
    tom.send(form_with(tom.get(club), do="join"))
    refused = tom.post(f"{club}/members", do="invite", name="Ana")
    assert refused.status_code == 422 and "Admit, invite and remove members" in text_of(
        refused.text
    )
    user = re.findall(r'name="user" value="(\d+)"', nines.get(f"{club}/members").text)[-1]
    nines.post(f"{club}/members", do="give", user=user, role="organiser")
    assert tom.post(f"{club}/members", do="invite", name="Ana").status_code == 303
    assert "Dragones" in ana.get("/clubs").text
    nines.post(f"{club}/members", do="take", user=user, role="organiser")
    assert tom.post(f"{club}/members", do="invite", name="Ana").status_code == 422


def test_members_of_one_role_stand_in_the_order_of_their_names(nines, club, visitor):
    """Accents and the time of joining do not count."""
    for name in ("Pilar", "Óscar", "Zoe", "Abel"):
        one = visitor("es").register(name)
        nines.send(form_with(nines.get(f"{club}/members"), do="invite"), name=name)
        one.send(form_with(one.get(club), do="join"))
    page = nines.get(f"{club}/members").text
    names = re.findall(r"<h3>\s*<a[^>]*>\s*(\w+)", page)
    assert names == ["Nines", "Abel", "Óscar", "Pilar", "Zoe"]


def test_the_last_owner_reads_why_leaving_is_refused(nines, club):
    form = by_action(nines.get(f"{club}/leave"), f"{club}/leave")
    answer = nines.send(form)
    assert answer.status_code == 422
    assert "Un club conserva al menos un propietario." in text_of(answer.text)


def test_an_archived_club_is_read_and_opened_again(nines, club, visitor):
    nines.send(form_with(nines.get(f"{club}/edit"), do="archive"))
    assert "archivado" in text_of(nines.get(club).text)
    assert "Dragones" not in visitor().get("/clubs").text
    assert nines.post(f"{club}/members", do="invite", name="Tom").status_code == 422
    nines.send(form_with(nines.get(f"{club}/edit"), do="reopen"))
    assert "Dragones" in visitor().get("/clubs").text


@pytest.mark.parametrize(
    "bad",
    [
        {"name": "x"},
        {"name": LONG},
        {"name": "A\u202eB"},
        {"place": LONG},
        {"zone": "Mars"},
        {"entry": "no"},
    ],
)
def test_a_refused_form_keeps_its_texts(nines, bad):
    form = by_action(nines.get("/clubs/new"), "/clubs")
    answer = nines.send(form, **({"name": "Húsares", "about_es": "Mi texto largo."} | bad))
    assert answer.status_code == 422 and "Mi texto largo." in answer.text


def test_odd_acts_change_nothing(nines, club, visitor):
    tom = visitor().register("Tom")
    for fields in ({"do": "conquer"}, {}):
        assert nines.post(club, **fields).status_code == 303
        assert nines.post(f"{club}/members", **fields).status_code == 303
    assert nines.post(f"{club}/members", do="give", user="x", role="owner").status_code == 400
    assert nines.post(f"{club}/members", do="admit", user="999").status_code == 422
    unknown = nines.post(f"{club}/members", do="invite", name="<i>Nobody</i>")
    assert unknown.status_code == 422 and "&lt;i&gt;Nobody&lt;/i&gt;" in unknown.text
    assert visitor().post(club, do="join").status_code in (303, 401, 403)
    assert tom.post(club, do="join").status_code == 422


def test_an_evening_is_planned_answered_and_in_the_calendar(nines, club, visitor):
    tom = visitor().register("Tom")
    nines.send(form_with(nines.get(f"{club}/members"), do="invite"), name="Tom")
    tom.send(form_with(tom.get(club), do="join"))
    page = nines.get(f"{club}/calendar")
    assert "No hay ninguna cita prevista." in text_of(page.text)
    form = form_with(page, do="add")
    bad = nines.send(form, title="Tarde de club", day="2001-01-01", words="Traed figuras.")
    assert bad.status_code == 422 and "Traed figuras." in bad.text
    nines.send(form, title="Tarde de club", day="2099-06-18", time="18:00", tables="2")
    page = tom.get(f"{club}/calendar")
    assert "Thu 18 Jun, 18:00" in text_of(page.text)
    assert "your time" not in text_of(page.text)
    zoned = tom.post("/account/hours", zone="Atlantic/Canary", quiet_from="", quiet_until="")
    assert zoned.status_code == 303, text_of(zoned.text)
    page = tom.get(f"{club}/calendar")
    assert "Thu 18 Jun, 18:00 (UTC), your time 19:00 (Canary)" in text_of(page.text)
    tom.send(form_with(page, do="answer"), answer="yes", brings="figures")
    tom.send(form_with(tom.get(f"{club}/calendar"), do="book"), table="2", game="Cry Havoc")
    told = text_of(tom.get(f"{club}/calendar").text)
    assert "1 comes: Tom (figures)" in told and "Table 2: Tom, Cry Havoc" in told
    tom.post("/account/notices/calendar")
    address = re.search(r"/calendar/[\w-]+\.ics", tom.get("/account/notices").text)[0]
    feed = tom.get(address).text
    assert "SUMMARY:Tarde de club\\, Dragones de Soria" in feed and "STATUS:CONFIRMED" in feed
    assert visitor().register("Ana").get(f"{club}/calendar").status_code == 404
    nines.send(form_with(nines.get(f"{club}/calendar"), do="cancel"))
    assert "cancelled" in text_of(tom.get(f"{club}/calendar").text)
    assert "Tarde de club" not in tom.get(address).text


def test_next_dates_stand_on_the_front_page_for_members(nines, club, visitor):
    """The two next dates that take place, with the answers so far."""
    tom = visitor().register("Tom")
    nines.send(form_with(nines.get(f"{club}/members"), do="invite"), name="Tom")
    tom.send(form_with(tom.get(club), do="join"))
    form = form_with(nines.get(f"{club}/calendar"), do="add")
    for title, day in (("Fourth", "21"), ("First", "18"), ("Second", "19"), ("Third", "20")):
        nines.send(form, title=title, day=f"2099-06-{day}", time="18:00", tables="2")
    first = re.search(r'id="date-(\d+)"', nines.get(f"{club}/calendar").text)[1]
    nines.send(form_with(nines.get(f"{club}/calendar"), do="cancel", date=first))
    tom.send(form_with(tom.get(f"{club}/calendar"), do="answer"), answer="yes", brings="dice")
    told = text_of(tom.get(club).text)
    assert "Second Fri 19 Jun, 18:00 (UTC)" in told and "Third" in told
    assert "1 comes" in told and "2 tables are free" in told
    assert "First" not in told and "Fourth" not in told
    tom.send(form_with(tom.get(club), do="answer"), answer="perhaps")
    assert "Perhaps 1: Tom (dice)" in text_of(tom.get(f"{club}/calendar").text)
    assert "Second" not in text_of(visitor().register("Eva").get(club).text)


def test_announcements_stand_on_the_front_page(nines, club, visitor):
    page = nines.get(f"{club}/news")
    bad = nines.send(form_with(page, do="announce"), title=" ", text="Mi texto")
    assert bad.status_code == 422 and "Mi texto" in bad.text
    text = "Traed:\n- <b>dados</b>\n- figuras"
    nines.send(form_with(page, do="announce"), title="Gran partida", text=text)
    nines.send(form_with(page, do="announce"), title="Puertas abiertas", public="1")
    front = nines.get(club)
    assert "<ul><li>&lt;b&gt;dados&lt;/b&gt;</li><li>figuras</li></ul>" in front.text
    tom = visitor().register("Tom")
    told = text_of(tom.get(club).text) + text_of(tom.get(f"{club}/news").text)
    assert told.count("Puertas abiertas") == 2 and "Gran partida" not in told
    refused = tom.post(f"{club}/news", do="announce", title="Mine")
    assert refused.status_code == 422 and "Write announcements" in text_of(refused.text)
    nines.send(form_with(nines.get(f"{club}/news"), do="withdraw"))
    assert "Puertas abiertas" not in nines.get(club).text


def test_house_rules_keep_their_versions(nines, club, visitor):
    form = by_action(nines.get(f"{club}/rules/new"), f"{club}/rules")
    assert nines.send(form, text_es="Sin título").status_code == 422
    page = nines.send(form, title_es="Dados", text_es="Uno\n- <i>dos</i>").headers["location"]
    edit = nines.get(f"{page}/edit")
    nines.send(by_action(edit, page), text_es="Uno\n- tres", public="1")
    late = nines.send(by_action(edit, page), text_es="Mi versión")
    assert late.status_code == 422 and "Mi versión" in late.text
    assert 'name="base" value="2"' in late.text and f'href="{page}/2#changes"' in late.text
    compared = nines.get(f"{page}/2").text
    assert "<del>- &lt;i&gt;dos&lt;/i&gt;</del>" in compared and "<ins>- tres</ins>" in compared
    assert "&lt;i&gt;dos&lt;/i&gt;" in nines.get(f"{page}/1").text
    tom = visitor().register("Tom")
    assert f'href="{club}/rules"' in tom.get(club).text
    assert f'href="{club}/chat"' not in tom.get(club).text
    assert "Dados" in tom.get(f"{club}/rules").text and "tres" in tom.get(page).text
    assert tom.get(f"{page}/1").status_code == 404
    assert "for members only" in text_of(tom.get(f"{page}/2").text)
    assert tom.get(f"{page}/edit").status_code == 200 and tom.get(f"{page}/edit").url.path == page
    assert tom.post(page, do="retire").status_code == 422
    nines.send(form_with(nines.get(page), do="retire"))
    assert "Ya no está en vigor" in text_of(nines.get(page).text)


def test_a_poll_becomes_a_date(nines, club, visitor):
    tom = visitor().register("Tom")
    nines.send(form_with(nines.get(f"{club}/members"), do="invite"), name="Tom")
    nines.send(by_action(nines.get(f"{club}/welcome"), f"{club}/welcome"), text_en="Bring <dice>.")
    tom.send(form_with(tom.get(club), do="join"))
    front = tom.get(club)
    assert "Bring &lt;dice&gt;." in front.text
    tom.send(form_with(front, do="close"))
    assert "Bring" not in tom.get(club).text
    form = by_action(nines.get(f"{club}/polls/new"), f"{club}/polls")
    days = {"day_1": "2099-07-03", "day_2": "2099-07-10", "closes_day": "2099-06-30"}
    bad = nines.send(form, title="Gran partida", **days | {"day_2": "2099-07-03"})
    assert bad.status_code == 422 and 'value="Gran partida"' in bad.text
    assert nines.send(form, title="Gran partida", **days).status_code == 303
    page = tom.get(f"{club}/calendar")
    poll = form_with(page, do="answer")
    assert tom.send(poll).status_code == 422
    assert tom.post(poll.action, do="choose", number="1").status_code == 422
    tom.send(poll, answer_1="perhaps", answer_2="yes")
    told = text_of(tom.get(f"{club}/calendar").text)
    assert "Which day? Gran partida" in told and "Change my answers" in told
    made = nines.send(form_with(nines.get(f"{club}/calendar"), do="choose"), number="2")
    assert made.headers["location"].startswith(f"{club}/calendar#date-")
    told = text_of(tom.get(f"{club}/calendar").text)
    assert "Which day?" not in told and "Fri 10 Jul, 18:00" in told and "1 comes: Tom" in told
    assert visitor().register("Ana").post(poll.action, do="answer").status_code == 404


def test_an_announcement_is_changed_on_its_page_and_a_refusal_keeps_the_texts(nines, club):
    page = nines.get(f"{club}/news")
    nines.send(form_with(page, do="announce"), title="Gran partida", text="Traed dados.")
    form = form_with(nines.get(f"{club}/news"), do="change")
    assert form.fields["title"] == "Gran partida"
    refused = nines.send(form, title="x" * 121, text="Traed figuras.")
    assert refused.status_code == 422 and "Traed figuras.</textarea>" in refused.text
    assert form_with(refused, do="announce").fields["title"] == ""
    assert nines.send(form, title="Partida de julio").status_code == 303
    told = text_of(nines.get(f"{club}/news").text)
    assert "Partida de julio" in told and "Gran partida" not in told and "cambiado" in told


def test_the_feed_of_a_club_has_its_public_announcements_alone(nines, club, visitor):
    """Members and others get the same feed, and its page links it."""
    page = nines.get(f"{club}/news")
    nines.send(form_with(page, do="announce"), title="Gran partida", text="Traed dados.")
    open_doors = {"title": "Puertas <abiertas>", "text": "Traed:\n- <b>dados</b>\n- figuras"}
    nines.send(form_with(page, do="announce"), public="1", **open_doors)
    feeds = [one.get(f"{club}/news.atom") for one in (nines, visitor())]
    for feed in feeds:
        assert feed.headers["content-type"].startswith("application/atom+xml")
        assert "Puertas &lt;abiertas&gt;" in feed.text and "Gran partida" not in feed.text
        assert "Nines" not in feed.text and feed.text.count("<entry>") == 1
        content = unescape(feed.text)
        assert '<content type="html"><p>Traed:</p><ul><li>&lt;b&gt;dados' in content
    assert f'href="{club}/news.atom"' in visitor().get(club).text
    assert visitor().get("/clubs/9999/news.atom").status_code == 404


def test_members_are_found_by_a_part_of_their_name(visitor, nines, club, monkeypatch):
    """Case and accents do not matter. A short list has no search."""
    form = by_action(nines.get(f"{club}/members"), f"{club}/members")
    assert form.method == "post" and 'id="name-q"' not in nines.get(f"{club}/members").text
    members = f"{club}/members?q="
    assert "Nines" in listed(nines, f"{members}%20NÍN%20")
    assert listed(nines, f"{members}Tom") == ""
    assert "Ningún miembro se llama así." in text_of(nines.get(f"{members}Tom").text)
    assert 'value="&lt;b&gt;"' in nines.get(f"{members}<b>").text
    assert visitor().get(f"{members}Nines").status_code == 200  # leads to the front page
    assert f'value="{"x" * 60}"' in nines.get(members + LONG[:200]).text
    monkeypatch.setattr(club_routes, "MOST_WITHOUT_SEARCH", 0)
    assert 'id="name-q"' in nines.get(f"{club}/members").text


def listed(who, path: str) -> str:
    """Names in the list of members."""
    page = who.get(path).text
    start = page.index('aria-labelledby="all"')
    return " ".join(re.findall(r'href="/people/\d+[^"]*">([^<]*)</a>', page[start:]))
