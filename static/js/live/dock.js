// On a phone the dock selects the visible part of the sheet. The number of spectators leads to
// their part.

import { scrollToNewest } from "./chat_scroll.js";
import { markUnread } from "./chats.js";
import { afterSwap, fetchPanel, shown, targetOf } from "./page.js";

function select(/** @type {string | undefined} */ name) {
  for (const link of /** @type {NodeListOf<HTMLElement>} */ (
    document.querySelectorAll(".dock a")
  )) {
    if (link.dataset.tab === name) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
}

export function followDock() {
  afterSwap(() => {
    if (document.body.dataset.view === "more") select(shown().tab);
  });
  document.addEventListener("click", (event) => {
    if (targetOf(event).closest("#watching")) document.body.dataset.view = "more";
    /** @type {HTMLElement | null} */
    const link = targetOf(event).closest(".dock a[data-tab]");
    if (!link) return;
    event.preventDefault();
    const tab = link.dataset.tab ?? "";
    select(tab);
    document.body.dataset.view = tab === "decision" ? "" : "more";
    scrollToNewest();
    markUnread();
    if (tab !== "decision" && tab !== shown().tab) fetchPanel(`${location.pathname}?tab=${tab}`);
  });
}
