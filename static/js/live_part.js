// Updates a small live part of a page after a move, or when the page becomes visible again. A page
// that leads elsewhere by now is left. A waiting room reloads. A part with `data-ends-in` is updated
// after that many seconds too. A failed request is repeated after 2 seconds, 4, and so on up to 30.

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

/** @type {(stage: HTMLElement, parts: string[], fresh: DocumentFragment) => void} */
function replaceParts(stage, parts, fresh) {
  for (const part of parts) {
    stage.querySelector(part)?.replaceWith(fresh.querySelector(part) ?? "");
  }
}

// Calls `update` when the time of the part has ended, and returns how to call it off.
/** @type {(stage: HTMLElement, update: () => void) => () => void} */
function awaitEnd(stage, update) {
  const part = /** @type {HTMLElement | null} */ (stage.querySelector("[data-ends-in]"));
  const end = part && setTimeout(update, Number(part.dataset.endsIn) * 1000);
  return () => end && clearTimeout(end);
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
  let callOff = awaitEnd(stage, update);

  async function renew() {
    if (!isDue || isBusy || document.hidden) return;
    isDue = false;
    isBusy = true;
    clearTimeout(later);
    const fresh = await fetchParts(refresh);
    isBusy = false;
    if (fresh) {
      replaceParts(stage, parts, fresh);
      callOff();
      callOff = awaitEnd(stage, update);
      wait = 0;
      renew();
      return;
    }
    isDue = true;
    wait = Math.min(Math.max(FIRST, 2 * wait), LONGEST);
    later = setTimeout(renew, wait);
  }

  function update() {
    isDue = true;
    renew();
  }

  new EventSource(stream).addEventListener("moved", () => {
    if (stage.dataset.reload) location.reload();
    else update();
  });
  document.addEventListener("visibilitychange", renew);
}

/** @type {NodeListOf<HTMLElement>} */
const stages = document.querySelectorAll("[data-stream]");
for (const stage of stages) follow(stage);
