"""Databases and a browser for all tests. Tests skip what is missing; with CI=true they fail."""

import gc
import os
import shutil
import sys
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache, partial
from pathlib import Path
from typing import Any

import argon2
import psycopg
import pytest
import sqlalchemy as sa
from hypothesis import settings
from sqlalchemy import URL, make_url

from tests.counting import Counting
from tests.flaky import RunLog
from tests.made_once import made_once, share_in
from tests.named_files import missing_files
from tests.postgres_repeats import repeats
from tests.rewritten_once import rewrite_once
from tests.sample_games import AREA_GAME, HEX_GAME, INCH_GAME

HERE = Path(__file__).parent
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
UNDER_CI = os.environ.get("CI") == "true"

settings.register_profile("desk", deadline=None, max_examples=50)
settings.register_profile("ci", deadline=None, max_examples=50, derandomize=True)
settings.register_profile("proof", deadline=None, max_examples=500)
settings.load_profile("ci" if UNDER_CI else "desk")


def pytest_addoption(parser) -> None:
    parser.addoption(
        "--figures",
        metavar="NAME",
        help="write down in docs/figures/NAME.json what was counted, for the page /quality",
    )
    parser.addoption(
        "--most-rounds",
        metavar="N",
        type=int,
        default=sys.maxsize,
        help="rounds of a long test that kills processes, if it has more",
    )


def pytest_configure(config) -> None:
    gc.disable()  # until all tests are collected: nothing is freed before, and looking takes longer
    config.pluginmanager.register(Counting(config), "counting")
    if not hasattr(config, "workerinput"):
        missing = missing_files(config.args, config.invocation_params.dir)
        if missing:
            raise pytest.UsageError(f"file or directory not found: {', '.join(missing)}")
        config.pluginmanager.register(RunLog(), "run_log")
        rewrite_once(config)


FIRST_FOLDERS = (
    "leaks",
    "fault",
    "contract",
    "browser",
    f"games/{INCH_GAME}/campaign",
    f"games/{AREA_GAME}",
    "web",
    f"games/{INCH_GAME}",
    f"games/{HEX_GAME}",
    "api",
    "store",
    "cli",
    "architecture",
    "services/time",
    "services/play",
    "services/people",
    "services/notify",
    "services/watch",
)
"""Folders with the longest tests, in the order in which they begin. A long test that begins last
leaves the other processes without work.
"""
TOGETHER = ("tests/contract/", "tests/architecture/")
"""Folders whose files share expensive games or parsed sources: one process runs all of them."""
WAITING = ("/browser/", "/fault/")
"""Folders whose tests often wait for a page or a server. Half of the processes begin with them, so
that the others use the processor meanwhile.
"""


def pytest_collection_finish(session: pytest.Session) -> None:
    """Exempt modules and tests, which live as long as the process, from garbage collection."""
    gc.freeze()
    gc.enable()


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> Iterator[None]:
    """Put the items in order. Hypothesis would read the constants of all modules here; now only
    the processes with its tests read them, when the first of these tests begins.
    """
    for item in items:
        if is_of_the_browser(item.path):
            item.add_marker(pytest.mark.browser)
    items.sort(key=lambda item: _turn_of(item.path))
    _leave_repeats_to_the_proof(items)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("hypothesis.internal.conjecture.providers._get_local_constants", lambda: None)
        yield


def _leave_repeats_to_the_proof(items: list[pytest.Item]) -> None:
    """Mark tests of services on Postgres whose statements others send as well, and further
    parameters of a test. The quick run tries all of them on SQLite.
    """
    tried = set(repeats())
    for item in items:
        parameters = item.callspec.params if hasattr(item, "callspec") else {}
        if (
            "services" in item.path.parent.parts
            and parameters.get("database_url") == "postgres"
            and not item.get_closest_marker("proof")
        ):
            function = item.nodeid.split("[")[0]
            if function in tried:
                item.add_marker(pytest.mark.proof)
            tried.add(function)


@cache
def is_of_the_browser(path: Path) -> bool:
    """True for a test of a folder `browser`, in `tests` or in the folder of a game."""
    return path.parent.name == "browser"


def _turn_of(path: Path) -> int:
    """Place of the folder of a file, or of a folder that it lies in, among the first ones."""
    name = "browser" if is_of_the_browser(path) else path.parent.relative_to(HERE).as_posix()
    return next(
        (turn for turn, one in enumerate(FIRST_FOLDERS) if f"{name}/".startswith(f"{one}/")),
        len(FIRST_FOLDERS),
    )


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log):
    """Give a file to one process, and the folders of `TOGETHER` as well. Every second process first
    takes the folders of `WAITING`, the others first take the rest.
    """
    from xdist.scheduler import LoadFileScheduling

    class ByFixtures(LoadFileScheduling):
        def _split_scope(self, nodeid: str) -> str:
            shared = (folder for folder in TOGETHER if nodeid.startswith(folder))
            return next(shared, super()._split_scope(nodeid))

        def _assign_work_unit(self, node) -> None:
            waits = self.nodes.index(node) % 2 == 0
            preferred = (
                one for one in self.workqueue if any(part in one for part in WAITING) == waits
            )
            self.workqueue.move_to_end(next(preferred, next(iter(self.workqueue))), last=False)
            super()._assign_work_unit(node)

    return ByFixtures(config, log) if config.getoption("dist") == "loadfile" else None


@pytest.fixture
def most_rounds(request) -> int:
    """Rounds of a long test that kills processes, as the command line limits them."""
    return request.config.getoption("--most-rounds")


@pytest.fixture(scope="session", autouse=True)
def cheap_passwords() -> Iterator[None]:
    """Cheap password hashes, because test accounts need no protection."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            "app.services.people.password_hashes.password_hasher.hasher",
            argon2.PasswordHasher(time_cost=1, memory_cost=8, parallelism=1),
        )
        yield


class CompiledStatements:
    """Cache of compiled SQL for all engines of a process. The cache of SQLAlchemy belongs to one
    engine, and most tests open an engine of their own.
    """

    def __init__(self) -> None:
        self.known: dict[tuple, Any] = {}

    def get(self, key: tuple) -> Any:
        return self.known.get(self._of_any_engine(key))

    def __setitem__(self, key: tuple, compiled: Any) -> None:
        self.known[self._of_any_engine(key)] = compiled

    @staticmethod
    def _of_any_engine(key: tuple) -> tuple:
        dialect, *rest = key
        return (dialect.name, dialect.server_version_info, *rest)


@pytest.fixture(scope="session", autouse=True)
def compiled_statements() -> Iterator[None]:
    """Share the compiled SQL of all tests of this process."""
    known = CompiledStatements()

    def use_shared(connection: sa.Connection) -> None:
        connection.execution_options(compiled_cache=known)

    sa.event.listen(sa.Engine, "engine_connect", use_shared)
    yield
    sa.event.remove(sa.Engine, "engine_connect", use_shared)


def _commit_without_waiting(connection: sa.Connection) -> None:
    """Let a commit return before the disk has it, which takes six milliseconds. The checks at the
    start only read, so they see the settings of the application.
    """
    if not connection.get_execution_options().get("writes", False):
        return
    cursor = connection.connection.cursor()
    if connection.dialect.name == "sqlite":
        cursor.execute("PRAGMA synchronous=OFF")
    else:
        cursor.execute("SET LOCAL synchronous_commit = off")
    cursor.close()


@pytest.fixture(scope="session", autouse=True)
def fast_commits() -> Iterator[None]:
    """Databases of this process lose no commit unless the machine fails."""
    sa.event.listen(sa.Engine, "begin", _commit_without_waiting)
    yield
    sa.event.remove(sa.Engine, "begin", _commit_without_waiting)


@pytest.fixture(scope="session", autouse=True)
def run_folder(tmp_path_factory, worker_id: str) -> Path:
    """Folder that all processes of a run share."""
    own = tmp_path_factory.getbasetemp()
    folder = own if worker_id == "master" else own.parent
    share_in(folder)
    return folder


@pytest.fixture(scope="session", autouse=True)
def patient_pictures() -> Iterator[None]:
    """Pictures may take long: their process has a low priority, which a busy machine serves
    last.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("app.web.png_renderer.SLOWEST", 600.0)
        yield


@pytest.fixture(scope="session")
def postgres_server() -> psycopg.Connection:
    """An open connection whose role may create databases."""
    url = os.environ.get(
        "CARACOLE_TEST_POSTGRES_URL", "postgresql+psycopg://postgres@127.0.0.1:5432/postgres"
    )
    try:
        server = psycopg.connect(_for_libpq(make_url(url)), autocommit=True, connect_timeout=3)
    except psycopg.OperationalError as absent:
        _missing(f"no Postgres at {make_url(url)!r}: {absent}")
    with server:
        yield server


@pytest.fixture(scope="session")
def migrated_postgres(postgres_server) -> Iterator[str]:
    """Name of a migrated database without connections, the template of others."""
    from app.store.migrate import migrate_database

    with _postgres_database(postgres_server, template="template0") as url:
        migrate_database(url)
        yield make_url(url).database


@pytest.fixture(scope="session")
def migrated_sqlite(tmp_path_factory, run_folder: Path) -> Path:
    """A migrated SQLite file, the template of others; one process of the run migrates."""
    template = tmp_path_factory.mktemp("sqlite") / "template.db"
    template.touch(0o600)  # as the application makes it
    template.write_bytes(made_once("migrated_sqlite", partial(_migrate_sqlite, run_folder)))
    return template


def _migrate_sqlite(folder: Path) -> bytes:
    from app.store.migrate import migrate_database

    file = folder / "migrated.db"
    migrate_database(f"sqlite:///{file}")
    wal = file.with_name("migrated.db-wal")
    assert not wal.exists() or not wal.stat().st_size, (
        "migrate_database() left the file open: a copy would lack writes"
    )
    return file.read_bytes()


@pytest.fixture
def sqlite_url(migrated_sqlite, tmp_path) -> str:
    """A fresh migrated SQLite file."""
    return f"sqlite:///{shutil.copy(migrated_sqlite, tmp_path / 'caracole.db')}"


@pytest.fixture
def fresh_postgres_url(postgres_server, migrated_postgres) -> Iterator[str]:
    """A fresh migrated Postgres database."""
    with _postgres_database(postgres_server, template=migrated_postgres) as url:
        yield url


@pytest.fixture(scope="session")
def shared_postgres_url(postgres_server, migrated_postgres) -> Iterator[str]:
    """Migrated Postgres database of this session."""
    with _postgres_database(postgres_server, template=migrated_postgres) as url:
        yield url


@cache
def _deletions() -> str:
    """Statements that delete all rows, as one message to the server."""
    from app.store.schema import metadata
    from app.store.transactions import UnitOfWork

    assert UnitOfWork  # its module knows all tables
    deletions = [str(table.delete()) for table in reversed(metadata.sorted_tables)]
    log = "ALTER TABLE club_log {} TRIGGER USER"  # the database protects its rows
    return "; ".join([log.format("DISABLE"), *deletions, log.format("ENABLE")])


@pytest.fixture(scope="session")
def broom(shared_postgres_url) -> Iterator[psycopg.Connection]:
    """Connection that deletes rows. It stays open: a new one would first read about all tables,
    which takes four times as long as deleting.
    """
    with psycopg.connect(_for_libpq(make_url(shared_postgres_url)), autocommit=True) as connection:
        yield connection


@pytest.fixture
def swept_postgres_url(broom, shared_postgres_url) -> str:
    """Migrated Postgres database without rows. Deleting the rows takes a hundredth of the time of
    making a new database.
    """
    with broom.transaction():
        broom.execute("SET LOCAL synchronous_commit = off")
        broom.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = "
            "current_database() AND pid <> pg_backend_pid()"
        )
        broom.execute(_deletions())
        broom.execute(
            "SELECT setval(format('%I.%I', schemaname, sequencename)::regclass, 1, false) FROM "
            "pg_sequences"
        )
    return shared_postgres_url


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def database_url(request) -> str:
    """A migrated database without a row, once on SQLite and once on Postgres."""
    return request.getfixturevalue(
        {"sqlite": "sqlite_url", "postgres": "swept_postgres_url"}[request.param]
    )


@pytest.fixture(scope="session")
def chromium_path() -> str:
    """Path of Chromium, the headless build if there is one: it needs half the time."""
    return _browser("chromium-headless-shell", *BROWSERS)


@pytest.fixture(scope="session")
def whole_chromium_path() -> str:
    """Path of the full Chromium, which also shows notifications."""
    return _browser(*BROWSERS)


def _browser(*names: str) -> str:
    names = os.environ.get("CARACOLE_CHROMIUM", ""), *names
    return next(filter(None, (shutil.which(name) for name in names if name)), None) or _missing(
        "no Chromium"
    )


def _missing(what: str) -> None:
    (pytest.fail if UNDER_CI else pytest.skip)(what)


@contextmanager
def _postgres_database(server: psycopg.Connection, template: str) -> Iterator[str]:
    name = f"caracole_{uuid.uuid4().hex[:12]}"
    encoding = " ENCODING 'UTF8'" if template == "template0" else ""
    server.execute(f"CREATE DATABASE {name} TEMPLATE {template}{encoding}")
    try:
        yield _url_of(server, name)
    finally:
        server.execute(f"DROP DATABASE {name} WITH (FORCE)")


def _url_of(server: psycopg.Connection, name: str) -> str:
    at = server.info
    address = URL.create("postgresql+psycopg", at.user, at.password or None, at.host, at.port, name)
    return address.render_as_string(hide_password=False)


def _for_libpq(url: URL) -> str:
    return url.set(drivername="postgresql").render_as_string(hide_password=False)
