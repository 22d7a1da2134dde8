"""What players have answered in advance: by game, player and topic. Nobody else reads it, and no
number of a game grows with it.
"""

from __future__ import annotations

from collections.abc import Mapping

import sqlalchemy as sa

from app.store import schema
from app.store.repositories import Ledger, bind

_standing = schema.standing_orders.c
_OF_A_GAME = (
    sa.select(_standing.user_id, _standing.topic, _standing.answer)
    .where(_standing.game_id == bind("game_id"))
    .order_by(_standing.topic)
)
_OF_A_PLAYER = sa.select(_standing.game_id, _standing.topic, _standing.answer).where(
    _standing.user_id == bind("user_id")
)


class StandingOrders(Ledger):
    def of(self, game_id: int) -> dict[int, dict[str, str]]:
        """By player, by topic."""
        found: dict[int, dict[str, str]] = {}
        for user_id, topic, answer in self._do(_OF_A_GAME, {"game_id": game_id}):
            found.setdefault(user_id, {})[topic] = answer
        return found

    def of_player(self, user_id: int) -> dict[int, dict[str, str]]:
        """By game, by topic."""
        found: dict[int, dict[str, str]] = {}
        for game_id, topic, answer in self._do(_OF_A_PLAYER, {"user_id": user_id}):
            found.setdefault(game_id, {})[topic] = answer
        return found

    def hand_over(self, game_id: int, user_id: int, to: int) -> None:
        """What a player has said at a game counts for another one."""
        self._do(
            schema.standing_orders.delete().where(
                _standing.game_id == game_id, _standing.user_id == to
            )
        )
        self._do(
            schema.standing_orders.update()
            .where(_standing.game_id == game_id, _standing.user_id == user_id)
            .values(user_id=to)
        )

    def put(self, game_id: int, user_id: int, given: Mapping[str, str | None]) -> None:
        """What the player answers in advance from now on to these topics ("": he is to be asked);
        None: nothing is kept any more.
        """
        mine = (_standing.game_id == game_id, _standing.user_id == user_id)
        self._do(schema.standing_orders.delete().where(*mine, _standing.topic.in_(list(given))))
        for topic, answer in given.items():
            if answer is not None:
                self._add(
                    schema.standing_orders,
                    game_id=game_id,
                    user_id=user_id,
                    topic=topic,
                    answer=answer,
                )
