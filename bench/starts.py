"""Time and processor time of a start after a kill, compared with another checkout of Caracole.

    python -m bench.starts OTHER [ROUNDS]

OTHER is the folder of the other checkout. Both start in turn on SQLite databases of their own, so
that a noisy machine slows down both. They are killed after the first good answer of the start page.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import httpx

from bench.own_postgres import free_port

HERE = Path(__file__).parents[1]
LONGEST_START = 900.0  # seconds, on a busy machine
PAGES = ("/health", "/")


def surroundings_of(folder: Path) -> dict[str, str]:
    """Environment of a server. Its compiled files are kept, as those of an installed server are."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("CARACOLE_")}
    kept.pop("PYTHONDONTWRITEBYTECODE", None)
    return kept | {
        "PYTHONPYCACHEPREFIX": str(folder / "compiled"),
        "CARACOLE_DATABASE_URL": f"sqlite:///{folder}/games.db",
        "CARACOLE_LOG_LEVEL": "warning",
    }


def start_once(top: Path, folder: Path) -> tuple[float, float]:
    """Seconds and processor seconds until both pages have answered; then kill the server."""
    folder.mkdir(exist_ok=True)
    port, began = free_port(), time.monotonic()
    server = subprocess.Popen(
        [sys.executable, "-m", "app", "serve"],
        cwd=top,
        env=surroundings_of(folder) | {"CARACOLE_PORT": str(port)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=LONGEST_START) as client:
            for page in PAGES:
                await_page(client, page, began)
        seconds = time.monotonic() - began
        used = Path(f"/proc/{server.pid}/stat").read_text().rsplit(")", 1)[1].split()[11:13]
        return seconds, sum(map(int, used)) / os.sysconf("SC_CLK_TCK")
    finally:
        server.kill()
        server.wait()


def await_page(client: httpx.Client, page: str, began: float) -> None:
    while time.monotonic() - began < LONGEST_START:
        try:
            if client.get(page).status_code == 200:
                return
        except httpx.TransportError:
            time.sleep(0.02)
    raise TimeoutError(page)


def main(other: Path, rounds: int = 5) -> None:
    with tempfile.TemporaryDirectory(prefix="caracole-starts-") as folder:
        checkouts = {"before": other, "now": HERE}
        found: dict[str, list[tuple[float, float]]] = {name: [] for name in checkouts}
        for number in range(rounds + 1):  # the first one compiles and migrates
            for name, top in checkouts.items():
                one = start_once(top, Path(folder) / name)
                if number:
                    found[name].append(one)
    for place, what in enumerate(("seconds until the answer", "processor seconds")):
        for name, times in found.items():
            some = [one[place] for one in times]
            print(
                f"{what}, {name}: {statistics.median(some):.2f} ({min(some):.2f} to {max(some):.2f})"
            )
        ratios = [now[place] / then[place] for then, now in zip(*found.values(), strict=True)]
        print(f"  ratio: {statistics.median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})")


if __name__ == "__main__":
    main(Path(sys.argv[1]), *map(int, sys.argv[2:]))
