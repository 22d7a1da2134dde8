// Addresses that the stored form of a result needs.

import assert from "node:assert/strict";
import { test } from "node:test";

import { importsOf } from "../../static/js/result/storing.js";

test("imports of a script are found with their version", () => {
  const script = `import { a } from "./result/filling.js?0a";
import "../words.js";
const late = await import("./result/sending.js");
import { z } from "https://elsewhere.example/z.js";`;
  assert.deepEqual(importsOf(script, "https://club.example/static/js/result.js?0a"), [
    "https://club.example/static/js/result/filling.js?0a",
    "https://club.example/static/words.js",
  ]);
});
