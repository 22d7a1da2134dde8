"""Cache of small parts of a page that every move shows again, such as the rows of the log."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence

from markupsafe import Markup

MOST = 4000


class MarkupCache:
    """Markup by the objects that it shows and by `depends`, all else that changes it.

    An object is known by its identity, so two objects never share an entry. An entry holds its
    objects, so no identity is used again.
    """

    def __init__(self, most: int = MOST):
        self._most, self._lock = most, threading.Lock()
        self._kept: OrderedDict[Hashable, tuple[tuple[object, ...], Markup]] = OrderedDict()

    def __call__(
        self, shown: Sequence[object], *depends: Hashable, caller: Callable[[], Markup]
    ) -> Markup:
        """Body of a call block of Jinja, made once; the least recently used is removed first."""
        key = (*map(id, shown), *depends)
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key][1]
        made = caller()
        with self._lock:
            self._kept[key] = tuple(shown), made
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
        return made
