"""docker-compose.scale.yml, checked without an engine: two hosts, and a database with a copy."""

import re
from pathlib import Path

import pytest
import sqlalchemy as sa
import yaml

from app.settings import Settings
from app.store.engine import open_engine

REPOSITORY = Path(__file__).parents[2]
TEXT = (REPOSITORY / "docker-compose.scale.yml").read_text()
ADDED = yaml.safe_load(TEXT)
SERVICES = ADDED["services"]
BASE_TEXT = (REPOSITORY / "docker-compose.yml").read_text()
BASE = yaml.safe_load(BASE_TEXT)["services"]
NOTIFIER = 2  # connections of the change notifier: one listens, one sends
COMMANDS = 20  # backups, commands, replication and reserved connections
NEW = sorted(set(SERVICES) - set(BASE))


def test_two_hosts_with_two_processes_share_a_database_with_a_copy():
    app = SERVICES["app"]
    assert app["deploy"]["replicas"] == 2
    assert app["environment"]["CARACOLE_WORKERS"] == "2"
    assert {"app", "db", "db-copy", "proxy", "valkey"} <= set(BASE) | set(SERVICES)
    valkey = Settings(valkey_url=app["environment"]["CARACOLE_VALKEY_URL"]).valkey_url
    assert valkey.get_secret_value().startswith("redis://valkey:")


@pytest.mark.parametrize(
    ("service", "name", "wanted"),
    [
        ("app", "database_url", "read-write"),
        ("backup", "database_url", "read-write"),
        ("app", "replica_url", "standby"),
    ],
)
def test_the_address_names_both_databases_and_wants_one_of_them(service, name, wanted):
    given = SERVICES[service]["environment"][f"CARACOLE_{name.upper()}"]
    filled = re.sub(r"\$\{\w+:-(\w+)\}", r"\1", given)
    settings = Settings(**{"database_url": filled, name: filled})
    kept = getattr(settings, name)
    url = sa.make_url(kept if isinstance(kept, str) else kept.get_secret_value())
    _, words = sa.create_engine(url).dialect.create_connect_args(url)
    assert (words["host"], words["port"]) == ("db,db-copy", "5432,5432")
    assert words["target_session_attrs"] == wanted
    assert (words["user"], words["dbname"]) == ("caracole", "caracole")


def test_the_copy_is_made_before_commits_wait_for_it():
    """Otherwise the copy would wait for a copy of its own after a failover."""
    [shell, option, script] = SERVICES["db-copy"]["command"]
    assert (shell, option) == ("bash", "-ec")
    steps = ["PG_VERSION", "pg_basebackup", "synchronous_standby_names = '*'", "exec postgres"]
    places = [script.index(step) for step in steps]
    assert places == sorted(places)
    assert "synchronous_standby_names" not in str(SERVICES["db"])


def test_each_database_has_connections_for_all_processes():
    pool = open_engine("postgresql+psycopg://one@db/one").pool
    assert isinstance(pool, sa.QueuePool)
    app = SERVICES["app"]
    processes = app["deploy"]["replicas"] * int(app["environment"]["CARACOLE_WORKERS"])
    needed = processes * (2 * (pool.size() + pool._max_overflow) + NOTIFIER) + COMMANDS
    for service in ("db", "db-copy"):
        [allowed] = re.findall(r"max_connections=(\d+)", str(SERVICES[service]["command"]))
        assert int(allowed) >= needed


def test_the_copy_may_log_in_to_replicate():
    for service in ("db", "db-copy"):
        [mount] = SERVICES[service]["configs"]
        assert f"hba_file={mount['target']}" in str(SERVICES[service]["command"])
    rules = (REPOSITORY / ADDED["configs"]["pg-hba"]["file"]).read_text().splitlines()
    assert "host replication all all scram-sha-256" in rules
    assert not [one for one in rules if one.startswith("host") and one.endswith("trust")]


@pytest.mark.parametrize("service", NEW)
def test_a_new_service_is_limited_pinned_and_closed(service):
    its = SERVICES[service]
    assert re.fullmatch(r"[a-z/]+:\d+[\w.-]*\$\{[A-Z]+_DIGEST:-\}", its["image"])
    assert its["logging"]["options"] == {"max-size": "10m", "max-file": "5"}
    assert its["deploy"]["resources"]["limits"]["memory"]
    assert "ports" not in its and "healthcheck" in its


def test_permanent_data_are_in_named_volumes():
    assert SERVICES["db-copy"]["volumes"] == ["database-copy:/var/lib/postgresql/data"]
    assert set(ADDED["volumes"]) == {"database-copy"}


def test_it_reads_the_variables_of_the_env_file_only():
    offered = re.findall(r"^([A-Z_]+)=", (REPOSITORY / ".env.example").read_text(), re.MULTILINE)
    read = set(re.findall(r"\$\{([A-Z_]+)", TEXT))
    assert read <= set(offered) and "POSTGRES_PASSWORD" in read
    assert set(re.findall(r"CARACOLE_[A-Z_]+", TEXT)) <= {
        f"CARACOLE_{name.upper()}" for name in Settings.model_fields
    }
