"""Values in many events."""

Place = tuple[float, float, float]
"""x, y and facing."""
Mod = tuple[str, str, int]
"""One reason of a number: rule id, name, amount."""
