// Buttons beside a number: one fewer, one more.

/**
 * Number after a step from the text of a field. An empty field counts as 0.
 * @param {string} text
 * @param {number} by
 * @param {number} most
 */
export function stepped(text, by, most) {
  const now = Number.parseInt(text, 10) || 0;
  return Math.max(0, Math.min(most, now + by));
}

/**
 * Add both buttons to a counter.
 * @param {HTMLElement} counter
 */
export function addStepButtons(counter) {
  const field = counter.querySelector("input");
  if (!field || counter.querySelector("button")) return;
  const most = Number(field.dataset.most) || 300;
  field.before(stepButton(field, -1, most));
  field.after(stepButton(field, 1, most));
}

/**
 * @param {HTMLInputElement} field
 * @param {number} by
 * @param {number} most
 */
function stepButton(field, by, most) {
  const button = document.createElement("button");
  button.type = "button";
  button.tabIndex = -1; // the keyboard types into the field
  button.setAttribute("aria-hidden", "true");
  button.innerHTML = `<svg class="i" aria-hidden="true" focusable="false"><use href="#i-${by < 0 ? "minus" : "plus"}"/></svg>`;
  button.addEventListener("click", () => {
    field.value = String(stepped(field.value, by, most));
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
  return button;
}
