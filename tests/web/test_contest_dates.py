"""Dates of a battle of a contest: its page, time zones, refusals, and the API."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from urllib.parse import quote

from app.services.people import account_rules, api_tokens
from app.services.server_clock import current_datetime
from app.services.time.availability import time_text
from app.services.watch.game_view import load_view
from tests.web.test_contest_battles import form_with, plain, round_one
from tests.web.test_contest_pages import DAYS_OF_LADDER, NAMES, contest_now
from tests.web.test_feeds import calendar_of


def test_dates_stand_on_the_page_of_the_battle(visitor):
    """A proposal, a counter-proposal, its acceptance, and the answers that are missing."""
    path, people, pairing, first, second = round_one(visitor)
    at = f"{path}/battles/{pairing.key}"
    names = {first: pairing.first, second: pairing.second}
    titles = {one: contest_now(path, people[0]).entrants[key].name for one, key in names.items()}
    assert "No date is proposed yet." in plain(first, f"{at}?lang=en")
    friday, saturday = (in_days(days) for days in (1, 2))
    proposes(first, at, f"{friday}T20:30", "my place")
    people[4].client.cookies.set("caracole_zone", "Europe/Madrid")
    page = plain(people[4], f"{at}?lang=en")
    assert (
        "20:30 (Madrid), my place" in page and f"The answer of {titles[second]} is missing." in page
    )
    assert "Propose a date" not in page and "0 of 1" in page
    proposes(second, at, f"{saturday}T10:00")
    accept = f'{{"kind":"answer_date","battle":"{pairing.key}","accept":true}}'
    preview = first.get(f"{at}?order={quote(accept)}&lang=en")
    answer = first.give(form_with(preview.text, "Confirm: Accept the date"))
    assert answer.headers["location"] == f"{at}#dates"
    page = plain(first, f"{at}?lang=en")
    assert f"{titles[second]} proposed another date instead." in page
    assert f"Proposed by {titles[second]}, accepted by {titles[first]}." in page
    assert "aceptada por" in plain(first, f"{at}?lang=es")
    date = contest_now(path, people[0]).pairing(pairing.key).date
    assert (date.words, date.answer) == ("", "yes")
    assert (date.at[:10], date.at[-1]) == (saturday, "Z")


def test_a_date_is_refused_on_the_page_with_its_reason(visitor):
    path, _, pairing, first, _ = round_one(visitor)
    at = f"{path}/battles/{pairing.key}"
    empty = first.get(f"{at}?words=+&lang=en").text
    assert "Name a date." in empty and "CON-RES-10" in empty
    tomorrow = f"{in_days(1)}T20:30"
    long = first.get(f"{at}?at={tomorrow}&words={'x' * 81}&lang=en").text
    assert "CON-RES-10" in long and "data-confirm" not in long
    past = first.get(f"{at}?at=2020-05-01T20:30&words=my+place&lang=es").text
    assert "ya ha pasado" in past and "CAR-BAT-10" in past and "data-confirm" not in past
    assert 'value="2020-05-01T20:30"' in past and 'value="my place"' in past
    nonsense = first.get(f"{at}?at=friday&words=my+place&lang=es").text
    assert "Indica un día y una hora." in nonsense and 'value="friday"' in nonsense
    skipped = first.get(f"{at}?at=2099-03-29T02:30&at:zone=Europe/Madrid&lang=en").text
    assert "this hour does not exist" in skipped and "data-confirm" not in skipped


def test_a_date_after_the_deadline_is_refused_on_the_page(visitor):
    path, _, pairing, first, _ = round_one(visitor, clock="steps", **DAYS_OF_LADDER)
    at = f"{path}/battles/{pairing.key}"
    late = first.get(f"{at}?at={in_days(300)}T20:30&lang=en").text
    assert "is after the deadline of the battle" in late and "data-confirm" not in late
    assert "data-confirm" in first.get(f"{at}?at={in_days(1)}T00:30&lang=en").text


def test_a_date_is_read_in_the_zone_of_each_reader(visitor):
    """20:30 in Madrid in winter is 14:30 in New York."""
    path, people, pairing, first, second = round_one(visitor)
    at, person = f"{path}/battles/{pairing.key}", people[0]
    proposes(first, at, "2099-01-15T20:30", "the club")
    assert contest_now(path, person).pairing(pairing.key).date.at == "2099-01-15T19:30:00Z"
    first.client.cookies.set("caracole_zone", "Europe/Madrid")
    second.client.cookies.set("caracole_zone", "America/New_York")
    assert "14:30 (New York), the club" in plain(second, f"{at}?lang=en")
    assert "20:30 (Madrid), the club" in plain(first, f"{at}?lang=en")


def test_a_date_is_proposed_and_read_over_the_api(visitor):
    """A moment with its offset is stored in UTC; one without is refused with its rule."""
    path, people, pairing, _, _ = round_one(visitor)
    name = contest_now(path, people[0]).entrants[pairing.first].name
    person = people[NAMES.index(name)]
    services = person.client.app.state.services
    with services.store.read() as work:
        member = work.users.find_by_name(account_rules.name_key(name))[0].id
    secret = api_tokens.create_token(services, member, "t", api_tokens.SCOPES).secret
    head = {"authorization": f"Bearer {secret}"}
    address = f"/api/v1{path}"

    def proposed(at):
        last = load_view(services, path.rpartition("/")[2], None).last
        order = {"kind": "propose_date", "battle": pairing.key, "words": "here", "at": at}
        given = {"command": f"date-{at}", "after": last, "order": order}
        return person.client.post(f"{address}/orders", json=given, headers=head)

    refused = proposed("2020-01-15T20:30:00+01:00")
    assert refused.status_code == 422 and "CAR-BAT-10" in refused.text
    assert proposed("2099-01-15T20:30:00+01:00").status_code in (200, 201)
    rounds = person.client.get(f"{address}/pages", headers=head).json()
    assert "2099-01-15T19:30:00Z" in json.dumps(rounds)


def test_an_agreed_date_stands_in_the_calendar_of_both_players(visitor):
    path, people, pairing, first, second = round_one(visitor)
    at, addresses = f"{path}/battles/{pairing.key}", [calendar_of(first), calendar_of(second)]
    proposes(first, at, "2099-01-15T20:30", "the club; hall 2")
    assert all("20990115" not in visitor().get(one).text for one in addresses)
    accepts(second, at, pairing.key)
    for address in addresses:
        text = visitor().get(address).text.replace("\r\n ", "")
        assert "DTSTART:20990115T193000Z" in text and "DTEND:20990115T223000Z" in text
        assert "DESCRIPTION:the club\\; hall 2" in text
    assert "20990115" not in visitor().get(calendar_of(people[4])).text


def in_days(days):
    """Day in some days, "2026-12-01"."""
    return f"{current_datetime() + timedelta(days=days):%Y-%m-%d}"


def proposes(person, at, moment, words=""):
    """Propose a date, in the time of Madrid, on the page of a battle."""
    preview = person.get(f"{at}?at={moment}&at:zone=Europe/Madrid&words={quote(words)}&lang=en")
    assert person.give(form_with(preview.text, "Confirm: Propose a date")).status_code == 303


def accepts(person, at, battle):
    """Accept the open date on the page of a battle."""
    accept = f'{{"kind":"answer_date","battle":"{battle}","accept":true}}'
    preview = person.get(f"{at}?order={quote(accept)}&lang=en")
    assert person.give(form_with(preview.text, "Confirm: Accept the date")).status_code == 303


def test_a_player_asks_the_other_one_to_play_now(visitor, monkeypatch):
    """One click asks, one answers; other visitors read nothing. A late answer has its reason."""
    path, people, pairing, first, second = round_one(visitor)
    at = f"{path}/battles/{pairing.key}"
    title = contest_now(path, people[0]).entrants[pairing.second].name
    page = first.get(f"{at}?lang=en")
    asks = form_with(page.text, f"Ask {title} to play now")
    sent = first.give(asks)
    assert sent.headers["location"] == f"{at}#play"
    assert "The answer of" in plain(first, f"{at}?lang=en") and title in plain(first, at)
    assert "pide jugar ahora" in plain(second, f"{at}?lang=es")
    assert "asks to play now" in plain(people[0], f"{at}?lang=en"), "the organiser knows"
    others = (visitor("en"), next(one for one in people[1:] if one not in (first, second)))
    for one in others:
        assert "to play now" not in plain(one, f"{at}?lang=en")
    ends_in = re.search(r'data-ends-in="(\d+)"', second.get(at).text)
    assert 1790 <= int(ends_in[1]) <= 1800, "the open page asks again after the end of the request"
    for one in (first, second, people[0], *others):
        text = one.get(at).text
        assert ("live_part" in text) == ('data-parts=".play-now"' in text) == (one not in others)
    given = form_with(second.get(f"{at}?lang=en").text, "Play now")
    later = time_text(current_datetime() + timedelta(minutes=31))
    with monkeypatch.context() as clock:
        for module in ("app.web.battle_page", "app.services.play.orders"):
            clock.setattr(f"{module}.current_time", lambda: later)
        late = second.give(given)
        assert late.status_code == 422 and "CON-RES-11" in late.text
        over = second.get(f"{at}?lang=en").text
        assert "The last request ended without an answer" in over
        assert "Not now" not in over and "to play now" in over and "data-ends-in" not in over
    assert second.give(given, command="again").status_code == 303
    assert "play now." in plain(first, f"{at}?lang=en")
