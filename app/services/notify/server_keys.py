"""Secret keys of the server, shared by its processes."""

from __future__ import annotations

from collections.abc import Callable

from app.services.container import Services


def server_key(services: Services, name: str, make: Callable[[], str]) -> str:
    """Key of the server, made at its first use. All processes get the same key."""
    with services.store.read() as work:
        found = work.server_keys.find_key(name)
    if found is None:
        with services.store.write() as work:
            work.server_keys.add_key(name, make())
            work.commit()
            found = work.server_keys.find_key(name)
    if found is None:
        raise LookupError(f"the key {name} was not kept")
    return found
