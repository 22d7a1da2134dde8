// Stored values in the form of a result.

import { addRow } from "./rows.js";

const MOST_ROWS = 20;

/** @param {HTMLFormElement} form */
export function addRows(form) {
  /** @type {NodeListOf<HTMLElement>} */
  const lists = form.querySelectorAll("[data-rows]");
  return [...lists].map(addRow);
}

/**
 * Put stored values into the form; rows that are missing are added.
 * @param {HTMLFormElement} form
 * @param {[string, string | File][]} fields
 */
export function fill(form, fields) {
  /** @type {NodeListOf<HTMLInputElement>} */
  const choices = form.querySelectorAll("[type=radio], [type=checkbox]");
  for (const one of choices) {
    one.checked = fields.some(([name, value]) => name === one.name && value === one.value);
  }
  for (const [name, value] of fields) {
    if (typeof value === "string" && name !== "csrf") fillOne(form, name, value);
  }
}

/**
 * @param {HTMLFormElement} form
 * @param {string} name
 * @param {string} value
 */
function fillOne(form, name, value) {
  const isInRow = /\.\d+$/.test(name);
  for (let tries = 0; isInRow && tries < MOST_ROWS; tries += 1) {
    if (form.elements.namedItem(name) || !addRows(form).some((row) => row)) break;
  }
  const field = form.elements.namedItem(name);
  const isText = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
  if (isText && !["radio", "checkbox", "file"].includes(field.type)) field.value = value;
}
