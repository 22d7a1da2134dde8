// Suggests the browser's time zone to a user without one, if the list contains it. Other scripts of the
// page hear of it.

/** @type {HTMLInputElement | null} */
const field = document.querySelector("[data-zone]");
const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
const zones = [...(field?.list?.options ?? [])];
if (field && zones.some((one) => one.value === here)) {
  field.value = here;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
