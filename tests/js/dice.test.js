// Values for the dice: the pledge, and when a browser reveals.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";

import { drawValues, isUnchanged, keep, nextAct, readKept } from "../../static/js/dice/values.js";

/** @param {string} text */
const sha256 = (text) => createHash("sha256").update(text).digest("hex");

/** @typedef {import("../../static/js/dice/values.js").Exchange} Exchange */
/** @type {Exchange} */
const FULL = { round: 1, commitment: "c", pledges: ["mine", "theirs"], mine: "mine", waits: true };
const KEPT = { values: ["a", "b"], pledge: "mine", commitment: "c" };

test("a pledge has the hashes of two new values", async () => {
  const one = await drawValues("c");
  const other = await drawValues("c");
  assert.equal(one.pledge, one.values.map(sha256).join(" "));
  assert.equal(new Set([...one.values, ...other.values]).size, 4);
  assert.match(one.values[0], /^[0-9a-f]{64}$/);
});

test("a browser pledges once, and waits until all seats are taken", () => {
  const open = { ...FULL, round: 0, waits: false };
  assert.equal(nextAct(undefined, { ...open, mine: "" }), "pledge");
  assert.equal(nextAct(KEPT, open), "wait");
});

test("a browser reveals a value that is wanted", () => {
  assert.equal(nextAct(KEPT, FULL), "reveal");
  assert.equal(
    nextAct({ ...KEPT, seen: JSON.stringify(FULL.pledges) }, { ...FULL, round: 2 }),
    "reveal",
  );
  assert.equal(nextAct(KEPT, { ...FULL, waits: false }), "wait");
  assert.equal(nextAct(KEPT, { ...FULL, round: 3, waits: false }), "begun");
});

test("a browser reveals nothing for the pledge of another browser", () => {
  assert.equal(nextAct(undefined, FULL), "elsewhere");
  assert.equal(nextAct({ ...KEPT, pledge: "old" }, FULL), "elsewhere");
});

test("a browser reveals nothing if server or pledges have changed", () => {
  assert.equal(nextAct({ ...KEPT, commitment: "other" }, FULL), "changed");
  assert.equal(nextAct({ ...KEPT, seen: JSON.stringify(["mine", "new"]) }, FULL), "changed");
  assert.equal(
    isUnchanged({ ...KEPT, seen: JSON.stringify(FULL.pledges) }, "c", FULL.pledges),
    true,
  );
});

test("a browser without a store keeps nothing", () => {
  const full = {
    getItem: () => null,
    setItem: () => {
      throw new Error("full");
    },
  };
  assert.equal(keep(full, "/games/1/dice", KEPT), false);
  assert.equal(readKept(full, "/games/1/dice"), undefined);
  assert.equal(readKept({ ...full, getItem: () => "{" }, "/games/1/dice"), undefined);
});
