// Geometry that the browser repeats: the scripts agree with the fixture.
// A test of the game in inches checks the server against the same file (test_browser_geometry.py).

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { MOST } from "../../static/js/laying/handles.js";
import { curved, rimOf, strip } from "../../static/js/laying/shapes.js";
import { movement } from "../../static/js/table/ways.js";

const fixture = JSON.parse(readFileSync(new URL("../fixtures/geometry.json", import.meta.url)));

function assertNear(found, expected, tolerance, name) {
  assert.equal(found.length, expected.length, name);
  for (const [number, [x, y]] of found.entries()) {
    const off = Math.hypot(x - expected[number][0], y - expected[number][1]);
    assert.ok(off <= tolerance, `${name}: place ${number} is off by ${off}`);
  }
}

for (const { name, way, goes, ...case_ } of fixture.movement) {
  test(`movement: ${name}`, () => {
    const ground = { slow: case_.slow_ground, barred: case_.barred_ground };
    const found = movement(ground, case_, way);
    assert.ok(Math.abs(found.goes - goes) <= fixture.tolerance, `${found.goes} instead of ${goes}`);
  });
}

for (const { name, spots, line } of fixture.curves) {
  test(`line: ${name}`, () => assertNear(curved(spots), line, 0.001, name));
}

for (const { name, at, breadth, room, edge } of fixture.strips) {
  test(`strip: ${name}`, () =>
    assertNear(strip({ spots: [at], breadth }, room).edge, edge, 0, name));
}

for (const { name, mark, rim, outline } of fixture.areas) {
  test(`area: ${name}`, () => {
    const lies = { spots: mark.spots, length: mark.length, breadth: mark.breadth, turn: mark.turn };
    assertNear(rimOf(lies, { shape: "area", rim }, [72, 48]), outline, 0.02, name);
  });
}

test("a line has as many spots as the server takes", () => assert.equal(MOST, fixture.most_spots));
