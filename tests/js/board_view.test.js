// First sight of a board: the whole map or the viewer's need, in the part that the sheet leaves free.

import assert from "node:assert/strict";
import { test } from "node:test";

import { View } from "../../static/js/board/view.js";

const [PHONE, DESK, HEIGHT, SHEET] = [390, 1000, 600, 300];

/** @type {any} */
let sheet = null;
/** @type {any} */ (globalThis).document = { querySelector: () => sheet };

/**
 * Frame of a board as far as the view reads it; a phone has a sheet over its lower half.
 * @param {number} width
 * @param {string} core
 * @param {string} need
 * @param {Record<string, string>} more
 */
function opened(width, core, need, more = {}) {
  const edges = { left: 0, top: 0, right: width, bottom: HEIGHT };
  const over = { ...edges, top: SHEET };
  sheet = width < 736 ? { getBoundingClientRect: () => over } : null;
  const svg = {
    dataset: { need },
    setAttribute() {},
    querySelectorAll: () => [],
    querySelector: () => null,
  };
  const frame = {
    dataset: { full: core, core, keep: "", ...more },
    clientWidth: width,
    clientHeight: HEIGHT,
    getBoundingClientRect: () => edges,
    querySelector: () => svg,
    querySelectorAll: () => [svg],
    classList: { toggle() {} },
    style: { setProperty() {} },
  };
  const view = new View(/** @type {any} */ (frame));
  view.open();
  return view;
}

/** @type {(view: View, box: number[]) => boolean} */
function shows(view, [x, y, w, h]) {
  const [left, top] = view.box;
  const { free, scale } = view;
  const slack = 0.001;
  return (
    x >= left - slack &&
    y >= top - slack &&
    x + w <= left + free.right / scale + slack &&
    y + h <= top + free.bottom / scale + slack
  );
}

test("a phone shows a whole map above the sheet", () => {
  const core = [0, -22, 800, 515];
  const view = opened(PHONE, core.join(" "), core.join(" "));
  assert.equal(view.free.bottom, SHEET);
  assert.ok(shows(view, core), view.box.join(" "));
});

test("a phone shows the whole need above the sheet, however wide it is", () => {
  for (const need of [
    [120, 207, 420, 173],
    [120, 207, 0, 0],
    [10, 20, 600, 300],
    [0, 0, 3000, 2000],
  ]) {
    const view = opened(PHONE, "-92 -78 4000 3000", need.join(" "));
    assert.ok(shows(view, need), view.box.join(" "));
    assert.ok(view.seesNeed());
  }
});

test("a need at the edge of the map leaves no room beyond the edge", () => {
  const need = [100, 900, 300, 60];
  const view = opened(PHONE, "0 0 1000 1000", need.join(" "));
  assert.ok(shows(view, need), view.box.join(" "));
  assert.ok(
    view.box[1] + view.free.bottom / view.scale <= 1000 + 12 / view.scale + 0.001,
    view.box.join(" "),
  );
});

test("a map smaller than the free part stands in its middle", () => {
  const view = opened(PHONE, "0 0 600 900", "500 20 80 880");
  const [left] = view.box;
  const beside = (left + view.free.right / view.scale - 600) * view.scale;
  assert.ok(Math.abs(-left * view.scale - beside) < 0.1, `${-left * view.scale} ${beside}`);
});

test("a high sheet counts as covering two thirds of the board at most", () => {
  const view = opened(PHONE, "0 0 800 500", "10 10 20 20");
  sheet.getBoundingClientRect = () => ({ left: 0, top: 20, right: PHONE, bottom: HEIGHT });
  assert.ok(view.free.bottom >= HEIGHT * 0.33);
});

test("a need under the sheet is turned to, at the same zoom if it fits", () => {
  const view = opened(PHONE, "0 0 2000 2000", "500 500 100 100");
  view.box = [500, 200, 390, 600];
  assert.ok(!view.seesNeed());
  view.turnToNeed();
  assert.ok(view.seesNeed());
  assert.ok(Math.abs(view.scale - 1) < 0.001);
});

test("a table in inches can be brought so near that a finger meets one figure", () => {
  const view = opened(PHONE, "0 0 720 480", "0 0 720 480", { measure: "10 0 480" });
  for (let step = 0; step < 20; step++) view.zoom(1.35);
  const base = 8; // units across
  assert.ok(base * view.scale >= 36, String(base * view.scale));
});

test("a desk shows the whole map, and nothing covers it", () => {
  const core = [0, 0, 800, 720];
  const view = opened(DESK, core.join(" "), core.join(" "));
  assert.ok(shows(view, core));
  assert.ok(Math.abs(view.box[0] + view.box[2] / 2 - 400) < 0.001);
});
