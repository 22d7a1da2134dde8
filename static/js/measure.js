// Conversion between pointer positions, places of the table and their notation. `data-measure` of
// the frame gives the drawing's units per unit of length, and the south-west corner. `data-sign` is
// the suffix of a length.

/** @typedef {[number, number]} Point */

/** @type {(root?: ParentNode) => HTMLElement | null} */
export const tableOf = (root = document) => root.querySelector("[data-board][data-measure]");

/** @param {Element} frame */
export const liveOf = (frame) => /** @type {SVGSVGElement} */ (frame.querySelector(".map-live"));

/** @type {(frame: Element) => number[]} */
export const viewOf = (frame) =>
  (liveOf(frame).getAttribute("viewBox") ?? "").split(" ").map(Number);

/** @type {(frame: HTMLElement) => number[]} */
export const scaleOf = (frame) => (frame.dataset.measure ?? "").split(" ").map(Number);

/** @type {(frame: Element) => DOMMatrix} */
export const screenOf = (frame) => /** @type {DOMMatrix} */ (liveOf(frame).getScreenCTM());

/** @type {(frame: Element, event: MouseEvent) => Point} */
export function pointOf(frame, event) {
  const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(screenOf(frame).inverse());
  return [at.x, at.y];
}

/**
 * Lengths from the west and from the south, to so many parts of a unit.
 * @type {(frame: HTMLElement, point: Point, parts?: number) => Point}
 */
export function placeOf(frame, [x, y], parts = 10) {
  const [unit, west, south] = scaleOf(frame);
  const rounded = (/** @type {number} */ units) => Math.round((units / unit) * parts) / parts;
  return [rounded(x - west), rounded(south - y)];
}

/**
 * A place as addresses have it: "36.5,24".
 * @type {(frame: HTMLElement, point: Point, parts?: number) => string}
 */
export const spelled = (frame, point, parts) => placeOf(frame, point, parts).join(",");

const isSpanish = document.documentElement.lang === "es";

/**
 * A place as a field has it: "36.5, 24", in Spanish "36,5 / 24". Both can be read in one way only
 * (app/kernel/space/notation.py).
 * @param {Point} place
 */
export const written = (place) =>
  isSpanish ? place.join(" / ").replaceAll(".", ",") : place.join(", ");

/** @param {Point[]} places */
export const writtenWay = (places) => places.map(written).join("; ");

/**
 * Places that a field holds, as far as they can be told without the server.
 * @type {(words: string) => Point[]}
 */
export function placesIn(words) {
  if (isSpanish && /\d,\d/.test(words) && !/[/.]/.test(words)) return []; // read in two ways
  const decimal = isSpanish && words.includes("/") ? "[.,]" : "\\.";
  const number = `[-+]?\\d+(?:${decimal}\\d+)?`;
  const pairs = words.matchAll(new RegExp(`(${number})\\s*[\\s,/]\\s*(${number})`, "g"));
  return [...pairs].map(([, x, y]) => [Number(x.replace(",", ".")), Number(y.replace(",", "."))]);
}

/**
 * The same places on the drawing.
 * @type {(frame: HTMLElement, words: string) => Point[]}
 */
export function read(frame, words) {
  const [unit, west, south] = scaleOf(frame);
  return placesIn(words).map(([x, y]) => [west + x * unit, south - y * unit]);
}
