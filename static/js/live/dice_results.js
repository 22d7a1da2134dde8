// New results of dice: read aloud once, with falling dice, and with a sound if the user wants it.

import { afterSwap } from "./page.js";

const STORE = "sound";
const CLICKS = [1900, 2300, 1700]; // Hz, one for each bounce of a die
const APART = 0.07; // s between two clicks
const LENGTH = 0.012; // s of a click
const LOUDNESS = 0.12;
const WIDE = matchMedia("(min-width: 46.01rem)"); // wider than a phone: tables stand open

const results = () => document.getElementById("dice-results");
const numberOf = () => results()?.dataset.number ?? "";

/** @type {AudioContext | undefined} */
let audio;

function click(/** @type {number} */ hertz, /** @type {number} */ after) {
  if (!audio) return;
  const at = audio.currentTime + after;
  const oscillator = new OscillatorNode(audio, { type: "square", frequency: hertz });
  const gain = new GainNode(audio, { gain: LOUDNESS });
  gain.gain.setValueAtTime(LOUDNESS, at);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + LENGTH);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(at);
  oscillator.stop(at + LENGTH);
}

function rattle() {
  audio ??= new AudioContext();
  for (const [place, hertz] of CLICKS.entries()) click(hertz, place * APART);
}

// Sound is off until the user switches it on in this browser.
function isOn() {
  try {
    return localStorage.getItem(STORE) === "on";
  } catch {
    return false;
  }
}

function offerSound() {
  const button = document.getElementById("sound");
  if (!button) return;
  button.hidden = false;
  button.setAttribute("aria-pressed", String(isOn()));
}

function toggleSound() {
  try {
    localStorage.setItem(STORE, isOn() ? "off" : "on");
  } catch {
    return; // without a store there is no sound
  }
  offerSound();
  if (isOn()) rattle();
}

/** A wide screen shows the dice in numbers, unless they would hide the answers of a decision. */
function unfold() {
  if (!WIDE.matches || document.querySelector("#decision:not(.calm)")) return;
  for (const fold of document.querySelectorAll(".throws-fold")) fold.setAttribute("open", "");
}

export function followDice() {
  let known = numberOf();
  document.addEventListener("click", (event) => {
    const target = /** @type {Element} */ (event.target);
    if (target.closest("#sound")) toggleSound();
  });
  const show = () => {
    offerSound();
    unfold();
    const news = /** @type {HTMLElement} */ (document.getElementById("news"));
    const isNew = Boolean(numberOf()) && numberOf() !== known;
    known = numberOf() || known;
    const words = isNew ? (results()?.querySelector("[data-aloud]")?.textContent ?? "") : "";
    news.dataset.dice = words.replace(/\s+/g, " ").trim();
    if (!isNew) return;
    news.textContent = news.dataset.dice;
    results()?.classList.add("land");
    if (isOn()) rattle();
  };
  offerSound();
  unfold();
  afterSwap(show);
}
