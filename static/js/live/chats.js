// Each chat has a list of its own. If the list is open, only the list is fetched. Otherwise the tab
// of the chat is marked until its entries are visible.

import { isRead } from "./chat_scroll.js";
import { afterSwap, base, shown } from "./page.js";

const unread = new Set();

/** Marks the tabs anew; `news` names a chat with a new entry. */
export function markUnread(/** @type {string} */ news = "") {
  if (news) unread.add(news);
  for (const tab of ["messages", "spectators"]) {
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

/**
 * Chat by its name, with the delay before its list is fetched (ms).
 * @type {(name: string, delay: () => number) => {
 *   hear: (number: number) => void, place: () => Element | null, listed: () => number,
 *   newest: () => number }}
 */
export function createChat(name, delay) {
  let newest = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let asking;
  /** @type {Element | null} */
  let met = null;
  const place = () => document.getElementById(`${name}-list`);
  const listed = () => Number(place()?.dataset.news ?? shown()[name] ?? 0);

  function read() {
    asking = undefined;
    if (!place() || listed() >= newest) return;
    htmx.ajax("GET", `${base}/${name}`, { target: `#${name}-list`, swap: "outerMorph" });
  }

  function hear(/** @type {number} */ number) {
    newest = Math.max(newest, number);
    if (listed() >= newest) return;
    markUnread(name);
    if (place()) asking ??= setTimeout(read, delay());
  }

  afterSwap(() => {
    if (place() === met) return;
    met = place();
    if (met) hear(newest);
  });
  return { hear, place, listed, newest: () => newest };
}

/** @typedef {ReturnType<typeof createChat>} Chat */

/** Shows the list of a chat that came with the stream.
 *  @type {(chat: Chat, sent: { news: number, list: string }) => void} */
export function showList(chat, { news, list }) {
  const target = chat.place();
  if (!target || news <= chat.listed()) return;
  htmx.swap({ text: list, target, swap: "outerMorph", sourceElement: target });
}
