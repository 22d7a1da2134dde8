// Labels beside their pieces: recorded positions of bot battles, and positions with one way out.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { spotsRound } from "../../static/js/board/cards.js";
import { covers, placeLabels } from "../../static/js/board/placing.js";
import { measured } from "./measure_labels.js";

const FIXTURE = new URL("../fixtures/label_positions.json", import.meta.url);
const box = { left: 0, top: 0, right: 400, bottom: 400 };

/** @type {(men: object[], more?: object) => any} */
const label = (men, more = {}) => ({
  key: "own",
  w: 48,
  h: 21,
  men,
  foe: null,
  was: null,
  rank: 0,
  isBelow: false,
  places: [],
  free: 0,
  cost: 0,
  at: null,
  ...more,
});
/** @type {(x: number, y: number, key?: string) => any} */
const disc = (x, y, key = "own") => ({ x, y, r: 8, key, cost: 60, mark: 0 });

test("in recorded positions no label covers a figure or another label", () => {
  const found = measured(JSON.parse(readFileSync(FIXTURE, "utf8")));
  assert.ok(found.labels > 250, String(found.labels));
  assert.deepEqual([found.covered, found.over], [0, 0]);
});

test("a label stays at its piece, also between other pieces", () => {
  const own = disc(200, 200);
  const others = [0, 1, 2, 3, 4].map((n) => disc(150 + 25 * n, 160, "foe"));
  const one = label([own]);
  placeLabels([one], [own, ...others], box);
  assert.ok(![own, ...others].some((base) => covers(one, base)));
  assert.ok(Math.hypot(one.at.ax - own.x, one.at.ay - own.y) <= own.r + 0.01);
});

test("a label leaves the number of an event free, and lies over it only without another place", () => {
  const sign = { ...disc(200, 180, ""), r: 9, cost: 45 };
  const one = label([disc(200, 200)]);
  placeLabels([one], [disc(200, 200), sign], box);
  assert.ok(one.at && !covers(one, sign));
  const everywhere = { ...sign, r: 300 };
  placeLabels([one], [disc(200, 200), everywhere], box);
  assert.ok(one.at && covers(one, everywhere));
});

test("a label stays within the free part of the view", () => {
  const own = disc(200, 12);
  const one = label([own]);
  placeLabels([one], [own], box);
  assert.ok(one.at.y - one.h / 2 >= 0);
});

test("a result lies below its piece, a flag above", () => {
  const [above, below] = [label([disc(200, 200)]), label([disc(200, 200)], { isBelow: true })];
  for (const one of [above, below]) placeLabels([one], [disc(200, 200)], box);
  assert.ok(above.at.y < 200 && below.at.y > 200);
});

test("a label keeps its place if the next one is hardly better", () => {
  const one = label([disc(200, 200)]);
  placeLabels([one], [disc(200, 200)], box);
  const was = { x: 40, y: 0 };
  const again = label([disc(200, 200)], { was });
  placeLabels([again], [disc(200, 200)], box);
  assert.ok(Math.abs(again.at.dx) > Math.abs(one.at.dx));
});

test("a card stays within the board", () => {
  const unit = { left: 380, top: 10, right: 395, bottom: 40 };
  for (const [x, y] of spotsRound(unit, 200, 150, box)) {
    assert.ok(x >= 0 && x + 200 <= 400 && y >= 0 && y + 150 <= 400);
  }
});
