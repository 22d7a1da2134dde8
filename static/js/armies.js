// @ts-nocheck
// Army builder: syncs ticked boxes with the server's answer, and adds buttons to copy and print.
const settle = () => {
  document
    .querySelectorAll("#muster input[type=checkbox], #muster input[type=radio]")
    .forEach((box) => {
      box.checked = box.defaultChecked;
    });
  document.querySelectorAll("#muster select").forEach((list) => {
    const chosen = [...list.options].find((option) => option.defaultSelected);
    if (chosen && document.activeElement !== list) chosen.selected = true;
  });
};
document.addEventListener("htmx:after:swap", settle);

// Parts that the reader has unfolded stay open.
window.htmx?.registerExtension("folds", {
  htmx_before_morph_attr: (_, { attrName, newValue }) => attrName !== "open" || newValue !== null,
});

// A choice speaks once, by its change; only what is typed speaks while it is being typed.
document.addEventListener(
  "input",
  (event) => {
    if (event.target.matches("#muster :is(select, [type=checkbox], [type=radio])")) {
      event.stopPropagation();
    }
  },
  true,
);

document.querySelectorAll("[data-print]").forEach((button) => {
  button.hidden = false;
  button.addEventListener("click", () => print());
});

document.addEventListener("focusin", (event) => {
  if (event.target.matches?.("[data-copy]")) event.target.select();
});
