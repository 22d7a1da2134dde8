// Three steps of the form of a result: one is shown at a time. Without this script all of them are.

import { showSummary } from "./summary.js";

export class Stepper {
  /** @param {HTMLFormElement} form */
  constructor(form) {
    this.form = form;
    /** @type {NodeListOf<HTMLElement>} */
    const steps = form.querySelectorAll("[data-step]");
    this.steps = [...steps];
    this.links = [...form.querySelectorAll("[data-to]")];
    this.now = 0;
  }

  listen() {
    if (!this.steps.length) return;
    this.form.classList.add("is-stepped");
    /** @type {NodeListOf<HTMLElement>} */
    const controls = this.form.querySelectorAll("[data-step-nav], [data-back]");
    for (const one of controls) one.hidden = false;
    const cancel = /** @type {HTMLElement | null} */ (this.form.querySelector("[data-cancel]"));
    if (cancel) cancel.hidden = true;
    this.form.addEventListener("click", (event) => this.clicked(event));
    this.form.addEventListener("keydown", (event) => this.typed(event));
    this.form.addEventListener("invalid", (event) => this.showField(event.target), true);
    this.show(0);
  }

  /** @param {MouseEvent} event */
  clicked(event) {
    const target = event.target instanceof Element ? event.target : null;
    const link = target?.closest("[data-to]");
    if (link) {
      event.preventDefault();
      this.go(Number(link.getAttribute("data-to")));
    } else if (target?.closest("[data-next]")) this.go(this.now + 1);
    else if (target?.closest("[data-back]")) this.go(this.now - 1);
  }

  /**
   * Enter in a field goes to the next step, not to the button of another act.
   * @param {KeyboardEvent} event
   */
  typed(event) {
    const isField = event.target instanceof HTMLInputElement && event.target.type !== "file";
    if (event.key !== "Enter" || !isField || this.now === this.steps.length - 1) return;
    event.preventDefault();
    this.go(this.now + 1);
  }

  /**
   * Show a step and read out its title. A step before it that lacks an answer is shown instead.
   * @param {number} wanted
   */
  go(wanted) {
    for (let step = this.now; step < wanted; step += 1) {
      const wrong = [...this.steps[step].querySelectorAll("input, textarea")].find(
        (one) => !(/** @type {HTMLInputElement} */ (one).checkValidity()),
      );
      if (wrong) {
        /** @type {HTMLInputElement} */ (wrong).reportValidity();
        return;
      }
    }
    this.show(wanted);
    this.steps[this.now].querySelector("h2")?.focus({ preventScroll: true });
    this.form.scrollIntoView({ block: "start" });
  }

  /** @param {EventTarget | null} field */
  showField(field) {
    const step = this.steps.findIndex((one) => field instanceof Node && one.contains(field));
    if (step >= 0 && step !== this.now) this.show(step);
  }

  /** @param {number} step */
  show(step) {
    this.now = Math.max(0, Math.min(this.steps.length - 1, step));
    this.steps.forEach((one, number) => {
      one.hidden = number !== this.now;
    });
    this.links.forEach((link, number) => {
      const row = link.parentElement;
      row?.classList.toggle("done", number < this.now);
      if (number === this.now) row?.setAttribute("aria-current", "step");
      else row?.removeAttribute("aria-current");
    });
    if (this.now === this.steps.length - 1) showSummary(this.form);
  }
}
