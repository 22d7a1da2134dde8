// Whoever has named no time zone yet is offered that of his browser, if the list knows it.
const field = document.querySelector("[data-zone]");
const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
if (field && [...field.list.options].some((one) => one.value === here)) field.value = here;
