import assert from "node:assert/strict";
import { test } from "node:test";
import { fitted } from "../../static/js/result/pictures.js";
import { consequenceOf, formOf } from "../../static/js/result/sending.js";

test("a result is sent once the server leads on to the battle", () => {
  assert.equal(consequenceOf({ status: 200, redirected: true }), "sent");
  assert.equal(consequenceOf({ status: 200, redirected: false }), "refused");
});

test("a server that is away or busy is asked again, a refusal is not", () => {
  for (const status of [408, 429, 500, 502, 503, 504]) {
    assert.equal(consequenceOf({ status, redirected: false }), "later", String(status));
  }
  for (const status of [400, 403, 404, 413, 422]) {
    assert.equal(consequenceOf({ status, redirected: false }), "refused", String(status));
  }
});

test("a waiting form is sent with the token of the present session and its own command", () => {
  const picture = new File(["x"], "a.jpg");
  const form = formOf(
    [
      ["csrf", "old"],
      ["command", "c1"],
      ["photographs", picture],
    ],
    "new",
  );
  assert.equal(form.get("csrf"), "new");
  assert.equal(form.get("command"), "c1");
  assert.equal(form.get("photographs").name, "a.jpg");
});

test("a picture keeps its shape when it is made smaller, and a small one its size", () => {
  assert.deepEqual(fitted(4000, 3000, 2000), { width: 2000, height: 1500 });
  assert.deepEqual(fitted(30, 40, 2000), { width: 30, height: 40 });
  assert.deepEqual(fitted(1, 10_000, 2000), { width: 1, height: 2000 });
});
