"""Every page that is looked at with axe: by its route, with who looks and at which address of the
town (town.py). The build fails if a page is not here.

Further states of the game page that come of pressing something are in test_axe.py; armies, laying,
orders ahead, seeing and tokens have tests of their own too.
"""

from __future__ import annotations

LOOKS: dict[str, list[tuple[str, str]]] = {
    "/": [("stranger", "/"), ("own", "/")],
    "/lobby": [("stranger", "/lobby"), ("own", "/lobby?lang=es")],
    "/mine": [("own", "/mine"), ("stranger", "/mine")],
    "/login": [("stranger", "/login")],
    "/login/code": [("half", "/login/code")],
    "/account/second-factor": [
        ("own", "/account/second-factor"),
        ("other", "/account/second-factor"),
        ("judge", "/account/second-factor"),
    ],
    "/register": [("stranger", "/register")],
    "/forgotten": [("stranger", "/forgotten")],
    "/password": [("stranger", "{reset}"), ("stranger", "/password?link=gone")],
    "/account/address": [("own", "{confirm}")],
    "/account": [("own", "/account"), ("judge", "/account")],
    "/account/delete": [("own", "/account/delete")],
    "/account/hours": [("own", "/account/hours")],
    "/account/notices": [("own", "/account/notices?done=test")],
    "/account/tokens": [("own", "/account/tokens")],
    "/unsubscribe/{token}": [("stranger", "{unsubscribe}")],
    "/people/{person}": [
        ("own", "{person}"),
        ("own", "{me}"),
        ("stranger", "{person}"),
        ("judge", "{person}"),
    ],
    "/moderation": [("judge", "/moderation"), ("own", "/moderation")],
    "/api": [("stranger", "/api")],
    "/proof": [("stranger", "/proof")],
    "/dice": [("stranger", "/dice")],
    "/rules": [("stranger", "/rules")],
    "/rules/{key}": [
        ("stranger", "/rules/cry_havoc"),
        ("own", "/rules/heart_of_africa#HOA-MEL-10"),
    ],
    "/rules/{key}/sheet": [("own", "/rules/heart_of_africa/sheet")],
    "/rules/id/{rule}": [("own", "/rules/id/CH-MIS-10")],
    "/rules/{key}/{rule}": [("own", "/rules/cry_havoc/CH-MIS-10")],
    "/tables/new": [
        ("own", "/tables/new"),
        ("own", "/tables/new?box=heart_of_africa&scenario=encounter"),
    ],
    "/armies": [("own", "/armies")],
    "/armies/new": [("own", "/armies/new")],
    "/armies/import": [("own", "/armies/import")],
    "/armies/draft": [("own", "/armies/draft")],
    "/armies/{address}": [("own", "/armies/99999")],
    "/armies/{address}/sheet": [("own", "/armies/99999/sheet")],
    "/games/{address}": [
        ("own", "{waiting}"),
        ("host", "{waiting}"),
        ("own", "{running}"),
        ("other", "{running}?tab=letters"),
        ("stranger", "{running}"),
        ("own", "{over}"),
        ("own", "{deployed}"),
        ("own", "{asked}"),
        ("other", "{asked}"),
        ("own", "{paused}"),
        ("other", "{holiday}"),
        ("own", "{late}"),
        ("other", "{late}"),
        ("other", "{claimed}"),
        ("own", "{played}"),
        ("other", "{played}?lang=es"),
        ("own", "/games/99999"),
    ],
    "/games/{address}/at/{number}": [("own", "{over}/at/1"), ("own", "{deployed}/at/1")],
    "/games/{address}/words": [
        ("own", "{running}/words"),
        ("own", "{deployed}/words"),
        ("own", "{late}/words"),
        ("own", "{played}/words"),
    ],
    "/games/{address}/at/{number}/words": [("own", "{over}/at/1/words")],
    "/games/{address}/steps/{step}": [
        ("own", "{running}/steps/first_fire"),
        ("own", "{running}/steps/melee"),
    ],
    "/games/{address}/laying": [("own", "{laid}/laying")],
    "/games/{address}/dice": [("own", "{over}/dice")],
    "/games/{address}/report": [("own", "{over}/report"), ("own", "{running}/report")],
    "/games/{address}/letters/{letter}": [("own", "{letter}")],
    "/games/{address}/report/{words}": [("own", "{words}"), ("stranger", "{words}")],
    "/games/{address}/title": [("other", "{title}")],
    "/games/{address}/sandboxes/{sandbox}": [("own", "{sandbox}")],
    "/games/{address}/sandboxes/{sandbox}/words": [("own", "{sandbox}/words")],
    "/games/{address}/projector": [("stranger", "{running}/projector")],
    "/games/{address}/hall": [("host", "{running}/hall"), ("stranger", "{running}/hall")],
    "/games/{address}/remarks/{remark}": [("host", "{remark}")],
    "/projector": [("stranger", "/projector")],
    "/embed/games/{address}": [("stranger", "/embed{running}")],
}
THOROUGHLY = {
    "/games/{address}": [("fights", "{pairing}"), ("stranger", "{pairing}")],
    "/games/{address}/words": [("fights", "{pairing}/words")],
}
"""What takes long to bring about: only in the proof."""

NO_PAGE = {
    "/account/export",
    "/armies/{address}/army.json",
    "/armies/{address}/army.txt",
    "/calendar/{token}.ics",
    "/games.atom",
    "/games/{address}/events",
    "/games/{address}/show",
    "/games/{address}/picture.png",
    "/oembed",
    "/games/{address}/export",
    "/games/{address}/number",
    "/games/{address}/report.md",
    "/health",
    "/metrics",
    "/sw.js",
    "/verify_dice.py",
    "/games/{address}/moment",
    "/to/{game_id}",  # these only lead on
    "/games/{address}/laying/news",
    "/games/{address}/letters",
    "/games/{address}/stage",
    "/tables/new/drawing",  # parts of pages that are looked at
}
"""Routes that answer a GET with no page of their own."""
