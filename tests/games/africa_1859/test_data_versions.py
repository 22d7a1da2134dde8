"""Versions of the data of Africa 1859-60: files of changes, and games that keep their version."""

import pytest
import yaml

from app.games.africa_1859.beginning import set_up, terms_of
from app.games.africa_1859.data_file import (
    CATALOGUE,
    FOLDER,
    NEWEST,
    VERSIONS,
    DataError,
    read_versions,
)
from app.games.africa_1859.play_sheet import sheets
from app.games.africa_1859.state import Terms
from app.games.africa_1859.victory import degree_of
from app.kernel.contract import Setup

MARGIN = {"S_decisive": 12, "S_marginal": 4, "M_marginal": -3, "M_decisive": -11}
CHANGE = {
    "value": "scenarios.castillejos.victory.margin",
    "was": MARGIN,
    "now": {**MARGIN, "S_decisive": 99},
    "reason": {"en": "a test", "es": "una prueba"},
}


@pytest.fixture
def folder(tmp_path):
    """Folder with the data of the catalogue."""
    text = (FOLDER / "africa_1859.yaml").read_text(encoding="utf-8")
    (tmp_path / "africa_1859.yaml").write_text(text, encoding="utf-8")
    return tmp_path


def write_changes(folder, *changes, name="mine.yaml", version=7):
    row = {"format": 1, "version": version, "changes_of": 1, "changes": list(changes)}
    (folder / name).write_text(yaml.safe_dump(row), encoding="utf-8")


def test_a_file_of_changes_is_a_version_of_its_own(folder):
    write_changes(folder, CHANGE)
    found = read_versions(folder)
    assert sorted(found) == [1, 7]
    assert found[7].scenarios["castillejos"].margins["S_decisive"] == 99
    assert found[1].scenarios["castillejos"].margins == MARGIN, "the older version stays"
    assert found[7].scenarios["tetuan"] == found[1].scenarios["tetuan"]
    assert found[7].kinds == found[1].kinds
    assert [one.was for one in found[7].changes] == [MARGIN] and not found[1].changes


def test_a_change_names_the_old_value(folder):
    write_changes(folder, {**CHANGE, "was": {**MARGIN, "S_marginal": 5}})
    with pytest.raises(DataError, match=r"mine\.yaml: .*castillejos\.victory\.margin is"):
        read_versions(folder)


@pytest.mark.parametrize("value", ["scenarios.nowhere.victory.margin", "tables.nothing"])
def test_a_change_of_nothing_is_refused(folder, value):
    write_changes(folder, {**CHANGE, "value": value})
    with pytest.raises(DataError, match=r"mine\.yaml: KeyError"):
        read_versions(folder)


def test_two_files_share_no_version(folder):
    write_changes(folder, CHANGE)
    write_changes(folder, CHANGE, name="other.yaml")
    with pytest.raises(DataError, match="version 7 has another file"):
        read_versions(folder)


def test_a_club_adds_a_whole_file_of_its_own(folder):
    row = yaml.safe_load((folder / "africa_1859.yaml").read_text(encoding="utf-8"))
    row["version"], row["kinds"]["line"]["cf"] = 1000, 9
    (folder / "club.yaml").write_text(yaml.safe_dump(row, sort_keys=False), encoding="utf-8")
    found = read_versions(folder)
    assert max(found) == 1000 and found[1000].kinds["line"].cf == 9 != found[1].kinds["line"].cf
    assert found[1000].scenarios == found[1].scenarios and not found[1000].changes


def test_a_new_game_has_the_newest_data_and_a_recorded_one_keeps_its_own():
    setup = Setup("tetuan", {"S": "S", "M": "M"})
    assert terms_of(setup).data == NEWEST > CATALOGUE
    for version in VERSIONS:
        war = set_up(Terms(version, "tetuan", "tetuan"))
        margin = VERSIONS[version].scenarios["tetuan"].margins["S_marginal"]
        assert degree_of(war, margin) == ("S", "marginal")
        assert degree_of(war, margin - 1) == (None, "draw")


def test_the_play_sheet_has_the_older_margins_beside_the_newest():
    changed = [one for one in VERSIONS[NEWEST].changes if one.value[-1] == "margin"]
    assert changed
    [rows] = [one.rows for one in sheets() if "AFB-VIC-02" in one.rules]
    cells = {
        row[0].in_("en"): [cell.in_("en").replace("−", "-").split() for cell in row[2:]]
        for row in rows
    }
    for one in changed:
        title = VERSIONS[NEWEST].scenarios[one.value[1]].title.in_("en")
        expected = [
            [str(one.now[key]), f"({old})"] if old != one.now[key] else [str(old)]
            for key, old in one.was.items()
        ]
        assert cells[title] == expected


def test_each_change_of_the_newest_data_has_a_reason_in_both_languages():
    for one in VERSIONS[NEWEST].changes:
        assert one.reason.in_("en") and one.reason.in_("es") != one.reason.in_("en")
