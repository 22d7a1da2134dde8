// A tap on a place without an offer asks the server for the order of the chosen piece to that place.
// The draft tells by which rule the order is refused.

import { fetchPanel } from "./page.js";

export function followTaps() {
  document.addEventListener("board:tap", (event) => {
    const address = document.getElementById("decision")?.dataset.tap;
    if (!address) return;
    const place = /** @type {CustomEvent<string>} */ (event).detail;
    void fetchPanel(address + encodeURIComponent(place), { push: "true" });
  });
}
