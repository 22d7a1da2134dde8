"""Reasons of announced absences: the form, the desk of the referees, the API and the account."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest

from app.services.container import current_time
from app.services.people import account_export
from app.services.time.availability import parse_time
from app.services.watch import game_view
from tests.api.campaigns import Campaign
from tests.api.conftest import Site, patched, site  # noqa: F401 fixtures
from tests.web.campaigns import joined_campaign
from tests.web.circle import text_of
from tests.web.reading import forms_on

SECRET = "An operation on the knee."


@pytest.fixture
def campaign(visitor):
    """Ada is the referee and names Berta, who plays; Carla and Dora play."""
    path, people = joined_campaign(
        visitor, clock="steps", clock_step_declare="3", clock_holidays="14"
    )
    people[0].post(f"{path}/referees", name="Berta")
    return path, people


def form_of(who, path):
    page = who.get(path).text
    return next(
        one
        for one in forms_on(page)
        if one.action == f"{path}/clock" and one.fields.get("do") == "holiday"
    )


def announce(who, path, reason, days="3"):
    return who.send(form_of(who, path), days=days, reason=reason)


def row_of(services, path):
    look = game_view.load_view(services, path.rpartition("/")[2])
    return look.game.id, {seat.name: seat.user_id for seat in look.seats}


def test_only_the_player_and_the_referees_read_the_reason_of_an_absence(campaign):
    path, (ada, berta, carla, dora) = campaign
    assert announce(carla, path, SECRET).status_code == 303
    assert f"Your reason, read by the referees: {SECRET}" in text_of(carla.get(path).text)
    for referee in (ada, berta):
        desk = text_of(referee.get(f"{path}/desk").text)
        assert f"Reason, only for referees: {SECRET}" in desk
    spanish = text_of(ada.get(f"{path}/desk?lang=es").text)
    assert f"Motivo, solo para los árbitros: {SECRET}" in spanish
    for page in ("", "/text", "?tab=log", "/front", "/ledger", "/chronicle", "/export", "/desk"):
        text = dora.get(path + page).text
        assert "operation" not in text
    assert "holiday from" in text_of(dora.get(path).text)


def test_a_reason_that_is_too_long_is_refused_and_no_holiday_is_taken(campaign):
    path, people = campaign
    answer = announce(people[2], path, "x" * 201)
    assert answer.status_code == 422 and "200" in text_of(answer.text)
    assert "holiday from" not in text_of(people[2].get(path).text)


def test_a_cancelled_holiday_forgets_its_reason(campaign, app):
    path, (_, _, carla, _) = campaign
    tomorrow = (parse_time(current_time()) + timedelta(days=1)).date().isoformat()
    carla.send(form_of(carla, path), days="2", first=tomorrow, reason=SECRET)
    game, _ = row_of(app.state.services, path)
    cancel = next(
        one for one in forms_on(carla.get(path).text) if one.fields.get("do") == "shorten"
    )
    assert cancel.fields["days"] == "0" and carla.send(cancel).status_code == 303
    with app.state.services.store.read() as work:
        assert work.absence_reasons.of_game(game) == {}


def test_a_program_gives_and_reads_reasons(site: Site):  # noqa: F811 the fixture
    campaign = Campaign(site, kind="each", days=3, then="nudge", holidays=9)
    player, other = campaign.players["p1"], campaign.players["p2"]
    today, path = current_time()[:10], f"{campaign.path}/absences"
    given = {"first": today, "reason": SECRET}
    assert player.ask("PUT", path, given).json()["refusals"][0]["rule"] == "CAR-CLK-15"
    player.order(campaign.address, {"kind": "take_holiday", "first": today, "days": 2})
    assert player.ask("PUT", path, given).status_code == 204
    assert [one["reason"] for one in player.get(path)] == [SECRET] and other.get(path) == []
    (absence,) = campaign.referee.get(f"{campaign.path}/desk/absences")
    assert (absence["seat"], absence["days"], absence["reason"]) == ("p1", 2, SECRET)
    other.get(f"{campaign.path}/desk/absences", 403)
    assert campaign.referee.ask("PUT", path, given).status_code == 403
    assert player.ask("PUT", path, {"first": today}).status_code == 204
    assert campaign.referee.get(f"{campaign.path}/desk/absences")[0]["reason"] == ""


def test_the_account_takes_its_reasons_along_and_its_deletion_removes_them(campaign, app):
    path, (_, _, carla, _) = campaign
    announce(carla, path, SECRET)
    services = app.state.services
    game, ids = row_of(services, path)
    kept = json.loads(account_export.export_account(services, ids["Carla"]))
    assert [one["text"] for one in kept["absence_reasons"]] == [SECRET]
    others = account_export.export_account(services, ids["Berta"]).decode()
    assert "operation" not in others
    with services.store.write() as work:
        work.users.delete_user(ids["Carla"])
        work.commit()
    with services.store.read() as work:
        assert work.absence_reasons.of_game(game) == {}
