// @ts-nocheck
// Suggests the browser's time zone to a user without one, if the list contains it.
const field = document.querySelector("[data-zone]");
const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
if (field && [...field.list.options].some((one) => one.value === here)) field.value = here;
