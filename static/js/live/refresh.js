// Updates of the panel. The stream reports each move, and the page fetches its own view of it.

import * as page from "./page.js";

const FIRST = 2000; // ms before the second try; each further try doubles it
const LONGEST = 30000; // ms
const SOON = 500; // ms
const SPREAD = 5000; // ms over which the viewers without a seat fetch a move
const TAP = 300; // ms in which the click of a touch follows its end
const WRITING = ".write, .offer-form, .look-form, .share";

/** @type {(element: Element) => boolean} True for a chat field without text or mark. */
function isBlank(element) {
  const field = /** @type {HTMLTextAreaElement} */ (element);
  return field.matches("#text, #remark") && !field.value && !field.form?.querySelector(":checked");
}

// True if an update would take a draft or text away.
function isInUse() {
  const field = document.activeElement;
  return Boolean(page.shown().draft || (field?.closest(WRITING) && !isBlank(field)));
}

// True from a press to its click. An update in between would take the pressed control away, and the
// browser would send no click.
let isPressed = false;

// True if the page shows the present, so that an update belongs on it.
function isPresent() {
  const { at, last } = page.shown();
  return Boolean(page.main.dataset.live) && !document.getElementById("reel") && at === last;
}

// Anonymous visitors receive the new parts with the number, and fetch the page only if they fail to
// come.
const isSent = () => Boolean(page.main.dataset.stranger) && !page.shown().looking;

export class Updates {
  wait = 0;
  heard = page.known();
  /** Of an anonymous visitor only. @type {import("./difference.js").ReceivedParts | undefined} */
  received;

  /** @param {import("./store.js").Store} store */
  constructor(store) {
    this.store = store;
    const refresh = () => this.refresh();
    followRequests(store, refresh);
    followPresses(refresh);
    showHeldUpdate(refresh);
  }

  /** Newest move that the page knows of. */
  newest() {
    return Math.max(this.heard, page.known());
  }

  /** Viewers without a seat fetch after a random delay. */
  hear(/** @type {number} */ number) {
    this.heard = Math.max(this.heard, number);
    if (page.main.dataset.seated) this.refresh();
    else setTimeout(() => this.refresh(), (isSent() ? SPREAD : 0) + SPREAD * Math.random());
  }

  /** True if an update may replace the panel now. */
  mayReplace() {
    if (!page.panel() || !isPresent()) return false;
    if (isPressed) {
      this.store.send("page", "hold");
      return false;
    }
    const isFree = !isInUse();
    page.panel()?.classList.toggle("overtaken", !isFree);
    if (!isFree) this.store.send("page", "hold");
    return isFree;
  }

  refresh() {
    if (this.heard <= page.known()) {
      if (!this.store.is("page", "fetching", "waiting")) this.store.send("page", "shown");
      return;
    }
    this.store.send("page", "heard");
    if (!this.store.is("page", "stale", "held") || this.store.is("requests", "sending")) return;
    if (this.mayReplace() && this.store.send("page", "fetch")) this.fetchUpdate();
  }

  async fetchUpdate() {
    const before = page.known();
    const { asked, looking, tab } = page.shown();
    const chosen = asked ? `tab=${tab}` : ""; // else the server opens the tab of the news
    const query = looking ? location.search.slice(1) : chosen;
    try {
      await page.fetchPanel(`${page.base}/panels/live?${query}`, { source: page.main });
      if (page.known() > before) page.announce();
    } catch {
      // The next try follows.
    }
    this.settle(page.known() > before);
  }

  /** After a failure the update is repeated. Of its problem messages only the last one stays. */
  settle(/** @type {boolean} */ hasCome) {
    if (this.store.is("requests", "sending")) {
      this.store.send("page", "dropped");
      return;
    }
    if (!hasCome && (isPressed || isInUse())) {
      this.store.send("page", "dropped");
      this.mayReplace();
      return;
    }
    this.wait = hasCome ? 0 : Math.min(Math.max(FIRST, 2 * this.wait), LONGEST);
    if (this.wait) {
      const old = document.querySelectorAll("#decision > [data-code] ~ [data-code]");
      for (const problem of old) problem.remove();
    }
    if (this.heard <= page.known()) {
      this.store.send("page", "shown");
      return;
    }
    this.store.send("page", "failed");
    setTimeout(() => {
      this.store.send("page", "due");
      this.refresh();
    }, this.wait || SOON);
  }

  /** Parts of the page that came with the stream. False if their base is missing.
   *  @type {(sent: import("./difference.js").Sent) => boolean} */
  receive(sent) {
    if (!this.received) return true;
    const parts = this.received.receive(sent);
    if (parts !== null) this.showParts(sent.number, sent.tab, parts);
    return parts !== null;
  }

  showParts(/** @type {number} */ number, /** @type {string} */ tab, /** @type {string} */ parts) {
    this.heard = Math.max(this.heard, number);
    const isBusy = this.store.is("page", "fetching") || this.store.is("requests", "sending");
    if (number <= page.known() || isBusy || !isSent() || tab !== page.shown().tab) return;
    this.store.send("page", "heard");
    const target = page.panel();
    if (!target || !this.mayReplace()) return;
    htmx.swap({ text: parts, target, swap: "outerHTML", sourceElement: target });
    page.announce();
  }
}

// Requests of the user take precedence. An update waits for their answers, and one already under
// way is dropped, also if the user has begun to write in the meantime.
/** @type {(store: import("./store.js").Store, refresh: () => void) => void} */
function followRequests(store, refresh) {
  const open = new Set();
  document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
    if (ctx.sourceElement === page.main) return;
    open.add(ctx);
    store.send("requests", "sent");
  });
  document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
    if (!open.delete(ctx)) return;
    if (!open.size) store.send("requests", "answered");
    refresh();
  });
  page.beforeSwap((event) => {
    const isUpdate = event.detail.ctx.sourceElement === page.main;
    if (isUpdate && (isPressed || store.is("requests", "sending") || isInUse())) {
      event.preventDefault();
    }
  });
}

// An update waits while a pointer or the space bar is down, and comes after the click.
function followPresses(/** @type {() => void} */ refresh) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let ending;
  function press() {
    clearTimeout(ending);
    isPressed = true;
  }
  function end(after = 0) {
    if (!isPressed) return;
    clearTimeout(ending);
    ending = setTimeout(() => {
      isPressed = false;
      refresh();
    }, after);
  }
  document.addEventListener("pointerdown", press, true);
  document.addEventListener("pointerup", () => end(TAP), true);
  document.addEventListener("keydown", (event) => event.key === " " && press(), true);
  document.addEventListener("keyup", (event) => event.key === " " && end(TAP), true);
  for (const type of ["click", "pointercancel"]) {
    document.addEventListener(type, () => end(), true);
  }
  // The end of a press outside the window is not reported.
  document.addEventListener("pointermove", (event) => !event.buttons && end(TAP), true);
  addEventListener("blur", () => end());
}

// A held update is shown on request, or after the focus leaves a text field that keeps its text. It
// never comes between two fields.
function showHeldUpdate(/** @type {() => void} */ refresh) {
  document.addEventListener("click", (event) => {
    if (!page.targetOf(event).closest(".meanwhile a") || !page.isPlain(event)) return;
    event.preventDefault();
    const { draft, looking, tab } = page.shown();
    const query = draft || looking ? location.search.slice(1) : `tab=${tab}`;
    page.fetchPanel(`${page.base}?${query}`);
  });
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let leaving;
  function leave() {
    clearTimeout(leaving);
    leaving = setTimeout(refresh, SOON);
  }
  document.addEventListener("focusout", (event) => {
    const isText = page.targetOf(event).closest(".write, .share");
    if (isText && page.panel()?.matches(".overtaken")) leave();
  });
}
