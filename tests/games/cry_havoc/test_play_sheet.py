"""CH-SUM-10: the play sheet shows every cell of the tables of the data file."""

import pytest

from app.games.cry_havoc import GAME
from app.games.cry_havoc.tables import (
    CHARACTERS,
    COMBAT,
    CORPSES,
    MISSILES,
    RANGES,
    SHIFTS,
    TERRAIN,
)

SHEETS = {
    sheet.title.in_("en"): [[cell.in_("en") for cell in row] for row in sheet.rows]
    for sheet in GAME.sheet()
}


def titled(*words):
    """Rows of the only sheet whose title has all of the words."""
    found = [rows for title, rows in SHEETS.items() if all(word in title for word in words)]
    assert len(found) == 1, (words, list(SHEETS))
    return found[0]


def test_ranges():
    shown = {tuple(row[2:]) for row in titled("Range")}
    assert {
        (f"{band['min']}–{band['max']}", f"+{band['modifier']}")
        for weapon in ("bow", "crossbow")
        for band in RANGES[weapon]
    } <= shown


@pytest.mark.parametrize(
    ("category", "words"),
    [
        ("mounted", "mounted"),
        ("foot_armoured", ", armoured"),
        ("foot_unarmoured", "without armour"),
    ],
)
def test_missiles(category, words):
    columns = zip(*(row[2:] for row in titled("Missiles, target", words)), strict=True)
    assert [list(column) for column in columns] == [
        list(MISSILES["tables"][category][cover]) for cover in ("none", "light", "medium")
    ]


@pytest.mark.parametrize(
    ("table", "words"), [("against_foot", "characters on foot"), ("against_mounted", "riders")]
)
def test_combat(table, words):
    rows = titled("Close combat against", words)
    assert {row[0]: row[1:] for row in rows} == {
        str(die): list(letters) for die, letters in COMBAT[table].items()
    }


def test_shifts():
    shown = {row[0]: [int(cell) for cell in row[1:]] for row in titled("Terrain in close combat")}
    assert shown == {mine: [SHIFTS[mine][theirs] for theirs in "+0-"] for mine in "+0-"}


def test_terrain():
    shown = [row[1:3] + row[4:] for row in SHEETS["Terrain"]]
    for kind, row in TERRAIN.items():
        if isinstance(row, dict) and "combat" in row:
            assert [
                *(str(row[who]) if row[who] else "closed" for who in ("foot", "horse")),
                row["combat"],
            ] in shown, kind
    assert [str(TERRAIN["hexsides"]["window"]["foot_total"]), "closed", "–"] in shown


def test_corpses():
    shown = [row[1] for row in titled("Corpses")]
    assert shown == [
        str(n)
        for n in (
            *CORPSES["weight"].values(),
            CORPSES["surcharge"]["from_weight"],
            CORPSES["closed"]["from_weight"],
        )
    ]


def test_characters():
    shown = {row[0]: row[2:] for row in titled("Characters")}
    for who, row in CHARACTERS.items():
        assert shown[who] == [
            " / ".join(map(str, row[form])) if form in row else "–"
            for form in ("foot", "foot_wounded", "mounted", "mounted_wounded")
        ]
