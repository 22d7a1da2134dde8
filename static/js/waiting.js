// Number of decisions that wait for the user: in the menu, in the title and the icon of the tab.
// Pages of a game hear it from the stream of the game, all others from a stream of their own.

const MARK = /^\(\d+\) /; // in the title
const KEPT = "waiting"; // count of the page before, until the stream answers

let count = Number(storedCount());
/** @type {Promise<string> | undefined} */
let drawing;

const icon = () => /** @type {HTMLLinkElement | null} */ (document.querySelector("link[rel=icon]"));
const plainIcon = icon()?.href ?? "";

function showInTitle() {
  const wanted = (count ? `(${count}) ` : "") + document.title.replace(MARK, "");
  if (document.title !== wanted) document.title = wanted;
}

function showInMenu() {
  for (const place of /** @type {NodeListOf<HTMLElement>} */ (
    document.querySelectorAll(".waiting-count")
  )) {
    const [pip, words] = place.children;
    place.hidden = !count;
    pip.textContent = String(count);
    const { one, many } = place.dataset;
    words.textContent = (count === 1 ? one : many?.replace("{n}", String(count))) ?? "";
  }
}

const SVG = "http://www.w3.org/2000/svg";

/** @type {(name: string, values: Record<string, string | number>, text?: string) => SVGElement} */
function shape(name, values, text = "") {
  const made = /** @type {SVGElement} */ (document.createElementNS(SVG, name));
  for (const [key, value] of Object.entries(values)) made.setAttribute(key, String(value));
  made.textContent = text;
  return made;
}

// The icon with a disc and the number on it; more than nine are "9+".
/** @type {(plain: string) => string} */
function iconWithNumber(plain) {
  const drawn = new DOMParser().parseFromString(plain, "image/svg+xml");
  const letters = {
    "font-family": "sans-serif",
    "font-size": count > 9 ? 13 : 17,
    "font-weight": 700,
    "text-anchor": "middle",
  };
  drawn.documentElement.append(
    shape("circle", { cx: 27, cy: 13, r: 13, fill: "#a8321e" }),
    shape("text", { x: 27, y: 19, fill: "#fff", ...letters }, count > 9 ? "9+" : String(count)),
  );
  const text = new XMLSerializer().serializeToString(drawn);
  return `data:image/svg+xml,${encodeURIComponent(text)}`;
}

async function showInIcon() {
  const link = icon();
  if (!link) return;
  if (!count) {
    link.href = plainIcon;
    return;
  }
  drawing ??= fetch(plainIcon).then((answer) => answer.text());
  const plain = await drawing.catch(() => "");
  if (plain && count) link.href = iconWithNumber(plain);
}

function show() {
  showInTitle();
  showInMenu();
  showInIcon();
}

function storedCount() {
  try {
    return sessionStorage.getItem(KEPT) ?? 0;
  } catch {
    return 0;
  }
}

function hear(/** @type {number} */ number) {
  count = number;
  try {
    sessionStorage.setItem(KEPT, String(count));
  } catch {
    // without a store the next page begins without a number
  }
  show();
}

document.addEventListener("waiting", (event) => {
  hear(Number(/** @type {CustomEvent<number>} */ (event).detail));
});

// Every answer of a game page brings a title of its own.
new MutationObserver(showInTitle).observe(document.head, {
  childList: true,
  subtree: true,
  characterData: true,
});

const hasGameStream = document.querySelector(
  "main[data-game]:not([data-sandbox]), #news[data-game]",
);
if (!hasGameStream) {
  new EventSource("/my-games/events").addEventListener("waiting", (event) => {
    hear(Number(event.data));
  });
}
show();
