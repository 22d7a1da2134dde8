"""Campaign of a referee, who does not play, founded by the form of its page; three others join."""

from __future__ import annotations

from tests.sample_games import CAMPAIGN, INCH

NAMES = ("Ada", "Berta", "Carla", "Dora")
ENTRY = INCH.ENTRY


def found_campaign(visitor, **clock):
    """Path of the campaign and its people; the referee comes first. No player has joined yet."""
    people = [visitor().register(name) for name in NAMES]
    opened = people[0].post(
        "/tables",
        box=CAMPAIGN,
        seat="campaign/referee",
        against="people",
        spectators="1",
        **clock,
    )
    return opened.headers["location"].removesuffix("/gathering"), people


def joined_campaign(visitor, **clock):
    """The same campaign, in which the three others have their armies."""
    path, people = found_campaign(visitor, **clock)
    for number, person in enumerate(people[1:]):
        person.post(
            f"{path}/steps/between_turns",
            order=ENTRY,
            command=f"e{number}",
            after=str(number + 1),
        )
    return path, people
