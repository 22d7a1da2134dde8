// Page in words: it stays unchanged while it is read. New events are announced to screen readers,
// with a link to them.

import { CONNECTION, createStore } from "./live/store.js";
import { follow } from "./stream.js";

const news = /** @type {HTMLElement} */ (document.getElementById("news"));
let heard = Number(news.dataset.last);

async function onMove(/** @type {number} */ number) {
  if (number <= heard) return;
  heard = number;
  const headers = { "Page-Language": document.documentElement.lang };
  const answer = await fetch(location.pathname, { headers }).catch(() => null);
  if (!answer?.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  document.title = fresh.title;
  news.textContent = `${news.dataset.moved} ${fresh.querySelector("h1")?.textContent?.trim() ?? ""}`;
}

function onMessage(/** @type {number} */ number) {
  if (number > Number(news.dataset.messages)) news.textContent = news.dataset.message ?? "";
}

function onWatching(/** @type {string} */ words) {
  const place = document.getElementById("watching");
  if (place) place.textContent = words;
}

follow(createStore({ connection: CONNECTION }), news.dataset.game ?? "", {
  after: () => heard,
  messages: news.dataset.messages ?? "0",
  onMove,
  onMessage,
  onWatching,
});
