// Autoplay of the replay. The slider opens its moment without a button.

import { afterSwap, fetchPanel, targetOf } from "./page.js";

const STEP = 1500; // ms per move

export function followReplay(/** @type {import("./store.js").Store} */ store) {
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let stepping;
  const dress = () => {
    const button = document.getElementById("autoplay");
    if (!button) return;
    button.hidden = false;
    button.setAttribute("aria-pressed", String(store.is("replay", "playing")));
  };
  const step = () => {
    const later = document.getElementById("later");
    if (later) later.click();
    else store.send("replay", "stop");
  };

  store.subscribe("replay", (state) => {
    clearInterval(stepping);
    if (state === "playing") stepping = setInterval(step, STEP);
    dress();
  });
  document.addEventListener("click", (event) => {
    if (!targetOf(event).closest("#autoplay")) return;
    store.send("replay", store.is("replay", "playing") ? "stop" : "play");
  });
  document.addEventListener("change", (event) => {
    const slider = /** @type {HTMLInputElement} */ (event.target);
    const reel = document.getElementById("reel");
    if (slider.id !== "moment" || !reel) return;
    store.send("replay", "stop");
    fetchPanel(`${reel.dataset.base}/at/${slider.value}${reel.dataset.kept}`, { push: "true" });
  });
  afterSwap(dress);
  dress();
}
