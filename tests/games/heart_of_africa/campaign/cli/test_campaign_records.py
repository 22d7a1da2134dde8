"""A campaign and the commands for records: transfer, upgrade-check, re-adjudicate, repair, import.
Its battle has a photograph, and a player keeps a default roster.
"""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa

from app.cli import main
from app.games.heart_of_africa.armies.army import plain_army
from app.games.heart_of_africa.armies.sensible import sensible
from app.main import create_app
from app.services.play import default_rosters, photographs, saved_armies
from app.services.play.picture_encoding import encode_picture
from app.settings import Settings
from app.store.engine import open_engine
from app.store.transfer import copy_database
from tests.api.conftest import Site
from tests.games.heart_of_africa.campaign.api_campaign import NAMES, Campaign
from tests.services.play.test_picture_encoding import photograph

OF_A_CAMPAIGN = (
    *("games", "seats", "moves", "referees", "referee_votes"),
    *("photographs", "armies", "default_rosters"),
)


@pytest.fixture
def campaign(sqlite_url):
    """Campaign with two referees, a vote, a battle with its table, and a correction."""
    file = Path(sqlite_url.removeprefix("sqlite:///"))
    app = create_app(Settings(database_url=sqlite_url))
    site = Site(app, file)
    with closing(site.ledger.file):
        found = Campaign(site)
        found.file = file
        site.speaks("Elena")
        found.referee.post(f"{found.path}/referees", {"name": "Elena"})
        found.attacker, _ = found.dispute()
        found.correct(found.referee.get(found.path)["last"])
        add_story(site, int(found.address))
        site.services.close()
    with closing(sqlite3.connect(file)) as database, database:
        voter, candidate = site.people["Berta"], site.people["Elena"]
        database.execute(
            "INSERT INTO referee_votes VALUES (?, ?, ?, '2026-11-26T00:00:00.000Z')",
            (found.address, voter, candidate),
        )
    return found


def add_story(site, game: int) -> None:
    """Add a photograph of the battle and a default roster of a player."""
    player, services = site.people["Berta"], site.services
    dusk = encode_picture(photograph(), "dusk.jpg")
    photographs.add_photographs(services, game, player, "b1", [dusk], "Al atardecer")
    box = services.shelf["heart_of_africa"]
    drawn = sensible(
        *("native_kingdom", "buganda", 1860, 300, "raid", "attacker", random.Random(1))
    )
    army = saved_armies.save_army(
        services, player, "heart_of_africa", box.armies.answers(plain_army(drawn))
    )
    default_rosters.keep_default_roster(services, game, player, army.id)


@pytest.fixture
def caracole(sqlite_url, monkeypatch, capsys):
    monkeypatch.setenv("CARACOLE_DATABASE_URL", sqlite_url)

    def run(*words):
        capsys.readouterr()
        try:
            status = main([str(word) for word in words])
        except SystemExit as stopped:
            status = stopped.code
        told = capsys.readouterr()
        return status, told.out + told.err

    return run


def rows(file, table):
    with closing(sqlite3.connect(file)) as database:
        return database.execute(f"SELECT * FROM {table} ORDER BY 1, 2").fetchall()  # noqa: S608 names of ours


@pytest.mark.slow
def test_a_transfer_takes_every_table_of_a_campaign_along(campaign, sqlite_url, tmp_path):
    there = tmp_path / "there.db"
    copy_database(sqlite_url, f"sqlite:///{there}")
    for table in OF_A_CAMPAIGN:
        assert rows(there, table) == rows(campaign.file, table) != [], table
    with closing(sqlite3.connect(there)) as database:
        links = database.execute(
            "SELECT parent_id, battle FROM games WHERE battle != ''"
        ).fetchall()
    assert links == [(int(campaign.address), "b1")]


def test_upgrade_check_and_re_adjudicate_decide_a_correction_again(campaign, caracole):
    status, told = caracole("upgrade-check")
    assert status == 0 and "none with a fault, none with another result" in told, told
    status, told = caracole("re-adjudicate", campaign.address)
    assert status == 0 and "1 games decided again, 0 with another result" in told, told
    assert caracole("verify", campaign.address)[0] == 0


@pytest.mark.slow
def test_repair_restores_a_correction_and_who_made_it(campaign, caracole, tmp_path):
    kept = tmp_path / "kept.db"
    assert caracole("backup", kept)[0] == 0
    whole = rows(campaign.file, "moves")
    with closing(sqlite3.connect(campaign.file)) as database, database:
        database.execute(
            "DELETE FROM moves WHERE game_id = ? AND number >= 5", (int(campaign.address),)
        )
    assert caracole("upgrade-check")[0] == 1
    status, told = caracole("repair", campaign.address, kept)
    assert status == 0 and "is intact" in told, told
    assert rows(campaign.file, "moves") == whole


def damage_photographs(file) -> list:
    """Break the data of all photographs; return their rows as they were."""
    whole = rows(file, "photographs")
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("UPDATE photographs SET data = ?", (b"broken",))
    return whole


def test_verify_and_repair_include_photographs(campaign, caracole, tmp_path):
    kept = tmp_path / "kept.db"
    assert caracole("backup", kept)[0] == 0
    whole = damage_photographs(campaign.file)
    for names in ((), (campaign.address,)):
        status, told = caracole("verify", *names)
        assert status == 1 and "photograph 1 of battle b1 is damaged" in told, told
    status, told = caracole("repair", campaign.address, kept)
    assert status == 0 and "photograph 1 restored" in told, told
    assert rows(campaign.file, "photographs") == whole
    assert caracole("verify")[0] == 0


def test_repair_names_a_photograph_that_the_backup_lacks(campaign, caracole, tmp_path):
    damage_photographs(campaign.file)
    kept = tmp_path / "kept.db"
    assert caracole("backup", kept)[0] == 0
    status, told = caracole("repair", campaign.address, kept)
    assert status == 1 and "photograph 1 of battle b1 is damaged, and not in" in told, told
    assert "nothing restored" in told


@pytest.mark.slow
@pytest.mark.postgres
def test_the_commands_do_the_same_on_postgres(
    campaign, caracole, sqlite_url, fresh_postgres_url, tmp_path, monkeypatch
):
    status, told = caracole("transfer", sqlite_url, fresh_postgres_url)
    assert status == 0 and "both sides have the same checksums" in told, told
    monkeypatch.setenv("CARACOLE_DATABASE_URL", fresh_postgres_url)
    status, told = caracole("re-adjudicate", campaign.address)
    assert status == 0 and "1 games decided again, 0 with another result" in told, told
    assert caracole("backup", tmp_path / "kept.db")[0] == 0
    engine = open_engine(fresh_postgres_url)
    with engine.begin() as database:
        database.execute(
            sa.text("DELETE FROM moves WHERE game_id = :game AND number >= 5"),
            {"game": int(campaign.address)},
        )
    engine.dispose()
    assert caracole("upgrade-check")[0] == 1
    status, told = caracole("repair", campaign.address, tmp_path / "kept.db")
    assert status == 0 and "is intact" in told, told
    back = tmp_path / "back.db"
    copy_database(fresh_postgres_url, f"sqlite:///{back}")
    for table in OF_A_CAMPAIGN:
        assert rows(back, table) == rows(campaign.file, table), table


def test_export_and_import_name_the_members_of_the_seats(campaign, caracole, tmp_path):
    file = tmp_path / "campaign.json"
    assert caracole("export", campaign.address, "--out", file)[0] == 0
    seats = [f"--seat=p{number}={name}" for number, name in enumerate(NAMES[1:3], 1)]
    status, told = caracole("import", file, *seats, "--referee", "Ada")
    assert status == 0
    assert "p1         Berta\n" in told and "p3         Dora (open)" in told
    assert "referee    Ada" in told
    status, told = caracole("import", file, "--seat", "p1=Nobody")
    assert status == 2 and "No member has the name Nobody." in told
