// Values of this browser for the dice of a table: two random values, and the pledge of both.

/** @typedef {{values: string[], pledge: string, commitment: string, seen?: string}} Kept */
/** @typedef {{round: number, commitment: string, pledges: string[], mine: string, waits: boolean}} Exchange */
/** @typedef {Pick<Storage, "getItem" | "setItem">} Store */

/** @param {Uint8Array} bytes */
const inHex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {string} value */
export async function hashOf(value) {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(value));
  return inHex(new Uint8Array(digest));
}

/** @type {(commitment: string) => Promise<Kept>} */
export async function drawValues(commitment) {
  const values = [1, 2].map(() => inHex(crypto.getRandomValues(new Uint8Array(32))));
  const [first, second] = await Promise.all(values.map(hashOf));
  return { values, pledge: `${first} ${second}`, commitment };
}

/** @type {(store: Store, address: string) => Kept | undefined} */
export function readKept(store, address) {
  try {
    return JSON.parse(store.getItem(address) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

/** @type {(store: Store, address: string, kept: Kept) => boolean} */
export function keep(store, address, kept) {
  try {
    store.setItem(address, JSON.stringify(kept));
    return true;
  } catch {
    return false; // without a store the browser could not reveal after a reload, so it pledges nothing
  }
}

/**
 * Next act of a browser whose player has a seat:
 * - pledge: its seat has no pledge yet.
 * - reveal: its value is wanted, and server and pledges are those that it has seen before.
 * - changed: they are others, so nothing is revealed.
 * - elsewhere: another browser has pledged for this seat.
 * - wait, begun: nothing to do.
 */
/** @type {(kept: Kept | undefined, seen: Exchange) => string} */
export function nextAct(kept, seen) {
  if (seen.round === 3) return "begun";
  if (seen.round === 0) return seen.mine ? "wait" : "pledge";
  if (!seen.waits) return "wait";
  if (!kept || kept.pledge !== seen.mine) return "elsewhere";
  return isUnchanged(kept, seen.commitment, seen.pledges) ? "reveal" : "changed";
}

/** @type {(kept: Kept, commitment: string, pledges: string[]) => boolean} */
export function isUnchanged(kept, commitment, pledges) {
  const isKnown = kept.seen === undefined || kept.seen === JSON.stringify(pledges);
  return kept.commitment === commitment && isKnown;
}
