// Addresses that the stored form of a result needs.

import assert from "node:assert/strict";
import { test } from "node:test";

import { importsOf, otherForm } from "../../static/js/result/storing.js";

test("imports of a script are found with their version", () => {
  const script = `import { a } from "./result/filling.js?0a";
import "../text_page.js";
const late = await import("./result/sending.js");
import { z } from "https://elsewhere.example/z.js";`;
  assert.deepEqual(importsOf(script, "https://club.example/static/js/result.js?0a"), [
    "https://club.example/static/js/result/filling.js?0a",
    "https://club.example/static/text_page.js",
  ]);
});

test("the forms of a result and of its dispute name each other", () => {
  const battle = "https://club.example/games/result/battles/b1";
  assert.equal(otherForm(`${battle}/result`), `${battle}/dispute`);
  assert.equal(otherForm(`${battle}/dispute`), `${battle}/result`);
});
