"""Conditional orders of a campaign: declarations of the next two turns, a promotion, and answers.

The answers are those to meetings, attacks, requests for passage, terms, ground, districts, revolts
and gifts.

The server keeps them. They depend on the view of their player and are in no record before use.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from app.games.heart_of_africa.campaign.conditional_orders import answering, foreseeing, topics
from app.games.heart_of_africa.campaign.fog import View
from app.games.heart_of_africa.campaign.state import Season
from app.kernel.conditional_orders import Answer, Answers, NoOrdersMeanwhile, Preset, Topic
from app.kernel.contract import Event, Order
from app.kernel.say import Say


class ConditionalOrders(NoOrdersMeanwhile):
    """The contract of `app.kernel.conditional_orders.ConditionalOrders`."""

    titles: Mapping[str, Say] = topics.TITLES
    orders: tuple[type, ...] = ()
    in_secret: tuple[str, ...] = ()
    used_once: tuple[str, ...] = topics.USED_ONCE

    def topics(self, view: View) -> Sequence[Topic]:
        return topics.topics(view.season, view.me)

    def presets(self, view: View) -> Sequence[Preset]:  # noqa: ARG002 no preset is defined
        return ()

    def answer(self, view: View, given: Answers) -> Answer | None:
        return answering.answer(view.season, view.me, given)

    def answer_dropped(self, view: View, topic: str, given: Answers) -> Answer | None:
        return answering.answer_dropped(view.season, view.me, topic, given)

    def foreseen(self, view: View, given: Answers) -> Sequence[Say]:
        return tuple(foreseeing.effects(view.season, view.me, given))

    def ordered(self, view: View, given: Answers) -> Sequence[Order]:  # noqa: ARG002 no answer is on the record of the box
        return ()

    def recorded(self, state: Season, seat: str, given: Answers) -> Sequence[Event]:  # noqa: ARG002 no answer is on the record of the box
        return ()
