"""Notes of referees and the chart by days, on the desk and over the API."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest

from app.services.time.availability import parse_time, time_text
from app.services.watch import decision_spans, game_view
from tests.api.campaigns import Campaign
from tests.api.conftest import Site, patched, site  # noqa: F401 fixtures
from tests.web.campaigns import joined_campaign
from tests.web.circle import text_of
from tests.web.reading import forms_on
from tests.web.test_desk_pages import act

SECRET = "Carla has exams until Sunday."


@pytest.fixture
def campaign(visitor):
    """Ada is the referee and names Berta, who plays; Carla and Dora play."""
    path, people = joined_campaign(visitor, clock="steps", clock_step_declare="3")
    people[0].post(f"{path}/referees", name="Berta")
    return path, people


def write(who, path, text, **more):
    return who.post(f"{path}/desk/notes", note="0", text=text, **more)


def note_forms(who, path):
    forms = forms_on(who.get(f"{path}/desk").text)
    return [one for one in forms if one.action == f"{path}/desk/notes"]


def test_all_referees_read_a_note_and_other_users_nothing(campaign):
    path, people = campaign
    assert "No notes yet." in text_of(people[0].get(f"{path}/desk").text)
    answer = write(people[0], path, f"{SECRET}\nDo not <forfeit>.")
    assert answer.status_code == 303
    for referee in people[:2]:
        page = referee.get(f"{path}/desk").text
        assert SECRET in page and "Do not &lt;forfeit&gt;." in page and "Ada ·" in text_of(page)
    for reader in people[2:]:
        assert reader.get(f"{path}/desk").url.path == path
        assert write(reader, path, "mine").status_code == 403
        for page in ("", "/front", "/referees", "/ledger", "/export", "/chronicle"):
            assert SECRET not in reader.get(path + page).text
    for referee in people[:2]:
        assert SECRET not in referee.get(f"{path}/front").text


def test_the_author_edits_and_deletes_a_note(campaign):
    path, people = campaign
    write(people[0], path, SECRET)
    edit, remove, _ = note_forms(people[0], path)
    assert people[0].send(edit, text="Carla is back.").status_code == 303
    page = text_of(people[0].get(f"{path}/desk").text)
    assert "Carla is back." in page and SECRET not in page and "changed on" in page
    assert people[0].send(remove).status_code == 303
    assert "No notes yet." in text_of(people[0].get(f"{path}/desk").text)
    assert people[0].send(edit, text="Too late.").status_code == 404


def test_another_referee_changes_no_note_and_deletes_that_of_a_former_one(campaign):
    path, people = campaign
    write(people[0], path, SECRET)
    edit, remove, _ = note_forms(people[0], path)
    assert len(note_forms(people[1], path)) == 1
    for form in (edit, remove):
        fields = {name: value for name, value in form.fields.items() if name != "csrf"}
        answer = people[1].post(form.action, **{**fields, "text": "Mine now"})
        assert answer.status_code == 422 and "Ada wrote this note." in text_of(answer.text)
    people[0].post(f"{path}/referees", do="resign")
    remove, _ = note_forms(people[1], path)
    assert people[1].send(remove).status_code == 303
    assert SECRET not in people[1].get(f"{path}/desk").text


@pytest.mark.parametrize(
    ("text", "sentence"),
    [("  \n ", "Write the note first."), ("x" * 2001, "at most 2000 letters")],
)
def test_a_refused_note_stays_in_the_form(campaign, text, sentence):
    """CAR-REF-04"""
    path, people = campaign
    answer = write(people[0], path, text)
    assert answer.status_code == 422 and sentence in text_of(answer.text)
    assert f"required>{text}</textarea>" in answer.text


def test_notes_are_in_the_export_of_their_author_and_in_no_game_file(app, campaign):
    path, people = campaign
    write(people[0], path, SECRET)
    kept = json.loads(people[0].get("/account/export").text)
    assert [one["text"] for one in kept["referee_notes"]] == [SECRET]
    assert SECRET not in people[1].get("/account/export").text
    act(people[0], path, '{"kind":"close_campaign"}')
    assert SECRET not in people[0].get(f"{path}/export").text
    assert "p1" in people[0].get(f"{path}/export").text


def test_a_program_writes_changes_and_deletes_notes(site: Site):  # noqa: F811 the fixture
    campaign = Campaign(site)
    path, player = f"{campaign.path}/desk/notes", campaign.players["p1"]
    (note,) = campaign.referee.post(path, {"text": SECRET}, 201)
    assert (note["by"], note["changed"], note["may_change"]) == ("Ada", "", True)
    player.get(path, 403)
    player.post(path, {"text": "x"}, 403)
    for operation in ("PUT", "DELETE"):
        body = {"text": "x"} if operation == "PUT" else None
        assert player.ask(operation, f"{path}/{note['id']}", body).status_code == 403
    (note,) = campaign.referee.ask("PUT", f"{path}/{note['id']}", {"text": "Back."}).json()
    assert note["text"] == "Back." and note["changed"]
    assert campaign.referee.ask("DELETE", f"{path}/{note['id']}").status_code == 204
    assert campaign.referee.get(path) == []


# --- Chart by days
def turn_of(app, path, hours=0.0):
    """Decisions of the turn as they stand `hours` from now."""
    look = game_view.load_view(app.state.services, path.split("/")[-1])
    now = parse_time(decision_spans.current_time()) + timedelta(hours=hours)
    with app.state.services.store.write() as work:  # the server is up meanwhile
        if work.uptime.last_interval() is None:  # the worker begins a second after the start
            work.uptime.begin_interval("2000-01-01T00:00:00.000Z")
        work.uptime.go_on(work.uptime.last_interval().id, time_text(now))
        work.commit()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(decision_spans, "current_time", lambda: time_text(now))
        return decision_spans.decisions_of_turn(app.state.services, look)


def test_the_chart_says_who_was_asked_and_who_is_late(app, campaign):
    path, people = campaign
    act(people[0], path, '{"kind":"open_turn"}')
    look = game_view.load_view(app.state.services, path.split("/")[-1])
    seat = look.waiting[0]
    first = turn_of(app, path)
    span = next(one for one in first.spans if one.seat == seat)
    assert span.deadline and not span.answered and not span.is_late(first.now)
    late = turn_of(app, path, 100)
    assert [one.seat for one in late.spans if one.is_late(late.now)] == [seat]
    page = text_of(people[0].get(f"{path}/desk").text)
    assert "Turn 1, day by day" in page and "late by" not in page


def test_a_decision_that_is_taken_ends_its_bar(app, campaign):
    path, people = campaign
    act(people[0], path, '{"kind":"open_turn"}')
    look = game_view.load_view(app.state.services, path.split("/")[-1])
    seat = look.waiting[0]
    player = people[int(seat[1])]
    player.post(
        f"{path}/steps/declaring", order='{"kind":"pass"}', command="x", after=str(look.last)
    )
    spans = turn_of(app, path, 100).spans
    assert next(one.answered for one in spans if one.seat == seat)
    assert not [one for one in spans if one.seat == seat and one.is_late("9")]


def test_a_program_reads_the_decisions_of_the_turn(site: Site):  # noqa: F811 the fixture
    campaign = Campaign(site)
    campaign.open_turn()
    path = f"{campaign.path}/desk/decisions"
    found = campaign.referee.get(path)
    assert found["turn"] == 1
    open_ = [one["seat"] for one in found["decisions"] if not one["answered"]]
    assert open_ == campaign.waiting()
    campaign.players["p1"].get(path, 403)


def test_the_desk_speaks_spanish(campaign):
    path, people = campaign
    act(people[0], path, '{"kind":"open_turn"}')
    page = text_of(people[0].get(f"{path}/desk?lang=es").text)
    for words in ("Notas de los árbitros", "Turno 1, día a día", "Añadir la nota", "Decisión"):
        assert words in page
