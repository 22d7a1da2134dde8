/* A table in inches: from a finger to a place of the drawing, and to how that place is written. `data-measure` of the frame says how many
   units an inch is and where the south-west corner lies, `data-sign` what is put behind a length. */

export const tableOf = (root = document) => root.querySelector("[data-board][data-measure]");
export const viewOf = (frame) => frame.querySelector(".map-live").getAttribute("viewBox").split(" ").map(Number);
export const scaleOf = (frame) => frame.dataset.measure.split(" ").map(Number);

export function pointOf(frame, event) {
  const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(frame.querySelector(".map-live").getScreenCTM().inverse());
  return [at.x, at.y];
}

/* "36,24": from the west and from the south, to so many parts of an inch; and back. */
export function spelled(frame, [x, y], parts = 10) {
  const [inch, west, south] = scaleOf(frame), rounded = (units) => Math.round(units / inch * parts) / parts;
  return `${rounded(x - west)},${rounded(south - y)}`;
}

export function read(frame, words) {
  const [inch, west, south] = scaleOf(frame);
  return [...words.matchAll(/(-?[\d.]+)[ ,]+(-?[\d.]+)/g)].map(([, x, y]) => [west + Number(x) * inch, south - Number(y) * inch]);
}
