// Stores the form of a result or of a dispute while there is a network, so that its player opens it
// without one.

import { storeCodes, storeForm } from "./result/storing.js";

/** @type {HTMLElement | null} */
const link = document.querySelector("[data-result-form]");

if (link && "serviceWorker" in navigator && "caches" in window) {
  navigator.serviceWorker
    .register("/sw.js")
    .then(() => storeForm(link.dataset.resultForm ?? ""))
    .then(() => storeCodes((link.dataset.codes ?? "").split("|"), link.dataset.resultForm ?? ""))
    .then(() => link.setAttribute("data-stored", ""))
    .catch(() => {}); // no network, or no room: the form is opened with a network then
}
