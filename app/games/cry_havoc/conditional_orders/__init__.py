"""Conditional orders: answers to decisions during a shot or combat, and the covered side of single
units.
"""

from __future__ import annotations

from collections.abc import Sequence

from app.games.cry_havoc.conditional_orders import answering, foreseeing, topics
from app.games.cry_havoc.conditional_orders.topics import COVER, TITLES
from app.games.cry_havoc.fog import View
from app.games.cry_havoc.orders import SetCover
from app.games.cry_havoc.state import Battle
from app.kernel.conditional_orders import Answer, Answers, NoOrdersMeanwhile, Preset, Topic
from app.kernel.contract import Event


class ConditionalOrders(NoOrdersMeanwhile):
    """The contract of `app.kernel.conditional_orders.ConditionalOrders`."""

    titles, orders, in_secret = TITLES, (SetCover,), ()
    used_once: tuple[str, ...] = ()

    def topics(self, view: View) -> Sequence[Topic]:
        return topics.topics(view.battle, view.viewer.seat or "")

    def presets(self, view: View) -> Sequence[Preset]:  # noqa: ARG002 no preset is defined
        return ()

    def answer(self, view: View, given: Answers) -> Answer | None:
        return answering.answer(view.battle, view.viewer.seat or "", given)

    def answer_dropped(self, view: View, topic: str, given: Answers) -> Answer | None:  # noqa: ARG002 no answer is used up
        return None

    def foreseen(self, view: View, given: Answers) -> Sequence:
        return tuple(foreseeing.likely_cases(view.battle, view.viewer.seat or "", given))

    def ordered(self, view: View, given: Answers) -> Sequence[SetCover]:
        """Orders that set the covered side. They are public on the map."""
        return tuple(
            SetCover(topic.key.removeprefix(COVER), given[topic.key] or None)
            for topic in self.topics(view)
            if topic.on_record and given.get(topic.key, topic.given) != topic.given
        )

    def recorded(self, battle: Battle, seat: str, given: Answers) -> Sequence[Event]:  # noqa: ARG002 nothing of it is a secret
        return ()
