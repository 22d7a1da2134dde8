// Updates a small live part of a page after a move, or when the page becomes visible again. A page
// that leads elsewhere by now is left. A waiting room reloads. A failed request is repeated after 2 seconds, 4, and so on up to 30.

const FIRST = 2000; // ms
const LONGEST = 30000; // ms
const PARTS = [".map-live", "figcaption"];

/** @type {(address: string) => Promise<DocumentFragment | null>} */
async function fetchParts(address) {
  const answer = await fetch(address).catch(() => null);
  if (answer?.redirected) location.assign(answer.url);
  const text = answer?.ok ? await answer.text().catch(() => null) : null;
  if (text === null) return null;
  const fresh = document.createElement("template");
  fresh.innerHTML = text;
  return fresh.content;
}

/** @param {HTMLElement} stage */
function follow(stage) {
  const { stream = "", refresh = "" } = stage.dataset;
  const parts = stage.dataset.parts?.split(",") ?? PARTS;
  let isDue = false;
  let isBusy = false;
  let wait = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let later;

  async function renew() {
    if (!isDue || isBusy || document.hidden) return;
    isDue = false;
    isBusy = true;
    clearTimeout(later);
    const fresh = await fetchParts(refresh);
    for (const part of fresh ? parts : []) {
      stage.querySelector(part)?.replaceWith(fresh?.querySelector(part) ?? "");
    }
    isBusy = false;
    if (fresh) {
      wait = 0;
      renew();
      return;
    }
    isDue = true;
    wait = Math.min(Math.max(FIRST, 2 * wait), LONGEST);
    later = setTimeout(renew, wait);
  }

  new EventSource(stream).addEventListener("moved", () => {
    if (stage.dataset.reload) {
      location.reload();
      return;
    }
    isDue = true;
    renew();
  });
  document.addEventListener("visibilitychange", renew);
}

/** @type {NodeListOf<HTMLElement>} */
const stages = document.querySelectorAll("[data-stream]");
for (const stage of stages) follow(stage);
