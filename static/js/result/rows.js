// Rows for more units than the form has.

import { addStepButtons } from "./steps.js";

const MOST_ROWS = 20;

/**
 * Name of a field in another row: "unit.p1.2" becomes "unit.p1.3" in row 3.
 * @param {string} name
 * @param {number} number
 */
export function nameInRow(name, number) {
  return name.replace(/\.\d+$/, `.${number}`);
}

/**
 * Append an empty row to a list; undefined if the list is full.
 * @param {HTMLElement} list
 */
export function addRow(list) {
  const last = [...list.children].reverse().find((row) => row.querySelector("input.unit"));
  const number = list.children.length;
  if (!last || number >= MOST_ROWS) return undefined;
  const row = /** @type {HTMLElement} */ (last.cloneNode(true));
  for (const field of row.querySelectorAll("input")) {
    field.name = nameInRow(field.name, number);
    field.value = "";
    const label = field.getAttribute("aria-label");
    if (label) field.setAttribute("aria-label", label.replace(/\d+/, String(number + 1)));
  }
  for (const button of row.querySelectorAll("button")) button.remove();
  list.append(row);
  /** @type {HTMLElement | null} */
  const counter = row.querySelector("[data-steps]");
  if (counter) addStepButtons(counter);
  return row;
}
