// Unsent text survives every new panel until its field exists again for the same move. Text being
// sent is not restored.

import { afterSwap, beforeSwap, targetOf } from "./page.js";

/** @typedef {HTMLTextAreaElement & { form: HTMLFormElement }} Field */

/** @returns {Field[]} */
const fields = () => [
  .../** @type {NodeListOf<Field>} */ (document.querySelectorAll("#panel .write textarea")),
];

// Name of a field: its form, the move it is about, and its own id.
function nameOf(/** @type {Field} */ field) {
  /** @type {HTMLInputElement | null} */
  const about = field.form.querySelector("[type=hidden][name=about]");
  return [field.form.action, about?.value, field.id].join(" ");
}

export function keepText() {
  /** @type {Map<string, { text: string, instead: string, tick: Element | null }>} */
  const kept = new Map();
  /** @type {Element | null} */
  let sent = null;

  document.addEventListener("submit", (event) => {
    sent = targetOf(event).closest("#panel .write")?.querySelector("textarea") ?? sent;
  });
  for (const type of ["htmx:error", "htmx:response:error"]) {
    document.addEventListener(type, () => {
      sent = null;
    });
  }

  beforeSwap(() => {
    for (const field of fields()) {
      const { value: text, defaultValue: instead } = field;
      if (field === sent || text === instead) kept.delete(nameOf(field));
      else {
        const tick = field.form.querySelector(".check:has(:checked)");
        kept.set(nameOf(field), { text, instead, tick });
      }
    }
  });
  afterSwap(() => {
    if (!sent?.isConnected) sent = null;
    for (const field of fields()) {
      const its = kept.get(nameOf(field));
      if (its?.instead !== field.defaultValue) continue;
      field.value = its.text;
      if (its.tick && !its.tick.isConnected) {
        field.form.querySelector(".check")?.replaceWith(its.tick);
      }
    }
  });
}
