// Drawing of a piece of terrain that is being changed, with its handles.

import { bearing, curved, rimOf } from "./shapes.js";

/** @typedef {import("./shapes.js").Point} Point */
/** @typedef {import("./shapes.js").EditableShape} EditableShape */
/** @typedef {import("./shapes.js").Lies} Lies */
/**
 * Visible part of the drawing: units of the drawing and pixels per unit of length, the corners
 * between which a handle can be seen, and a place and a path of places in units of the drawing.
 * @typedef {{ unit: number, pixels: number, least: Point, most: Point,
 *   drawn: (at: Point) => Point, path: (points: Point[]) => string }} View
 */

export const REACH = 22; // pixels within which a press takes a handle
const SVG = "http://www.w3.org/2000/svg";

const SIGNS = new Map([
  ["turn", "M4.6-2.6A5.3 5.3 0 1 0 5 2M5.6-6.2V-2.2H1.6"],
  ["between", "M-3 0H3M0-3V3"],
  ["length", "M-6 0H6M-3.2-2.8L-6 0L-3.2 2.8M3.2-2.8L6 0L3.2 2.8"],
  ["breadth", "M-6 0H6M-3.2-2.8L-6 0L-3.2 2.8M3.2-2.8L6 0L3.2 2.8"],
]);

/** @type {(tag: string, attributes: Record<string, string | number>, into?: Element) => SVGElement} */
export function shaped(tag, attributes, into) {
  const shape = /** @type {SVGElement} */ (document.createElementNS(SVG, tag));
  for (const [name, value] of Object.entries(attributes)) shape.setAttribute(name, String(value));
  into?.append(shape);
  return shape;
}

/** @type {(body: Element, lies: Lies, editable: EditableShape, view: View, room: Point) => void} */
export function drawBody(body, lies, editable, view, room) {
  const scale = view.unit / view.pixels;
  const breadth = lies.breadth * view.unit;
  if (editable.shape === "area" || editable.shape === "edge") {
    const d = `${view.path(rimOf(lies, editable, room))}Z`;
    shaped("path", { class: "editable-body", d }, body);
  } else if (lies.spots.length < 2) {
    const [cx, cy] = view.drawn(lies.spots[0]);
    const r = Math.max(breadth / 2, 14 * scale);
    shaped("circle", { class: "editable-body", cx, cy, r }, body);
  } else {
    const d = view.path(curved(lies.spots));
    const hit = Math.max(breadth, 26 * scale);
    shaped("path", { class: "handle-hit", d, "stroke-width": hit }, body);
    shaped("path", { class: "editable-bed", d, "stroke-width": breadth }, body);
    shaped("path", { class: "editable-way", d }, body);
  }
}

/** @type {(above: Element, handle: import("./handles.js").Handle, view: View) => void} */
export function drawHandle(above, handle, view) {
  const [x, y] = view.drawn(handle.at);
  const scale = (view.unit / view.pixels).toFixed(4);
  const turn = (handle.way ? -bearing([0, 0], handle.way) : 0).toFixed(1);
  const transform = `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${scale}) rotate(${turn})`;
  const knob = shaped("g", { class: `handle handle-${handle.key}`, transform }, above);
  shaped("circle", { class: "handle-hit", r: REACH }, knob);
  shaped("circle", { class: "handle-knob", r: handle.key === "between" ? 7 : 10 }, knob);
  const sign = SIGNS.get(handle.key);
  if (sign) shaped("path", { class: "handle-sign", d: sign }, knob);
}
