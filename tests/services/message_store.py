"""Valkey or Redis for tests: a real server process."""

from __future__ import annotations

import shutil
import socket
import subprocess
import time
from pathlib import Path

PROGRAM = shutil.which("valkey-server") or shutil.which("redis-server")


class MessageStore:
    """Server process of Valkey or Redis on a port of its own, without files."""

    def __init__(self, folder: Path):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.folder, self.url = folder, f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        self.process = subprocess.Popen(
            [PROGRAM, "--port", str(self.port), "--bind", "127.0.0.1", "--save", ""],
            cwd=self.folder,
            stdout=subprocess.DEVNULL,
        )
        latest = time.monotonic() + 60
        while time.monotonic() < latest:
            with socket.socket() as trial:
                if trial.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.02)
        raise AssertionError("the message store does not start")

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()
