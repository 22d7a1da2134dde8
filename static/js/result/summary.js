// Summary of a result before it is sent.

/**
 * Fallen figures of a side: the number in all, or else the sum of its units; "–" without any number.
 * @param {string} total
 * @param {string[]} units
 */
export function fallenOf(total, units) {
  if (![total, ...units].some((text) => text.trim())) return "–";
  const sum = units.reduce((all, text) => all + (Number.parseInt(text, 10) || 0), 0);
  return String(Number.parseInt(total, 10) || sum);
}

/**
 * Write the answers of the form into its summary.
 * @param {HTMLFormElement} form
 */
export function showSummary(form) {
  /** @type {HTMLElement | null} */
  const summary = form.querySelector("[data-summary]");
  if (!summary) return;
  const chosen = form.querySelector("[name=result]:checked")?.parentElement;
  /** @type {NodeListOf<HTMLElement>} */
  const sides = form.querySelectorAll("[data-side]");
  /** @type {NodeListOf<HTMLElement>} */
  const leaders = form.querySelectorAll("[data-leader]:checked");
  const lost = [...leaders].map((one) => one.dataset.leader ?? "");
  const nothing = summary.querySelector("[data-none]")?.getAttribute("data-none") ?? "";
  write(summary, "result", chosen?.querySelector("[data-label]")?.textContent ?? "");
  write(summary, "fallen", [...sides].map(sideInWords).join(" · "));
  write(summary, "baggage", [...sides].map(baggageInWords).join(" · "));
  write(summary, "turns", valueOf(form, "[name='turns']") || "–");
  write(summary, "leaders", lost.join(", ") || nothing);
  write(summary, "follows", chosen?.querySelector(".hint")?.textContent ?? "");
  summary.hidden = false;
}

/** @param {HTMLElement} side */
function sideInWords(side) {
  /** @type {NodeListOf<HTMLInputElement>} */
  const units = side.querySelectorAll("[name^='fallen.']");
  /** @type {HTMLInputElement | null} */
  const total = side.querySelector("[name^='fallen_'], [name^='points_']");
  const fallen = fallenOf(
    total?.value ?? "",
    [...units].map((one) => one.value),
  );
  return `${side.dataset.side}: ${fallen}`;
}

/** @param {HTMLElement} side */
function baggageInWords(side) {
  return `${side.dataset.side}: ${valueOf(side, "[name^='baggage_']") || "–"}`;
}

/**
 * Value of a field without spaces; "" without the field.
 * @param {HTMLElement} part
 * @param {string} name
 */
function valueOf(part, name) {
  /** @type {HTMLInputElement | null} */
  const field = part.querySelector(name);
  return field?.value.trim() ?? "";
}

/**
 * @param {HTMLElement} summary
 * @param {string} name
 * @param {string} text
 */
function write(summary, name, text) {
  const place = summary.querySelector(`[data-sum=${name}]`);
  if (place) place.textContent = text.trim();
}
