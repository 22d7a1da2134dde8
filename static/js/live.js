// @ts-nocheck
// Live updates of a game page. The stream reports each move, and the page fetches its own view. An
// anonymous visitor receives the changed parts in the stream.
import { follow } from "./stream.js";

const main = document.querySelector("main[data-game]");
const base = `/games/${main.dataset.game}`;
const panel = () => document.getElementById("panel");
const known = () => Number(panel()?.dataset.last ?? main.dataset.last);
let heard = known();
let fetching = false,
  wait = 0,
  later = null;

// True if an update may replace the panel. A draft or text in a field keeps the panel; an empty
// chat field does not.
const isBlank = (field) =>
  field.matches("#text, #remark") && !field.value && !field.form.querySelector(":checked");
const gives = () => {
  if (
    !panel() ||
    !main.dataset.live ||
    document.getElementById("reel") ||
    panel().dataset.at !== panel().dataset.last
  ) {
    return false;
  }
  const one = document.activeElement,
    writing = one?.closest(".write, .offer-form, .look-form, .share");
  if (panel().dataset.draft || (writing && !isBlank(one))) {
    panel().classList.add("overtaken");
    return false;
  }
  return true;
};

// Announces the current decision after an update by the stream. After the user's own action the
// focus moves instead.
const tell = () => {
  document.getElementById("news").textContent =
    document.querySelector("#decision h1")?.textContent.trim() ?? "";
};

// Requests by the user take precedence. An update waits for their answers, and one already under
// way is dropped.
const asked = new Set();
document.addEventListener("htmx:before:request", (event) => {
  if (event.detail.ctx.sourceElement !== main) asked.add(event.detail.ctx);
});
document.addEventListener("htmx:finally:request", (event) => {
  if (asked.delete(event.detail.ctx)) refresh();
});
document.addEventListener("htmx:before:swap", (event) => {
  if (asked.size && event.detail.ctx.sourceElement === main) event.preventDefault();
});

// A failed update is repeated after 2 seconds, 4, and so on up to 30. Of its problem messages only
// the last one stays.
const FIRST = 2000,
  LONGEST = 30000;
const refresh = () => {
  if (!panel() || heard <= known() || fetching || later || asked.size || !gives()) return;
  const tab = panel().dataset.tab,
    before = known();
  fetching = true;
  const looking = panel().dataset.looking ? location.search.slice(1) : `tab=${tab}`;
  htmx
    .ajax("GET", `${base}?${looking}`, { source: main, target: "#panel", swap: "outerHTML" })
    .then(() => {
      if (known() > before) tell();
    })
    .catch(() => {})
    .finally(() => {
      fetching = false;
      if (asked.size) return;
      wait = known() > before ? 0 : Math.min(Math.max(FIRST, 2 * wait), LONGEST);
      if (wait) {
        document
          .querySelectorAll("#decision > [data-code] ~ [data-code]")
          .forEach((problem) => problem.remove());
      }
      if (heard > known()) {
        later = setTimeout(() => {
          later = null;
          refresh();
        }, wait || 500);
      }
    });
};

// A postponed update is shown on request, or after the focus leaves a text field that keeps its
// text. It never comes between two fields or during a press.
document.addEventListener("click", (event) => {
  if (!event.target.closest(".meanwhile a") || event.ctrlKey || event.metaKey || event.shiftKey) {
    return;
  }
  event.preventDefault();
  const { draft, looking, tab } = panel().dataset;
  htmx.ajax("GET", `${base}?${draft || looking ? location.search.slice(1) : `tab=${tab}`}`, {
    target: "#panel",
    swap: "outerHTML",
  });
});
let left = null,
  pressed = false;
const leave = () => {
  clearTimeout(left);
  left = setTimeout(() => (pressed ? leave() : refresh()), 500);
};
document.addEventListener("focusout", (event) => {
  if (event.target.closest(".write, .share") && panel()?.matches(".overtaken")) leave();
});
for (const what of ["pointerdown", "pointerup", "pointercancel"]) {
  document.addEventListener(
    what,
    () => {
      pressed = what === "pointerdown";
    },
    true,
  );
}

// Anonymous visitors receive the new parts with the number, and fetch the page only if they fail to
// come. Viewers without a seat fetch after a random delay.
const isSent = () => main.dataset.stranger && !panel()?.dataset.looking;
const hear = (number) => {
  heard = Math.max(heard, number);
  if (main.dataset.seated) refresh();
  else setTimeout(refresh, (isSent() ? 5000 : 0) + 5000 * Math.random());
};
const show = ({ number, tab, parts }) => {
  heard = Math.max(heard, number);
  if (
    number <= known() ||
    fetching ||
    asked.size ||
    !isSent() ||
    tab !== panel().dataset.tab ||
    !gives()
  ) {
    return;
  }
  htmx.swap({ text: parts, target: panel(), swap: "outerHTML", sourceElement: panel() });
  tell();
};

// Unsent text survives every new panel until its field exists again for the same move. Text being
// sent is not restored.
const typed = new Map();
let sent = null;
const fields = () => [...document.querySelectorAll("#panel .write textarea")];
const about = (field) =>
  [field.form.action, field.form.querySelector("[type=hidden][name=about]")?.value, field.id].join(
    " ",
  );
document.addEventListener("submit", (event) => {
  sent = event.target.closest("#panel .write")?.querySelector("textarea") ?? sent;
});
for (const failed of ["htmx:error", "htmx:response:error"]) {
  document.addEventListener(failed, () => {
    sent = null;
  });
}
document.addEventListener("htmx:before:swap", () =>
  fields().forEach((field) => {
    if (field === sent || field.value === field.defaultValue) typed.delete(about(field));
    else {
      typed.set(about(field), {
        text: field.value,
        instead: field.defaultValue,
        tick: field.form.querySelector(".check:has(:checked)"),
      });
    }
  }),
);
document.addEventListener("htmx:after:swap", () => {
  if (!sent?.isConnected) sent = null;
  fields().forEach((field) => {
    const kept = typed.get(about(field));
    if (kept?.instead !== field.defaultValue) return;
    field.value = kept.text;
    if (kept.tick && !kept.tick.isConnected) {
      field.form.querySelector(".check")?.replaceWith(kept.tick);
    }
  });
});

// A chat opens at its newest entry, with the field below it, and scrolls with new ones. A reader
// who has scrolled up stays in place.
const pane = () => document.querySelector("#panel .scroll");
const LISTS = "#panel :is(#letters-list, #hall-list)";
const ending = () => document.querySelector(`${LISTS} + .write`) ?? document.querySelector(LISTS);
const below = () =>
  ending() ? ending().getBoundingClientRect().bottom - pane().getBoundingClientRect().bottom : 0;
const toNewest = () => {
  pane()?.scrollBy(0, Math.max(0, below()));
};
let stood = {};
document.addEventListener("htmx:before:swap", () => {
  stood = { tab: panel()?.dataset.tab, top: pane()?.scrollTop, up: below() > 20 };
});
document.addEventListener("htmx:after:swap", () => {
  if (!ending()) return;
  if (stood.up && stood.tab === panel().dataset.tab) pane().scrollTop = stood.top;
  else toNewest();
});
toNewest();

// A tab with unread entries is marked until they are visible.
const unread = new Set();
const seen = (tab) =>
  panel()?.dataset.tab === tab && pane()?.getClientRects().length && below() <= 20;
const mark = (news = null) => {
  if (news) unread.add(news);
  for (const tab of ["letters", "hall"]) {
    if (seen(tab)) unread.delete(tab);
    document
      .querySelectorAll(`[data-${tab}-tab]`)
      .forEach((link) => link.classList.toggle("has-news", unread.has(tab)));
  }
};
document.addEventListener("htmx:after:swap", () => mark());
document.addEventListener(
  "scroll",
  () => {
    if (unread.size) mark();
  },
  true,
);

// A chat has a list of its own. If it is open, only the list is fetched; otherwise its tab is
// marked.
const listOf = (name, wait) => {
  let news = 0,
    asking = null,
    met = null;
  const place = () => document.getElementById(`${name}-list`);
  const listed = () => Number(place()?.dataset.news ?? panel()?.dataset[name] ?? 0);
  const read = () => {
    asking = null;
    if (place() && listed() < news) {
      htmx.ajax("GET", `${base}/${name}`, { target: `#${name}-list`, swap: "outerMorph" });
    }
  };
  const hear = (number) => {
    news = Math.max(news, number);
    if (listed() >= news) return;
    mark(name);
    if (place()) asking ??= setTimeout(read, wait());
  };
  document.addEventListener("htmx:after:swap", () => {
    if (place() !== met) {
      met = place();
      if (met) hear(news);
    }
  });
  return { hear, place, listed, news: () => news };
};
const letters = listOf("letters", () => 0),
  hall = listOf("hall", () => 500 + 2000 * Math.random());
const said = ({ news, list }) => {
  if (hall.place() && news > hall.listed()) {
    htmx.swap({
      text: list,
      target: hall.place(),
      swap: "outerMorph",
      sourceElement: hall.place(),
    });
  }
};

// Number of spectators, in words.
let watched = null;
const count = (words) => {
  watched = words ?? watched;
  const place = document.getElementById("watching");
  if (place && watched !== null) place.textContent = watched;
};
document.addEventListener("htmx:after:swap", () => count());

const tab = () =>
  main.dataset.stranger || panel()?.dataset.tab === "hall" ? (panel()?.dataset.tab ?? "") : "";
const again = main.dataset.sandbox
  ? () => {}
  : follow(base, {
      after: () => Math.max(heard, known()),
      letters: main.dataset.letters,
      moved: hear,
      letter: letters.hear,
      shown: show,
      tab,
      hall: () =>
        panel()?.dataset.hall === undefined
          ? undefined
          : Math.max(hall.news(), Number(panel().dataset.hall)),
      remark: hall.hear,
      said,
      watching: count,
    });
document.addEventListener("htmx:after:swap", () => {
  again();
  refresh();
});

// Autoplay of the replay; the slider opens its moment without a button.
let playing = null;
const stop = () => {
  clearInterval(playing);
  playing = null;
};
document.addEventListener("click", (event) => {
  const button = event.target.closest("#autoplay");
  if (!button) return;
  if (playing) {
    stop();
    button.setAttribute("aria-pressed", "false");
    return;
  }
  button.setAttribute("aria-pressed", "true");
  playing = setInterval(() => {
    const later = document.getElementById("later");
    if (!later) {
      stop();
      return;
    }
    later.click();
  }, 1500);
});
document.addEventListener("change", (event) => {
  if (event.target.id !== "moment") return;
  stop();
  const reel = document.getElementById("reel");
  htmx.ajax("GET", `${reel.dataset.base}/at/${event.target.value}${reel.dataset.kept}`, {
    target: "#panel",
    swap: "outerHTML",
    push: "true",
  });
});
const dress = () => {
  const button = document.getElementById("autoplay");
  if (button) {
    button.hidden = false;
    button.setAttribute("aria-pressed", String(Boolean(playing)));
  }
};
document.addEventListener("htmx:after:swap", dress);
dress();

// Keyboard focus stays at the same control of the new panel, at the field of the sent form, or else
// at the decision.
let held = "";
const nameOf = (one) => {
  const id = one.id || one.closest(".write")?.querySelector("textarea")?.id,
    href = one.getAttribute("href");
  return id ? `#${CSS.escape(id)}` : href ? `[href="${CSS.escape(href)}"]` : "#decision";
};
document.addEventListener("htmx:before:swap", () => {
  const one = document.activeElement;
  const where = one?.closest("#panel, #board-live");
  if (where) held = `#${where.id} ${nameOf(one)}`;
});
document.addEventListener("htmx:after:swap", () => {
  if (!held || document.activeElement !== document.body) return;
  (document.querySelector(held) ?? document.getElementById("decision"))?.focus({
    preventScroll: true,
  });
  held = "";
});

// On a phone the dock selects the visible part of the sheet. The number of spectators leads to
// their part.
const dock = (name) =>
  document
    .querySelectorAll(".dock a")
    .forEach((a) =>
      a.dataset.tab === name
        ? a.setAttribute("aria-current", "true")
        : a.removeAttribute("aria-current"),
    );
document.addEventListener("click", (event) => {
  if (event.target.closest("#watching")) document.body.dataset.view = "more";
});
document.addEventListener("htmx:after:swap", () => {
  if (document.body.dataset.view === "more") dock(panel()?.dataset.tab);
});
document.addEventListener("click", (event) => {
  const tab = event.target.closest(".dock a[data-tab]");
  if (!tab) return;
  event.preventDefault();
  dock(tab.dataset.tab);
  document.body.dataset.view = tab.dataset.tab === "decision" ? "" : "more";
  toNewest();
  mark();
  if (!["decision", panel()?.dataset.tab].includes(tab.dataset.tab)) {
    htmx.ajax("GET", `${location.pathname}?tab=${tab.dataset.tab}`, {
      target: "#panel",
      swap: "outerHTML",
    });
  }
});
