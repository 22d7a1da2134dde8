// @ts-nocheck
/* Conversion between pointer positions, places in inches and their notation. `data-measure` of
   the frame gives units per inch and the south-west corner. `data-sign` is the suffix of a
   length. */

export const tableOf = (root = document) => root.querySelector("[data-board][data-measure]");
export const viewOf = (frame) =>
  frame.querySelector(".map-live").getAttribute("viewBox").split(" ").map(Number);
export const scaleOf = (frame) => frame.dataset.measure.split(" ").map(Number);

export function pointOf(frame, event) {
  const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(
    frame.querySelector(".map-live").getScreenCTM().inverse(),
  );
  return [at.x, at.y];
}

/* Inches from the west and from the south, to so many parts of an inch. */
export function inchesOf(frame, [x, y], parts = 10) {
  const [inch, west, south] = scaleOf(frame),
    rounded = (units) => Math.round((units / inch) * parts) / parts;
  return [rounded(x - west), rounded(south - y)];
}

/* A place as addresses have it: "36.5,24". */
export const spelled = (frame, point, parts) => inchesOf(frame, point, parts).join(",");

/* A place in inches as a field has it: "36.5, 24", in Spanish "36,5 / 24"; both can be read in one way only (app/kernel/space/notation.py). */
const spanish = document.documentElement.lang === "es";
export const written = (inches) =>
  spanish ? inches.join(" / ").replaceAll(".", ",") : inches.join(", ");
export const writtenWay = (places) => places.map(written).join("; ");

/* The places in inches that a field holds, as far as they can be told without the server; it has the last word. */
export function placesIn(words) {
  if (spanish && /\d,\d/.test(words) && !/[/.]/.test(words)) return []; // read in two ways
  const decimal = spanish && words.includes("/") ? "[.,]" : "\\.",
    number = `[-+]?\\d+(?:${decimal}\\d+)?`;
  return [...words.matchAll(new RegExp(`(${number})\\s*[\\s,/]\\s*(${number})`, "g"))].map(
    ([, x, y]) => [x, y].map((one) => Number(one.replace(",", "."))),
  );
}

/* The same on the drawing. */
export function read(frame, words) {
  const [inch, west, south] = scaleOf(frame);
  return placesIn(words).map(([x, y]) => [west + x * inch, south - y * inch]);
}
