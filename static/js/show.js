// @ts-nocheck
// Show page: the stream brings the changes of each move. If the stream is blocked, the page is
// fetched again.
const page = () => document.getElementById("show");
let source = null,
  asking = null,
  cycling = null;

const put = (name, fresh) => {
  const old = page().querySelector(name);
  if (old && fresh) old.replaceWith(fresh);
};
const take = (root, number) => {
  if (number < Number(page().dataset.last)) return;
  page().dataset.last = number;
  put(".map-live", root.querySelector(".map-live"));
  put("#show-words", root.querySelector("#show-words"));
};

// Another page replaces this one with its board. A page without permission is not fetched again.
const whole = async (address) => {
  const answer = await fetch(address).catch(() => null);
  if ([401, 403, 404].includes(answer?.status)) {
    clearInterval(asking);
    source?.close();
    return;
  }
  const fresh = answer?.ok
    ? new DOMParser().parseFromString(await answer.text(), "text/html")
    : null;
  if (!fresh?.getElementById("show")) return;
  const link = document.querySelector(".show-tools a"),
    its = fresh.querySelector(".show-tools a");
  if (link && its) link.href = its.getAttribute("href");
  document.title = fresh.title;
  page().replaceWith(fresh.getElementById("show"));
  follow();
};

function follow() {
  source?.close();
  clearInterval(asking);
  clearTimeout(cycling);
  asking = null;
  const { events, next, every, page: here } = page().dataset;
  if (next) {
    cycling = setTimeout(
      () =>
        whole(next).then(() => {
          if (page().dataset.next === next) follow();
        }),
      Number(every) * 1000,
    );
  }
  if (!events) return;
  const base = events.split("?")[0];
  const stream = (source = new EventSource(
    `${base}?after=${page().dataset.last}${document.documentElement.lang && `&lang=${document.documentElement.lang}`}`,
  ));
  source.addEventListener("shown", (event) => {
    const { number, parts } = JSON.parse(event.data);
    if (!page().querySelector(".map-live")) {
      whole(here);
      return;
    }
    const fresh = document.createElement("template");
    fresh.innerHTML = parts;
    take(fresh.content, number);
  });
  source.addEventListener("open", () => {
    clearInterval(asking);
    asking = null;
  });
  const ask = () => {
    asking ??= setInterval(() => whole(here), 10000);
  };
  source.addEventListener("error", ask);
  setTimeout(() => {
    if (stream === source && stream.readyState === EventSource.CONNECTING) ask();
  }, 8000);
}
follow();

// Keys and buttons of a projector: full screen, light or dark theme. The screen stays on.
const full = () =>
  document.fullscreenElement
    ? document.exitFullscreen()
    : document.documentElement.requestFullscreen?.().catch(() => {});
const lamp = () => {
  const root = document.documentElement;
  const isDark =
    root.dataset.theme === "dark" ||
    (!root.dataset.theme && matchMedia("(prefers-color-scheme: dark)").matches);
  root.dataset.theme = isDark ? "light" : "dark";
};
const acts = { full, theme: lamp };
if (document.body.classList.contains("is-projector")) {
  for (const button of document.querySelectorAll("[data-do]")) {
    button.hidden = false;
    button.addEventListener("click", acts[button.dataset.do]);
  }
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    ({ f: full, t: lamp })[event.key.toLowerCase()]?.();
  });
  const awake = () => {
    if (!document.hidden) navigator.wakeLock?.request("screen").catch(() => {});
  };
  document.addEventListener("visibilitychange", awake);
  awake();
}
