// Form of a result that is sent at once, or kept in the browser until the server answers.

import { fill } from "./filling.js";
import { PictureField } from "./pictures.js";
import { consequenceOf, post, sendWaiting } from "./sending.js";
import { forget, keep, waitingFor } from "./waiting.js";

const AGAIN = 30_000; // ms between two attempts while the page is open

export class ResultForm {
  /** @param {HTMLFormElement} form */
  constructor(form) {
    this.form = form;
    this.path = new URL(form.action).pathname;
    this.user = form.dataset.user ?? "";
    /** @type {HTMLElement | null} */
    this.note = document.querySelector("[data-waiting]");
    /** @type {HTMLInputElement | null} */
    const field = form.querySelector("[data-photographs]");
    this.pictures = field ? new PictureField(field) : null;
  }

  listen() {
    this.form.addEventListener("submit", (event) => this.submitted(event));
    this.note?.querySelector("[data-try]")?.addEventListener("click", () => this.tryAgain());
    this.note?.querySelector("[data-change]")?.addEventListener("click", () => this.change());
    addEventListener("online", () => this.tryAgain());
    setInterval(() => this.tryAgain(), AGAIN);
    this.showWaiting().then(() => this.tryAgain());
  }

  /** @param {SubmitEvent} event */
  submitted(event) {
    const button = this.form.querySelector("[data-send]");
    if (!window.indexedDB || !button || (event.submitter && event.submitter !== button)) return;
    event.preventDefault();
    if (button.getAttribute("aria-disabled") === "true") return;
    button.setAttribute("aria-disabled", "true");
    this.send().finally(() => button.removeAttribute("aria-disabled"));
  }

  /** @returns {Promise<[string, string | File][]>} */
  async fields() {
    await this.pictures?.busy;
    /** @type {[string, string | File][]} */
    const fields = [...new FormData(this.form)].filter(([name]) => name !== "photographs");
    for (const file of this.pictures?.files ?? []) fields.push(["photographs", file]);
    return fields;
  }

  async send() {
    const fields = await this.fields();
    const sent = new FormData();
    for (const [name, value] of fields) sent.append(name, value);
    const answer = navigator.onLine ? await post(this.path, sent) : null;
    const then = answer ? consequenceOf(answer) : "later";
    if (!answer || then === "later") await this.keepFields(fields);
    else if (then === "sent") location.assign(answer.url);
    else await this.showRefusal(answer);
  }

  /** @param {[string, string | File][]} fields */
  async keepFields(fields) {
    const { path, user } = this;
    const now = new Date().toISOString();
    await keep({ path, user, fields, typedAt: now, triedAt: now, state: "waiting" });
    await this.showWaiting();
    this.note?.focus();
  }

  /** Result of this user that waits; undefined without one. */
  async waiting() {
    const kept = window.indexedDB ? await waitingFor(this.path) : undefined;
    return kept?.user === this.user ? kept : undefined;
  }

  async showWaiting() {
    const kept = await this.waiting();
    this.form.hidden = Boolean(kept);
    if (!this.note) return;
    this.note.hidden = !kept;
    if (!kept) return;
    const files = kept.fields.filter(([, value]) => typeof value !== "string");
    const facts = { typed: at(kept.typedAt), tried: at(kept.triedAt), pictures: files.length };
    for (const [name, text] of Object.entries(facts)) {
      const place = this.note.querySelector(`[data-${name}]`);
      if (place) place.textContent = String(text);
    }
  }

  async tryAgain() {
    if (!(await this.waiting())) return;
    const answer = await sendWaiting(this.path);
    if (answer && consequenceOf(answer) === "sent") location.assign(answer.url);
    else if (answer) await this.change(answer);
    else await this.showWaiting();
  }

  /**
   * Go back to the form with the kept values, after a refusal or to change them.
   * @param {Response} [refusal]
   */
  async change(refusal) {
    const kept = await this.waiting();
    if (kept) {
      fill(this.form, kept.fields);
      const files = kept.fields.map(([, value]) => value).filter((one) => one instanceof File);
      await this.pictures?.add(files);
      await forget(this.path);
    }
    await this.showWaiting();
    if (refusal) await this.showRefusal(refusal);
  }

  /** @param {Response} answer */
  async showRefusal(answer) {
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const findings = page.querySelector("[data-findings], main h1");
    document.querySelector("[data-findings]")?.remove();
    const shown = document.createElement("div");
    shown.dataset.findings = "";
    shown.className = "verdict no";
    shown.tabIndex = -1;
    shown.setAttribute("role", "alert");
    shown.append(...(findings ? findings.childNodes : []));
    this.form.before(shown);
    shown.focus();
  }
}

/** @param {string} iso */
function at(iso) {
  return new Date(iso).toLocaleString(document.documentElement.lang);
}
