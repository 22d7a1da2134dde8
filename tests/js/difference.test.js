import assert from "node:assert/strict";
import { test } from "node:test";
import { applyDifference, ReceivedParts } from "../../static/js/live/difference.js";

const FIRST = '<g id="a" x="1"><b>Íñigo ⚔️ moves</b></g>[1,"x"]';
const SECOND = '<g id="a" x="2"><b>Íñigo ⚔️ moves</b></g>[1,"x"]';

test("the steps are words of the last text and new words", () => {
  assert.equal(applyDifference(FIRST, [[0, 2], ' x="2">', [3, 99]]), SECOND);
  assert.equal(applyDifference("", ["<p>new</p>"]), "<p>new</p>");
});

test("a difference needs its base, and whole parts are a new base", () => {
  const received = new ReceivedParts();
  const whole = { number: 4, tab: "log", since: null, parts: FIRST };
  const next = { number: 5, tab: "log", since: 4, parts: [[0, 2], ' x="2">', [3, 99]] };
  assert.equal(received.receive(next), null);
  assert.equal(received.receive(whole), FIRST);
  assert.equal(received.receive({ ...next, tab: "words" }), null);
  assert.equal(received.receive({ ...next, since: 3 }), null);
  assert.equal(received.receive(next), SECOND);
  assert.equal(received.receive(next), null);
  assert.equal(received.receive({ ...whole, number: 9 }), FIRST);
});
