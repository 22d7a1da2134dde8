"""The play sheet shows the numbers of the data file, and each table says where it comes from."""

import pytest
import yaml

from app.games.africa_1859 import GAME
from app.games.africa_1859.data_file import FOLDER, NEWEST, VERSIONS
from app.games.africa_1859.wording_dice import MODIFIERS

FILE = yaml.safe_load((FOLDER / "africa_1859.yaml").read_text(encoding="utf-8"))
SHEETS = GAME.sheet()


def rows_of(title):
    """Cells of a table in English."""
    sheet = next(one for one in SHEETS if one.title.in_("en").startswith(title))
    return [[cell.in_("en") for cell in row] for row in sheet.rows]


def sign(amount):
    return f"{amount:+d}".replace("-", "−")


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_table_is_full_and_tells_its_origin(language):
    published = {"en": "Published rules", "es": "Reglas publicadas"}[language]
    completion = {"en": "our completion", "es": "complemento nuestro"}[language]
    for sheet in SHEETS:
        assert sheet.rows and all(len(row) == len(sheet.head) for row in sheet.rows), sheet.title
        assert all(cell.in_(language) for row in sheet.rows for cell in row)
        origin = sheet.origin.in_(language)
        cited = any(GAME.rulebook[rule].id.startswith("AFR-") for rule in sheet.rules)
        assert origin.startswith(published) == cited, (sheet.title, origin)
        # A table that only cites published rules says nothing of a completion of its own.
        completed = any(rule.startswith("AFB-") for rule in sheet.rules)
        assert (
            completion in origin.lower() or "ours" in origin or "nuestra" in origin
        ) == completed


def test_the_fire_table_has_the_rows_of_the_file():
    """AFB-FIR-01, AFB-FIR-02."""
    rows = rows_of("Fire")
    assert [row[0] for row in rows[:5]] == ["4 or less", "5", "6–7", "8–9", "10 or more"]
    for row, cells in zip(FILE["tables"]["fire"]["rows"], rows, strict=False):
        assert (f"{row['steps']} step" in cells[1]) == (row["steps"] > 0)
        assert ("morale check" in cells[1]) == row["check"]
    assert rows[-1][0] == sign(FILE["tables"]["fire"]["modifiers"]["cover"])


def test_the_clash_table_has_every_line_of_the_file():
    """AFB-ASL-06."""
    amounts = {row[0]: row[2] for row in rows_of("Clash")}
    for key, amount in FILE["tables"]["assault"]["lines"].items():
        assert amounts[MODIFIERS[key].in_("en")] == sign(amount)
    works = FILE["tables"]["works"]
    assert amounts["works"] == f"+{works['works']}, +{works['fort']}"


def test_units_leaders_ground_and_ways_are_those_of_the_file():
    units = {row[0]: row[3:] for side in ("Spain", "Morocco") for row in rows_of(f"Units: {side}")}
    for kind in FILE["kinds"].values():
        names = ("cf", "ff" if kind["ff"] else "af", "morale", "steps", "move")
        assert units.pop(kind["en"]) == [str(kind[name]) for name in names]
    assert units == {}
    assert [row[2] for row in rows_of("Leaders")] == [
        f"{one['a']}/{one['b']}" for one in FILE["leaders"].values()
    ]
    ground = {row[0]: row[1] for row in rows_of("Ground")}
    assert {one["en"]: str(one["defence"]) for one in FILE["terrain"].values()}.items() <= (
        ground.items()
    )
    edges = {key: one for key, one in FILE["edges"].items() if isinstance(one, dict)}
    yes = {True: "yes", False: "no"}
    assert [row[1:] for row in rows_of("Ways")] == [
        [yes[one["guns"]], yes[one["crossing"]]] for one in edges.values()
    ]


def test_scenarios_have_their_turns_and_margins():
    """AFB-VIC-02."""
    newest = VERSIONS[NEWEST].scenarios.values()
    for one, cells in zip(newest, rows_of("Scenarios"), strict=True):
        margins = [str(amount).replace("-", "−") for amount in one.margins.values()]
        assert cells[:2] == [one.title.in_("en"), str(one.turns)]
        assert [cell.split()[0] for cell in cells[2:]] == margins


def test_the_campaign_has_its_numbers():
    """AFB-CMP-02, AFB-CMP-03, AFB-CMP-04, AFB-CMP-05."""
    rows, terms = dict(rows_of("The campaign")), FILE["scenarios"]["campana"]
    assert f"at most {terms['supply']['range']} ways" in rows["supply of Spain"]
    assert rows["storm, turns 7-12"] == "D6: 5, 6" and rows["storm"] == "D6: 6"
    assert f"{terms['disease']['stack_of']} Spanish fighters" in rows["disease"]
    assert rows["replacements: Morocco"] == f"{terms['replacements']['M']} steps a turn"
