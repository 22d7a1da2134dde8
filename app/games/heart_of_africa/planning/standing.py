"""A side's standing orders as the house shows those of every game. They stand on its record, out of the other side's sight, and are carried out there
(`sequence.by_plan`): the house fires none of them."""
from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from app.games.heart_of_africa import reach
from app.games.heart_of_africa.fog import View
from app.games.heart_of_africa.offering import planning
from app.games.heart_of_africa.orders import SetPolicies
from app.games.heart_of_africa.planning.words import TOPICS
from app.games.heart_of_africa.state import ASK, Plans, Policies
from app.games.heart_of_africa.units import labelled
from app.kernel.offers import Choice
from app.kernel.refusal import found_in
from app.kernel.say import Say
from app.kernel.standing import Answer, Answers, Topic
from app.kernel.table import nothing_owed


class StandingOrders:
    """The contract of `app.kernel.standing.StandingOrders`."""

    titles: Mapping[str, Say] = {}
    orders = (SetPolicies,)

    def topics(self, view: View) -> Sequence[Topic]:
        if view.viewer.seat not in view.battle.seats or view.battle.ending:
            return ()
        policies = in_force(view)
        barred = found_in(None if not view.battle.pending and reach.owes(view.battle, view.side) else nothing_owed())
        found = tuple(Topic(key, topic.title, "CAR-PLN-01", tuple(Choice(value, says) for value, says in topic.options.items() if value != ASK),
                            on_record=True, given=given_of(policies, key), no=barred) for key, topic in TOPICS.items())
        return labelled(view.battle.options, found)

    def answer(self, view: View, given: Answers) -> Answer | None:
        """Whatever is answered here is answered on the record."""

    def foreseen(self, view: View, given: Answers) -> Sequence[Say]:
        return labelled(view.battle.options, planning.standing(view.battle, SetPolicies(meant(view, given)), view.side, ()).notes)

    def ordered(self, view: View, given: Answers) -> Sequence[SetPolicies]:
        policies = meant(view, given)
        return () if policies == in_force(view) else (SetPolicies(policies),)


def in_force(view: View) -> Policies:
    return view.battle.plans.get(view.side, Plans()).policies


def given_of(policies: Policies, key: str) -> str:
    said = getattr(policies, key)
    return "" if said == ASK else said


def meant(view: View, given: Answers) -> Policies:
    """What is in force, with these answers put in."""
    return msgspec.structs.replace(in_force(view), **{key: answer or ASK for key, answer in given.items() if key in TOPICS})
