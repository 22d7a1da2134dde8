"""Saved armies: creation, sharing, secrecy, copies, in the real game with an army builder."""

import json
from datetime import UTC, datetime, timedelta

import pytest

from app.games import shelf
from app.kernel.refusal import Refused
from app.services.container import Services
from app.services.errors import NoSuchGame, NotYourSeat
from app.services.people import accounts
from app.services.play import army_files, saved_armies

BOX = "heart_of_africa"
TERMS = {
    "list": "native_warlord",
    "nation": "mirambo",
    "scenario": "raid",
    "role": "defender",
    "points": 300,
}


@pytest.fixture
def house(sqlite_url):
    house = Services.open(shelf(), sqlite_url)
    yield house
    house.close()


@pytest.fixture
def me(house):
    return accounts.create_guest(house).id


@pytest.fixture
def other(house):
    return accounts.create_guest(house).id


def answers(house, **changed):
    builder = house.shelf[BOX].armies
    return dict(builder.new(TERMS)) | {"name": ("Lions",)} | changed


def keep(house, user_id, **more):
    return saved_armies.save_army(house, user_id, BOX, answers(house), **more)


def rule(problem):
    return [refusal.rule for refusal in problem.value.refusals]


def test_an_illegal_army_is_saved_with_its_verdict_and_an_unreadable_one_is_not(house, me):
    army = keep(house, me)
    kept = saved_armies.judge_army(house, army, me)
    assert (army.name, kept.is_mine, kept.brief.verdict.is_valid) == ("Lions", True, False)
    assert army.data_version == kept.brief.verdict.version == house.shelf[BOX].armies.version
    with pytest.raises(Refused) as no:
        saved_armies.save_army(house, me, BOX, answers(house, points=("many",)))
    assert rule(no) == ["HOA-ARM-22"]
    assert (
        [one.id for one in saved_armies.list_own_armies(house, me)]
        == [army.id]
        == [one.id for one in saved_armies.list_own_armies(house, me, BOX)]
    )
    assert saved_armies.list_own_armies(house, me, "cry_havoc") == []


def test_a_raised_army_is_valid_and_keeps_its_name(house):
    page = saved_armies.draft_army_page(house, BOX, answers(house), saved_armies.RAISE)
    assert (
        page.verdict.is_valid
        and page.form["name"] == "Lions"
        and page.form["list"] == "native_warlord"
    )
    with pytest.raises(Refused):
        saved_armies.draft_army_page(house, BOX, answers(house, points=("20",)), saved_armies.RAISE)


def test_only_its_owner_changes_and_deletes_it(house, me, other):
    army = keep(house, me, sharing="public")
    with pytest.raises(NotYourSeat):
        saved_armies.change_army(house, army.id, other, answers(house))
    with pytest.raises(NotYourSeat):
        saved_armies.delete_army(house, army.id, other)
    changed = saved_armies.change_army(
        house, army.id, me, answers(house, name=("Leopards",)), sharing="public"
    )
    assert (changed.name, changed.token) == ("Leopards", army.token)
    saved_armies.delete_army(house, army.id, me)
    with pytest.raises(NoSuchGame):
        saved_armies.find_army(house, army.id, me)


def reads(house, address, user_id):
    try:
        return saved_armies.find_army(house, address, user_id) is not None
    except NoSuchGame:
        return False


def test_sharing_decides_the_readers_of_an_army(house, me, other):
    """CAR-ARM-01: users without access get the same answer as for a missing army."""
    soon = (datetime.now(UTC) + timedelta(hours=1)).isoformat()
    for sharing, by_number, by_link in (
        ("own", False, False),
        ("link", False, True),
        ("public", True, True),
        ("later", False, False),
    ):
        army = keep(house, me, sharing=sharing, opens_at=soon)
        for who in (other, None):
            assert (reads(house, army.id, who), reads(house, army.token, who)) == (
                by_number,
                by_link,
            ), sharing
        assert reads(house, army.id, me) and reads(house, army.token, me)


def test_a_secret_army_opens_at_its_moment_and_by_its_link_alone(house, me, other):
    army = keep(
        house, me, sharing="later", opens_at=(datetime.now(UTC) + timedelta(hours=1)).isoformat()
    )
    before, after = army.opens_at.replace("T", "S"), army.opens_at
    assert not saved_armies.may_read(army, army.token, other, before) and saved_armies.may_read(
        army, army.token, other, after
    )
    assert not saved_armies.may_read(army, army.id, other, after)
    assert army not in saved_armies.list_public_armies(house)
    for moment in (
        "",
        "tomorrow",
        "2001-01-01T00:00",
        "9999-12-31T23:59",
        "0001-01-01T00:00+14:00",
    ):
        with pytest.raises(Refused) as no:
            keep(house, me, sharing="later", opens_at=moment)
        assert rule(no) == ["CAR-ARM-02"]


def test_unreadable_armies_cannot_be_copied_changed_or_exported(house, me, other):
    army = keep(house, me)
    for attempt in (saved_armies.copy_army, saved_armies.delete_army):
        with pytest.raises(NoSuchGame):
            attempt(house, army.token, other)
    with pytest.raises(NoSuchGame):
        saved_armies.change_army(house, army.token, other, answers(house))


def test_a_moment_that_has_passed_stands_when_the_army_is_saved_again(house, me):
    army = keep(
        house, me, sharing="later", opens_at=(datetime.now(UTC) + timedelta(hours=1)).isoformat()
    )
    with house.store.write() as work:
        work.armies.update_army(army.id, opens_at="2024-01-01T12:00:00.000Z")
        work.commit()
    again = saved_armies.change_army(
        house, army.id, me, answers(house), sharing="later", opens_at="2024-01-01T12:00"
    )
    assert again.opens_at == "2024-01-01T12:00:00.000Z"


def test_a_copy_belongs_to_the_copier_under_a_new_name(house, me, other):
    army = keep(house, me, sharing="public")
    names = [saved_armies.copy_army(house, army.id, other) for _ in range(2)]
    assert [(one.name, one.form["name"], one.sharing, one.user_id) for one in names] == [
        ("Lions 2", "Lions 2", "own", other),
        ("Lions 3", "Lions 3", "own", other),
    ]


def test_number_of_saved_armies_is_limited(house, me, monkeypatch):
    monkeypatch.setattr(saved_armies, "MOST", 2)
    keep(house, me), keep(house, me)
    with pytest.raises(Refused) as no:
        keep(house, me)
    assert rule(no) == ["CAR-ARM-03"]


def test_both_export_formats_are_imported_unchanged(house, me):
    page = saved_armies.draft_army_page(house, BOX, answers(house), saved_armies.RAISE)
    army = saved_armies.save_army(house, me, BOX, house.shelf[BOX].armies.answers(page.form))
    file = json.loads(army_files.army_file(house, army))
    assert (file["format"], file["box"], file["valid"], file["because"], file["data_version"]) == (
        "caracole-army/1",
        BOX,
        True,
        [],
        house.shelf[BOX].armies.version,
    )
    assert (
        army_files.imported_army_page(house, BOX, json.dumps(file)).form
        == army.form
        == army_files.imported_army_page(house, BOX, json.dumps(file["army"])).form
    )
    for language in ("en", "es"):
        assert (
            army_files.imported_army_page(
                house, BOX, army_files.army_text(house, army, language)
            ).form
            == army.form
        )


def test_the_file_of_an_illegal_army_has_the_reasons_in_both_languages(house, me):
    file = json.loads(army_files.army_file(house, keep(house, me)))
    assert (
        not file["valid"]
        and {"rule", "en", "es"} == set(file["because"][0])
        and file["because"][0]["en"] != file["because"][0]["es"]
    )
    assert "No válido porque:" in army_files.army_text(house, keep(house, me), "es")


@pytest.mark.parametrize(
    "given",
    [
        "",
        "{",
        "{}",
        "[]",
        '{"format": "caracole-army/1", "box": "cry_havoc"}',
        '{"format": "x"}',
        "hello",
        "List: Samurai",
        '{"format": "caracole-army/1", "box": "heart_of_africa", "army": 5}',
        "Unit: many men\nList: Pygmies",
        "{" * 5000,
        '{"list": "pygmies", "nation": "pygmies", "year": 1700, "points": 300}',
        "Name: x\x00y",
        '{"list": "\\ud800", "nation": "pygmies", "year": 1880, "points": 300}',
    ],
)
def test_other_files_are_refused_as_armies(house, given):
    with pytest.raises(Refused) as no:
        army_files.imported_army_page(house, BOX, given)
    for refusal in no.value.refusals:
        assert refusal.says.in_("en") and refusal.says.in_("es")


@pytest.mark.parametrize(
    "given",
    [
        "{",
        '{"format": 1',
        json.dumps({"format": "caracole-army/0", "box": BOX}),
        json.dumps({"format": saved_armies.FORMAT, "box": "cry_havoc"}),
        json.dumps({"format": saved_armies.FORMAT}),
    ],
)
def test_an_army_on_file_is_of_this_format_and_game(house, given):
    """CAR-ARM-04."""
    with pytest.raises(Refused) as no:
        army_files.imported_army_page(house, BOX, given)
    assert set(rule(no)) == {"CAR-ARM-04"}


def test_a_game_without_armies_raises_none(house):
    assert [box.card.key for box in saved_armies.boxes_with_armies(house)] == [BOX]
    with pytest.raises(NoSuchGame):
        saved_armies.new_army_page(house, "cry_havoc", {})
