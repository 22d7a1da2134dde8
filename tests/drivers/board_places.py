"""Places of the board on the screen, for taps and drags."""

from __future__ import annotations

PLACES = """keys => {
  const frame = document.querySelector("[data-board]");
  const { places } = JSON.parse(frame.querySelector(".map-spots").textContent);
  const shift = frame.querySelector(".map-live").getScreenCTM();
  return keys.map(key => {
    const [, x, y] = places.find(([name]) => name === key);
    const at = new DOMPoint(x, y).matrixTransform(shift);
    return [at.x, at.y];
  });
}"""
PHONE = {"width": 390, "height": 844}
REASON = "#decision .verdict.no [data-rule]"
"""Rule in the reason why an order is not possible."""


def tap_place(page, key: str) -> None:
    """Show the whole board and tap the place of this key."""
    page.click("[data-do='zoom:fit']")
    page.wait_for_timeout(200)
    [(x, y)] = page.evaluate(PLACES, [key])
    page.touchscreen.tap(x, y)
