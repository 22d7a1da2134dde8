// Keyboard focus stays at the same control of the new panel, at the field of the sent form, or else
// at the decision.

import { afterSwap, beforeSwap } from "./page.js";

/** @type {(element: Element) => string} */
function selectorOf(element) {
  const id = element.id || element.closest(".write")?.querySelector("textarea")?.id;
  if (id) return `#${CSS.escape(id)}`;
  const href = element.getAttribute("href");
  return href ? `[href="${CSS.escape(href)}"]` : "#decision";
}

export function keepFocus() {
  let held = "";
  beforeSwap(() => {
    const focused = document.activeElement;
    const part = focused?.closest("#panel, #board-live");
    if (focused && part) held = `#${part.id} ${selectorOf(focused)}`;
  });
  afterSwap(() => {
    if (!held || document.activeElement !== document.body) return;
    /** @type {HTMLElement | null} */
    const same = document.querySelector(held);
    (same ?? document.getElementById("decision"))?.focus({ preventScroll: true });
    held = "";
  });
}
