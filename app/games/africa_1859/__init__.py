"""Africa 1859-60: stacks on named spaces; one space acts after another while the other side
reacts.
"""

from app.games.africa_1859.box import GAME

__all__ = ["GAME"]
