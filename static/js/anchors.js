// @ts-nocheck
// Opens the part that the address names.
const view = (name) => {
  const link = document.querySelector(`.dock a[data-tab="${name}"]`);
  if (link) link.click();
  else document.body.dataset.view = name === "decision" ? "" : "more";
};

const show = (hash) => {
  if (hash !== "#decision" && hash !== "#more") return;
  const isMore = hash === "#more",
    wanted = isMore ? "more" : "";
  if ((document.body.dataset.view ?? "") !== wanted) {
    view(isMore ? document.getElementById("panel")?.dataset.tab : "decision");
  }
  document.getElementById(isMore ? "more" : "decision")?.focus({ preventScroll: true });
};

document.addEventListener("click", (event) => {
  const skip = event.target.closest("a.skip[href$='#decision']");
  if (!skip || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  show("#decision");
});
addEventListener("hashchange", () => show(location.hash));
show(location.hash);
