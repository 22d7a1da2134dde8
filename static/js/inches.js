/* A table in inches: from a finger to a place of the drawing, and to how that place is written. `data-measure` of the frame says how many
   units an inch is and where the south-west corner lies, `data-sign` what is put behind a length. */

export const tableOf = (root = document) => root.querySelector("[data-board][data-measure]");
export const viewOf = (frame) => frame.querySelector(".map-live").getAttribute("viewBox").split(" ").map(Number);
export const scaleOf = (frame) => frame.dataset.measure.split(" ").map(Number);

export function pointOf(frame, event) {
  const [x, y, w, h] = viewOf(frame), edge = frame.getBoundingClientRect();
  return [x + (event.clientX - edge.left) / edge.width * w, y + (event.clientY - edge.top) / edge.height * h];
}

/* "36,24": from the west and from the south. */
export function spelled(frame, [x, y]) {
  const [inch, west, south] = scaleOf(frame), tenth = (units) => Math.round(units / inch * 10) / 10;
  return `${tenth(x - west)},${tenth(south - y)}`;
}
