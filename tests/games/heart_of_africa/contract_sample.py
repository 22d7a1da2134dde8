"""Sample sizes for the contract tests (tests/contract)."""

MONKEY_MOVES = 90  # a battle has many figures; all kinds of moves come by then
