// Copies of the form of a result, or of its dispute, with its styles and scripts, in the cache of the
// browser.

export const FORMS = "caracole-result-forms";

/**
 * Addresses of the parts of a page: style sheets and scripts.
 * @param {Document} page
 * @param {string} base
 * @returns {string[]}
 */
export function partsOf(page, base) {
  const links = [...page.querySelectorAll("link[rel=stylesheet][href], script[src]")];
  return links.map((one) => {
    const address = one.getAttribute("href") ?? one.getAttribute("src") ?? "";
    return new URL(address, base).href;
  });
}

/**
 * Addresses of the modules that a script imports.
 * @param {string} script
 * @param {string} base
 * @returns {string[]}
 */
export function importsOf(script, base) {
  const found = script.matchAll(/(?:from|import)\s*["'](\.{1,2}\/[^"']+)["']/g);
  return [...found].map(([, address]) => new URL(address, base).href);
}

/**
 * Address of the other form of the same battle: its dispute, or its result.
 * @param {string} address
 */
export function otherForm(address) {
  return address.replace(/(result|dispute)$/, (form) => (form === "result" ? "dispute" : "result"));
}

/**
 * Store the form at this address and everything that it needs. The form of another battle stays.
 * @param {string} address
 */
export async function storeForm(address) {
  const answer = await fetch(address);
  if (!answer.ok || answer.redirected) return;
  const cache = await caches.open(FORMS);
  const page = new DOMParser().parseFromString(await answer.clone().text(), "text/html");
  await cache.put(answer.url, answer);
  await cache.delete(otherForm(answer.url), { ignoreVary: true });
  const waiting = partsOf(page, answer.url);
  const known = new Set(waiting);
  for (let address_ = waiting.pop(); address_; address_ = waiting.pop()) {
    const part = await fetch(address_);
    if (!part.ok) continue;
    const isScript = (part.headers.get("content-type") ?? "").includes("javascript");
    const imported = isScript ? importsOf(await part.clone().text(), address_) : [];
    for (const one of imported.filter((other) => !known.has(other))) {
      known.add(one);
      waiting.push(one);
    }
    await cache.put(address_, part);
  }
}

/**
 * Store the address of the form under the codes of its sheet, so that /r?code=… finds it without a network.
 * @param {string[]} codes
 * @param {string} address
 */
export async function storeCodes(codes, address) {
  const cache = await caches.open(FORMS);
  for (const code of codes.filter(Boolean)) {
    await cache.put(`/r?code=${encodeURIComponent(code)}`, new Response(address));
  }
}

/** Forget all forms, for example at a log-out. */
export async function forgetForms() {
  if ("caches" in window) await caches.delete(FORMS);
}
