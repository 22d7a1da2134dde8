// Film and replay: play, pause, speed, slider, and the offer to play what has happened.

import { afterSwap, fetchPanel, targetOf } from "./page.js";

const SPEEDS = [1, 2, 4];
const MOVE = 1.5; // s for a move of the replay; a scene of a film has its own time
const RETRY = 3; // s after a failed request
const SPEED = "film-speed";
const SKIPPED = `skipped ${document.querySelector("main")?.dataset.game}`;

/** @type {(key: string) => string | null} */
function stored(key) {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

/** @type {(key: string, value: string) => void} */
function keep(key, value) {
  try {
    sessionStorage.setItem(key, value);
  } catch {
    // without a store the page forgets it
  }
}

const speed = () => SPEEDS.find((one) => String(one) === stored(SPEED)) ?? 1;
const reel = () => document.getElementById("reel");
const later = () => document.getElementById("later");

// A skipped offer stays away until something more has happened.
function hideSkipped() {
  const recap = document.getElementById("recap");
  if (recap) recap.hidden = Number(stored(SKIPPED) ?? -1) >= Number(recap.dataset.until);
}

function announceScene() {
  const news = document.getElementById("news");
  const caption = document.querySelector("[data-caption]")?.textContent;
  if (news && caption) news.textContent = caption.replace(/\s+/g, " ").trim();
}

// Steps through the scenes or moves while the store says "playing".
class FilmPlayer {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  timer;

  /** @param {import("./store.js").Store} store */
  constructor(store) {
    this.store = store;
    store.subscribe("replay", () => this.show());
  }

  get isPlaying() {
    return this.store.is("replay", "playing");
  }

  stop() {
    this.store.send("replay", "stop");
  }

  /** Buttons and the time of the scene in view. */
  show() {
    this.schedule(Number(reel()?.dataset.seconds ?? MOVE));
    const [play, faster] = ["autoplay", "film-speed"].map((id) => document.getElementById(id));
    if (!play || !faster) return;
    play.hidden = false;
    faster.hidden = false;
    play.classList.toggle("is-playing", this.isPlaying);
    faster.textContent = `${speed()}×`;
  }

  schedule(/** @type {number} */ seconds) {
    clearTimeout(this.timer);
    if (!this.isPlaying || !reel()) return;
    this.timer = setTimeout(() => this.step(), (1000 * seconds) / speed());
  }

  step() {
    const next = later();
    if (!next) {
      this.stop();
      return;
    }
    next.click();
    this.schedule(RETRY);
  }

  toggle() {
    if (!this.isPlaying && !later()) document.getElementById("first")?.click();
    this.store.send("replay", this.isPlaying ? "stop" : "play");
  }

  speedUp() {
    keep(SPEED, String(SPEEDS[(SPEEDS.indexOf(speed()) + 1) % SPEEDS.length]));
    this.show();
  }

  /** A click of the user on another link pauses; the clicks of `step` do not. */
  press(/** @type {MouseEvent} */ event) {
    const target = targetOf(event);
    if (target.closest("#autoplay")) this.toggle();
    else if (target.closest("#film-speed")) this.speedUp();
    else if (target.closest("[data-plays]")) this.store.send("replay", "play");
    else if (event.isTrusted && target.closest("#panel a")) this.stop();
  }
}

// With this script a skipped offer needs no answer of the server.
function skip(/** @type {MouseEvent} */ event) {
  /** @type {HTMLElement | null | undefined} */
  const recap = targetOf(event).closest("[data-skips]")?.closest("#recap");
  if (!recap) return;
  event.preventDefault();
  event.stopPropagation();
  keep(SKIPPED, recap.dataset.until ?? "");
  hideSkipped();
  document.getElementById("decision")?.focus({ preventScroll: true });
}

function addressAt(/** @type {HTMLInputElement} */ slider, /** @type {DOMStringMap} */ frame) {
  const scenes = slider.dataset.addresses?.split(" ");
  return scenes?.[Number(slider.value) - 1] ?? `${frame.base}/at/${slider.value}${frame.kept}`;
}

export function followReplay(/** @type {import("./store.js").Store} */ store) {
  const film = new FilmPlayer(store);
  document.addEventListener("click", skip, true);
  document.addEventListener("click", (event) => film.press(event));
  document.addEventListener("change", (event) => {
    const slider = /** @type {HTMLInputElement} */ (event.target);
    const frame = reel();
    if (slider.id !== "moment" || !frame) return;
    film.stop();
    fetchPanel(addressAt(slider, frame.dataset), { push: "true" });
  });
  afterSwap(() => {
    if (reel()) announceScene();
    else film.stop();
    film.show();
    hideSkipped();
  });
  film.show();
  hideSkipped();
}
