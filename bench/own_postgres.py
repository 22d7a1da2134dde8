"""A temporary Postgres server in its own folder, for tests that kill it."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import psycopg

HOMES = (
    "/usr/lib/postgresql/*/bin",
    "/usr/pgsql-*/bin",
    "/opt/homebrew/opt/postgresql*/bin",
    "/usr/local/opt/postgresql*/bin",
)


class NoPostgres(Exception):
    """No Postgres binaries were found, or no user may run them."""


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


def binaries() -> Path:
    """Return the folder with the newest initdb and postgres."""
    found = [Path(path) for path in [shutil.which("postgres")] if path]
    found += sorted(
        (path for home in HOMES for path in Path("/").glob(home.lstrip("/") + "/postgres")),
        key=_version,
    )
    if not found:
        raise NoPostgres("no binaries of Postgres on the path or in /usr/lib/postgresql")
    return found[-1].parent


def _version(path: Path) -> list[int]:
    return [
        int(number) for number in path.parents[1].name.split("-")[-1].split(".") if number.isdigit()
    ]


def postgres_account() -> dict[str, Any]:
    """Return the user arguments for subprocess; Postgres refuses to run as root."""
    if os.geteuid():
        return {}
    try:
        account = pwd.getpwnam("postgres")
    except KeyError:
        raise NoPostgres("root may not run Postgres, and there is no user postgres") from None
    return {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []}


class OwnPostgres:
    """One server, started and killed any number of times. Leaving `with` removes its folder.

    With `primary` it is a copy of that server that follows it. `within` are words before each
    command, for a server on another machine at `host` (bench/namespaces.py).
    """

    def __init__(
        self,
        primary: OwnPostgres | None = None,
        host: str = "127.0.0.1",
        within: Sequence[str] = (),
    ) -> None:
        self.bin, self.account, self.port = binaries(), postgres_account(), free_port()
        self.host, self._within = host, within
        self.folder = Path(tempfile.mkdtemp(prefix="caracole-postgres-"))
        if self.account:
            os.chown(self.folder, self.account["user"], self.account["group"])
        if primary is not None:
            self.follow(primary)
        else:
            words = ("--username", "postgres", "--auth", "trust", "--encoding", "UTF8", "--no-sync")
            self._run("initdb", "--pgdata", self._data, *words)
            if within:
                with (self.folder / "data" / "pg_hba.conf").open("a") as rules:
                    rules.write("host all all samenet trust\nhost replication all samenet trust\n")
        self.process: subprocess.Popen | None = None
        self.url = f"postgresql+psycopg://postgres@{host}:{self.port}/postgres"

    @property
    def _data(self) -> str:
        return str(self.folder / "data")

    def follow(self, primary: OwnPostgres) -> None:
        """Replace the data by a copy of another server; started, this server follows it."""
        shutil.rmtree(self._data, ignore_errors=True)
        words = ("--host", primary.host, "--port", str(primary.port), "--username", "postgres")
        more = ("--write-recovery-conf", "--checkpoint=fast", "--no-sync")
        self._run("pg_basebackup", "--pgdata", self._data, *words, *more)

    def promote(self) -> None:
        """End the following: the server accepts writes."""
        self._run("pg_ctl", "promote", "--pgdata", self._data)

    def wait_for_copies(self) -> None:
        """Let each commit wait until another server has it on disk, as `docker-compose.scale.yml`
        does.
        """
        address = self.url.replace("+psycopg", "")
        with psycopg.connect(address, autocommit=True) as connection:
            connection.execute("ALTER SYSTEM SET synchronous_standby_names = '*'")
            connection.execute("SELECT pg_reload_conf()")

    def __enter__(self) -> OwnPostgres:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)

    def start(self) -> OwnPostgres:
        """Start the server and wait until it accepts connections."""
        until = time.monotonic() + 60
        while time.monotonic() < until:
            if (
                self.process is None or self.process.poll() is not None
            ):  # the shared memory of the last server may still be in use
                command = self._command(
                    "postgres",
                    "-D",
                    str(self.folder / "data"),
                    "-p",
                    str(self.port),
                    "-k",
                    str(self.folder),
                    "-c",
                    f"listen_addresses={self.host}",
                )
                with (self.folder / "log").open("a") as log:
                    self.process = subprocess.Popen(  # noqa: S603 - our own command
                        command, cwd=self.folder, stdout=log, stderr=log, **self._user
                    )
            try:
                psycopg.connect(self.url.replace("+psycopg", ""), connect_timeout=2).close()
            except psycopg.OperationalError:
                time.sleep(0.02)
            else:
                return self
        raise AssertionError((self.folder / "log").read_text()[-3000:])

    def kill(self) -> None:
        """Kill the server and all its processes (SIGKILL)."""
        if self.process is None:
            return
        children = self.children()
        self.process.kill()
        for child in children:
            _kill(child)
        self.process.wait()
        self.process = None

    def kill_one(self, which: int) -> None:
        """Kill one process of the server (SIGKILL). Postgres then drops all connections and
        recovers.
        """
        children = self.children()
        _kill(children[which % len(children)])

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Stop the server inside the context (SIGSTOP): connections stay open without an answer."""
        stopped = [self._pid, *self.children()]
        try:
            for pid in stopped:
                os.kill(pid, signal.SIGSTOP)
            yield
        finally:
            for pid in stopped:
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGCONT)

    @property
    def _pid(self) -> int:
        if self.process is None:
            raise RuntimeError("the database server is not running")
        return self.process.pid

    def children(self) -> list[int]:
        pid = self._pid
        return [
            int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        ]

    def _command(self, name: str, *words: str) -> tuple[str, ...]:
        """Command on the machine of this server. The program `ip` needs root until there."""
        switch = ("setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups")
        before = (*self._within, *(switch if self.account else ())) if self._within else ()
        return (*before, str(self.bin / name), *words)

    @property
    def _user(self) -> dict[str, Any]:
        return {} if self._within else self.account

    def _run(self, name: str, *words: str) -> None:
        subprocess.run(  # noqa: S603 - our own command
            self._command(name, *words),
            check=True,
            capture_output=True,
            cwd=self.folder,
            **self._user,
        )


def _kill(pid: int) -> None:
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)
