// A tab with unread entries is marked until they are visible.

import { isRead } from "./chat_scroll.js";
import { afterSwap } from "./page.js";

const unread = new Set();

/** Marks the tabs anew; `news` names a chat with a new entry. */
export function markUnread(/** @type {string} */ news = "") {
  if (news) unread.add(news);
  for (const tab of ["letters", "hall"]) {
    if (isRead(tab)) unread.delete(tab);
    for (const link of document.querySelectorAll(`[data-${tab}-tab]`)) {
      link.classList.toggle("has-news", unread.has(tab));
    }
  }
}

export function followUnread() {
  afterSwap(() => markUnread());
  const mark = () => {
    if (unread.size) markUnread();
  };
  document.addEventListener("scroll", mark, true);
}
