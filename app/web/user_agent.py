"""A browser in two words, so that somebody knows his own log-ins again. More than that is not
kept.
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
    """ "Firefox, Linux"; "" if the browser does not say what it is."""
    says = request.headers.get("user-agent", "")
    found = (
        next((name for mark, name in kinds if mark in says), "") for kinds in (BROWSERS, SYSTEMS)
    )
    return ", ".join(name for name in found if name)
