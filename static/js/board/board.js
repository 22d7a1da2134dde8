// Taps, drags and keys on a drawn board, and a new drawing in the old frame.

import { showCard, unitOf } from "./cards.js";
import { onEdge, beside, distance, nearest, readSpots } from "./spots.js";
import { numbers, View } from "./view.js";

/** @typedef {import("./view.js").Point} Point */
/** @typedef {import("./spots.js").Spot} Spot */

const MOVING = ".map-live :is(.piece, [data-disc], [data-label])[id]"; // pieces that are animated
const SVG = "http://www.w3.org/2000/svg";
const MOST_FALLEN = 60; // figures that fade at once
const FINGER = 8; // pixels before a tap becomes a drag
const OUTLINES = ".map-live [data-key] > [data-rim]"; // outlines of units
/** @type {Map<string, Point>} */
const DIRECTIONS = new Map([
  ["ArrowUp", [0, -1]],
  ["ArrowDown", [0, 1]],
  ["ArrowLeft", [-1, 0]],
  ["ArrowRight", [1, 0]],
]);

/** @type {(event: Event) => Element} */
const targetOf = (event) => /** @type {Element} */ (event.target);

/** Milliseconds of a move; 0 with reduced motion. */
function marchTime() {
  const style = getComputedStyle(document.documentElement);
  return parseFloat(style.getPropertyValue("--march")) || 0;
}

export class Board extends View {
  /** @type {Spot | null} */
  here = null;
  row = 0;
  reach = 0;
  /** @type {Spot[]} */
  spots = [];
  /** @type {Map<number, Point>} */
  fingers = new Map();
  drag = 0;
  /** @type {Element | null} */
  sheet = null;
  under = ""; // key of the unit under the mouse
  told = ""; // arrows of past events in the drawing
  isWalking = false; // true if arrow keys chose the spot

  /** @param {HTMLElement} frame */
  constructor(frame) {
    super(frame);
    ({ reach: this.reach, spots: this.spots } = readSpots(frame));
    this.drawn = this.live;
    this.seen = this.places();
    this.outlined = this.outlines();
    frame.addEventListener("pointerdown", (event) => this.pressed(event));
    frame.addEventListener("pointermove", (event) => this.dragged(event));
    frame.addEventListener("pointerup", (event) => this.released(event));
    frame.addEventListener("pointercancel", (event) => this.released(event));
    frame.addEventListener("click", (event) => this.clicked(event), true);
    frame.addEventListener("dragstart", (event) => event.preventDefault());
    frame.addEventListener("wheel", (event) => this.wheeled(event), { passive: false });
    frame.addEventListener("keydown", (event) => this.typed(event));
    frame.addEventListener("focusin", (event) => this.focused(event));
    frame.addEventListener("focusout", (event) => this.lostFocus(event));
    frame.addEventListener("pointerover", (event) => this.hovered(event));
    frame.addEventListener("pointerleave", () => this.hovered(null));
    new MutationObserver(() => this.swapped()).observe(frame, { childList: true });
    this.sizes = new ResizeObserver(() => this.resized());
    this.sizes.observe(frame);
    this.open();
    this.watchSheet();
    this.skipPlaces();
  }

  // ---- fingers, mouse and wheel

  pressed(/** @type {PointerEvent} */ event) {
    if (event.button > 0) return;
    this.fingers.set(event.pointerId, [event.clientX, event.clientY]);
    if (this.fingers.size === 1) this.drag = 0;
  }

  dragged(/** @type {PointerEvent} */ event) {
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
      return;
    }
    const [one, two] = after;
    const middle = { clientX: (one[0] + two[0]) / 2, clientY: (one[1] + two[1]) / 2 };
    const apart = distance(before[0], before[1]) || 1;
    this.zoom(distance(one, two) / apart, this.pointOf(middle));
  }

  /** The card of the unit under the mouse. */
  hovered(/** @type {PointerEvent | null} */ event) {
    if (event && (event.pointerType !== "mouse" || this.fingers.size)) return;
    const key = event ? unitOf(targetOf(event)) : "";
    if (key === this.under) return;
    this.under = key;
    showCard(this.frame, key);
  }

  released(/** @type {PointerEvent} */ event) {
    this.fingers.delete(event.pointerId);
  }

  wheeled(/** @type {WheelEvent} */ event) {
    event.preventDefault();
    this.zoom(Math.exp(-event.deltaY / 500), this.pointOf(event));
  }

  /** A drag is no tap. A tap on an offer follows its link; any other is answered with words. */
  clicked(/** @type {MouseEvent} */ event) {
    if (this.drag >= FINGER && event.detail > 0) {
      event.preventDefault();
      event.stopImmediatePropagation();
      return;
    }
    if (targetOf(event).closest("a")) return;
    // While the page asks for a place, table.js takes the tap as the answer.
    const isAsked = this.frame.classList.contains("is-asked");
    const point = this.pointOf(event);
    const spot = isAsked ? null : nearest(this.spots, point);
    this.isWalking = false;
    const isNew = spot && spot.key !== this.here?.key;
    if (isNew && distance(spot.at, point) <= this.reach) {
      this.stand(spot);
      this.ask(spot);
    } else this.leave();
  }

  /** Tells the page that a place without an offer was tapped. */
  ask(/** @type {Spot} */ spot) {
    const tapped = new CustomEvent("board:tap", { bubbles: true, detail: spot.key });
    this.frame.dispatchEvent(tapped);
  }

  // ---- spots: tap, arrows, words

  stand(/** @type {Spot} */ spot, keepRow = false) {
    this.here = spot;
    if (!keepRow) this.row = spot.at[1];
    this.frame.classList.add("is-standing");
    const cursor = this.live?.querySelector(".map-cursor");
    cursor?.setAttribute("transform", `translate(${spot.at[0]} ${spot.at[1]})`);
    this.light(spot.key);
    this.say(spot);
    showCard(this.frame, spot.key);
  }

  leave() {
    this.here = null;
    this.frame.classList.remove("is-standing");
    showCard(this.frame, "");
    this.light("");
    /** @type {HTMLElement | null} */
    const said = this.frame.querySelector(".map-said");
    if (said) said.hidden = true;
  }

  /** Lights the shapes whose pattern of keys fits; a dot stands for any character. */
  light(/** @type {string} */ key) {
    /** @type {NodeListOf<HTMLElement>} */
    const shapes = this.frame.querySelectorAll("[data-lit]");
    for (const shape of shapes) {
      const fits = Boolean(key) && new RegExp(`^(?:${shape.dataset.lit})$`).test(key);
      shape.classList.toggle("is-here", fits);
    }
  }

  say(/** @type {Spot} */ spot) {
    /** @type {HTMLElement | null} */
    const said = this.frame.querySelector(".map-said");
    if (!said) return;
    const name = document.createElement("b");
    name.textContent = spot.name;
    const on = `.piece[data-place~="${CSS.escape(spot.key)}"]`;
    const labels = [...(this.live?.querySelectorAll(on) ?? [])].map((piece) =>
      piece.getAttribute("aria-label"),
    );
    const words = [spot.words, ...labels].filter(Boolean).join(" · ");
    said.replaceChildren(...(spot.name ? [name, " "] : []), words);
    said.hidden = false;
  }

  typed(/** @type {KeyboardEvent} */ event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const direction = DIRECTIONS.get(event.key);
    if (direction) this.walk(direction, event.shiftKey);
    else if (event.key === "Enter" && event.target === this.frame && this.here) this.follow();
    else if (event.key === "Escape") this.leave();
    else if (event.key === "+") this.zoom(1.35);
    else if (event.key === "-") this.zoom(1 / 1.35);
    else if (event.key === "0") {
      this.fit(this.full);
      this.choose();
    } else return;
    event.preventDefault();
  }

  /** Along an edge if the place has edges; otherwise to the nearest place in the direction.
   *  @type {(direction: Point, isSecond: boolean) => void} */
  walk(direction, isSecond) {
    const [x, y] = numbers(this.live?.dataset.focus);
    const next = !this.here
      ? nearest(this.spots, [x, y])
      : this.here.joined.length
        ? onEdge(this.spots, this.here, direction, isSecond)
        : beside(this.spots, this.here, direction, this.row);
    if (!next) return;
    this.isWalking = true;
    this.stand(next, Boolean(this.here) && direction[0] !== 0);
    this.reveal(next.at);
  }

  /** Follows the topmost offer of the spot; without one the page tells why. */
  follow() {
    if (!this.here) return;
    const on = `a[data-place~="${CSS.escape(this.here.key)}"]`;
    const offers = [...(this.live?.querySelectorAll(on) ?? [])];
    const click = new MouseEvent("click", { bubbles: true, cancelable: true });
    if (offers.length) offers[offers.length - 1].dispatchEvent(click);
    else this.ask(this.here);
  }

  focused(/** @type {FocusEvent} */ event) {
    if (targetOf(event).matches(":focus-visible")) showCard(this.frame, unitOf(targetOf(event)));
    /** @type {SVGElement | null} */
    const offer = targetOf(event).closest?.("a[data-place]");
    const key = offer?.dataset.place?.split(" ")[0];
    const spot = this.spots.find((one) => one.key === key);
    if (spot && offer?.matches(":focus-visible")) this.reveal(spot.at);
  }

  /** The cursor of the arrow keys goes with the focus. */
  lostFocus(/** @type {FocusEvent} */ event) {
    showCard(this.frame, "");
    const next = /** @type {Node | null} */ (event.relatedTarget);
    if (next && this.isWalking && !this.frame.contains(next)) this.leave();
  }

  /** Arrow keys and the list reach every place; as stops of Tab they are too many. */
  skipPlaces() {
    /** @type {NodeListOf<SVGElement>} */
    const places = this.frame.querySelectorAll("a[data-place]:not([id^='p-'])");
    for (const place of places) place.tabIndex = -1;
  }

  /** The sheet of a phone covers a part of the board; each update replaces it. */
  watchSheet() {
    const sheet = document.querySelector("[data-sheet]");
    if (sheet === this.sheet) return;
    if (this.sheet) this.sizes.unobserve(this.sheet);
    if (sheet) this.sizes.observe(sheet);
    this.sheet = sheet;
  }

  // ---- a new drawing in the old frame

  places() {
    const pieces = [...this.frame.querySelectorAll(MOVING)];
    return new Map(pieces.map((piece) => [piece.id, piece.getAttribute("transform")]));
  }

  swapped() {
    // The places come with the drawing, in a swap of their own.
    ({ reach: this.reach, spots: this.spots } = readSpots(this.frame));
    if (!this.live || this.live === this.drawn) return;
    const old = this.drawn;
    this.drawn = this.live;
    this.watchSheet();
    this.skipPlaces();
    this.markSeenArrows();
    const isAsked = Boolean(document.querySelector("#decision:not(.calm)"));
    if (this.seesNeed() || (this.isChosen && !isAsked)) this.show();
    else if (this.isChosen) this.turnToNeed();
    else this.lookAtNeed();
    const before = this.seen;
    this.seen = this.places();
    this.showMoves(before);
    if (old) this.showFallen(old, before);
    this.showOutlines();
    const here = this.spots.find((spot) => spot.key === this.here?.key);
    if (here && this.isWalking) this.stand(here, true);
    else if (this.here) this.leave(); // the words of a tap belong to the drawing before
  }

  /** Moved pieces march. The label of a unit that stands still takes its new place at once.
   *  @type {(before: Map<string, string | null>) => void} */
  showMoves(before) {
    /** @type {Set<string | undefined>} */
    const walkers = new Set();
    for (const [id, to] of this.seen) {
      const from = before.get(id);
      if (!from || !to || from === to) continue;
      /** @type {SVGElement | null | undefined} */
      const piece = this.live?.querySelector(`#${CSS.escape(id)}`);
      if (piece?.dataset.label !== undefined && !walkers.has(piece.dataset.label)) continue;
      walkers.add(id.slice(2));
      walkers.add(/** @type {SVGElement} */ (piece?.closest("[data-key]"))?.dataset.key);
      this.march(id, from, to);
    }
  }

  /** Figures that are gone fade where they stood.
   *  @type {(old: Element, before: Map<string, string | null>) => void} */
  showFallen(old, before) {
    const duration = marchTime();
    if (!duration) return;
    const gone = [...before.keys()].filter((id) => !this.seen.has(id)).slice(0, MOST_FALLEN);
    for (const id of gone) {
      const piece = old.querySelector(`#${CSS.escape(id)}[data-disc]`);
      if (!piece || piece.closest(".is-ghost")) continue;
      const fallen = document.createElementNS(SVG, "g");
      const unit = piece.closest("[data-key]")?.getAttribute("class") ?? "";
      fallen.setAttribute("class", `${unit} ${piece.getAttribute("class") ?? ""} is-falling`);
      fallen.setAttribute("transform", piece.getAttribute("transform") ?? "");
      fallen.setAttribute("aria-hidden", "true");
      fallen.append(...[...piece.childNodes].map((part) => part.cloneNode(true)));
      this.live?.querySelector(".map-cursor")?.before(fallen);
      const fade = fallen.animate([{}, { opacity: 1, offset: 0.4 }, { opacity: 0 }], { duration });
      void fade.finished.finally(() => fallen.remove());
    }
  }

  outlines() {
    const rims = [...this.frame.querySelectorAll(OUTLINES)];
    return new Map(rims.map((rim) => [rim.parentElement, rim.getAttribute("d")]));
  }

  /** The outline of a unit that moved comes in when its figures arrive. */
  showOutlines() {
    const known = new Map([...this.outlined].map(([hull, d]) => [hull?.dataset.key, d]));
    this.outlined = this.outlines();
    const duration = marchTime();
    for (const [hull, d] of this.outlined) {
      const old = known.get(hull?.dataset.key);
      if (!duration || !hull || !old || old === d) continue;
      hull.animate([{ opacity: 0 }, { opacity: 0, offset: 0.7 }, {}], { duration });
    }
  }

  /** Arrows that the last drawing showed do not come in again. */
  markSeenArrows() {
    const shapes = this.live?.querySelectorAll(".told-arrows, .dice-mark") ?? [];
    const told = [...shapes].map((one) => one.outerHTML).join("");
    this.frame.classList.toggle("is-told", Boolean(told) && told === this.told);
    this.told = told;
  }

  /** Moved pieces are animated; with reduced motion the style sheet sets the duration to zero.
   *  @type {(id: string, from: string, to: string) => void} */
  march(id, from, to) {
    const duration = marchTime();
    const shift = (/** @type {string} */ transform) =>
      transform
        .replace(/translate\(([-\d.]+)[ ,]+([-\d.]+)\)/, "translate($1px, $2px)")
        .replace(/rotate\(([-\d.]+)\)/, "rotate($1deg)");
    const piece = this.live?.querySelector(`#${CSS.escape(id)}`);
    const way = [{ transform: shift(from) }, { transform: shift(to) }];
    if (duration && piece?.animate) piece.animate(way, { duration, easing: "ease-in-out" });
  }
}
