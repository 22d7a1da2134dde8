import assert from "node:assert/strict";
import { test } from "node:test";
import { nameInRow } from "../../static/js/result/rows.js";
import { stepped } from "../../static/js/result/steps.js";

test("a step stays between nothing and the most, and an empty field counts as 0", () => {
  assert.equal(stepped("", 1, 10), 1);
  assert.equal(stepped("10", 1, 10), 10);
  assert.equal(stepped("0", -1, 10), 0);
  assert.equal(stepped("seven", 1, 10), 1);
});

test("a field gets the number of its row", () => {
  assert.equal(nameInRow("unit.p1.2", 3), "unit.p1.3");
  assert.equal(nameInRow("fallen.p12.10", 11), "fallen.p12.11");
});
