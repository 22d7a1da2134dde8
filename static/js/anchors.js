// Opens the part that the address names. The page loads it first: a jump of the browser would take
// the focus back later.
{
  const MORE = "#more";
  const DECISION = "#decision";

  const view = (/** @type {string | undefined} */ name) => {
    /** @type {HTMLElement | null} */
    const link = document.querySelector(`.dock a[data-tab="${name}"]`);
    if (link) link.click();
    else document.body.dataset.view = name === "decision" ? "" : "more";
  };

  const show = (/** @type {string} */ hash) => {
    if (hash !== DECISION && hash !== MORE) return;
    const isMore = hash === MORE;
    const wanted = isMore ? "more" : "";
    if ((document.body.dataset.view ?? "") !== wanted) {
      view(isMore ? document.getElementById("state")?.dataset.tab : "decision");
    }
    document.getElementById(isMore ? "more" : "decision")?.focus({ preventScroll: true });
  };

  document.addEventListener("click", (event) => {
    const skip = /** @type {Element} */ (event.target).closest("a.skip[href$='#decision']");
    if (!skip || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (!document.getElementById("decision")) return;
    event.preventDefault();
    show(DECISION);
  });
  addEventListener("hashchange", () => show(location.hash));
  addEventListener("DOMContentLoaded", () => show(location.hash));
}
