// The panel of a phone is a sheet over the board with three heights: drag its grip, tap it, or use
// the arrow keys. The style sheet gives the heights.

import { afterSwap, targetOf } from "./page.js";

const HEIGHTS = [22, 46, 90]; // per cent of the place of the board
const [LEAST, MOST] = [14, 92]; // while it is dragged
const MIDDLE = 1;
const STILL = 8; // pixels before a press becomes a drag

/** @type {() => HTMLElement | null} */
const gripOf = () => document.querySelector(".grip");

let at = MIDDLE;

/** Marks the height on the page and names what the grip does next. */
function show() {
  document.body.dataset.detent = String(at);
  const strip = document.querySelector(".table > .tools")?.clientHeight ?? 0;
  document.body.style.setProperty("--tools-height", `${strip}px`); // the score stays in view above the sheet
  const grip = gripOf();
  if (!grip) return;
  grip.hidden = false;
  grip.setAttribute("aria-expanded", String(at > 0));
  const says = grip.dataset.says?.split("|")[at];
  const words = grip.querySelector("span");
  if (words && says) words.textContent = says;
}

/** @type {(height: number) => void} */
export function setHeight(height) {
  at = Math.max(0, Math.min(HEIGHTS.length - 1, height));
  show();
}

/** The height nearest to a share of the place of the board.
 *  @type {(share: number) => number} */
export function nearestHeight(share) {
  const apart = HEIGHTS.map((height) => Math.abs(height - share));
  return apart.indexOf(Math.min(...apart));
}

/** @type {{ y: number, from: number, place: number, share: number, isGoing: boolean } | null} */
let pull = null;

function pressed(/** @type {PointerEvent} */ event) {
  const grip = targetOf(event).closest(".grip");
  const sheet = grip?.closest("[data-sheet]");
  const place = document.querySelector(".table")?.clientHeight;
  if (!grip || !sheet || !place) return;
  const from = (sheet.clientHeight / place) * 100;
  pull = { y: event.clientY, from, place, share: from, isGoing: false };
  grip.setPointerCapture(event.pointerId);
}

function pulled(/** @type {PointerEvent} */ event) {
  if (!pull) return;
  if (!pull.isGoing && Math.abs(event.clientY - pull.y) < STILL) return;
  pull.isGoing = true;
  const share = pull.from + ((pull.y - event.clientY) / pull.place) * 100;
  pull.share = Math.max(LEAST, Math.min(MOST, share));
  document.body.classList.add("is-pulled");
  document.body.style.setProperty("--pulled", `${pull.share}%`);
}

function released() {
  document.body.classList.remove("is-pulled");
  const done = pull;
  pull = null;
  if (!done?.isGoing) return;
  setHeight(nearestHeight(done.share));
  const swallow = (/** @type {Event} */ click) => click.stopPropagation();
  document.addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => document.removeEventListener("click", swallow, { capture: true }), 0);
}

function typed(/** @type {KeyboardEvent} */ event) {
  if (!targetOf(event).closest(".grip")) return;
  if (event.key === "ArrowUp") setHeight(at + 1);
  else if (event.key === "ArrowDown") setHeight(at - 1);
  else return;
  event.preventDefault();
}

export function followSheet() {
  show();
  afterSwap(show);
  document.addEventListener("pointerdown", pressed);
  document.addEventListener("pointermove", pulled);
  document.addEventListener("pointerup", released);
  document.addEventListener("pointercancel", released);
  document.addEventListener("keydown", typed);
  document.addEventListener("click", (event) => {
    if (targetOf(event).closest(".grip")) setHeight(at === HEIGHTS.length - 1 ? 0 : at + 1);
  });
}
