// Short address of a sheet without a network: the service worker leads to the stored form.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { createContext, runInContext } from "node:vm";

const ORIGIN = "https://club.example";
const FORM = "/games/7/battles/b1/result";
const STORED = { "/r?code=lion%20river%20moon": FORM, "/r?code=le%C3%B3n%20r%C3%ADo%20luna": FORM };

/** @type {(address: string, isOnline?: boolean) => Promise<Response>} */
async function answerOf(address, isOnline = false) {
  /** @type {Record<string, (event: object) => void>} */
  const heard = {};
  const cache = {
    keys: async () => Object.keys(STORED).map((one) => ({ url: ORIGIN + one })),
    match: async (/** @type {string} */ url) =>
      new Response(Object.entries(STORED).find(([one]) => ORIGIN + one === url)?.[1]),
  };
  const self = {
    location: { origin: ORIGIN },
    addEventListener: (/** @type {string} */ name, /** @type {() => void} */ hear) => {
      heard[name] = hear;
    },
  };
  const fetch = async () => {
    if (!isOnline) throw new TypeError("no network");
    return new Response("from the server");
  };
  const caches = { open: async () => cache };
  const context = createContext({ self, caches, fetch, URL, Response });
  runInContext(readFileSync(new URL("../../static/sw.js", import.meta.url), "utf8"), context);
  return new Promise((resolve) => {
    const request = { url: ORIGIN + address, mode: "navigate", method: "GET" };
    heard.fetch({ request, respondWith: resolve });
  });
}

test("a code in either language leads to the stored form", async () => {
  for (const code of [
    "lion+river+moon",
    "LION-river%20moon",
    "leon+rio+luna",
    "Le%C3%B3n+r%C3%ADo+luna",
  ]) {
    const answer = await answerOf(`/r?code=${code}`);
    assert.equal(answer.status, 302, code);
    assert.equal(answer.headers.get("location"), ORIGIN + FORM);
  }
});

test("an unknown code and no code lead nowhere", async () => {
  for (const address of ["/r?code=lion+river+sun", "/r", "/r?code="]) {
    assert.equal((await answerOf(address)).type, "error", address);
  }
});

test("with a network the server answers", async () => {
  assert.equal(await (await answerOf("/r?code=lion+river+moon", true)).text(), "from the server");
});
