"""Commands of the command line."""

import argparse
import json
import os
import random
import re
import shutil
import socket
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path

import pytest
import uvicorn

from app.cli import OLD_NAMES, headless_games
from app.cli.serving import open_shared_socket, server_options
from app.settings import Settings
from tests.any_game import BOX, SCENARIO
from tests.sample_games import AREA_GAME, HEX_GAME, INCH_GAME
from tests.services.phone import shown

REPOSITORY = Path(__file__).parents[2]


def test_an_unknown_command_is_a_wrong_call():
    run = subprocess.run(
        [sys.executable, "-m", "app", "fly"],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 2
    assert "adjudicate" in run.stderr


COMMANDS = {
    "muster": ("validate-army", (INCH_GAME, "{tmp}/army.yaml"), 1),
    "mend": ("repair", (1, "{tmp}/kept.db"), 0),
    "again": ("retry-order", (1, 1, "watch", "{}"), 2),
    "rehearse": ("re-adjudicate", (1,), 0),
    "house": ("moderation", ("log",), 0),
    "keys": ("rotate-keys", ("list",), 0),
    "check": ("upgrade-check", ("{tmp}/kept.db",), 0),
}


@pytest.mark.slow
@pytest.mark.parametrize("old", COMMANDS)
def test_a_former_command_name_works_and_warns(caracole, finished, tmp_path, old):
    new, words, status = COMMANDS[old]
    (tmp_path / "army.yaml").write_text("{units: []}")
    assert caracole("backup", tmp_path / "kept.db").returncode == 0
    words = [str(word).replace("{tmp}", str(tmp_path)) for word in words]
    by_new, by_old = caracole(new, *words), caracole(old, *words)
    assert by_new.returncode == by_old.returncode == status
    without_seconds = [re.sub(r"[\d.]+ s", "", run.stdout) for run in (by_new, by_old)]
    assert without_seconds[0] == without_seconds[1]
    assert "is now" not in by_new.stderr
    warning = f"{old} is now {new}; the old name goes with the next release\n"
    assert by_old.stderr == warning + by_new.stderr


def test_every_former_name_has_its_present_one():
    assert {old: new for old, (new, *_) in COMMANDS.items()} == OLD_NAMES


@pytest.mark.slow
def test_the_server_warns_of_each_former_variable(sqlite_url):
    """Uvicorn is replaced, so no server runs."""
    start = (
        "import uvicorn; uvicorn.run = lambda *_, **__: None\n"
        "from app.cli import main; main(['serve'])"
    )
    kept = {name: value for name, value in os.environ.items() if not name.startswith("CARACOLE_")}
    former = {"CARACOLE_LOG_FORM": "json", "CARACOLE_ZONE": "Europe/Madrid", "CARACOLE_LIMITS": ""}
    run = subprocess.run(
        [sys.executable, "-c", start],
        cwd=REPOSITORY,
        env=kept | former | {"CARACOLE_DATABASE_URL": sqlite_url},
        capture_output=True,
        text=True,
        check=True,
    )
    lines = [json.loads(line) for line in run.stderr.splitlines()]
    assert [(line["level"], line["says"]) for line in lines] == [
        ("warning", f"{old} is now {new}; the old name goes with the next release")
        for old, new in (
            ("CARACOLE_LOG_FORM", "CARACOLE_LOG_FORMAT"),
            ("CARACOLE_ZONE", "CARACOLE_TIMEZONE"),
        )
    ]


def test_migrate(caracole):
    assert caracole("migrate").stdout == "The database is up to date.\n"


def test_users(caracole):
    assert caracole("users", "add", "Ana", given="correct horse\n").returncode == 0
    assert "member" in caracole("users").stdout
    assert caracole("users", "add", "ana", given="correct horse\n").returncode == 2
    assert caracole("users", "password", "Ana", given="short\n").returncode == 2
    assert "a bot now" in caracole("users", "bot", "ANA").stdout
    assert caracole("users", "delete", "Ana").returncode == 0
    assert "Ana" not in caracole("users").stdout
    assert "no account is called" in caracole("users", "delete", "Ana").stderr


def test_users_lists_the_owner_of_a_bot_account(caracole, sqlite_url):
    from app.games import shelf
    from app.services.container import Services
    from app.services.people import accounts, bot_accounts

    services = Services.open(shelf(), sqlite_url)
    bot_accounts.create_bot_account(
        services, accounts.register(services, "Ana", "correct horse").id, "Walker"
    )
    services.close()
    member, program = caracole("users").stdout.splitlines()
    assert member.endswith("  Ana") and program.endswith("  Walker [bot]  of Ana")


def test_the_administrator_deactivates_a_second_factor(caracole, sqlite_url):
    from app.games import shelf
    from app.services.container import Services
    from app.services.people import accounts, second_factor

    caracole("users", "add", "Ana", given="correct horse\n")
    services = Services.open(shelf(), sqlite_url)
    second_factor.offer_key(services, 1, "correct horse")
    second_factor.switch_on(services, 1, shown(services, 1), "")
    assert isinstance(accounts.log_in(services, "Ana", "correct horse"), accounts.HalfLogin)
    assert (
        caracole("users", "factor-off", "ANA").stdout
        == "The second factor is off; all sessions of the account have ended.\n"
    )
    assert isinstance(accounts.log_in(services, "Ana", "correct horse"), accounts.Login)
    assert "CAR-ACC-09" in caracole("users", "factor-off", "Ana").stderr
    services.close()


def test_the_administrator_replaces_a_server_key(caracole, sqlite_url):
    from app.games import shelf
    from app.services.container import Services
    from app.services.notify import notification_preferences
    from app.services.people import accounts

    assert caracole("rotate-keys", "replace", "links").returncode == 2  # there is none yet
    services = Services.open(shelf(), sqlite_url)
    ana = accounts.register(services, "Ana", "correct horse").id
    old = notification_preferences.unsubscribe_link(services, ana, "chat").rsplit("/", 1)[1]
    assert (
        notification_preferences.unsubscribe_request(services, old) == (ana, "chat")
        and "links  stored    " in caracole("rotate-keys").stdout
    )
    assert caracole("rotate-keys", "replace", "links").returncode == 0
    assert notification_preferences.unsubscribe_request(services, old) is None
    assert notification_preferences.unsubscribe_request(
        services, notification_preferences.unsubscribe_link(services, ana, "chat").rsplit("/", 1)[1]
    ) == (ana, "chat")
    services.close()


def test_the_administrator_names_moderators_and_reads_their_log(caracole):
    caracole("users", "add", "Ana", given="correct horse\n")
    assert caracole("moderation", "name", "ANA").stdout == "The member is a moderator.\n"
    assert caracole("moderation", "mute", "Ana", "--days", 0).returncode == 2
    assert caracole("moderation", "suspend", "Ana", "--note", "Cheats with dice.").returncode == 0
    assert "suspended" in caracole("moderation", "name", "Ana").stderr
    assert caracole("moderation", "lift", "Ana").returncode == 0
    assert caracole("moderation", "suspend", "Nobody").returncode == 2
    log = caracole("moderation").stdout.splitlines()
    assert [line.split()[2] for line in log] == ["lift", "suspend", "name"] and log[1].endswith(
        "Ana  Cheats with dice."
    )


def test_records(caracole, finished):
    for command in ("re-adjudicate", "verify"):
        assert caracole(command).returncode == 0
        assert caracole(command, finished).returncode == 0
        assert caracole(command, 1).returncode == 0
    assert caracole("import", finished).stdout.startswith("game 2:")
    assert "over" in caracole("games").stdout
    assert (
        json.loads(caracole("export", 2).stdout)["moves"]
        == json.loads(finished.read_text())["moves"]
    )
    log = caracole("replay", finished, "--move", 1, "--language", "es")
    assert log.returncode == 0
    assert "   1  " in log.stdout
    assert "no game '77'" in caracole("replay", 77).stderr
    assert caracole("games", "delete", 2).returncode == 0
    assert caracole("export", 2).returncode == 2


def test_a_changed_file_is_found_out(caracole, finished):
    file = json.loads(finished.read_text())
    file["moves"][-1]["seat"] = "somebody"
    finished.write_text(json.dumps(file))
    assert caracole("verify", finished).returncode == 2
    assert caracole("import", finished).returncode == 2


def chained_anew(path: Path, change) -> None:
    """Exported game with a changed second move and a valid chain."""
    import msgspec

    from app.kernel import record
    from app.kernel.record import Move

    file, head = json.loads(path.read_text()), ""
    change(file["moves"][1])
    for move in file["moves"]:
        raw = {
            name: msgspec.Raw(record.to_json(move[name]).encode()) for name in ("events", "rolls")
        }
        raw["order"] = msgspec.Raw(record.as_given(move["order"]).encode())
        placed = record.chain_move(Move(**{**move, **raw}), head)
        move["before"], move["hash"], head = placed.before, placed.hash, placed.hash
    path.write_text(json.dumps(file))


@pytest.mark.parametrize("sides", [0, 2**65])
def test_an_impossible_die_is_false(caracole, finished, sides):
    """The check ends although such a die never falls."""
    chained_anew(
        finished,
        lambda move: move.update(rolls=[{"purpose": "shot", "of": "a", "sides": sides, "face": 1}]),
    )
    verified = caracole("verify", finished)
    assert (
        verified.returncode == 1
        and "move 2, die 1: 1 on record, but there is no die of so many sides" in verified.stdout
    )
    imported = caracole("import", finished)
    assert (
        imported.returncode == 2
        and "move 2, die 1: 1 on record, but there is no die of so many sides" in imported.stderr
    )


def test_an_unknown_event_is_reported(caracole, finished):
    chained_anew(finished, lambda move: move.update(events=[{"kind": "nonsense"}]))
    for command in ("verify", "re-adjudicate", "replay", "import"):
        run = caracole(command, finished)
        assert (
            run.returncode == 2
            and "ValidationError: Invalid value 'nonsense'" in run.stderr
            and len(run.stderr.splitlines()) == 1
        ), command


def test_an_exported_game_is_readable_by_its_owner_alone(caracole, finished, tmp_path):
    before = os.umask(0o022)
    try:
        assert caracole("export", 1, "--out", tmp_path / "out.json").returncode == 0
    finally:
        os.umask(before)
    assert (
        stat.filemode((tmp_path / "out.json").stat().st_mode) == "-rw-------"
        and (tmp_path / "out.json").read_bytes() == finished.read_bytes()
    )
    refused = caracole("export", 1, "--out", tmp_path / "nowhere" / "out.json")
    assert refused.returncode == 2 and "No such file" in refused.stderr


@pytest.mark.parametrize(
    ("content", "why"),
    [
        ("", "a map with kind"),
        ("kind: chess/game\nformat: 1\ncases: []", "no installed game"),
        ("a: [", "expected"),
        (f"kind: {HEX_GAME}/battle\nformat: 7\ncases: []", "format 7"),
        (f"kind: {HEX_GAME}/battle\nformat: 1\ncases: [{{}}]", "has no id"),
    ],
)
def test_a_broken_case_file_is_named_with_its_fault(caracole, tmp_path, content, why):
    path = tmp_path / "cases.yaml"
    path.write_text(content)
    run = caracole("adjudicate", path)
    assert run.returncode == 2
    assert why in run.stderr
    assert str(path) in run.stderr


def test_a_missing_file_is_reported(caracole, tmp_path):
    assert caracole("adjudicate", tmp_path / "none.yaml").returncode == 2


def test_a_platform_rule_is_printed(caracole):
    run = caracole("rule", "CAR-UND-01")
    assert "app/kernel/undo.py" in run.stdout
    assert caracole("rule", "CAR-XXX-99").returncode == 2
    assert "rule --find 'scout'" in caracole("rule", "scout").stderr
    assert caracole("rule").returncode == 2
    assert "no rule has the words" in caracole("rule", "--find", "qwertyuiop").stderr


def test_monkeys_and_bots(caracole):
    for player in ("monkey", "bots"):
        run = caracole(player, BOX, "--games", 2, "--scenario", SCENARIO)
        assert run.returncode == 0, run.stdout
        assert f"{player} {BOX}: 2 games, 0 with faults" in run.stdout


def test_an_unknown_box_is_reported(caracole):
    assert "no game 'chess' is installed" in caracole("monkey", "chess").stderr


def test_a_server_with_an_unfit_database_does_not_start(caracole):
    run = caracole("serve", "--workers", 2)
    assert run.returncode == 2
    assert "Postgres" in run.stderr


@pytest.mark.parametrize(
    "words", [("serve",), ("migrate",), ("users",), ("backup", "kept.db"), ("upgrade-check",)]
)
@pytest.mark.parametrize(
    "url",
    [
        "postgres://caracole:geheim@db/caracole",
        "postgresql+psycopg://caracole:geheim",
        "postgresql+psycopg://caracole:geheim@[db/club",
    ],
)
def test_an_invalid_address_is_not_printed(caracole, monkeypatch, words, url):
    monkeypatch.setenv("CARACOLE_DATABASE_URL", url)
    run = caracole(*words)
    assert run.returncode == 2 and run.stderr and "geheim" not in run.stdout + run.stderr


def test_answers_of_several_processes_are_not_delayed():
    with open_shared_socket(
        uvicorn.Config("app.main:create_app", host="127.0.0.1", port=0)
    ) as shared:
        shared.listen()
        with socket.create_connection(shared.getsockname()), shared.accept()[0] as accepted:
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_an_upgrade_is_checked_on_a_copy(caracole, finished, sqlite_url, tmp_path):
    good = caracole("upgrade-check")
    assert (
        good.returncode == 0
        and "1 games" in good.stdout
        and "none with a fault, none with another result" in good.stdout
    )
    kept = tmp_path / "kept.db"
    assert "same checksums" in caracole("backup", kept).stdout
    assert caracole("upgrade-check", kept).returncode == 0
    with sqlite3.connect(sqlite_url.removeprefix("sqlite:///")) as database:
        database.execute("UPDATE moves SET events = replace(events, '1', '2') WHERE number = 1")
    damaged = caracole("upgrade-check")
    assert (
        damaged.returncode == 1
        and "damaged at move 1" in damaged.stdout
        and "1 with a fault" in damaged.stdout
    )
    assert caracole("upgrade-check", kept).returncode == 0
    assert "not empty" in caracole("restore", kept).stderr
    with sqlite3.connect(kept) as database:
        database.execute("UPDATE games SET number = number - 1")
    assert "the list of games has" in caracole("upgrade-check", kept).stdout


def test_an_unreadable_game_does_not_hide_the_others(caracole, finished, monkeypatch):
    from app.services.watch import game_history

    caracole("import", finished)
    fold, folded = game_history.table_after, []

    def broken(box, moves, tables, move):
        folded.append(move)
        return {}["no such figure"] if len(folded) == 1 else fold(box, moves, tables, move)

    monkeypatch.setattr(game_history, "table_after", broken)
    told = caracole("upgrade-check")
    assert (
        told.returncode == 1
        and "it cannot be replayed: KeyError: 'no such figure'" in told.stdout
        and "2 games" in told.stdout
    )
    assert "1 with a fault" in told.stdout


def test_a_game_that_has_not_begun_has_nothing_to_replay(caracole, sqlite_url):
    from app.games import shelf
    from app.services.container import Services
    from app.services.people import accounts
    from app.services.play import lobby

    services = Services.open(shelf(), sqlite_url)
    lobby.open_table(services, accounts.create_guest(services).id, BOX, SCENARIO)
    services.close()
    for words in (("replay", 1), ("verify", 1), ("retry-order", 1, 1, "watch", "{}")):
        run = caracole(*words)
        assert run.returncode == 2 and "it has not begun" in run.stderr


def test_a_database_of_a_later_version_is_left_unchanged(caracole, finished, sqlite_url, tmp_path):
    kept = tmp_path / "kept.db"
    assert caracole("backup", kept).returncode == 0
    for file in (kept, sqlite_url.removeprefix("sqlite:///")):
        with sqlite3.connect(file) as database:
            database.execute("UPDATE alembic_version SET version_num = '9999'")
    for words in (
        ("users",),
        ("upgrade-check",),
        ("upgrade-check", kept),
        ("restore", kept),
        ("repair", 1, kept),
        ("retry-order", 1, 1, "watch", "{}"),
        ("migrate",),
    ):
        run = caracole(*words)
        assert run.returncode == 2 and "9999" in run.stderr, words


def test_a_database_is_transferred_only_to_another_address(
    caracole, finished, sqlite_url, tmp_path
):
    assert caracole("transfer", sqlite_url, sqlite_url).returncode == 2
    assert (
        "same checksums"
        in caracole("transfer", sqlite_url, f"sqlite:///{tmp_path / 'there.db'}").stdout
    )
    assert caracole("transfer", sqlite_url, f"sqlite:///{tmp_path / 'there.db'}").returncode == 2


def test_a_refused_transfer_is_one_sentence(caracole, finished, sqlite_url, tmp_path, monkeypatch):
    there, junk, other, empty = (
        tmp_path / name for name in ("there.db", "junk.db", "other.db", "empty.db")
    )
    junk.write_bytes(b"not a database at all" * 100)
    empty.touch()
    with sqlite3.connect(other) as database:
        database.execute("CREATE TABLE users (id)")
    for words in (
        ("transfer", "var/caracole.db", f"sqlite:///{there}"),
        ("transfer", sqlite_url, there),
        ("transfer", f"sqlite:///{junk}", f"sqlite:///{there}"),
        ("transfer", sqlite_url, f"sqlite:///{junk}"),
        ("transfer", sqlite_url, f"sqlite:///{junk}/there.db"),
        ("upgrade-check", "mysql://somewhere/club"),
        ("backup", junk / "kept.db"),
    ):
        run = caracole(*words)
        assert run.returncode == 2 and len(run.stderr.splitlines()) == 1 and not there.exists(), (
            words
        )
    monkeypatch.setenv("CARACOLE_DATABASE_URL", f"sqlite:///{there}")
    for file in (junk, other, empty):
        run = caracole("restore", file)
        assert run.returncode == 2 and len(run.stderr.splitlines()) == 1 and not there.exists(), (
            file
        )
    assert sorted(path.name for path in tmp_path.iterdir() if path.name.endswith(".db")) == [
        "caracole.db",
        "empty.db",
        "junk.db",
        "other.db",
    ]


def test_failed_messages_are_listed_and_retried(caracole, sqlite_url):
    from app.kernel.say import say
    from app.services.container import Services
    from app.services.notify import outbox
    from app.services.people.accounts import create_guest
    from app.services.play import lobby
    from tests.contract.tiny import TINY

    assert caracole("outbox").stdout == ""
    services = Services.open(TINY, sqlite_url)
    ana = create_guest(services)
    game = lobby.open_table(services, ana.id, "stones", "plain")
    with services.store.write() as work:
        for number, game_id in enumerate((game.id, None)):
            outbox.add_message(
                work,
                f"k{number}",
                ana.id,
                "mail",
                "ana@example.org",
                outbox.Message("result", say("It is over", "Ha terminado"), game_id=game_id),
            )
        for row in work.outbox.claim_due("c", "2999", "2999", 9):
            work.outbox.record_result(
                row.id,
                "c",
                state="dead",
                why="550 no such user",
                done_at="2026-01-01T00:00:00.000Z",
            )
        work.commit()
    services.close()
    listed = caracole("outbox").stdout.splitlines()
    assert (
        len(listed) == 2 and "ana@example.org  It is over  tries 1  550 no such user" in listed[0]
    )
    assert caracole("outbox", "--again").stdout.startswith("1 messages")
    assert (
        len(caracole("outbox").stdout.splitlines()) == 1
        and len(caracole("outbox", "waiting").stdout.splitlines()) == 1
    )


def test_a_damaged_game_is_repaired_from_a_backup(caracole, finished, sqlite_url, tmp_path):
    """F-28: found, frozen, and whole again, with the moves that were made after the backup."""
    from app.games import shelf
    from app.kernel import monkey
    from app.kernel.record import Broken
    from app.services.container import Services
    from app.services.people import accounts
    from app.services.play import orders
    from app.services.play.lobby import play_now
    from app.services.watch import game_view

    services = Services.open(shelf(), sqlite_url)
    guest = accounts.create_guest(services).id
    game = play_now(services, guest).id

    def order() -> int:
        seen = game_view.load_view(services, game, guest)
        return orders.declare_order(
            services,
            game,
            guest,
            f"after {seen.last}",
            seen.last,
            monkey.any_order(seen.box, seen.view, random.Random(seen.last)),
        ).number

    order()
    kept = tmp_path / "kept.db"
    assert caracole("backup", kept).returncode == 0
    last = order()
    services.close()
    with sqlite3.connect(sqlite_url.removeprefix("sqlite:///")) as database:
        whole = database.execute("SELECT * FROM moves ORDER BY game_id, number").fetchall()
        database.execute(
            "UPDATE moves SET events = replace(events, '1', '2') WHERE number = 1 AND game_id = ?",
            (game,),
        )
    services = Services.open(shelf(), sqlite_url)
    with pytest.raises(Broken):
        game_view.load_view(services, game, guest)
    services.close()
    assert "damaged at move 1" in caracole("upgrade-check").stdout
    told = caracole("repair", game, kept)
    assert (
        told.returncode == 0
        and f"move 1 restored; the chain of {last} moves is intact" in told.stdout
    )
    with sqlite3.connect(sqlite_url.removeprefix("sqlite:///")) as database:
        assert database.execute("SELECT * FROM moves ORDER BY game_id, number").fetchall() == whole
        database.execute(
            "UPDATE moves SET events = events || ' ' WHERE number = ? AND game_id = ?", (last, game)
        )
    refused = caracole("repair", game, kept)
    assert (
        refused.returncode == 2
        and f"still damaged at move {last}; nothing was changed" in refused.stderr
    )


@pytest.fixture
def played_on(sqlite_url, monkeypatch):
    """Id of a running game of two players with five recorded moves, and a function that plays
    on.
    """
    from app.games import shelf
    from app.kernel import monkey
    from app.services.container import Services
    from app.services.people import accounts
    from app.services.play import lobby, new_tables, orders
    from app.services.watch import game_view
    from tests.web.conftest import SameSeeds

    monkeypatch.setattr(new_tables, "secrets", SameSeeds("mended"))
    services, chance = Services.open(shelf(), sqlite_url), random.Random(1)
    people = [accounts.create_guest(services).id for _ in range(2)]
    game = lobby.join_table(
        services, lobby.open_table(services, people[0], BOX, SCENARIO).id, people[1]
    ).id

    def order() -> int:
        seen = next(
            look
            for look in (game_view.load_view(services, game, person) for person in people)
            if look.decisions
        )
        return orders.declare_order(
            services,
            game,
            seen.user_id,
            f"after {seen.last}",
            seen.last,
            monkey.any_order(seen.box, seen.view, chance),
        ).number

    while order() < 5:
        pass
    yield game, order
    services.close()


def rows_of(url: str, *statements: str) -> list[tuple]:
    """Recorded moves after these statements."""
    with sqlite3.connect(url.removeprefix("sqlite:///")) as database:
        for statement in statements:
            database.execute(statement)
        return database.execute("SELECT * FROM moves ORDER BY number").fetchall()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("gone", "told"),
    [
        (
            "DELETE FROM moves WHERE number >= 4",
            "move 4, move 5 restored; the chain of 5 moves is intact",
        ),
        ("DELETE FROM moves WHERE number = 3", "move 3 restored; the chain of 5 moves is intact"),
        ("DELETE FROM moves WHERE number IN (1, 3, 5)", "move 1, move 3, move 5 restored"),
        ("DELETE FROM moves WHERE number > 0", "move 1, move 2, move 3, move 4, move 5 restored"),
    ],
)
def test_missing_moves_are_restored(caracole, played_on, sqlite_url, tmp_path, gone, told):
    """Their steps and accounts are restored too."""
    game, _ = played_on
    kept = tmp_path / "kept.db"
    assert caracole("backup", kept).returncode == 0
    whole = rows_of(sqlite_url)
    assert rows_of(sqlite_url, gone) != whole
    first = min(int(move) for move in re.findall(r"move (\d+)", told))
    assert (
        f"damaged at move {first}\n" in caracole("verify", game).stderr
        and f"damaged at move {first}\n" in caracole("upgrade-check").stdout
    )
    mended = caracole("repair", game, kept)
    assert mended.returncode == 0 and told in mended.stdout
    assert rows_of(sqlite_url) == whole and caracole("upgrade-check").returncode == 0


def test_moves_missing_in_the_backup_are_reported(caracole, played_on, sqlite_url, tmp_path):
    game, order = played_on
    kept = tmp_path / "kept.db"
    assert caracole("backup", kept).returncode == 0
    assert order() == 6
    left = rows_of(sqlite_url, "DELETE FROM moves WHERE number = 6")
    told = caracole("repair", game, kept)
    assert told.returncode == 2
    assert (
        told.stderr
        == "the list of games has move 6, the record ends with 5, and this backup has no "
        "later move; nothing was changed\n"
    )
    assert rows_of(sqlite_url) == left
    left = rows_of(
        sqlite_url, "DELETE FROM moves WHERE number = 5"
    )  # the backup has this one, and not what came after it
    told = caracole("repair", game, kept)
    assert (
        told.returncode == 2
        and "the list of games has move 6, the record ends with 5" in told.stderr
    )
    assert rows_of(sqlite_url) == left


def test_a_wrong_game_row_is_not_repaired_with_moves(caracole, played_on, sqlite_url, tmp_path):
    game, _ = played_on
    kept = tmp_path / "kept.db"
    assert caracole("backup", kept).returncode == 0
    left = rows_of(sqlite_url, "UPDATE games SET number = 4")
    told = caracole("repair", game, kept)
    assert (
        told.returncode == 2
        and told.stderr
        == "the list of games has move 4, the record ends with 5; nothing was changed\n"
    )
    assert rows_of(sqlite_url) == left
    left = rows_of(sqlite_url, "DELETE FROM moves WHERE number = 5")
    assert (
        "nothing restored; the chain of 4 moves is intact" in caracole("repair", game, kept).stdout
    )
    assert rows_of(sqlite_url) == left


def test_a_diverging_game_takes_nothing_from_the_backup(caracole, played_on, sqlite_url, tmp_path):
    """Undamaged recorded moves are never replaced, even by a fitting chain."""
    from app.store.transfer import back_up

    game, _ = played_on
    start, other = tmp_path / "start.db", tmp_path / "other.db"
    back_up(sqlite_url, start)
    shutil.copy(start, other)
    before = rows_of(sqlite_url)
    forged = rows_of(f"sqlite:///{other}", "DELETE FROM moves WHERE number > 3")
    assert forged == before[:3]
    chain_otherwise(f"sqlite:///{other}", game, 4, 6)
    rows_of(sqlite_url, "UPDATE games SET number = 6")
    told = caracole("repair", game, other)
    assert (
        told.returncode == 2
        and "the list of games has move 6, the record ends with 5" in told.stderr
    )
    assert rows_of(sqlite_url) == before
    rows_of(
        sqlite_url, "UPDATE games SET number = 5", "UPDATE moves SET events = '[]' WHERE number = 2"
    )
    assert (
        "move 2 restored; the chain of 5 moves is intact" in caracole("repair", game, other).stdout
    )
    assert rows_of(sqlite_url) == before


def chain_otherwise(url: str, game: int, first: int, last: int) -> None:
    """Chained moves without effects, after the existing ones."""
    import msgspec

    from app.kernel.record import Move, chain_move
    from app.store.transactions import Store

    store = Store(url)
    with store.write() as work:
        for number in range(first, last + 1):
            head = work.moves.for_game(game)[-1].hash
            work.moves.append_move(
                game,
                chain_move(
                    Move(number, "", *(msgspec.Raw(b"[]"),) * 3, f"otherwise {number}", "2026"),
                    head,
                ),
                "",
                None,
            )
        work.commit()
    store.close()


def test_a_game_is_not_repaired_from_a_backup_of_another_server(
    caracole, finished, sqlite_url, migrated_sqlite, tmp_path
):
    from app.games import shelf
    from app.services.container import Services
    from app.services.people import accounts
    from app.services.play import lobby

    other = Path(shutil.copy(migrated_sqlite, tmp_path / "other.db"))
    assert "no game 1" in caracole("repair", 1, other).stderr
    services = Services.open(shelf(), f"sqlite:///{other}")
    lobby.play_now(services, accounts.create_guest(services).id)
    services.close()
    with sqlite3.connect(sqlite_url.removeprefix("sqlite:///")) as database:
        database.execute("DELETE FROM moves WHERE number > 1")
        before = database.execute("SELECT * FROM moves").fetchall()
    told = caracole("repair", 1, other)
    assert told.returncode == 2 and "another game with number 1; nothing was changed" in told.stderr
    with sqlite3.connect(sqlite_url.removeprefix("sqlite:///")) as database:
        assert database.execute("SELECT * FROM moves").fetchall() == before


def test_an_order_is_given_again_on_a_copy(caracole, finished, sqlite_url):
    before = Path(sqlite_url.removeprefix("sqlite:///")).read_bytes()
    with sqlite3.connect(sqlite_url.removeprefix("sqlite:///")) as database:
        after, seat, order, events = database.execute(
            "SELECT number - 1, seat, \"order\", events FROM moves WHERE seat <> '' ORDER BY number"
        ).fetchone()
    told = caracole("retry-order", 1, after, seat, order)
    assert told.returncode == 0 and [
        json.loads(line) for line in told.stdout.splitlines()
    ] == json.loads(events)
    assert caracole("retry-order", 1, after, "nobody", order).returncode == 1
    for unreadable in ("{", '{"kind": "fly"}'):
        assert (
            "the order cannot be read" in caracole("retry-order", 1, after, seat, unreadable).stderr
        )
    assert Path(sqlite_url.removeprefix("sqlite:///")).read_bytes() == before


def test_clubs_without_an_owner_are_listed_and_ask_a_member(caracole, sqlite_url):
    from app.games import shelf
    from app.services.clubs import clubs, members
    from app.services.container import Services
    from app.services.people import accounts, moderation

    assert caracole("migrate").returncode == 0
    services = Services.open(shelf(), sqlite_url)
    nines, tom = (
        accounts.register(services, name, "a long enough sentence").id for name in ("Nines", "Tom")
    )
    club = clubs.found_club(services, nines, clubs.ClubTerms("Dragones", entry="open")).id
    members.join_club(services, club, tom)
    assert caracole("clubs").stdout == ""
    assert caracole("clubs", "ask", club, "Tom").returncode == 2
    moderation.act_as_administrator(services, nines, "suspend")
    services.close()
    assert "Dragones" in caracole("clubs").stdout
    assert "Tom is asked" in caracole("clubs", "ask", club, "Tom").stdout
    assert caracole("clubs", "ask", club, "Nobody").returncode == 2
    assert caracole("clubs", "ask", 999, "Tom").returncode == 2


@pytest.mark.parametrize(
    ("words", "name"), [([AREA_GAME], f"games-{AREA_GAME}"), ([], "games")], ids=["one", "all"]
)
def test_figures_of_one_game_do_not_replace_those_of_all(monkeypatch, words, name):
    from app.games import shelf

    written = []
    monkeypatch.setattr(headless_games, "play_many", lambda *_: [])
    monkeypatch.setattr("bench.written.write", lambda *given: written.append(given))
    parser = argparse.ArgumentParser()
    headless_games.add_commands(parser.add_subparsers())
    asked = parser.parse_args(["proof", *words, "--monkeys", "3", "--bots", "2", "--write"])
    assert asked.run(asked) == 0
    [(file, command, figures)] = written
    assert file == name
    assert command == " ".join(
        ["python -m app proof", *words, "--monkeys 3", "--bots 2", "--write"]
    )
    assert {one.of for one in figures} == (set(words) or set(shelf()))


def test_a_process_that_starts_slowly_is_not_replaced():
    """On a busy machine the imports of a process take longer than the five seconds of uvicorn."""
    likes = server_options(Settings(), {}) | {"log_config": None}
    config = uvicorn.Config("app.main:create_server", **likes)
    assert config.timeout_worker_healthcheck >= 30
