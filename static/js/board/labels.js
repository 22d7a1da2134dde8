// Labels of a board: constant size on the screen, at their pieces, over none (app/kernel/labels.py).

import { middleOf, placeLabels } from "./placing.js";

/** @typedef {import("./placing.js").Disc} Disc */
/** @typedef {import("./placing.js").Edges} Edges */
/** Base of a piece, in units of the drawing.
 *  @typedef {{ x: number, y: number, r: number, key: string, group: string, side: string,
 *    cost: number, number: string }} Base */
/** @typedef {{ element: SVGElement, key: string, widths: number[], rank: number,
 *    isBelow: boolean, men: Base[], foe: { x: number, y: number } | null }} Drawn */
/** @typedef {{ bases: Base[], labels: Drawn[], signs: Base[] }} Pieces */

const HIGH = 21; // pixels
const FOLDED_HIGH = 16; // pixels
const FOLDED_BELOW = 0.95; // pixels per unit; smaller boards show folded labels
const NUMBERED_FROM = 2.7; // pixels per unit; pieces show their numbers
const TOUCH = 1.2; // units between two bases in contact
const COVERED = 60; // cost of covering a piece
const SIGN = 45; // cost of covering the number of a past event
const OFFERED = 200; // cost of covering a piece that may be chosen
const RIM = 5; // pixels, on both sides together
const WIDEST_RIM = 3.4; // units
const EDGE = 2; // pixels that stay free at the edge of the view
const SVG = "http://www.w3.org/2000/svg";

/** @type {(text: string | null | undefined) => number[]} */
const numbersIn = (text) => (text?.match(/-?[\d.]+/g) ?? []).map(Number);

/** Discs of one piece; a long one has several along its heading.
 *  @type {(element: SVGElement) => Base[]} */
function basesOf(element) {
  const [r, half = 0] = numbersIn(element.dataset.disc);
  const [x, y, turn = 0] = numbersIn(element.getAttribute("transform"));
  /** @type {SVGElement | null} */
  const whole = element.closest("[data-key]");
  const base = {
    r,
    key: element.id.slice(2),
    group: whole?.dataset.key ?? "",
    side: whole?.dataset.side ?? "",
    cost: element.closest("a") ? OFFERED : COVERED,
    number: element.dataset.no ?? "",
  };
  const reach = Math.max(0, half - r);
  const steps = reach ? Math.ceil(reach / r) : 0;
  const angle = (turn * Math.PI) / 180;
  const found = [];
  for (let step = -steps; step <= steps; step++) {
    const along = steps ? (reach * step) / steps : 0;
    found.push({ ...base, x: x + Math.cos(angle) * along, y: y + Math.sin(angle) * along });
  }
  return found;
}

/** Discs along the number of a past event; labels lie over it only if they have no other place.
 *  @type {(element: SVGElement) => Base[]} */
function signOf(element) {
  const [x, y] = numbersIn(element.parentElement?.getAttribute("transform"));
  const [width, height] = ["width", "height"].map((name) => Number(element.getAttribute(name)));
  const r = height / 2;
  const steps = Math.max(1, Math.ceil((width - height) / r) + 1);
  const base = { r, key: "", group: "", side: "", cost: SIGN, number: "", y };
  const first = x - (width - height) / 2;
  const apart = steps > 1 ? (width - height) / (steps - 1) : 0;
  return Array.from({ length: steps }, (_, step) => ({ ...base, x: first + apart * step }));
}

/** Middle of the enemies that touch a group.
 *  @type {(men: Base[], bases: Base[]) => { x: number, y: number } | null} */
function foeOf(men, bases) {
  const foes = bases.filter(
    (base) =>
      base.side &&
      men.some(
        (man) =>
          man.side !== base.side &&
          Math.hypot(man.x - base.x, man.y - base.y) < man.r + base.r + TOUCH,
      ),
  );
  return foes.length ? middleOf(foes) : null;
}

/** Pieces and labels of a drawing.
 *  @type {(live: SVGElement) => Pieces} */
export function readPieces(live) {
  /** @type {NodeListOf<SVGElement>} */
  const pieces = live.querySelectorAll("[data-disc]");
  const bases = [...pieces].filter((piece) => !piece.closest(".is-ghost")).flatMap(basesOf);
  /** @type {NodeListOf<SVGElement>} */
  const elements = live.querySelectorAll("[data-label]");
  const labels = [...elements].map((element) => {
    const key = element.dataset.label ?? "";
    const men = bases.filter((base) => base.group === key || base.key === key);
    return {
      element,
      key,
      men,
      widths: numbersIn(element.dataset.size),
      rank: Number(element.dataset.rank ?? 0),
      isBelow: element.dataset.below !== undefined,
      foe: foeOf(men, bases),
    };
  });
  /** @type {NodeListOf<SVGElement>} */
  const told = live.querySelectorAll(".told-disc");
  return {
    bases,
    labels: labels.filter((label) => label.men.length),
    signs: [...told].flatMap(signOf),
  };
}

export class Labels {
  /** Last place of each label, from the middle of its pieces.
   *  @type {Map<string, { x: number, y: number }>} */
  was = new Map();
  /** @type {SVGElement | null} */
  live = null;
  /** @type {Pieces} */
  pieces = { bases: [], labels: [], signs: [] };

  /** Places all labels of a drawing. `box` is its visible section, `free` the part of the frame that
   *  nothing covers, in pixels.
   *  @type {(live: SVGElement, box: number[], scale: number, free: Edges) => void} */
  place(live, box, scale, free) {
    if (live !== this.live) {
      this.live = live;
      this.pieces = readPieces(live);
    }
    const [left, top] = box;
    /** @type {(at: { x: number, y: number }) => { x: number, y: number }} */
    const onScreen = ({ x, y }) => ({ x: (x - left) * scale, y: (y - top) * scale });
    const seen = (/** @type {Base} */ base) => ({ ...base, ...onScreen(base), r: base.r * scale });
    const obstacles = [...this.pieces.bases, ...this.pieces.signs];
    const discs = obstacles.map((base) => ({ ...seen(base), key: base.group, mark: 0 }));
    const edges = within(free);
    const shown = this.pieces.labels
      .map((drawn) => ({ drawn, men: drawn.men.map(seen), ...this.shapeOf(drawn, scale) }))
      .filter(({ men }) => men.some((man) => isIn(man, edges)))
      .map(({ drawn, men, isFolded, w, h }) => ({
        drawn,
        isFolded,
        w,
        h,
        men,
        key: drawn.key,
        foe: drawn.foe && onScreen(drawn.foe),
        was: this.was.get(drawn.key) ?? null,
        rank: drawn.rank,
        isBelow: drawn.isBelow,
        /** @type {import("./placing.js").Place[]} */
        places: [],
        free: 0,
        cost: 0,
        /** @type {import("./placing.js").Place | null} */
        at: null,
      }));
    placeLabels(shown, discs, edges);
    for (const { element } of this.pieces.labels) keepSize(element, scale); // also those out of view
    drawRims(live, scale);
    for (const label of shown) this.draw(label, [left, top], scale);
    drawNumbers(live, scale >= NUMBERED_FROM ? this.pieces.bases : [], scale);
  }

  /** @type {(drawn: Drawn, scale: number) => { isFolded: boolean, w: number, h: number }} */
  shapeOf({ widths: [whole, folded], foe, rank }, scale) {
    const isFolded = folded < whole && (scale < FOLDED_BELOW || (Boolean(foe) && !rank));
    return { isFolded, w: isFolded ? folded : whole, h: isFolded ? FOLDED_HIGH : HIGH };
  }

  /** @type {(label: import("./placing.js").Label & { drawn: Drawn, isFolded: boolean },
   *   corner: number[], scale: number) => void} */
  draw({ drawn: { element, key }, isFolded, at, w, h }, [left, top], scale) {
    element.classList.toggle("is-covered", !at);
    if (!at) return;
    this.was.set(key, { x: at.dx, y: at.dy });
    const [x, y] = [at.x - w / 2, at.y];
    const place = `translate(${left + x / scale} ${top + y / scale})`;
    element.setAttribute("transform", place);
    element.classList.toggle("is-folded", isFolded);
    const cloth = element.querySelector(".label-cloth");
    cloth?.setAttribute("width", String(w));
    cloth?.setAttribute("height", String(h));
    cloth?.setAttribute("y", String(-h / 2));
    element.querySelector(".label-end")?.setAttribute("transform", `translate(${w} 0)`);
    const [px, py] = [at.ax - x, at.ay - y];
    const foot = [Math.min(Math.max(px, 0), w), Math.min(Math.max(py, -h / 2), h / 2)];
    for (const pole of element.querySelectorAll(".label-pole, .label-pole-gap")) {
      pole.setAttribute("d", `M${foot[0]} ${foot[1]}L${px} ${py}`);
    }
  }
}

/** Constant size on the screen.
 *  @type {(element: SVGElement, scale: number) => void} */
function keepSize(element, scale) {
  element.querySelector(".label-k")?.setAttribute("transform", `scale(${1 / scale})`);
}

/** Free part without its edge.
 *  @type {(free: Edges) => Edges} */
const within = ({ left, top, right, bottom }) => ({
  left: left + EDGE,
  top: top + EDGE,
  right: right - EDGE,
  bottom: bottom - EDGE,
});

/** @type {(at: { x: number, y: number }, edges: Edges) => boolean} */
const isIn = ({ x, y }, { left, top, right, bottom }) =>
  x > left && x < right && y > top && y < bottom;

/** Rims of outlines keep their width on the screen.
 *  @type {(live: SVGElement, scale: number) => void} */
function drawRims(live, scale) {
  /** @type {NodeListOf<SVGElement>} */
  const rims = live.querySelectorAll("[data-rim]");
  for (const rim of rims) {
    const width = Number(rim.dataset.rim) + Math.min(WIDEST_RIM, RIM / scale);
    rim.setAttribute("stroke-width", width.toFixed(1));
  }
}

/** Numbers of the pieces, on small discs of constant size.
 *  @type {(live: SVGElement, bases: Base[], scale: number) => void} */
function drawNumbers(live, bases, scale) {
  const old = live.querySelector(".ly-numbers");
  if (!bases.length) {
    old?.remove();
    return;
  }
  const layer = old ?? document.createElementNS(SVG, "g");
  if (!old) {
    layer.setAttribute("class", "ly-numbers");
    layer.setAttribute("aria-hidden", "true");
    live.querySelector(".map-cursor")?.before(layer);
  }
  layer.replaceChildren(...bases.filter((base) => base.number).map((base) => disc(base, scale)));
}

/** @type {(base: Base, scale: number) => SVGElement} */
function disc({ x, y, r, side, number }, scale) {
  const [group, circle, text] = ["g", "circle", "text"].map(
    (tag) => /** @type {SVGElement} */ (document.createElementNS(SVG, tag)),
  );
  const place = `translate(${x + r * 0.72} ${y + r * 0.72})scale(${1 / scale})`;
  group.setAttribute("transform", place);
  group.setAttribute("class", `piece-no side-${side.toLowerCase()}`);
  circle.setAttribute("r", "7");
  text.setAttribute("y", "3.3");
  text.textContent = number;
  group.append(circle, text);
  return group;
}
