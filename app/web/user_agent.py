"""Short name of a browser, so that users recognise their sessions. No more of the header
is stored.
"""

from __future__ import annotations

from fastapi import Request

BROWSERS = (
    ("Edg", "Edge"),
    ("OPR", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)
SYSTEMS = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Mac OS X", "macOS"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
)


def browser_of(request: Request) -> str:
    """Name such as "Firefox, Linux"; "" if the browser is unknown."""
    says = request.headers.get("user-agent", "")
    found = (
        next((name for mark, name in kinds if mark in says), "") for kinds in (BROWSERS, SYSTEMS)
    )
    return ", ".join(name for name in found if name)
