// Army builder: syncs ticked boxes with the server's answer, and adds buttons to copy and print.

/** @type {(event: Event) => HTMLElement} */
const targetOf = (event) => /** @type {HTMLElement} */ (event.target);

function settle() {
  /** @type {NodeListOf<HTMLInputElement>} */
  const boxes = document.querySelectorAll("#muster :is([type=checkbox], [type=radio])");
  for (const box of boxes) box.checked = box.defaultChecked;
  /** @type {NodeListOf<HTMLSelectElement>} */
  const lists = document.querySelectorAll("#muster select");
  for (const list of lists) {
    const chosen = [...list.options].find((option) => option.defaultSelected);
    if (chosen && document.activeElement !== list) chosen.selected = true;
  }
}
document.addEventListener("htmx:after:swap", settle);

// Parts that the reader has unfolded stay open. The sheet has no htmx.
if ("htmx" in window) {
  htmx.registerExtension("folds", {
    /** @type {(element: Element, change: { attrName: string, newValue: string | null }) => boolean} */
    htmx_before_morph_attr: (_, { attrName, newValue }) => attrName !== "open" || newValue !== null,
  });
}

// A choice is reported once, by its change. Typed text is reported while it is typed.
document.addEventListener(
  "input",
  (event) => {
    const isChoice = targetOf(event).matches("#muster :is(select, [type=checkbox], [type=radio])");
    if (isChoice) event.stopPropagation();
  },
  true,
);

/** @type {NodeListOf<HTMLElement>} */
const printing = document.querySelectorAll("[data-print]");
for (const button of printing) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    await loadPictures();
    print();
  });
}

// Pictures that were not in view are loaded before a page is printed.
async function loadPictures() {
  /** @type {NodeListOf<HTMLImageElement>} */
  const pictures = document.querySelectorAll("img[loading=lazy]");
  for (const one of pictures) one.loading = "eager";
  await Promise.allSettled([...pictures].map((one) => one.decode()));
}

document.addEventListener("focusin", (event) => {
  const field = /** @type {HTMLInputElement} */ (event.target);
  if (field.matches?.("[data-copy]")) field.select();
});
