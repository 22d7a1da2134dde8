"""Repository of conditional orders, by game, player and topic.

Only their player reads them. They change no number of a game, so no other player notices them.
"""

from __future__ import annotations

from collections.abc import Mapping

import sqlalchemy as sa

from app.store import schema
from app.store.driver_statements import DriverStatement
from app.store.repositories import Repository, bind

_standing = schema.conditional_orders.c
_OF_A_GAME = DriverStatement(
    sa.select(_standing.user_id, _standing.topic, _standing.answer)
    .where(_standing.game_id == bind("game_id"))
    .order_by(_standing.topic)
)
_OF_A_PLAYER = sa.select(_standing.game_id, _standing.topic, _standing.answer).where(
    _standing.user_id == bind("user_id")
)


class ConditionalOrders(Repository):
    def for_game(self, game_id: int) -> dict[int, dict[str, str]]:
        """Answers of a game, by player and topic."""
        found: dict[int, dict[str, str]] = {}
        for user_id, topic, answer in self._run(_OF_A_GAME, {"game_id": game_id}):
            found.setdefault(user_id, {})[topic] = answer
        return found

    def of_player(self, user_id: int) -> dict[int, dict[str, str]]:
        """Answers of a player, by game and topic."""
        found: dict[int, dict[str, str]] = {}
        for game_id, topic, answer in self._do(_OF_A_PLAYER, {"user_id": user_id}):
            found.setdefault(game_id, {})[topic] = answer
        return found

    def hand_over(self, game_id: int, user_id: int, to: int) -> None:
        """Transfer the answers of a player at a game to another player, replacing the answers of
        the latter.
        """
        self._do(
            schema.conditional_orders.delete().where(
                _standing.game_id == game_id, _standing.user_id == to
            )
        )
        self._do(
            schema.conditional_orders.update()
            .where(_standing.game_id == game_id, _standing.user_id == user_id)
            .values(user_id=to)
        )

    def save_answers(self, game_id: int, user_id: int, given: Mapping[str, str | None]) -> None:
        """Set the player's answers to these topics.

        "" means that the player must be asked; None deletes the answer.
        """
        mine = (_standing.game_id == game_id, _standing.user_id == user_id)
        self._do(schema.conditional_orders.delete().where(*mine, _standing.topic.in_(list(given))))
        for topic, answer in given.items():
            if answer is not None:
                self._add(
                    schema.conditional_orders,
                    game_id=game_id,
                    user_id=user_id,
                    topic=topic,
                    answer=answer,
                )
