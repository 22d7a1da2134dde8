"""docker-compose.yml, checked without an engine."""

import json
import os
import re
import stat
import subprocess
import sys
import time
import urllib.error
import urllib.request
from contextlib import ExitStack
from pathlib import Path

import pytest
import yaml

from app.cli import main, scheduled_backups
from app.games import shelf
from app.services.container import Services
from app.services.people import accounts
from app.services.play import lobby
from app.services.watch import game_view
from app.settings import FORMER_NAMES, Settings
from app.store.migrate import known_migrations, migrate_database
from bench.kills import free_port
from tests.conftest import _postgres_database

REPOSITORY = Path(__file__).parents[2]
TEXT = (REPOSITORY / "docker-compose.yml").read_text()
SCALE_TEXT = (REPOSITORY / "docker-compose.scale.yml").read_text()
DOCKERFILE = (REPOSITORY / "Dockerfile").read_text()
COMPOSE = yaml.safe_load(TEXT)
SERVICES = COMPOSE["services"]
COMMAND = SERVICES["app"].get("command") or json.loads(
    re.search(r"^CMD (\[.*\])$", DOCKERFILE, re.MULTILINE)[1]
)
OURS = {f"CARACOLE_{name.upper()}" for name in Settings.model_fields}
FORMER = {f"CARACOLE_{name.upper()}" for name in FORMER_NAMES}


def test_the_app_its_database_and_a_proxy():
    assert set(SERVICES) == {"app", "backup", "db", "proxy"}


@pytest.mark.parametrize("service", SERVICES.values(), ids=SERVICES)
def test_images_are_pinned(service):
    """By tag, and by a digest of `.env` where the image comes from a registry."""
    own = service["image"] == SERVICES["app"]["image"]
    digest = "" if own else r"\$\{(DB|PROXY)_DIGEST:-\}"
    assert re.fullmatch(rf"[a-z]+:\d+[\w.-]*{digest}", service["image"])


def test_the_app_image_is_pinned_and_locked():
    assert re.match(r"ARG PYTHON_DIGEST=\nFROM python:3\.\d+-slim\$\{PYTHON_DIGEST\}\n", DOCKERFILE)
    assert "--require-hashes -r requirements.txt" in DOCKERFILE
    assert re.search(r"^USER (?!root)\w+$", DOCKERFILE, re.MULTILINE)


def test_every_setting_exists():
    assert set(re.findall(r"CARACOLE_[A-Z_]+", TEXT + DOCKERFILE)) <= OURS | FORMER


def test_the_env_file_names_exactly_the_variables_read():
    offered = dict(
        re.findall(r"^([A-Z_]+)=(.*)$", (REPOSITORY / ".env.example").read_text(), re.MULTILINE)
    )
    assert set(offered) == set(re.findall(r"\$\{([A-Z_]+)", TEXT + SCALE_TEXT)) - FORMER
    assert not offered["POSTGRES_PASSWORD"]
    assert all(
        default.startswith(":?") for default in re.findall(r"\$\{POSTGRES_PASSWORD(.*?)\}", TEXT)
    )


def test_an_env_file_with_former_names_still_counts():
    passed = SERVICES["app"]["environment"]
    for old, new in FORMER_NAMES.items():
        if f"CARACOLE_{new.upper()}" in passed:
            assert passed[f"CARACOLE_{old.upper()}"] == f"${{CARACOLE_{old.upper()}:-}}"
            assert passed[f"CARACOLE_{new.upper()}"] == f"${{CARACOLE_{new.upper()}:-}}"


def test_permanent_data_are_in_named_volumes():
    mounts = [
        mount.split(":")[0] for service in SERVICES.values() for mount in service.get("volumes", [])
    ]
    assert set(mounts) == set(COMPOSE["volumes"])
    assert "database:/var/lib/postgresql/data" in SERVICES["db"]["volumes"]
    assert (
        SERVICES["app"]["volumes"] == SERVICES["backup"]["volumes"] == ["backups:/backups"]
        and "install -d -o caracole -m 700 /backups" in DOCKERFILE
    )
    assert all((REPOSITORY / config["file"]).is_file() for config in COMPOSE["configs"].values())


def test_only_the_proxy_is_reached_from_outside():
    assert [name for name, service in SERVICES.items() if "ports" in service] == ["proxy"]
    assert "flush_interval -1" in (REPOSITORY / "Caddyfile").read_text()


def test_services_wait_for_healthy_dependencies():
    assert SERVICES["app"]["depends_on"] == {"db": {"condition": "service_healthy"}}
    assert SERVICES["proxy"]["depends_on"] == {"app": {"condition": "service_healthy"}}
    assert "pg_isready" in SERVICES["db"]["healthcheck"]["test"][1]
    assert "/health" in DOCKERFILE


@pytest.mark.parametrize("service", SERVICES)
def test_each_service_has_a_memory_limit(service):
    limit = SERVICES[service]["deploy"]["resources"]["limits"]["memory"]
    assert re.fullmatch(r"\$\{[A-Z]+_MEMORY:-(1g|512m)\}", limit)


@pytest.mark.parametrize("service", SERVICES.values(), ids=SERVICES)
def test_logs_are_rotated(service):
    kept = service["logging"]
    assert kept["driver"] == "local"
    assert kept["options"] == {"max-size": "10m", "max-file": "5"}


def test_a_scheduled_backup_comes_back(sqlite_url, tmp_path, monkeypatch):
    """With the command of its container, once, in another folder."""
    command = [
        re.sub(r"\$\{\w+:-(\d+)\}", r"\1", word).replace("/backups", str(tmp_path / "kept"))
        if word != "backups"
        else word
        for word in SERVICES["backup"]["command"]
    ]
    services = Services.open(shelf(), sqlite_url)
    ines = accounts.register(services, "Inés", "a long enough sentence")
    game = lobby.play_now(services, ines.id)
    services.close()
    monkeypatch.setenv("CARACOLE_DATABASE_URL", sqlite_url)
    assert main([*command[3:], "--once"]) == 0
    [file] = (tmp_path / "kept").iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    monkeypatch.setenv("CARACOLE_DATABASE_URL", f"sqlite:///{tmp_path / 'there.db'}")
    assert main(["restore", str(file)]) == 0
    back = Services.open(shelf(), f"sqlite:///{tmp_path / 'there.db'}")
    assert accounts.log_in(back, "Inés", "a long enough sentence").user.id == ines.id
    assert game_view.load_view(back, game.id, ines.id).game.token == game.token
    back.close()


def test_old_scheduled_backups_are_deleted_and_other_files_kept(sqlite_url, tmp_path):
    for day in range(1, 6):
        (tmp_path / f"caracole-2026010{day}T000000Z.db").write_text("old")
    (tmp_path / "caracole-mine.db").write_text("by hand")
    newest = scheduled_backups.write_backup(sqlite_url, tmp_path, 3)
    assert {one.name for one in tmp_path.glob("caracole-*")} == {
        "caracole-20260104T000000Z.db",
        "caracole-20260105T000000Z.db",
        "caracole-mine.db",
        newest.name,
    }
    assert 0 < scheduled_backups.seconds_until_due(tmp_path, 24) <= 24 * 3600


@pytest.mark.parametrize("service", ["app", "proxy"])
def test_a_connection_is_an_open_file(service):
    files = SERVICES[service]["ulimits"]["nofile"]
    assert files["soft"] == files["hard"] >= 2 * Settings().connections


def test_the_proxy_bounds_headers_and_idle_connections_and_cuts_off_no_stream():
    whole, servers = re.search(
        r"^\{\n(\tservers \{\n.*?\n\t\})\n\}\n",
        (REPOSITORY / "Caddyfile").read_text(),
        re.MULTILINE | re.DOTALL,
    ).group(0, 1)
    assert (
        "read_header 10s" in servers
        and "idle 2m" in servers
        and f"max_header_size {Settings().header_bytes // 1024}KB" in servers
    )
    assert "write" not in whole and "read_body" not in whole


def test_plain_http_of_programs_is_not_redirected():
    plain = (REPOSITORY / "Caddyfile").read_text().split("http://{$DOMAIN} {")[1]
    assert (
        re.search(r"handle /api/\* \{\s+respond .* 403", plain)
        and "redir https://{host}{uri} permanent" in plain
    )


def test_the_image_contains_only_runtime_files():
    ignored = (REPOSITORY / ".dockerignore").read_text().split()
    assert ignored[0] == "*" and {one[1:] for one in ignored if one.startswith("!")} == {
        "app",
        "migrations",
        "templates",
        "static",
        "locale",
        "docs/verify_dice.py",
        "docs/errors.yaml",
        "docs/figures",
        "CHANGELOG.md",
        "alembic.ini",
        "pyproject.toml",
        "requirements.txt",
    }


@pytest.fixture
def empty_postgres_url(postgres_server):
    with _postgres_database(postgres_server, template="template0") as url:
        yield url


def surroundings(url: str, port: int) -> dict[str, str]:
    """Environment of the app in its container, with only the required variables of .env, except
    database and port.
    """
    filled = dict(
        re.findall(r"^([A-Z_]+)=(.*)$", (REPOSITORY / ".env.example").read_text(), re.MULTILINE)
    ) | {"DOMAIN": "localhost", "POSTGRES_PASSWORD": "x"}
    given = {
        name: re.sub(
            r"\$\{([A-Z_]+):([-?])([^}]*)\}",
            lambda it: filled.get(it[1]) or (it[3] if it[2] == "-" else ""),
            value,
        )
        for name, value in SERVICES["app"]["environment"].items()
    }
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("CARACOLE_", "PG"))
    }
    return (
        kept
        | given
        | {"CARACOLE_DATABASE_URL": url, "CARACOLE_HOST": "127.0.0.1", "CARACOLE_PORT": str(port)}
    )


def is_well(port: int, seconds: float = 60) -> bool:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=5) as answer:
                return answer.status == 200
        except urllib.error.HTTPError as wrong:
            return wrong.code == 200
        except OSError:
            time.sleep(0.1)
    return False


@pytest.mark.slow
@pytest.mark.postgres
def test_a_first_start_gives_a_running_server(empty_postgres_url, tmp_path):
    """Both processes start at once with the container's command and environment, on an empty
    database.
    """
    with ExitStack() as ends:
        ports = [free_port(), free_port()]
        for port in ports:
            log = ends.enter_context((tmp_path / f"{port}.log").open("w"))
            copy = subprocess.Popen(
                [sys.executable, *COMMAND[1:]],
                cwd=REPOSITORY,
                env=surroundings(empty_postgres_url, port),
                stdout=log,
                stderr=log,
            )
            ends.callback(copy.wait, 30)
            ends.callback(copy.terminate)
        assert [is_well(port) for port in ports] == [True, True], "\n".join(
            log.read_text() for log in tmp_path.glob("*.log")
        )


@pytest.mark.postgres
def test_an_upgrade_waits_for_the_administrator(empty_postgres_url, monkeypatch, capsys):
    """Processes of the new version do not migrate an older database before its backup."""
    migrate_database(empty_postgres_url, known_migrations()[1])
    monkeypatch.setenv("CARACOLE_DATABASE_URL", empty_postgres_url)
    with pytest.raises(SystemExit):
        main(COMMAND[3:])
    assert f"stands at migration {known_migrations()[1]}" in capsys.readouterr().err
