// Arrow keys on a board of areas: along the edges, and every place can be reached.

import assert from "node:assert/strict";
import { test } from "node:test";

import { onEdge, readSpots } from "../../static/js/board/spots.js";

/** @typedef {import("../../static/js/board/spots.js").Spot} Spot */
/** @typedef {[number, number]} Point */

/** @type {Point[]} */
const ARROWS = [
  [0, -1],
  [0, 1],
  [-1, 0],
  [1, 0],
];

/** @type {[string, number, number, string[]][]} */
const PLACES = [
  ["gate", 0, 0, ["house"]],
  ["house", 40, 0, ["gate", "hill", "marsh", "wood"]],
  ["hill", 80, -30, ["house", "marsh"]],
  ["marsh", 80, 30, ["house", "hill", "shore"]],
  ["wood", 70, -90, ["house"]],
  ["shore", 120, 30, ["marsh"]],
];
/** @type {Spot[]} */
const SPOTS = PLACES.map(([key, x, y, joined]) => ({
  key,
  at: /** @type {Point} */ ([x, y]),
  words: "",
  name: key,
  joined,
}));

/** @type {(key: string, direction: Point, isSecond?: boolean) => string | undefined} */
function step(key, direction, isSecond = false) {
  const from = /** @type {Spot} */ (SPOTS.find((spot) => spot.key === key));
  return onEdge(SPOTS, from, direction, isSecond)?.key;
}

test("an arrow key follows an edge, not the nearest place", () => {
  assert.equal(step("gate", [1, 0]), "house");
  assert.equal(step("gate", [-1, 0]), undefined);
  assert.equal(step("shore", [0, -1]), undefined); // the hill lies there, without an edge
  assert.equal(step("house", [0, -1]), "wood");
});

test("with Shift an arrow key takes the second edge of its direction", () => {
  const both = [step("house", [1, 0]), step("house", [1, 0], true)];
  assert.deepEqual(both.sort(), ["hill", "marsh"]);
});

test("every place is reached from every other", () => {
  for (const [start] of PLACES) {
    const met = new Set([start]);
    for (const key of met) {
      for (const arrow of ARROWS) {
        for (const isSecond of [false, true]) {
          const next = step(key, arrow, isSecond);
          if (next) met.add(next);
        }
      }
    }
    assert.equal(met.size, PLACES.length, start);
  }
});

test("the name of a place is its key only if the data give none", () => {
  const places = [
    ["0101", 3, 4, "road"],
    ["a", 5, 6, "hill", "Mill", ["b"]],
    ["b", 7, 8, "a wood", ""],
  ];
  const frame = { querySelector: () => ({ textContent: JSON.stringify({ reach: 9, places }) }) };
  const { reach, spots } = readSpots(/** @type {any} */ (frame));
  assert.equal(reach, 9);
  assert.deepEqual(
    spots.map((spot) => [spot.name, spot.joined]),
    [
      ["0101", []],
      ["Mill", ["b"]],
      ["", []],
    ],
  );
});
