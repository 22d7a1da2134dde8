// Adds a random value of this browser to the dice of a table. The browser gives a pledge when its
// player sits down and reveals the value when all seats are taken. The page of the dice compares
// later what the browser saw before it revealed.

import { drawValues, isUnchanged, keep, nextAct, readKept } from "./dice/values.js";

/** @typedef {import("./dice/values.js").Exchange} Exchange */

const PAUSE = 2500; // ms between two questions of a visible page
const HIDDEN = 20000; // ms of a hidden page

/** @type {HTMLElement | null} */
const room = document.querySelector("[data-dice]");
/** @type {HTMLElement | null} */
const proof = document.querySelector("[data-dice-proof]");
const mayDraw = Boolean(globalThis.crypto?.subtle);

const store = {
  getItem: (/** @type {string} */ key) => localStorage.getItem(key),
  setItem: (/** @type {string} */ key, /** @type {string} */ value) =>
    localStorage.setItem(key, value),
};

/** @param {string} name */
function show(name) {
  for (const place of /** @type {NodeListOf<HTMLElement>} */ (
    document.querySelectorAll("[data-dice-says]")
  )) {
    place.hidden = place.dataset.diceSays !== name;
  }
}

/** @type {(address: string, commitment: string) => Promise<import("./dice/values.js").Kept | undefined>} */
async function drawn(address, commitment) {
  const old = readKept(store, address);
  if (old && old.commitment === commitment && old.seen === undefined) return old;
  const kept = await drawValues(commitment);
  return keep(store, address, kept) ? kept : undefined;
}

/** @type {(address: string, commitment: string) => Promise<void>} */
async function pledgeInForms(address, commitment) {
  /** @type {NodeListOf<HTMLInputElement>} */
  const inputs = document.querySelectorAll("input[name=pledge]");
  if (!inputs.length) return;
  const kept = await drawn(address, commitment);
  for (const input of inputs) input.value = kept?.pledge ?? "";
}

/** @type {(address: string, name: string, value: string) => Promise<boolean>} */
async function send(address, name, value) {
  /** @type {HTMLInputElement | null} */
  const csrf = document.querySelector("input[name=csrf]");
  const body = new URLSearchParams({ csrf: csrf?.value ?? "", [name]: value });
  const answer = await fetch(`${address}/${name}`, { method: "POST", body }).catch(() => null);
  return Boolean(answer?.ok);
}

/** @type {(address: string, seen: Exchange) => Promise<boolean>} */
async function act(address, seen) {
  const kept = readKept(store, address);
  const next = nextAct(kept, seen);
  show(next);
  if (next === "pledge") {
    const fresh = await drawn(address, seen.commitment);
    if (fresh) await send(address, "pledge", fresh.pledge);
  } else if (next === "reveal" && kept) {
    keep(store, address, { ...kept, seen: JSON.stringify(seen.pledges) });
    const isSent = await send(address, "value", kept.values[seen.round - 1]);
    if (isSent && room?.id === "waiting") location.reload(); // its text names the missing players
  } else if (next === "begun") location.reload();
  return next !== "begun";
}

/** @param {string} address */
async function follow(address) {
  const answer = await fetch(`${address}/pledges`).catch(() => null);
  /** @type {Exchange | null} */
  const seen = answer?.ok && !answer.redirected ? await answer.json().catch(() => null) : null;
  const goesOn = seen ? await act(address, seen) : answer === null || answer.ok;
  if (goesOn) setTimeout(() => follow(address), document.hidden ? HIDDEN : PAUSE);
}

if (room && mayDraw) {
  const { dice = "", commitment = "", seated } = room.dataset;
  if (seated) follow(dice);
  else pledgeInForms(dice, commitment);
}

if (proof) {
  const { diceProof = "", commitment = "", pledges = "" } = proof.dataset;
  const kept = readKept(store, diceProof);
  if (kept?.seen) show(isUnchanged(kept, commitment, pledges.split("|")) ? "same" : "other");
}
