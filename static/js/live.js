// Live updates of a game page. The stream reports each move, and the page fetches its own view. An
// anonymous visitor receives the changed parts in the stream.

import { followOrders } from "./live/address.js";
import { askAgain } from "./live/asks_again.js";
import { keepChatScroll } from "./live/chat_scroll.js";
import { createChat, followUnread, showList } from "./live/chats.js";
import { followDice } from "./live/dice_results.js";
import { followDock } from "./live/dock.js";
import { keepFocus } from "./live/focus.js";
import { keepText } from "./live/kept_text.js";
import { afterSwap, base, main, shown } from "./live/page.js";
import { Updates } from "./live/refresh.js";
import { followReplay } from "./live/replay.js";
import { followSheet } from "./live/sheet.js";
import { CONNECTION, createStore, PAGE, REPLAY, REQUESTS } from "./live/store.js";
import { followTaps } from "./live/taps.js";
import { follow } from "./stream.js";

const store = createStore({
  connection: CONNECTION,
  page: PAGE,
  requests: REQUESTS,
  replay: REPLAY,
});

const updates = new Updates(store);
if (main.dataset.stranger) {
  const { ReceivedParts } = await import("./live/difference.js"); // players need no differences
  updates.received = new ReceivedParts();
}
followOrders();
keepText();
keepChatScroll();
followUnread();
const messages = createChat("messages", () => 0);
const spectators = createChat("spectators", () => 500 + 2000 * Math.random());

// Number of spectators, in words.
/** @type {string | null} */
let watching = null;
function count(/** @type {string | undefined} */ words) {
  watching = words ?? watching;
  const place = document.getElementById("watching");
  if (place && watching !== null) place.textContent = watching;
}
afterSwap(() => count(undefined));

const isOnSpectators = () => main.dataset.stranger || shown().tab === "spectators";
const readsSpectators = () => shown().spectators !== undefined;

const reopen = main.dataset.sandbox
  ? () => {}
  : follow(store, base, {
      after: () => updates.newest(),
      messages: main.dataset.messages ?? "0",
      tab: () => (isOnSpectators() ? (shown().tab ?? "") : ""),
      remarks: () =>
        readsSpectators() ? Math.max(spectators.newest(), Number(shown().spectators)) : undefined,
      onMove: (number) => updates.hear(number),
      onParts: (sent) => updates.receive(sent),
      onMessage: messages.hear,
      onRemark: spectators.hear,
      onSpectators: (sent) => showList(spectators, sent),
      onWatching: count,
    });
afterSwap(() => {
  reopen();
  updates.refresh();
});

followDice();
followReplay(store);
keepFocus();
askAgain();
followDock();
followSheet();
followTaps();
