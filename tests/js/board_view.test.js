// First sight of a board on a phone: the whole map or the viewer's need, beside the tools.

import assert from "node:assert/strict";
import { test } from "node:test";

import { View } from "../../static/js/board/view.js";

/** @type {any} */ (globalThis).getComputedStyle = (/** @type {any} */ one) => one;

const [PHONE, DESK, HEIGHT] = [390, 1000, 338];

/**
 * Frame of a board with tools, as far as the view reads it.
 * @param {number} width
 * @param {string} core
 * @param {string} need
 * @param {string} focus
 */
function opened(width, core, need, focus = "0 0") {
  const svg = { dataset: { need, focus }, setAttribute() {} };
  const table = { querySelector: () => ({ position: width < 736 ? "absolute" : "static" }) };
  const frame = {
    dataset: { full: core, core, keep: "" },
    clientWidth: width,
    clientHeight: HEIGHT,
    querySelector: () => svg,
    querySelectorAll: () => [svg],
    closest: () => table,
    classList: { toggle() {} },
  };
  const view = new View(/** @type {any} */ (frame));
  view.open();
  return view;
}

/** @type {(view: View, box: number[], covered: number) => boolean} */
function shows(view, [x, y, w, h], covered) {
  const [left, top, width, height] = view.box;
  const right = left + width - covered / view.scale;
  const slack = 0.001;
  return (
    x >= left - slack && x + w <= right + slack && y >= top - slack && y + h <= top + height + slack
  );
}

test("a phone shows a whole map that is wider than its screen, beside the tools", () => {
  const core = [0, -22, 800, 515];
  const view = opened(PHONE, core.join(" "), core.join(" "));
  assert.ok(shows(view, core, 64), view.box.join(" "));
});

test("a phone shows the whole need, beside the tools", () => {
  for (const need of [
    [120, 207, 420, 173],
    [120, 207, 0, 0],
    [10, 20, 600, 300],
  ]) {
    const view = opened(PHONE, "-92 -78 844 748", need.join(" "));
    assert.ok(shows(view, need, 64), view.box.join(" "));
  }
});

test("a need too wide for a phone is shown about its focus, with pieces large enough to touch", () => {
  const view = opened(PHONE, "0 0 4000 3000", "0 0 3000 2000", "1500 1000");
  assert.ok(Math.abs(view.scale - 0.4) < 0.001);
  assert.ok(shows(view, [1500, 1000, 0, 0], 64));
});

test("a desk shows the whole map, and no tools cover it", () => {
  const core = [0, 0, 800, 720];
  const view = opened(DESK, core.join(" "), core.join(" "));
  assert.ok(shows(view, core, 0));
  assert.ok(Math.abs(view.box[0] + view.box[2] / 2 - 400) < 0.001);
});
