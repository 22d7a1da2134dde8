// @ts-nocheck
// Page in words: it stays unchanged while it is read. New events are announced
// to screen readers, with a link to them.
import { follow } from "./stream.js";

const news = document.getElementById("news");
let heard = Number(news.dataset.last);

const moved = async (number) => {
  if (number <= heard) return;
  heard = number;
  const answer = await fetch(location.pathname, {
    headers: { "Page-Language": document.documentElement.lang },
  }).catch(() => null);
  if (!answer?.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  document.title = fresh.title;
  news.textContent = `${news.dataset.moved} ${fresh.querySelector("h1")?.textContent.trim() ?? ""}`;
};
const letter = (number) => {
  if (number > Number(news.dataset.letters)) news.textContent = news.dataset.letter;
};

const watching = (words) => {
  const place = document.getElementById("watching");
  if (place) place.textContent = words;
};

follow(news.dataset.game, {
  after: () => heard,
  letters: news.dataset.letters,
  moved,
  letter,
  watching,
});
