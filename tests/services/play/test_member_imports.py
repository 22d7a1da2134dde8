"""Import of a game by a member: the game that follows, and every reason against a file."""

from __future__ import annotations

import json

import pytest

from app.kernel.refusal import Refused
from app.kernel.table_orders import Concede
from app.services.errors import Busy, NotYourSeat
from app.services.people import accounts
from app.services.play import (
    game_export,
    lobby,
    member_imports,
    orders,
    seat_substitution,
)
from app.services.watch import game_view
from tests.any_game import BOX, SCENARIO, SIDE
from tests.sample_games import sample_part
from tests.services.play.test_game_export import chained_anew

PASSWORD = "a long enough sentence"
Founded = sample_part("campaign", "services.test_campaign_permissions", "Founded")


@pytest.fixture(scope="module")
def campaign(tmp_path_factory, migrated_sqlite):
    founded = Founded(migrated_sqlite, tmp_path_factory.mktemp("imports"), "turn")
    return founded.copy(tmp_path_factory.mktemp("copy") / "campaign.db")


@pytest.fixture(scope="module")
def data(campaign) -> bytes:
    return game_export.export_with_secrets(campaign.services, campaign.id)


@pytest.fixture(scope="module")
def importer(campaign) -> int:
    return accounts.register(campaign.services, "Zoe", PASSWORD).id


def games_of(campaign) -> int:
    with campaign.services.store.read() as work:
        return len(work.games.all_games())


def refused_file(campaign, importer, data: bytes) -> str:
    """Sentence of the refusal of a file, of which nothing is stored."""
    before = games_of(campaign)
    with pytest.raises(Refused) as refused:
        member_imports.import_as_member(campaign.services, importer, data)
    assert games_of(campaign) == before
    (one,) = {one.rule: one for one in refused.value.refusals}.values()
    assert one.rule in ("CAR-EXP-03", "CAR-EXP-04")
    assert one.says.in_("es") != one.says.in_("en")
    return one.says.in_("en")


def test_the_member_founds_and_referees_an_imported_campaign(campaign, importer, data):
    """CAR-EXP-03."""
    game = member_imports.import_as_member(campaign.services, importer, data)
    look = game_view.load_view(campaign.services, game.address, importer)
    assert (game.opened_by, game.visibility, game.status) == (importer, "private", "running")
    assert look.imported_at and not game_view.load_view(campaign.services, campaign.id).imported_at
    (judges,) = [one for one in look.seats if one.is_of_referees]
    assert [one.user_id for one in judges.referees] == [importer]
    assert {one.user_id for one in look.seats} == {None}
    assert look.game.clock == game_view.load_view(campaign.services, campaign.id).game.clock
    listed = lobby.open_tables(campaign.services, campaign.ids["reader"])
    assert game.id not in [one.game.id for one in listed]


def test_an_open_seat_is_offered_and_its_member_plays_on(campaign, importer, data):
    services = campaign.services
    game = member_imports.import_as_member(services, importer, data)
    look = game_view.load_view(services, game.address, importer)
    names = {"p2": " carla ", "p1": "No such member", "p3": "Carla"}
    findings = member_imports.offer_seats(services, look, importer, names)
    assert [one.rule for one in findings] == ["CAR-INV-02"]
    offers = {
        one.seat: one.to for one in seat_substitution.load_substitutions(services, look).may_offer
    }
    assert offers["p1"] == "" and "Carla" in offers.values()
    seat_substitution.take_offered_seat(services, game.address, campaign.ids["player"])
    assert game_view.load_view(services, game.address, campaign.ids["player"]).seat in names


def test_an_empty_name_withdraws_the_offer_and_others_offer_nothing(campaign, importer, data):
    services = campaign.services
    game = member_imports.import_as_member(services, importer, data)
    look = game_view.load_view(services, game.address, importer)
    assert member_imports.offer_seats(services, look, importer, {"p2": "Carla"}) == ()
    assert member_imports.offer_seats(services, look, importer, {"p2": ""}) == ()
    may = seat_substitution.load_substitutions(services, look).may_offer
    assert {one.to for one in may} == {""}
    with pytest.raises(NotYourSeat):
        member_imports.offer_seats(services, look, campaign.ids["reader"], {"p2": "Carla"})


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        (b"", "no file of a game"),
        (b"\x00\xff", "no file of a game"),
        (b"[" * 100_000, "no file of a game"),
        (b'{"format": 7}', "no file of a game"),
        (b'{"format": "elsewhere/1"}', "no file of a game"),
        (b'{"format": "caracole-game/3"}', "has the format caracole-game/3"),
        (b'{"format": "caracole-game/2"}', "is damaged"),
    ],
)
def test_a_file_of_another_kind_is_refused(campaign, importer, sent, said):
    """CAR-EXP-04."""
    assert said in refused_file(campaign, importer, sent)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda file: file.update(box="chess"), "does not have the game"),
        (lambda file: file["moves"][4].update(made_at="2026-01-01T00:00:00.000Z"), "Move 5"),
        (lambda file: file["moves"].pop(2), "Move 3"),
        (lambda file: file.update(seed="other"), "is damaged"),
        (lambda file: file.update(moves=[]), "is damaged"),
        (lambda file: file["seats"].pop(0), "is damaged"),
        (lambda file: file.update(opened_at="yesterday"), "is damaged"),
        (lambda file: file.update(title="x" * 10_000), "is damaged"),
        (lambda file: file.update(title="\u202eevil"), "is damaged"),
        (lambda file: file["seats"][0].update(name="x" * 10_000), "is damaged"),
        (lambda file: file.update(options=["cheating"]), "is damaged"),
        (lambda file: file.update(delay="for ever"), "is damaged"),
    ],
)
def test_a_changed_file_is_refused(campaign, importer, data, change, said):
    """CAR-EXP-04."""
    file = json.loads(data)
    change(file)
    assert said in refused_file(campaign, importer, json.dumps(file).encode())


def test_a_time_that_is_none_is_refused_although_the_chain_is_whole(campaign, importer, data):
    file = json.loads(data)
    file["moves"][4]["made_at"] = "noon"
    assert "is damaged" in refused_file(campaign, importer, chained_anew(file))


def test_a_file_that_is_too_large_is_refused(campaign, importer, data, monkeypatch):
    """CAR-EXP-04."""
    for name, most in (("MOST_BYTES", 1000), ("MOST_MOVES", 10), ("MOST_PHOTOGRAPHS", -1)):
        with monkeypatch.context() as patch:
            patch.setattr(member_imports, name, most)
            assert "administrator" in refused_file(campaign, importer, data)


def test_a_running_battle_without_a_referee_is_refused_and_a_finished_one_is_not(
    campaign, importer
):
    """CAR-EXP-03."""
    services, ids = campaign.services, campaign.ids
    game = lobby.open_table(services, ids["player"], BOX, SCENARIO, SIDE)
    lobby.join_table(services, game.id, ids["reader"])
    running = game_export.export_with_secrets(services, game.id)
    assert "holds its secrets" in refused_file(campaign, importer, running)
    orders.declare_order(services, game.id, ids["reader"], "c", 1, Concede())
    over = game_export.export_with_secrets(services, game.id)
    found = member_imports.import_as_member(services, importer, over)
    assert (found.status, found.visibility) == ("over", "private")
    assert game_view.load_view(services, found.address).imported_at


def test_guests_bots_and_muted_members_import_nothing(campaign, data):
    """CAR-EXP-03."""
    guest = accounts.create_guest(campaign.services).id
    for user in (guest, campaign.ids["bot"]):
        assert "Only a member" in refused_file(campaign, user, data)


def test_one_import_runs_at_a_time(campaign, importer, data):
    with member_imports._one_at_a_time, pytest.raises(Busy):
        member_imports.import_as_member(campaign.services, importer, data)
