"""Valley: two sides move parts of their stacks between six named areas."""

from tests.contract.tiny.valley.box import GAME

__all__ = ["GAME"]
