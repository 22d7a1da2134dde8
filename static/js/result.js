// Form for the result of a battle: three steps, counters, rows, photographs. Without a network the result waits in
// the browser and is sent once.

import { addRows } from "./result/filling.js";
import { ResultForm } from "./result/form.js";
import { Stepper } from "./result/stepping.js";
import { addStepButtons } from "./result/steps.js";

const form = /** @type {HTMLFormElement | null} */ (document.querySelector("form[data-result]"));

if (form) {
  /** @type {NodeListOf<HTMLElement>} */
  const counters = form.querySelectorAll("[data-steps]");
  for (const one of counters) addStepButtons(one);
  form.querySelector("[data-more]")?.addEventListener("click", (event) => {
    event.preventDefault();
    const added = addRows(form).find((row) => row);
    added?.querySelector("input")?.focus();
  });
  /** @type {HTMLElement | null} */ (document.querySelector("[data-findings]"))?.focus();
  new Stepper(form).listen();
  new ResultForm(form).listen();
}
