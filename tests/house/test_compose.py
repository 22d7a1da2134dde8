"""docker-compose.yml, checked without an engine."""

import re
from pathlib import Path

import pytest
import yaml

from app.settings import Settings

HOUSE = Path(__file__).parents[2]
TEXT = (HOUSE / "docker-compose.yml").read_text()
COMPOSE = yaml.safe_load(TEXT)
SERVICES = COMPOSE["services"]
OURS = {f"CARACOLE_{name.upper()}" for name in Settings.model_fields}


def test_the_app_its_database_and_a_proxy():
    assert set(SERVICES) == {"app", "db", "proxy"}


@pytest.mark.parametrize("service", SERVICES.values(), ids=SERVICES)
def test_images_are_pinned(service):
    assert re.fullmatch(r"[a-z]+:\d+[\w.-]*", service["image"])


def test_the_app_image_is_pinned_and_locked():
    dockerfile = (HOUSE / "Dockerfile").read_text()
    assert re.match(r"FROM python:3\.\d+-slim\n", dockerfile)
    assert "--require-hashes -r requirements.txt" in dockerfile
    assert re.search(r"^USER (?!root)\w+$", dockerfile, re.MULTILINE)


def test_every_setting_exists():
    assert set(re.findall(r"CARACOLE_[A-Z_]+", TEXT + (HOUSE / "Dockerfile").read_text())) <= OURS


def test_the_env_file_names_just_what_is_read():
    offered = dict(re.findall(r"^([A-Z_]+)=(.*)$", (HOUSE / ".env.example").read_text(), re.MULTILINE))
    assert set(offered) == set(re.findall(r"\$\{([A-Z_]+)", TEXT))
    assert not offered["POSTGRES_PASSWORD"]
    assert all(default.startswith(":?") for default in re.findall(r"\$\{POSTGRES_PASSWORD(.*?)\}", TEXT))


def test_what_must_last_lies_in_named_volumes():
    mounts = [mount.split(":")[0] for service in SERVICES.values() for mount in service.get("volumes", [])]
    assert set(mounts) == set(COMPOSE["volumes"])
    assert "database:/var/lib/postgresql/data" in SERVICES["db"]["volumes"]
    assert all((HOUSE / config["file"]).is_file() for config in COMPOSE["configs"].values())


def test_only_the_proxy_is_reached_from_outside():
    assert [name for name, service in SERVICES.items() if "ports" in service] == ["proxy"]
    assert "flush_interval -1" in (HOUSE / "Caddyfile").read_text()


def test_each_waits_until_the_other_is_well():
    assert SERVICES["app"]["depends_on"] == {"db": {"condition": "service_healthy"}}
    assert SERVICES["proxy"]["depends_on"] == {"app": {"condition": "service_healthy"}}
    assert "pg_isready" in SERVICES["db"]["healthcheck"]["test"][1]
    assert "/health" in (HOUSE / "Dockerfile").read_text()


def test_no_program_is_led_on_from_plain_http():
    plain = (HOUSE / "Caddyfile").read_text().split("http://{$DOMAIN} {")[1]
    assert re.search(r"handle /api/\* \{\s+respond .* 403", plain) and "redir https://{host}{uri} permanent" in plain


def test_the_image_holds_what_runs_and_nothing_else():
    ignored = (HOUSE / ".dockerignore").read_text().split()
    assert ignored[0] == "*" and {one[1:] for one in ignored if one.startswith("!")} == {
        "app", "migrations", "templates", "static", "locale", "docs/verify_dice.py", "docs/errors.yaml", "docs/figures", "alembic.ini",
        "pyproject.toml", "requirements.txt"}
