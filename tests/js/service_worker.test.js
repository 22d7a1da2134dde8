// Pages of a battle without a network: the service worker answers with the stored form.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { createContext, runInContext } from "node:vm";

const ORIGIN = "https://club.example";
const FORM = "/games/7/battles/b1/result";
/** @type {Record<string, string>} */
const CODES = { "/r?code=lion%20river%20moon": FORM, "/r?code=le%C3%B3n%20r%C3%ADo%20luna": FORM };
const DISPUTE = "/games/7/battles/b1/dispute";

/** @type {(address: string, isOnline?: boolean, stored?: Record<string, string>) => Promise<Response>} */
async function answerOf(address, isOnline = false, stored = CODES) {
  /** @type {Record<string, (event: object) => void>} */
  const heard = {};
  const cache = {
    keys: async () => Object.keys(stored).map((one) => ({ url: ORIGIN + one })),
    match: async (/** @type {string} */ url) => {
      const text = stored[url.replace(ORIGIN, "")];
      return text === undefined ? undefined : new Response(text);
    },
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

test("without a network each page of a battle shows its stored form", async () => {
  for (const [form, pages] of /** @type {[string, string[]][]} */ ([
    [FORM, ["", "/result", "/sheet"]],
    [DISPUTE, ["", "/result", "/sheet", "/dispute"]],
  ])) {
    for (const page of pages) {
      const address = `/games/7/battles/b1${page}`;
      assert.equal(await (await answerOf(address, false, { [form]: form })).text(), form, address);
    }
  }
  assert.equal((await answerOf(DISPUTE, false, { [FORM]: FORM })).type, "error");
  assert.equal((await answerOf("/games/7/battles/b2", false, { [FORM]: FORM })).type, "error");
});
