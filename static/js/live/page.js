// Parts of the game page that the other modules read, and the moments before and after a swap.

/** @typedef {CustomEvent<{ ctx: HtmxContext }>} SwapEvent */

export const main = /** @type {HTMLElement} */ (document.querySelector("main[data-game]"));
export const base = `/games/${main.dataset.game}`;

export const panel = () => document.getElementById("panel");

// Attributes of the shown page: tab, move, last move, chats, draft, survey. Every answer replaces
// the head of the page, which carries them.
export const shown = () => document.getElementById("state")?.dataset ?? {};
export const known = () => Number(shown().last ?? main.dataset.last);

/** @type {(event: Event) => Element} */
export const targetOf = (event) => /** @type {Element} */ (event.target);

/** True if a click asks for nothing but the link itself, such as a new tab.
 *  @type {(event: MouseEvent) => boolean} */
export const isPlain = (event) => !event.ctrlKey && !event.metaKey && !event.shiftKey;

// Fetches an address into the panel. The user's own requests come from the panel, updates from main.
/** @type {(address: string, options?: { source?: Element, push?: string }) => Promise<void>} */
export const fetchPanel = (address, options = {}) =>
  htmx.ajax("GET", address, { target: "#panel", swap: "outerHTML", ...options });

// Announces new dice and the current decision after an update by the stream. After the user's own
// action the focus moves instead.
export function announce() {
  const news = /** @type {HTMLElement} */ (document.getElementById("news"));
  const asked = document.querySelector("#decision h1")?.textContent?.trim() ?? "";
  news.textContent = `${news.dataset.dice ?? ""} ${asked}`.trim();
}

/** @type {(type: "htmx:before:swap" | "htmx:after:swap") => (act: (event: SwapEvent) => void) => void} */
function moment(type) {
  /** @type {((event: SwapEvent) => void)[]} */
  const acts = [];
  document.addEventListener(type, (event) => {
    for (const act of acts) act(event);
  });
  return (act) => acts.push(act);
}

/** Calls a function before each swap, in the order of registration. */
export const beforeSwap = moment("htmx:before:swap");
/** Calls a function after each swap, in the order of registration. */
export const afterSwap = moment("htmx:after:swap");
