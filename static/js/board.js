// @ts-nocheck
/* Pan, zoom, taps and keys on a drawn board.

   Without this script every offer is a link. Zoom changes the viewBox, so text and lines stay
   sharp. The frame `[data-board]` keeps all state: visible section, selected spot and switches.
   The drawing inside may be swapped at any time. docs/look.md describes the frame. */

const FINGER = 8; // pixels before a tap becomes a drag
const PHONE = 600; // a frame narrower than this opens on what needs the viewer
const CLOSEST = 260; // units of the drawing that the closest view shows
const TOOLS_COVER = 64; // pixels of a phone's board that lie under the tools
const SURE = 0.6; // pixels per unit below which a phone does not open

const numbers = (text) => (text || "").split(" ").filter(Boolean).map(Number);
const distance = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);
const boards = new Map();

class Board {
  constructor(frame) {
    this.frame = frame;
    this.full = numbers(frame.dataset.full);
    this.core = numbers(frame.dataset.core);
    this.readSpots();
    this.box = [...this.full];
    this.here = null;
    this.fingers = new Map();
    this.drag = 0;
    this.chosen = false; // true if the viewer, not the page, chose the view
    this.on = new Set(); // switches that are on: coordinates, roofs off
    this.drawn = this.live;
    this.seen = this.places();
    const listen = (type, how, options) => frame.addEventListener(type, how.bind(this), options);
    listen("pointerdown", this.pressed);
    listen("pointermove", this.dragged);
    listen("pointerup", this.released);
    listen("pointercancel", this.released);
    listen("click", this.clicked, true);
    listen("dragstart", (event) => event.preventDefault());
    listen("wheel", this.wheeled, { passive: false });
    listen("keydown", this.typed);
    listen("focusin", this.focused);
    new MutationObserver(() => this.swapped()).observe(frame, { childList: true });
    new ResizeObserver(() => this.resized()).observe(frame);
    this.open();
  }

  /* ---- where the viewer looks ---- */

  get width() {
    return this.frame.clientWidth || 1;
  }
  get height() {
    return this.frame.clientHeight || 1;
  }
  get scale() {
    return this.width / this.box[2];
  }
  get live() {
    return this.frame.querySelector(".map-live");
  }

  show() {
    const view = this.box.map((value) => value.toFixed(1)).join(" ");
    for (const svg of this.frame.querySelectorAll(":scope > svg")) {
      svg.setAttribute("viewBox", view);
    }
    this.frame.classList.toggle("near", this.scale >= 1.05);
    this.frame.classList.toggle("far", this.scale < 0.55);
  }

  /* The viewer chose this view: it is kept when the drawing, the window or the page changes. */
  choose() {
    this.chosen = true;
    this.clamp();
    this.show();
    this.keep();
  }

  fit(box) {
    const shape = this.width / this.height;
    const w = Math.max(box[2], box[3] * shape),
      h = w / shape;
    this.box = [box[0] + (box[2] - w) / 2, box[1] + (box[3] - h) / 2, w, h];
    this.show();
  }

  lookAt(point, scale) {
    const w = this.width / scale,
      h = this.height / scale;
    this.box = [point[0] - w / 2, point[1] - h / 2, w, h];
    this.clamp();
    this.show();
  }

  /* Largest view of everything that needs the viewer's attention, with a margin. */
  lookAtNeed() {
    const [x, y, w, h] = numbers(this.live?.dataset.need);
    if (h === undefined) return this.fit(this.core);
    const scale = Math.min(1, this.width / (w + 130), this.height / (h + 150));
    if (scale >= SURE) return this.lookAt([x + w / 2, y + h / 2], scale);
    return this.lookAt(numbers(this.live.dataset.focus), SURE);
  }

  /* True if that part lies within the view; on a phone the tools cover its right edge. */
  seesNeed() {
    const [x, y, w, h] = numbers(this.live.dataset.need),
      covered = this.width < PHONE ? TOOLS_COVER / this.scale : 0;
    return (
      h === undefined ||
      (x >= this.box[0] &&
        y >= this.box[1] &&
        x + w <= this.box[0] + this.box[2] - covered &&
        y + h <= this.box[1] + this.box[3])
    );
  }

  /* Same zoom, centred on that part. */
  turnToNeed() {
    const [x, y, w, h] = numbers(this.live.dataset.need);
    this.box = [x + (w - this.box[2]) / 2, y + (h - this.box[3]) / 2, this.box[2], this.box[3]];
    this.clamp();
    this.show();
  }

  open() {
    if (this.remembered()) return this.show();
    if (this.width < PHONE) return this.lookAtNeed();
    return this.fit(this.width / this.height > 1.05 ? this.full : this.core);
  }

  /* The map never leaves the screen. */
  clamp() {
    for (const i of [0, 1]) {
      const least = this.full[i] - this.box[i + 2] * 0.25,
        most = this.full[i] + this.full[i + 2] - this.box[i + 2] * 0.75;
      this.box[i] =
        least > most ? (least + most) / 2 : Math.min(Math.max(this.box[i], least), most);
    }
  }

  zoom(factor, point = [this.box[0] + this.box[2] / 2, this.box[1] + this.box[3] / 2]) {
    const w = Math.min(this.full[2] * 1.3, Math.max(CLOSEST, this.box[2] / factor)),
      k = w / this.box[2];
    this.box = [
      point[0] - (point[0] - this.box[0]) * k,
      point[1] - (point[1] - this.box[1]) * k,
      w,
      this.box[3] * k,
    ];
    this.choose();
  }

  resized() {
    const shape = this.width / this.height;
    if (Math.abs(this.box[2] / this.box[3] - shape) < 0.002) return;
    if (!this.chosen) return this.open();
    const [x, y, w, h] = this.box;
    this.box = [x, y + (h - w / shape) / 2, w, w / shape];
    this.clamp();
    return this.show();
  }

  pointOf(event) {
    const edge = this.frame.getBoundingClientRect();
    return [
      this.box[0] + ((event.clientX - edge.left) / edge.width) * this.box[2],
      this.box[1] + ((event.clientY - edge.top) / edge.height) * this.box[3],
    ];
  }

  /* ---- what is kept from page to page ---- */

  get shelf() {
    return this.frame.dataset.keep ? `board:${this.frame.dataset.keep}` : "";
  }

  keep() {
    if (!this.shelf) return;
    const kept = JSON.stringify({
      box: this.chosen ? this.box : null,
      on: [...this.on],
      width: this.width,
    });
    try {
      sessionStorage.setItem(this.shelf, kept);
    } catch {
      /* The view is not kept if the storage is full. */
    }
  }

  remembered() {
    if (!this.shelf) return false;
    let kept;
    try {
      kept = JSON.parse(sessionStorage.getItem(this.shelf));
    } catch {
      return false;
    }
    if (!kept) return false;
    for (const name of kept.on || []) this.switch(name);
    if (!kept.box || kept.width < PHONE !== this.width < PHONE) return false;
    this.box = kept.box;
    this.box[3] = (this.box[2] * this.height) / this.width;
    this.chosen = true;
    return true;
  }

  switch(name) {
    if (this.frame.classList.toggle(name)) this.on.add(name);
    else this.on.delete(name);
  }

  /* ---- fingers, mouse and wheel ---- */

  pressed(event) {
    if (event.button > 0) return;
    this.fingers.set(event.pointerId, [event.clientX, event.clientY]);
    if (this.fingers.size === 1) this.drag = 0;
  }

  dragged(event) {
    const old = this.fingers.get(event.pointerId);
    if (!old) return;
    const before = [...this.fingers.values()];
    this.fingers.set(event.pointerId, [event.clientX, event.clientY]);
    const after = [...this.fingers.values()];
    this.drag += distance(old, [event.clientX, event.clientY]);
    if (this.drag < FINGER) return;
    this.frame.setPointerCapture(event.pointerId);
    if (after.length === 1) {
      this.box[0] -= (event.clientX - old[0]) / this.scale;
      this.box[1] -= (event.clientY - old[1]) / this.scale;
      this.choose();
    } else {
      const middle = {
        clientX: (after[0][0] + after[1][0]) / 2,
        clientY: (after[0][1] + after[1][1]) / 2,
      };
      this.zoom(
        distance(after[0], after[1]) / (distance(before[0], before[1]) || 1),
        this.pointOf(middle),
      );
    }
  }

  released(event) {
    this.fingers.delete(event.pointerId);
  }

  wheeled(event) {
    event.preventDefault();
    this.zoom(Math.exp(-event.deltaY / 500), this.pointOf(event));
  }

  /* A drag is no tap. A tap on an offer follows its link; any other is answered with words. */
  clicked(event) {
    if (this.drag >= FINGER && event.detail > 0) {
      event.preventDefault();
      event.stopImmediatePropagation();
      return;
    }
    if (event.target.closest("a")) return;
    if (this.frame.classList.contains("is-asked")) {
      this.leave();
      return;
    } // the tap answers a question, see table.js
    const point = this.pointOf(event),
      spot = this.nearest(point);
    if (spot) this.stand(spot);
    else this.leave();
  }

  /* ---- spots: tap, arrows, words ---- */

  readSpots() {
    const data = JSON.parse(
      this.frame.querySelector(".map-spots")?.textContent || '{"reach":0,"places":[]}',
    );
    this.reach = data.reach;
    this.spots = data.places.map(([key, x, y, words]) => ({ key, at: [x, y], words }));
  }

  nearest(point) {
    let best = null;
    for (const spot of this.spots) {
      if (!best || distance(spot.at, point) < distance(best.at, point)) best = spot;
    }
    return best && distance(best.at, point) <= this.reach ? best : null;
  }

  /* The nearest spot in that direction; walking sideways keeps to the row in which the walk began. */
  beside(from, [dx, dy]) {
    let best = null,
      price = Infinity;
    for (const spot of this.spots) {
      const x = spot.at[0] - from.at[0],
        y = spot.at[1] - from.at[1];
      const along = x * dx + y * dy,
        across = Math.abs(x * dy) + Math.abs(y * dx);
      if (along <= 1 || across > along * 1.2) continue;
      const drift = dx ? Math.abs(spot.at[1] - this.row) : Math.abs(spot.at[0] - from.at[0]);
      const cost = Math.hypot(x, y) + drift * 0.1;
      if (cost < price - 0.01) {
        best = spot;
        price = cost;
      }
    }
    return best;
  }

  stand(spot, keepRow = false) {
    this.here = spot;
    if (!keepRow) this.row = spot.at[1];
    this.frame.classList.add("is-standing");
    this.live
      ?.querySelector(".map-cursor")
      ?.setAttribute("transform", `translate(${spot.at[0]} ${spot.at[1]})`);
    this.lightNumbers(spot.key);
    this.say(spot);
  }

  leave() {
    this.here = null;
    this.frame.classList.remove("is-standing");
    this.lightNumbers("");
    const said = this.frame.querySelector(".map-said");
    if (said) said.hidden = true;
  }

  lightNumbers(key) {
    for (const lit of this.frame.querySelectorAll(".is-here")) lit.classList.remove("is-here");
    if (!/^\d{4}$/.test(key)) return;
    const numbersOf = `[data-col="${key.slice(0, 2)}"], [data-row="${key.slice(2)}"]`;
    for (const number of this.frame.querySelectorAll(numbersOf)) number.classList.add("is-here");
  }

  say(spot) {
    const said = this.frame.querySelector(".map-said");
    if (!said) return;
    const key = document.createElement("b");
    key.textContent = spot.key;
    const pieces = [
      ...(this.live?.querySelectorAll(`.piece[data-hex~="${CSS.escape(spot.key)}"]`) || []),
    ];
    const words = [
      spot.words,
      ...pieces.map((piece) => piece.getAttribute("aria-label")).filter(Boolean),
    ];
    said.replaceChildren(key, ` ${words.join(" · ")}`);
    said.hidden = false;
  }

  typed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const way = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[
      event.key
    ];
    if (way) {
      const from = this.here || this.nearestTo(numbers(this.live?.dataset.focus));
      const next = this.here ? from && this.beside(from, way) : from;
      if (next) {
        this.stand(next, Boolean(this.here) && way[0] !== 0);
        this.reveal(next.at);
      }
    } else if (event.key === "Enter" && event.target === this.frame && this.here) {
      const offers = this.live.querySelectorAll(`a[data-hex~="${CSS.escape(this.here.key)}"]`);
      offers[offers.length - 1]?.dispatchEvent(
        new MouseEvent("click", { bubbles: true, cancelable: true }),
      );
    } else if (event.key === "Escape") this.leave();
    else if (event.key === "+") this.zoom(1.35);
    else if (event.key === "-") this.zoom(1 / 1.35);
    else if (event.key === "0") {
      this.fit(this.full);
      this.choose();
    } else return;
    event.preventDefault();
  }

  nearestTo(point) {
    let best = null;
    for (const spot of this.spots) {
      if (!best || distance(spot.at, point) < distance(best.at, point)) best = spot;
    }
    return best;
  }

  /* Pan just so far that the point is well inside the view. */
  reveal(point) {
    const room = Math.min(this.box[2], this.box[3]) * 0.12;
    const old = [this.box[0], this.box[1]];
    for (const i of [0, 1]) {
      this.box[i] = Math.min(this.box[i], point[i] - room);
      this.box[i] = Math.max(this.box[i], point[i] + room - this.box[i + 2]);
    }
    if (old[0] !== this.box[0] || old[1] !== this.box[1]) this.choose();
  }

  focused(event) {
    const offer = event.target.closest?.("a[data-hex]");
    const spot = offer && this.spots.find((one) => one.key === offer.dataset.hex.split(" ")[0]);
    if (spot && offer.matches(":focus-visible")) this.reveal(spot.at);
  }

  /* ---- a new drawing in the old frame ---- */

  places() {
    const out = new Map();
    for (const piece of this.frame.querySelectorAll(".map-live .piece[id]")) {
      out.set(piece.id, piece.getAttribute("transform"));
    }
    return out;
  }

  swapped() {
    if (!this.live || this.live === this.drawn) return;
    this.drawn = this.live;
    this.readSpots();
    const isAsked = Boolean(document.querySelector("#decision:not(.calm)"));
    if (this.seesNeed() || (this.chosen && !isAsked) || (!this.chosen && this.width >= PHONE)) {
      this.show();
    } else if (this.chosen) this.turnToNeed();
    else this.lookAtNeed();
    const before = this.seen;
    this.seen = this.places();
    for (const [id, to] of this.seen) {
      if (before.get(id) && before.get(id) !== to) this.march(id, before.get(id), to);
    }
    const here = this.here && this.spots.find((spot) => spot.key === this.here.key);
    if (here) this.stand(here, true);
  }

  /* Moved pieces are animated; with reduced motion the style sheet sets the duration to zero. */
  march(id, from, to) {
    const time =
      parseFloat(getComputedStyle(document.documentElement).getPropertyValue("--march")) || 0;
    const shift = (transform) =>
      transform.replace(/translate\(([-\d.]+)[ ,]+([-\d.]+)\)/, "translate($1px, $2px)");
    const piece = this.live.querySelector(`#${CSS.escape(id)}`);
    if (time && piece?.animate) {
      piece.animate([{ transform: shift(from) }, { transform: shift(to) }], {
        duration: time,
        easing: "ease-in-out",
      });
    }
  }
}

/* ---- the tools beside a board ---- */

function boardOf(tool) {
  const named = tool.getAttribute("aria-controls"),
    near = tool.closest("[data-board-place]");
  const frame =
    (named && document.getElementById(named)) ||
    near?.querySelector("[data-board]") ||
    document.querySelector("[data-board]");
  return frame && boards.get(frame);
}

function markSwitches() {
  for (const tool of document.querySelectorAll('[data-do^="toggle:"]')) {
    const board = boardOf(tool);
    if (board) tool.setAttribute("aria-pressed", board.on.has(tool.dataset.do.slice(7)));
  }
}

const TOOLS = {
  "zoom:in": (board) => board.zoom(1.35),
  "zoom:out": (board) => board.zoom(1 / 1.35),
  "zoom:fit": (board) => {
    board.fit(board.full);
    board.choose();
  },
  "zoom:need": (board) => {
    board.lookAtNeed();
    board.choose();
  },
};

document.addEventListener("click", (event) => {
  const tool = event.target.closest?.("[data-do]");
  const board = tool && boardOf(tool);
  if (!board) return;
  const what = tool.dataset.do;
  if (TOOLS[what]) TOOLS[what](board);
  else if (what.startsWith("toggle:")) {
    board.switch(what.slice(7));
    board.keep();
    markSwitches();
  }
});

/* ---- find the boards, now and after every swap ---- */

export function attach() {
  for (const frame of boards.keys()) if (!frame.isConnected) boards.delete(frame);
  for (const frame of document.querySelectorAll("[data-board]")) {
    if (!boards.has(frame)) boards.set(frame, new Board(frame));
  }
  markSwitches();
}

let waiting = false;
new MutationObserver(() => {
  if (waiting) return;
  waiting = true;
  requestAnimationFrame(() => {
    waiting = false;
    attach();
  });
}).observe(document.documentElement, { childList: true, subtree: true });
attach();
