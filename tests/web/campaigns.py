"""Campaign of a referee, who does not play, and three players, founded by the forms of the pages."""

from __future__ import annotations

NAMES = ("Ada", "Berta", "Carla", "Dora")
BOX = "heart_of_africa_campaign"


def found_campaign(visitor, **clock):
    """Path of the campaign and its people; the referee comes first. No army is chosen yet."""
    people = [visitor().register(name) for name in NAMES]
    opened = people[0].post(
        "/tables",
        f"/tables/new?box={BOX}",
        box=BOX,
        seat="campaign/referee",
        against="people",
        spectators="1",
        **clock,
    )
    path = opened.headers["location"]
    for person in people[1:]:
        person.post(f"{path}/join", path, added="")
    return path, people
