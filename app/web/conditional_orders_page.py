"""Standing orders on the game page: what is answered in advance, the form that changes it, and what
it would come to.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from starlette.datastructures import FormData, QueryParams

from app.kernel.conditional_orders import Topic
from app.kernel.say import Say, say
from app.services.container import Services
from app.services.play import conditional_orders
from app.services.play.conditional_orders import Given, Tried
from app.services.watch import game_view

FIELD = "answer:"
"""What the fields of a standing order begin with; its topic follows."""


@dataclass(frozen=True)
class StandingPage:
    """The standing orders of the viewer's seat; `tried` is what the form says, before it is
    saved.
    """

    now: tuple[Given, ...]
    tried: Tried | None

    @property
    def given(self) -> tuple[Given, ...]:
        """What is in force."""
        return tuple(one for one in self.now if one.is_given)

    @property
    def in_words(self) -> tuple[Say, ...]:
        return tuple(told(one.topic, one.in_words) for one in self.given)

    @property
    def asked(self) -> tuple[Given, ...]:
        """The fields of the form, as they were filled in last."""
        return self.tried.given if self.tried else self.now

    @property
    def waits(self) -> bool:
        """Whether some of it counts from the next move on."""
        return any(one.waits for one in self.asked)

    @property
    def known(self) -> frozenset[str]:
        """Every sentence that the box says of its own about the same topics."""
        return frozenset(
            str(told(one.topic, one.topic.in_words(one.topic.given)))
            for one in self.now
            if one.topic.given
        )

    @property
    def is_kept(self) -> bool:
        """Whether the form says nothing new."""
        return self.tried is not None and [one.answer for one in self.tried.given] == [
            one.answer for one in self.now
        ]


def told(topic: Topic, answer: Sequence[Say]) -> Say:
    return say("{topic}: {what}.", "{topic}: {what}.", topic=topic.title, what=list(answer))


def standing_page(
    services: Services, look: game_view.Look, query: QueryParams
) -> StandingPage | None:
    """None where nothing is answered in advance."""
    if look.box.standing is None:
        return None
    now = conditional_orders.of(services, look)
    said = answers_of(query) if "ahead" in query else {}
    return (
        StandingPage(now, conditional_orders.tried(services, look, said) if said else None)
        if now
        else None
    )


def answers_of(form: QueryParams | FormData) -> Mapping[str, str]:
    """What a form answers, by topic."""
    return {
        name.removeprefix(FIELD): " ".join(map(str, form.getlist(name))).strip()
        for name in form
        if name.startswith(FIELD)
    }


def as_query(answers: Mapping[str, str]) -> QueryParams:
    """The address of the page on which the form stands as it was sent."""
    return QueryParams(
        urlencode([("ahead", "1"), *((FIELD + topic, answer) for topic, answer in answers.items())])
    )


def is_asked_there(look: game_view.Look, order: object, asks: Sequence[object]) -> bool:
    """Whether an offer asks what the form of standing orders asks."""
    return (
        bool(asks) and look.box.standing is not None and isinstance(order, look.box.standing.orders)
    )
