"""The words that an engineer searches for lead to the module that does the thing.

Each word is in a name or a docstring of its module. Underscores, hyphens and capitals do not count.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

from tests.architecture.syntax import nodes_of
from tests.one_by_one import one_by_one

APP = Path(__file__).parents[2] / "app"
MODULES = {
    "admin": "services/people/moderation.py",
    "audit log": "store/moderation.py",
    "backoff": "services/notify/outbox_worker.py",
    "broadcast": "web/sse_broadcaster.py",
    "cache": "services/watch/game_history.py",
    "comment": "services/people/spectator_chat.py",
    "conditional order": "services/play/conditional_orders.py",
    "cron": "services/time/deadline_worker.py",
    "deadline": "services/time/deadline_worker.py",
    "deadlock": "services/play/orders.py",
    "event sourcing": "services/watch/game_history.py",
    "fan-out": "web/sse_broadcaster.py",
    "notification": "services/notify/notifications.py",
    "optimistic": "store/sandboxes.py",
    "outbox": "services/notify/outbox.py",
    "password reset": "services/people/email_verification.py",
    "permission": "services/people/permissions.py",
    "pre-move": "services/play/conditional_orders.py",
    "presence": "services/watch/presence.py",
    "projection": "services/watch/game_view.py",
    "rate limit": "services/rate_limit.py",
    "repository": "store/repositories.py",
    "scheduler": "services/time/deadline_worker.py",
    "semaphore": "services/people/password_hashing.py",
    "simulate": "services/play/sandboxes.py",
    "snapshot": "store/checksums.py",
    "throttle": "services/rate_limit.py",
    "tutorial": "services/play/lobby.py",
    "unit of work": "store/transactions.py",
}


def plain(text: str) -> str:
    """Lower case words with single spaces: `RateLimiter`, `rate_limit` and "rate-limit" alike."""
    return re.sub(r"[\W_]+", " ", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text)).lower()


def names_and_docstrings(module: Path) -> str:
    """All names that the module defines, and its docstrings."""
    found = [module.stem]
    for node in nodes_of(module):
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            found += [node.name, ast.get_docstring(node) or ""]
        elif isinstance(node, ast.Module):
            found.append(ast.get_docstring(node) or "")
    return plain("\n".join(found))


@one_by_one("word", MODULES)
def test_a_search_word_is_in_the_module_that_does_it(word):
    assert plain(word) in names_and_docstrings(APP / MODULES[word]), (
        f"name {word!r} in a docstring of app/{MODULES[word]}"
    )
