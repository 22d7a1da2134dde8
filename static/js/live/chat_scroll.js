// A chat opens at its newest entry, with the field below it, and scrolls with new ones. A reader
// who has scrolled up stays in place.

import { afterSwap, beforeSwap, shown } from "./page.js";

const NEAR = 20; // pixels from the end at which the newest entry counts as read
const LISTS = "#panel :is(#messages-list, #spectators-list)";

const pane = () => document.querySelector("#panel .scroll");
const end = () => document.querySelector(`${LISTS} + .write`) ?? document.querySelector(LISTS);

// Pixels by which the end of the chat lies below the visible part.
function below() {
  const [last, frame] = [end(), pane()];
  if (!last || !frame) return 0;
  return last.getBoundingClientRect().bottom - frame.getBoundingClientRect().bottom;
}

/** True if a tab is visible with its newest entry.
 *  @type {(tab: string) => boolean} */
export const isRead = (tab) =>
  shown().tab === tab && Boolean(pane()?.getClientRects().length) && below() <= NEAR;

export function scrollToNewest() {
  pane()?.scrollBy(0, Math.max(0, below()));
}

export function keepChatScroll() {
  /** @type {{ tab?: string, top?: number, isUp?: boolean }} */
  let before = {};
  beforeSwap(() => {
    before = { tab: shown().tab, top: pane()?.scrollTop, isUp: below() > NEAR };
  });
  afterSwap(() => {
    const frame = pane();
    if (!end() || !frame) return;
    if (before.isUp && before.tab === shown().tab) frame.scrollTop = before.top ?? 0;
    else scrollToNewest();
  });
  scrollToNewest();
}
