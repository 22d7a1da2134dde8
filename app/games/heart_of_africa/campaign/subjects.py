"""Subjects of decisions: they tell apart several decisions of one player, each with its own
clock.
"""

from __future__ import annotations

from app.games.heart_of_africa.campaign.state import Meeting, Taking, Talk, War

DECLARATION, PROMOTION, REVOLT = "declaration", "promotion", "revolt"


def gift_from(giver: str) -> str:
    """Subject of an answer to a gift."""
    return f"gift-{giver}"


def meeting_of(meeting: Meeting) -> str:
    """Subject of an answer to a chance meeting."""
    return f"meeting-{meeting.one}-{meeting.two}"


def talk_of(talk: Talk) -> str:
    """Subject of an answer to an attack, a request for passage, or the last offer of one."""
    by = talk.offered_by if talk.terms is None else talk.terms.by
    return f"talk-{talk.attacker}-{talk.defender}-{by}"


def district_of(taking: Taking) -> str:
    """Subject of the choice of a district of a beaten Colonial."""
    return f"district-{taking.loser}"


def ground_of(war: War) -> str:
    """Subject of the choice of the ground of a battle."""
    return f"ground-{war.key}"


def army_of(war: War) -> str:
    """Subject of the choice of an army for a battle."""
    return f"army-{war.key}"


def fight_of(war: War) -> str:
    """Subject of a battle that has to be fought."""
    return f"fight-{war.key}"


def result_of(war: War) -> str:
    """Subject of the confirmation of an entered result."""
    return f"result-{war.key}"
