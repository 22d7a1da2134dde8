// Drag of pieces over a table, with a preview of how far they get.

import { liveOf, placeOf, pointOf, read, scaleOf, written, writtenWay } from "../measure.js";
import { between, far, movement, stretch } from "./ways.js";

/** @typedef {import("./ways.js").Point} Point */
/** @typedef {import("./ways.js").DraggablePiece} DraggablePiece */
/**
 * Pieces that can be dragged now (app/kernel/scene.py, `DragAndDrop`).
 * @typedef {import("./ways.js").Ground & { pieces: DraggablePiece[], middle: Point, free: boolean,
 *   targets: { key: string, at: Point, radius: number }[] }} DragAndDrop
 */
/** Field that a drag may write into, of the form that asks for it. */
/** @typedef {HTMLInputElement & { form: HTMLFormElement }} Field */
/** Choice of one dragged piece: its field, and its way so far. */
/** @typedef {{ draggedPiece: DraggablePiece, field: Field, way: Point[] }} Choice */

const FINGER = 6; // pixels before a press becomes a drag
const SHY = 0.02; // lengths by which a way that stops short stays below the distance allowed
const SVG = "http://www.w3.org/2000/svg";

/** @type {(points: Point[]) => string} */
const line = (points) => points.map(([x, y], i) => `${i ? "L" : "M"}${x} ${y}`).join("");

/** @type {(tag: string, attributes: Record<string, string | number>, into: Element) => SVGElement} */
function drawn(tag, attributes, into) {
  const shape = /** @type {SVGElement} */ (document.createElementNS(SVG, tag));
  for (const [name, value] of Object.entries(attributes)) shape.setAttribute(name, String(value));
  into.append(shape);
  return shape;
}

/** Drag of all draggable pieces together. */
export class Drag {
  isGoing = false;
  waiting = 0;
  /** @type {Point} */
  shift = [0, 0];
  /** @type {Element | null} */
  layer = null;
  /** @type {{ fast: SVGElement, slow: SVGElement, ghost: SVGElement }[]} */
  marks = [];

  /**
   * `write` writes the place into the field that asks for it.
   * @param {HTMLElement} frame
   * @param {DragAndDrop} options
   * @param {PointerEvent} event
   * @param {DraggablePiece | undefined} held
   * @param {(place: Point) => void} write
   */
  constructor(frame, options, event, held, write) {
    this.frame = frame;
    this.options = options;
    this.draggedPieces = options.pieces;
    this.held = held ?? options.pieces[0];
    this.write = write;
    this.from = pointOf(frame, event);
    this.press = [event.clientX, event.clientY];
    this.id = event.pointerId;
  }

  begin() {
    this.isGoing = true;
    this.frame.setPointerCapture(this.id);
    const layer = drawn("g", { class: "ly-drag", "aria-hidden": "true" }, liveOf(this.frame));
    this.layer = layer;
    this.marks = this.draggedPieces.map((draggedPiece) => ({
      fast: drawn("path", { class: "drag-way" }, layer),
      slow: drawn("path", { class: "drag-way slow" }, layer),
      ghost: drawn("circle", { class: "drag-ghost", r: draggedPiece.radius }, layer),
    }));
    this.label = drawn("text", { class: "drag-label" }, layer);
    document.documentElement.classList.add("is-dragging");
  }

  /** @param {PointerEvent} event */
  move(event) {
    const [px, py] = this.press;
    if (!this.isGoing) {
      if (Math.hypot(event.clientX - px, event.clientY - py) < FINGER) return;
      this.begin();
    }
    const [x, y] = pointOf(this.frame, event);
    this.shift = [x - this.from[0], y - this.from[1]];
    this.waiting ||= requestAnimationFrame(() => {
      this.waiting = 0;
      this.draw();
    });
  }

  /** @type {(draggedPiece: DraggablePiece) => Point[]} */
  wayOf({ at: [x, y] }) {
    return [
      [x, y],
      [x + this.shift[0], y + this.shift[1]],
    ];
  }

  draw() {
    for (const [number, draggedPiece] of this.draggedPieces.entries()) {
      this.drawDraggedPiece(draggedPiece, this.marks[number]);
    }
  }

  /** @type {(draggedPiece: DraggablePiece, mark: { fast: SVGElement, slow: SVGElement, ghost: SVGElement }) => void} */
  drawDraggedPiece(draggedPiece, mark) {
    const way = this.wayOf(draggedPiece);
    const it = movement(this.options, draggedPiece, way);
    const turn = Math.min(it.slowFrom, it.goes);
    const isShort = it.goes < it.wanted - 0.05;
    const fast = stretch(way, 0, turn);
    const slow = turn < it.goes ? stretch(way, turn, it.goes) : fast.slice(-1);
    const [x, y] = slow[slow.length - 1];
    mark.fast.setAttribute("d", line(fast));
    mark.slow.setAttribute("d", line(slow));
    mark.ghost.setAttribute("cx", String(x));
    mark.ghost.setAttribute("cy", String(y));
    mark.ghost.classList.toggle("short", isShort);
    if (draggedPiece === this.held) this.drawLabel([x, y], it.goes, it.may, isShort);
  }

  /** @type {(at: Point, goes: number, may: number, isShort: boolean) => void} */
  drawLabel([x, y], goes, may, isShort) {
    if (!this.label) return;
    const [unit] = scaleOf(this.frame);
    const { sign } = this.frame.dataset;
    const number = (/** @type {number} */ units) =>
      (units / unit).toLocaleString(document.documentElement.lang, { maximumFractionDigits: 1 });
    const limit = this.options.free ? "" : ` / ${number(may)}`;
    this.label.textContent = `${number(goes)}${limit}${sign}`;
    this.label.setAttribute("x", String(x + 8));
    this.label.setAttribute("y", String(y - 8));
    this.label.classList.toggle("short", isShort);
  }

  end() {
    this.giveUp();
    if (this.isGoing) this.finish();
  }

  finish() {
    const [x, y] = this.options.middle;
    this.write(placeOf(this.frame, [x + this.shift[0], y + this.shift[1]]));
  }

  giveUp() {
    document.documentElement.classList.remove("is-dragging");
    this.layer?.remove();
  }
}

/**
 * Drag of one piece alone, from its place or onward from the end of its way. It stops at the base
 * of an enemy that it may attack.
 */
export class Single extends Drag {
  /**
   * @param {HTMLElement} frame
   * @param {DragAndDrop} options
   * @param {PointerEvent} event
   * @param {Choice} choice
   */
  constructor(frame, options, event, { draggedPiece, field, way }) {
    super(frame, options, event, draggedPiece, () => {});
    this.draggedPieces = [draggedPiece];
    this.field = field;
    this.way = way;
    const named = field.name.split(":").slice(1).join(":");
    const target = field.form.elements.namedItem(`attack:${named}`);
    this.target = /** @type {HTMLSelectElement | null} */ (target);
    const open = [...(this.target?.options ?? [])].map((option) => option.value);
    this.foes = options.targets.filter((foe) => open.includes(foe.key));
  }

  /** @type {(draggedPiece: DraggablePiece) => Point[]} */
  wayOf(draggedPiece) {
    const last = this.way[this.way.length - 1];
    /** @type {Point} */
    const end = [last[0] + this.shift[0], last[1] + this.shift[1]];
    this.foe = this.foes.find((foe) => far(foe.at, end) < foe.radius + draggedPiece.radius);
    if (!this.foe) return [...this.way, end];
    const whole = far(last, this.foe.at);
    const apart = this.foe.radius + draggedPiece.radius;
    const share = whole > apart ? (whole - apart) / whole : 0;
    return [...this.way, between(last, this.foe.at, share)];
  }

  finish() {
    const [unit] = scaleOf(this.frame);
    const way = this.wayOf(this.held);
    const it = movement(this.options, this.held, way);
    const isShort = it.goes < it.wanted - 0.05;
    const until = isShort ? Math.max(0, it.goes - SHY * unit) : it.wanted;
    const points = stretch(way, 0, until).slice(1);
    if (!points.length) return;
    this.field.value = writtenWay(points.map((point) => placeOf(this.frame, point, 100)));
    if (this.target) this.target.value = this.foe && !isShort ? this.foe.key : "";
    this.field.dispatchEvent(new Event("input", { bubbles: true }));
    this.field.form.requestSubmit();
  }
}

/** Drag of a unit of a plan: its figures together. The place in its field moves as far. */
export class Group extends Drag {
  /**
   * @param {HTMLElement} frame
   * @param {DragAndDrop} options
   * @param {PointerEvent} event
   * @param {{ draggedPiece: DraggablePiece, field: Field }} choice
   */
  constructor(frame, options, event, { draggedPiece, field }) {
    super(frame, options, event, draggedPiece, () => {});
    this.draggedPieces = options.pieces.filter((one) => one.group === draggedPiece.group);
    this.field = field;
  }

  finish() {
    const [[x, y] = this.held.at] = read(this.frame, this.field.value);
    this.field.value = written(placeOf(this.frame, [x + this.shift[0], y + this.shift[1]]));
    this.field.dispatchEvent(new Event("input", { bubbles: true }));
    this.field.form.requestSubmit();
  }
}
