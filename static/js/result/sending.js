// Sending a result: now, or later with the session of that moment. The command of the form makes the
// server count it once.

import { allWaiting, forget, keep } from "./waiting.js";

/** @typedef {import("./waiting.js").WaitingResult} WaitingResult */

/**
 * Consequence of an answer. A server that is away or busy is asked again later.
 * @param {{ status: number, redirected: boolean }} answer
 * @returns {"sent" | "later" | "refused"}
 */
export function consequenceOf({ status, redirected }) {
  if (status === 408 || status === 429 || status >= 500) return "later";
  return redirected && status < 400 ? "sent" : "refused";
}

/**
 * Fields as a form, with the token of the present session.
 * @param {[string, string | File][]} fields
 * @param {string} csrf
 */
export function formOf(fields, csrf) {
  const form = new FormData();
  for (const [name, value] of fields) {
    if (name === "csrf") form.append(name, csrf);
    else form.append(name, value);
  }
  return form;
}

/**
 * Send fields to the address; null without a connection.
 * @param {string} path
 * @param {FormData} form
 * @returns {Promise<Response | null>}
 */
export function post(path, form) {
  return fetch(path, { method: "POST", body: form }).catch(() => null);
}

/**
 * Token and user of the present session; null without a connection, without a log-in or without a
 * form.
 * @param {string} path
 * @returns {Promise<{ csrf: string, user: string } | null>}
 */
async function sessionAt(path) {
  const answer = await fetch(path).catch(() => null);
  if (!answer?.ok) return null;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  /** @type {HTMLFormElement | null} */
  const form = page.querySelector("form[data-result]");
  /** @type {HTMLInputElement | null | undefined} */
  const csrf = form?.querySelector("[name=csrf]");
  return form && csrf ? { csrf: csrf.value, user: form.dataset.user ?? "" } : null;
}

/**
 * Try to send a result that waits. It is forgotten once the server has it.
 * @param {WaitingResult} result
 * @returns {Promise<Response | null>} answer of the server; null if it did not answer
 */
async function tryOne(result) {
  const session = await sessionAt(result.path);
  const triedAt = new Date().toISOString();
  if (!session || session.user !== result.user) {
    await keep({ ...result, triedAt, state: session ? "other_user" : "waiting" });
    return null;
  }
  const answer = await post(result.path, formOf(result.fields, session.csrf));
  const then = answer ? consequenceOf(answer) : "later";
  if (then === "sent") await forget(result.path);
  else await keep({ ...result, triedAt, state: then === "later" ? "waiting" : "refused" });
  return then === "later" ? null : answer;
}

/**
 * Try to send all results that wait, one browser tab at a time.
 * @param {string} [path] only this one
 * @returns {Promise<Response | null>} last answer
 */
export function sendWaiting(path) {
  const work = async () => {
    let last = null;
    for (const one of await allWaiting()) {
      if (path ? one.path === path : one.state === "waiting") last = (await tryOne(one)) ?? last;
    }
    return last;
  };
  return navigator.locks ? navigator.locks.request("caracole-results", work) : work();
}
