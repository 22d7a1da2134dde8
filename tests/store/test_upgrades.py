"""Upgrades of every earlier schema with its data (F-18), killed migrations (F-19), and checks on a
copy.
"""

from __future__ import annotations

import random
import re
import secrets
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory

from app.cli import main
from app.games import shelf
from app.kernel import monkey
from app.kernel.table_orders import Concede
from app.services.container import Services
from app.services.people import accounts, player_chat
from app.services.play import lobby, orders
from app.services.play.archiving import archive_game, restore_game
from app.services.watch import game_view
from app.store import schema
from app.store.checksums import open_snapshot, table_sums
from app.store.engine import open_engine
from app.store.migrate import known_migrations, migrate_database, newest_migration, revision_of
from app.store.transfer import back_up, restore_backup
from tests.sample_games import INCH_GAME

REPOSITORY = Path(__file__).parents[2]
CONFIG = Config(REPOSITORY / "alembic.ini")
REVISIONS = [
    script.revision for script in reversed([*ScriptDirectory.from_config(CONFIG).walk_revisions()])
]
TRIED = {*REVISIONS[::13], *REVISIONS[-2:]}
"""Versions that `make test` upgrades: the newest ones, and one of thirteen older ones."""
MOVES = 6
PEOPLE = 8
TABLES = {
    "letters": "chat_messages",
    "receivers": "notification_targets",
    "wishes": "notification_preferences",
    "house_keys": "server_keys",
    "standing_orders": "conditional_orders",
}
COLUMNS = {"complaints": {"letter_id": "chat_message_id", "letter": "text"}}
"""Present names of tables and columns that 0053 renames, by their former ones."""


def test_names_of_the_files_are_the_chain_of_migrations():
    assert list(known_migrations()) == REVISIONS[::-1]


@pytest.fixture(scope="module")
def lived_in(migrated_sqlite, tmp_path_factory) -> str:
    """Database of the present version with a game of each box, one of them finished, and a
    message.
    """
    import random
    import shutil

    url = f"sqlite:///{shutil.copy(migrated_sqlite, tmp_path_factory.mktemp('upgrades') / 'today.db')}"
    services, chance = Services.open(shelf(), url), random.Random(1)
    people = [accounts.create_guest(services).id for _ in range(PEOPLE)]
    for key in sorted(services.shelf):
        scenario = services.shelf[key].card.scenarios[0]
        game = lobby.open_table(services, people[0], key, scenario.key)
        for person in people[1 : len(scenario.sides)]:
            game = lobby.join_table(services, game.id, person)
        player_chat.write_chat_message(services, game.address, people[0], "¿Empezamos? ñandú 🐌")
        for number in range(MOVES):
            seen = next(
                (
                    look
                    for look in (
                        game_view.load_view(services, game.id, person)
                        for person in people[: len(scenario.sides)]
                    )
                    if look.decisions
                ),
                None,
            )
            if seen is None:  # the random referee has closed the campaign
                break
            orders.declare_order(
                services,
                game.id,
                seen.user_id,
                f"{number}",
                seen.last,
                monkey.any_order(seen.box, seen.view, chance),
            )
    if game_view.load_view(services, game.id).outcome is None:
        last_seated = people[len(scenario.sides) - 1]
        last = game_view.load_view(services, game.id).last
        orders.declare_order(services, game.id, last_seated, "over", last, Concede())
    services.close()
    return url


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def empty_url(request, tmp_path) -> Iterator[str]:
    """Database without tables, on both systems in turn."""
    from tests.conftest import _postgres_database

    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'old.db'}"
        return
    with _postgres_database(
        request.getfixturevalue("postgres_server"), template="template0"
    ) as url:
        yield url


def put_back(today: str, target: str, revision: str) -> str:
    """Database at that migration, with the present rows as far as its tables have them."""
    migrate_database(target, revision)
    here, there = open_engine(today), open_engine(target)
    with here.connect() as reading, there.execution_options(writes=True).begin() as writing:
        now, then = sa.MetaData(), sa.MetaData()
        now.reflect(reading)
        then.reflect(writing)
        for table in then.sorted_tables:
            there_now = now.tables[table.name if table.name in now.tables else TABLES[table.name]].c
            columns = [
                there_now[present].label(name)
                for name, present in present_names(table).items()
                if present in there_now
            ]
            rows = [dict(row) for row in reading.execute(sa.select(*columns)).mappings()]
            if rows and table.name != "alembic_version":
                writing.execute(table.insert(), rows)
    here.dispose()
    there.dispose()
    return target


def present_names(table: sa.Table) -> dict[str, str]:
    """Present name of each column of a former table."""
    renamed = COLUMNS.get(table.name, {})
    return {one.name: renamed.get(one.name, one.name) for one in table.columns}


def written(url: str) -> tuple[str | None, dict[str, tuple[int, str]]]:
    """Migration of a database, and checksums of its tables (nothing for missing ones)."""
    engine = open_engine(url)
    with open_snapshot(engine) as connection:
        revision = revision_of(connection)
        found = (
            {one.table: (one.rows, one.digest) for one in table_sums(connection)}
            if revision == newest_migration()
            else {}
        )
    engine.dispose()
    return revision, found


@pytest.mark.slow
@pytest.mark.parametrize(
    "revision",
    [pytest.param(one, marks=() if one in TRIED else pytest.mark.proof) for one in REVISIONS],
)
def test_a_database_of_every_earlier_version_is_upgraded(lived_in, tmp_path, capsys, revision):
    old = put_back(lived_in, f"sqlite:///{tmp_path / 'old.db'}", revision)
    assert main(["upgrade-check", old]) == 0
    told = capsys.readouterr().out
    assert f"migrated from {revision} to {newest_migration()}" in told and "moves unchanged" in told
    assert f"{len(shelf())} games" in told and "none with a fault, none with another result" in told
    assert written(old)[0] == revision, "the club itself is not touched"
    migrate_database(old)
    services = Services.open(shelf(), old)
    with closing(services):
        continued = 0
        for number in range(1, len(shelf()) + 1):
            looks = (
                game_view.load_view(services, number, person) for person in range(1, PEOPLE + 1)
            )
            mine = next((look for look in looks if look.decisions), None)
            if mine is None:  # ended, or the old tables hold no referee without a seat
                continue
            order = monkey.any_order(mine.box, mine.view, random.Random(1))
            played = orders.declare_order(services, number, mine.user_id, "on", mine.last, order)
            assert played.number == mine.last + 1
            continued += 1
        battles = sum(box.card.is_battle for box in shelf().values())
    assert continued >= battles, "only the campaign and the contest may be at their end"
    assert written(old)[1].keys() == written(lived_in)[1].keys()


@pytest.mark.slow
@pytest.mark.postgres
@pytest.mark.parametrize(
    "revision",
    [
        pytest.param(REVISIONS[0], marks=pytest.mark.proof),
        "0008",
        pytest.param(REVISIONS[-1], marks=pytest.mark.proof),
    ],
)
def test_a_postgres_upgrade_is_checked_on_postgres(
    lived_in, postgres_server, capsys, monkeypatch, revision
):
    from tests.conftest import _postgres_database

    own = secrets.token_hex(4)  # other tests check upgrades at the same time
    monkeypatch.setattr("app.store.scratch_copy.secrets.token_hex", lambda *_: own)
    with _postgres_database(postgres_server, template="template0") as url:
        put_back(lived_in, url, revision)
        assert main(["upgrade-check", url]) == 0
        told = capsys.readouterr().out
        assert (
            f"migrated from {revision} to {newest_migration()}" in told
            and "none with a fault" in told
        )
        assert written(url)[0] == revision
        left = postgres_server.execute(
            "SELECT count(*) FROM pg_database WHERE datname = %s", [f"caracole_rehearsal_{own}"]
        ).fetchone()
        assert left == (0,)


@pytest.mark.slow
@pytest.mark.parametrize(
    "revision",
    [
        REVISIONS[2],
        *(pytest.param(one, marks=pytest.mark.proof) for one in REVISIONS[7:-2:5]),
        REVISIONS[-2],
    ],
)
def test_an_older_database_is_backed_up_unchanged(lived_in, empty_url, revision, tmp_path):
    """The new version can make a backup before the upgrade."""
    kept = tmp_path / "kept.db"
    back_up(put_back(lived_in, empty_url, revision), kept)
    with closing(sqlite3.connect(kept)) as database:
        assert database.execute("SELECT version_num FROM alembic_version").fetchall() == [
            (revision,)
        ]
    found = restore_backup(kept, f"sqlite:///{tmp_path / 'back.db'}")
    assert {one.table: one for one in found}["moves"].rows == written(lived_in)[1]["moves"][
        0
    ] and main(["upgrade-check", str(kept)]) == 0


@pytest.mark.slow
def test_no_command_upgrades_a_database_unasked(lived_in, tmp_path, monkeypatch, capsys):
    url = put_back(lived_in, f"sqlite:///{tmp_path / 'old.db'}", REVISIONS[-2])
    monkeypatch.setenv("CARACOLE_DATABASE_URL", url)
    for words in (
        ["users"],
        ["games"],
        ["moderation"],
        ["outbox"],
        ["rotate-keys"],
        ["export", "1"],
        ["verify"],
        ["users", "add", "Ana"],
    ):
        with pytest.raises(SystemExit) as stopped:
            main(words)
        told = capsys.readouterr().err
        assert (
            stopped.value.code == 2
            and f"stands at migration {REVISIONS[-2]}, this version needs {newest_migration()}: python -m app "
            "migrate"
            in told
        ), words
        assert written(url)[0] == REVISIONS[-2]
    assert main(["migrate"]) == 0 and main(["games"]) == 0


KILLED = """
import os, signal, sys
import sqlalchemy as sa
from app.store.migrate import migrate_database
left = int(sys.argv[2])

@sa.event.listens_for(sa.Engine, "before_cursor_execute")
def count(connection, cursor, statement, *_):
    global left
    if statement.lstrip().upper().startswith(("CREATE TABLE", "ALTER", "UPDATE", "INSERT")):
        left -= 1
        if left < 0:
            os.kill(os.getpid(), signal.SIGKILL)

migrate_database(sys.argv[1])
"""


@pytest.mark.slow
@pytest.mark.parametrize("statements", [2, 17])
def test_a_killed_migration_changes_nothing(lived_in, empty_url, statements):
    url = put_back(lived_in, empty_url, "0003")
    ended = subprocess.run(
        [sys.executable, "-c", KILLED, url, str(statements)],
        cwd=REPOSITORY,
        check=False,
        capture_output=True,
        text=True,
    )
    assert ended.returncode == -9, ended.stderr
    assert written(url)[0] == "0003"
    assert not has_table(url, "receivers")
    migrate_database(url)
    revision, found = written(url)
    assert revision == newest_migration() and found["moves"] == written(lived_in)[1]["moves"]


@pytest.mark.slow
def test_acts_of_moderators_keep_their_complaints_and_messages(lived_in, empty_url):
    """0013 gives `complaints.remark_id` its key, for which SQLite rebuilds the table."""
    url = put_back(lived_in, empty_url, "0012")
    engine, then = open_engine(url), sa.MetaData()
    with engine.execution_options(writes=True).begin() as writing:
        then.reflect(writing)
        [game, other] = writing.execute(
            sa.select(then.tables["games"].c.id).order_by("id").limit(2)
        ).scalars()
        remark = {
            "about": None,
            "after": 0,
            "user_id": None,
            "name": "Ana",
            "text": "Hm",
            "made_at": "2026",
            "hidden": False,
        }
        writing.execute(
            then.tables["remarks"].insert(),
            [
                remark | {"id": 1, "game_id": game, "number": 1, "news": 1},
                remark | {"id": 2, "game_id": other, "number": 1, "news": 1},
            ],
        )
        complaint = {
            "by_id": None,
            "about_id": None,
            "about": "Ana",
            "letter_id": None,
            "letter": "Hm",
            "reason": "rude",
            "created": "2026",
            "closed": "",
        }
        writing.execute(
            then.tables["complaints"].insert(),
            [
                complaint | {"id": one, "remark_id": of}
                for one, of in ((1, 1), (2, 99), (3, None), (4, 2))
            ],
        )
        writing.execute(
            then.tables["acts"].insert(),
            [
                {
                    "id": one,
                    "made_at": "2026",
                    "by_id": None,
                    "by": "",
                    "what": "hide",
                    "about_id": None,
                    "about": "Ana",
                    "note": "",
                    "complaint_id": of,
                }
                for one, of in ((1, 4), (2, None), (3, 1))
            ],
        )
    engine.dispose()
    migrate_database(url)
    services = Services.open(shelf(), url)
    with closing(services), services.store.write() as work:
        assert [
            (one.id, one.remark_id, one.game_id) for one in work.complaints.open_complaints(9)
        ] == [
            (1, 1, game),
            (2, None, None),
            (3, None, None),
            (4, 2, other),
        ]
        assert [one.complaint_id for one in work.acts.latest_acts(9)] == [1, None, 4]
        work.games.delete_game(game)  # its messages go, and complaints no longer refer to them
        assert [(one.id, one.remark_id) for one in work.complaints.open_complaints(9)] == [
            (1, None),
            (2, None),
            (3, None),
            (4, 2),
        ]


@pytest.mark.slow
def test_armies_that_moderators_have_removed_stay_removed(lived_in, empty_url):
    """Before 0016 a removed army was stored like a private one."""
    url = put_back(lived_in, empty_url, "0015")
    engine, then = open_engine(url), sa.MetaData()
    what_was_done = {
        1: (),
        2: ("hide",),
        3: ("hide", "show"),
        4: ("dismiss",),
        5: ("hide",),
    }  # acts of moderators on each army
    with engine.execution_options(writes=True).begin() as writing:
        then.reflect(writing)
        army = {
            "user_id": 1,
            "box": INCH_GAME,
            "name": "Lions",
            "form": "{}",
            "data_version": "1",
            "created": "2026",
            "changed": "2026",
        }
        complaint = {
            "by_id": None,
            "about_id": None,
            "about": "Ana",
            "letter": "Hm",
            "reason": "rude",
            "created": "2026",
            "closed": "",
        }
        for number, acts in what_was_done.items():
            writing.execute(
                then.tables["armies"].insert(),
                army
                | {
                    "id": number,
                    "token": f"t{number}",
                    "sharing": "public" if number == 5 else "own",
                },
            )
            writing.execute(
                then.tables["complaints"].insert(), complaint | {"id": number, "army_id": number}
            )
            for what in acts:
                writing.execute(
                    then.tables["acts"].insert(),
                    {
                        "made_at": "2026",
                        "by": "",
                        "what": what,
                        "about": "Ana",
                        "note": "",
                        "complaint_id": number,
                    },
                )
    engine.dispose()
    migrate_database(url)
    with (engine := open_engine(url)).execution_options(writes=True).begin() as writing:
        armies = sa.table("armies", sa.column("id"), sa.column("hidden"), sa.column("sharing"))
        assert list(
            writing.execute(sa.select(armies.c.id).where(armies.c.hidden).order_by("id")).scalars()
        ) == [2]
        writing.execute(
            armies.update().where(armies.c.id.in_((2, 5))).values(hidden=True, sharing="public")
        )
        config = CONFIG
        config.attributes["connection"] = writing
        command.downgrade(config, "0015")
        assert (
            list(
                writing.execute(
                    sa.select(armies.c.id).where(armies.c.sharing == "public")
                ).scalars()
            )
            == []
        )
        assert "hidden" not in [
            column["name"] for column in sa.inspect(writing).get_columns("armies")
        ]
    engine.dispose()


def has_table(url: str, name: str) -> bool:
    engine = open_engine(url)
    with engine.connect() as connection:
        found = sa.inspect(connection).has_table(name)
    engine.dispose()
    return found


def test_a_missing_database_is_not_checked(tmp_path, capsys):
    empty = tmp_path / "empty.db"
    empty.write_bytes(b"")
    with pytest.raises(SystemExit):
        main(["upgrade-check", str(empty)])
    assert re.search("no club", capsys.readouterr().err)


def downgrade(url: str, to: str) -> None:
    engine, config = open_engine(url), Config(CONFIG.config_file_name)
    with engine.execution_options(writes=True).begin() as writing:
        config.attributes["connection"] = writing
        command.downgrade(config, to)
    engine.dispose()


@pytest.mark.slow
def test_a_downgrade_is_refused_while_games_are_archived(lived_in, empty_url):
    """The version before 0055 reads no archive, so it would lose the moves of these games."""
    url = put_back(lived_in, empty_url, newest_migration())
    services = Services.open(shelf(), url)
    with services.store.engine.connect() as reading:
        over = schema.games.c.status == "over"
        game = reading.execute(sa.select(schema.games.c.id).where(over)).scalars().first()
    assert archive_game(services, game) is not None
    before = written(url)
    with pytest.raises(RuntimeError, match="archive --restore all"):
        downgrade(url, "0054")
    assert written(url) == before, "the refused downgrade changes nothing"
    assert restore_game(services, game) > 0
    services.close()
    downgrade(url, "0054")
    assert written(url)[0] == "0054"
    assert not has_table(url, "archives")
    migrate_database(url)
    assert written(url)[1]["moves"] == written(lived_in)[1]["moves"]
