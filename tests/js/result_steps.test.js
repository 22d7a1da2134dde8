import assert from "node:assert/strict";
import { test } from "node:test";
import { fallenOf } from "../../static/js/result/summary.js";

test("fallen figures are the number in all, or else the sum of the units", () => {
  assert.equal(fallenOf("7", ["2", "3"]), "7");
  assert.equal(fallenOf("", ["2", "", "3"]), "5");
  assert.equal(fallenOf("0", ["2"]), "2");
});

test("a side without any number has none in the summary", () => {
  assert.equal(fallenOf("", ["", " "]), "–");
});
