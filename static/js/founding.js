// Founding form: the preview beside it follows what is typed.

/**
 * Text of a field in the preview: the name of the choice, or the value.
 * @param {Element} field
 */
function textOf(field) {
  if (field instanceof HTMLSelectElement) return field.selectedOptions[0]?.textContent ?? "";
  return field instanceof HTMLInputElement ? field.value.trim() : "";
}

const form = /** @type {HTMLFormElement | null} */ (document.querySelector("[data-founding]"));

/** @param {Event} event */
function follow(event) {
  const field = event.target instanceof Element ? event.target : null;
  const name = field?.getAttribute("name");
  if (!field || !name) return;
  /** @type {HTMLElement | null} */
  const place = document.querySelector(`[data-shows="${CSS.escape(name)}"]`);
  if (!place) return;
  const text = textOf(field);
  place.textContent = text ? `${place.dataset.before ?? ""}${text}` : (place.dataset.empty ?? "");
}

form?.addEventListener("input", follow);
