"""Machines of a test: network namespaces of Linux that a bridge joins. Root and the program `ip`
are needed.

A program in a namespace sees only the addresses of the network. A namespace that is removed falls
silent, as a machine without power: its peers receive no end of their connections.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from contextlib import suppress
from pathlib import Path

SUBNET = f"10.{200 + os.getpid() % 50}.{os.getpid() // 50 % 250}"
OWN_ADDRESS = f"{SUBNET}.254"  # of this process, on the bridge


class NoNamespaces(Exception):
    """This process may not make network namespaces."""


def run_ip(*words: str) -> str:
    done = subprocess.run(["ip", *words], capture_output=True, text=True, check=False)  # noqa: S603, S607 - a program of the system
    if done.returncode:
        raise NoNamespaces(f"ip {' '.join(words)}: {done.stderr.strip()}")
    return done.stdout


class Network:
    """Bridge with namespaces. Leaving `with` kills their processes and removes everything."""

    def __init__(self) -> None:
        if os.geteuid() or shutil.which("ip") is None:
            raise NoNamespaces("network namespaces need root and the program ip")
        self._name = f"cara{os.getpid() % 100_000}"
        self._machines: list[Machine] = []

    def __enter__(self) -> Network:
        run_ip("link", "add", self._name, "type", "bridge")
        run_ip("addr", "add", f"{OWN_ADDRESS}/24", "dev", self._name)
        run_ip("link", "set", self._name, "up")
        return self

    def __exit__(self, *_: object) -> None:
        for machine in self._machines:
            if machine.is_there:
                machine.remove()
        run_ip("link", "del", self._name)

    def machine(self, number: int) -> Machine:
        """Add the machine with this last number of its address, from 1 to 99."""
        machine = Machine(self._name, number)
        machine.join()
        self._machines.append(machine)
        return machine


class Machine:
    """Network namespace with one address. After its removal it may join the network again."""

    def __init__(self, bridge: str, number: int):
        self.address, self.is_there = f"{SUBNET}.{number}", False
        self.within = ("ip", "netns", "exec", f"{bridge}-{number}")
        """Words before a command that runs on this machine."""
        self._name, self._bridge = f"{bridge}-{number}", bridge
        self._link, self._mac = f"{bridge}v{number}", f"02:ca:ca:00:00:{number:02d}"

    def join(self) -> None:
        """Make the namespace. The address of its card stays, so that other machines find it."""
        run_ip("netns", "add", self._name)
        other = ("peer", "name", "eth0", "address", self._mac, "netns", self._name)
        run_ip("link", "add", self._link, "type", "veth", *other)
        run_ip("link", "set", self._link, "master", self._bridge, "up")
        run_ip("-n", self._name, "addr", "add", f"{self.address}/24", "dev", "eth0")
        for card in ("lo", "eth0"):
            run_ip("-n", self._name, "link", "set", card, "up")
        self.is_there = True

    def remove(self) -> None:
        """Cut the cable, kill all processes (SIGKILL) and remove the namespace."""
        run_ip("link", "del", self._link)
        for pid in self.pids():
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        while self.pids():
            time.sleep(0.01)
        run_ip("netns", "del", self._name)
        self.is_there = False

    def pids(self) -> list[int]:
        """Processes on this machine, without those that have ended."""
        found = [int(pid) for pid in run_ip("netns", "pids", self._name).split()]
        return [pid for pid in found if not is_zombie(pid)]


def is_zombie(pid: int) -> bool:
    """True for a process that has ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] == "Z"
    except OSError:
        return True
