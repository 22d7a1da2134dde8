// Show page: the stream brings the changes of each move. If the stream is blocked, the page is
// fetched again.

const POLL = 10000; // ms between two requests for the page
const SILENT = 8000; // ms after which a stream without an answer counts as blocked

const page = () => /** @type {HTMLElement} */ (document.getElementById("show"));

/** @type {EventSource | undefined} */
let source;
/** @type {ReturnType<typeof setInterval> | undefined} */
let polling;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let cycling;

function stopPolling() {
  clearInterval(polling);
  polling = undefined;
}

/** @type {(name: string, root: ParentNode) => void} */
function put(name, root) {
  const fresh = root.querySelector(name);
  if (fresh) page().querySelector(name)?.replaceWith(fresh);
}

/** @type {(root: ParentNode, number: number) => void} */
function take(root, number) {
  if (number < Number(page().dataset.last)) return;
  page().dataset.last = String(number);
  put(".map-live", root);
  put("#show-words", root);
}

// Another page replaces this one with its board. A page without permission is not fetched again.
async function replacePage(/** @type {string} */ address) {
  const answer = await fetch(address).catch(() => null);
  if ([401, 403, 404].includes(answer?.status ?? 0)) {
    stopPolling();
    source?.close();
    return;
  }
  if (!answer?.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  const show = fresh.getElementById("show");
  if (!show) return;
  const link = document.querySelector(".show-tools a");
  const href = fresh.querySelector(".show-tools a")?.getAttribute("href");
  if (link && href) link.setAttribute("href", href);
  document.title = fresh.title;
  page().replaceWith(show);
  showScreen();
  follow();
}

/** @type {(events: string, here: string) => void} */
function listen(events, here) {
  const { lang } = document.documentElement;
  const inLanguage = lang && `&lang=${lang}`;
  const from = `after=${page().dataset.last}${inLanguage}`;
  const stream = new EventSource(`${events.split("?")[0]}?${from}`);
  source = stream;
  const poll = () => {
    polling ??= setInterval(() => replacePage(here), POLL);
  };
  stream.addEventListener("shown", (event) => {
    const { number, parts } = JSON.parse(event.data);
    if (!page().querySelector(".map-live")) {
      replacePage(here);
      return;
    }
    const fresh = document.createElement("template");
    fresh.innerHTML = parts;
    take(fresh.content, number);
  });
  stream.addEventListener("open", stopPolling);
  stream.addEventListener("error", poll);
  setTimeout(() => {
    if (stream === source && stream.readyState === EventSource.CONNECTING) poll();
  }, SILENT);
}

// Shows the next page. If it does not come, the same page waits once more.
async function cycle(/** @type {string} */ next) {
  await replacePage(next);
  if (page().dataset.next === next) follow();
}

function follow() {
  source?.close();
  stopPolling();
  clearTimeout(cycling);
  const { events, polls, next, every, page: here = "" } = page().dataset;
  if (next) cycling = setTimeout(() => cycle(next), Number(every) * 1000);
  if (events) listen(events, here);
  else if (polls) polling = setInterval(() => replacePage(here), POLL);
}
follow();

// Screens of a contest: rows that do not fit on one screen follow after some seconds.

const SCREEN = 12000; // ms that a screen is shown
let screen = 0;
let isPaused = false;

function showScreen() {
  for (const part of page().querySelectorAll(".wall-cols > section")) {
    /** @type {NodeListOf<HTMLElement>} */
    const lists = part.querySelectorAll("[data-screen]");
    lists.forEach((list, number) => {
      list.hidden = number !== screen % lists.length;
    });
  }
}

function nextScreen() {
  if (isPaused) return;
  screen += 1;
  showScreen();
}

function switchPause() {
  isPaused = !isPaused;
  document.querySelector("[data-do=pause]")?.setAttribute("aria-pressed", String(isPaused));
}

showScreen();
if (document.body.classList.contains("is-contest")) setInterval(nextScreen, SCREEN);

// Keys and buttons of a projector: full screen, light or dark theme. The screen stays on.

function switchFullScreen() {
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen?.().catch(() => {});
}

function switchTheme() {
  const { dataset } = document.documentElement;
  const isDarkByDefault = matchMedia("(prefers-color-scheme: dark)").matches;
  const isDark = dataset.theme ? dataset.theme === "dark" : isDarkByDefault;
  dataset.theme = isDark ? "light" : "dark";
}

function keepAwake() {
  if (!document.hidden) navigator.wakeLock?.request("screen").catch(() => {});
}

const ACTS = new Map([
  ["full", switchFullScreen],
  ["theme", switchTheme],
  ["pause", switchPause],
]);
const KEYS = new Map([
  ["f", switchFullScreen],
  ["t", switchTheme],
  ["p", switchPause],
]);
if (document.body.classList.contains("is-projector")) {
  /** @type {NodeListOf<HTMLElement>} */
  const buttons = document.querySelectorAll("[data-do]");
  for (const button of buttons) {
    button.hidden = false;
    button.addEventListener("click", () => ACTS.get(button.dataset.do ?? "")?.());
  }
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    KEYS.get(event.key.toLowerCase())?.();
  });
  document.addEventListener("visibilitychange", keepAwake);
  keepAwake();
}
