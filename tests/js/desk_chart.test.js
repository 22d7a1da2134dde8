// First view of the chart of decisions.

import assert from "node:assert/strict";
import { test } from "node:test";

import { scrollTo } from "../../static/js/desk_chart/position.js";

test("the first days are in view while the present is among them", () => {
  assert.equal(scrollTo(200, 150, 340), 0);
});

test("later the present stands in view, beside the names", () => {
  const left = scrollTo(700, 150, 340);
  assert.ok(700 - left > 150 && 700 - left < 340);
});
