// Visible section of a board. Zoom changes the viewBox, so text and lines stay sharp.

/** @typedef {[number, number]} Point */
/** Section of a drawing: left, top, width and height. */
/** @typedef {[number, number, number, number]} Box */

export const PHONE = 600; // pixels; a narrower frame opens on what needs the viewer
const CLOSEST = 260; // units of the drawing that the closest view shows
const MOST_SHEET = 0.66; // share of the board that counts as covered by the sheet
const MARGIN = 65; // units round what the viewer needs
const FINGER = 12; // pixels between what the viewer needs and the edge
/** Continuous table, in pixels per unit of length: the closest view, the closest that the page takes
 *  by itself; and the room round what the viewer needs, in units of length. */
const TABLE = { closest: 46, framed: 24, margin: 3 };
const LABELLED = "[data-label]"; // pieces with a label
const FRAMED = 1; // pixels per unit of another board

/** @type {(text: string | null | undefined) => number[]} */
export const numbers = (text) => (text ?? "").split(" ").filter(Boolean).map(Number);

/** @type {(text: string | null | undefined) => Box} */
const boxOf = (text) => /** @type {Box} */ (numbers(text));

export class View {
  isChosen = false; // true if the viewer, not the page, chose the view
  /**
   * Switches that are on: coordinates, roofs off.
   * @type {Set<string>}
   */
  on = new Set();

  /** Labels of pieces; their module is loaded with the first drawing that has some.
   *  @type {import("./labels.js").Labels | null} */
  labels = null;
  bottom = 0; // pixels of the frame above the sheet

  /** @param {HTMLElement} frame */
  constructor(frame) {
    this.frame = frame;
    this.full = boxOf(frame.dataset.full);
    this.core = boxOf(frame.dataset.core);
    /** @type {Box} */
    this.box = [...this.full];
  }

  get width() {
    return this.frame.clientWidth || 1;
  }
  get height() {
    return this.frame.clientHeight || 1;
  }
  get scale() {
    return this.width / this.box[2];
  }
  /** @returns {SVGSVGElement | null} */
  get live() {
    return this.frame.querySelector(".map-live");
  }
  get need() {
    return numbers(this.live?.dataset.need);
  }
  /** True if no part of the board needs the viewer more than another. */
  get isNeedWhole() {
    return this.need.length < 4 || this.need.every((value, i) => value === this.core[i]);
  }
  /** Pixels of the drawing's unit of length on a continuous table; 0 on another board. */
  get measure() {
    return numbers(this.frame.dataset.measure)[0] || 0;
  }
  /** Part of the frame that the sheet of a phone leaves free, in pixels.
   *  @returns {import("./placing.js").Edges} */
  get free() {
    const whole = { left: 0, top: 0, right: this.width, bottom: this.height };
    const sheet = document.querySelector("[data-sheet]");
    if (!sheet) return whole;
    const [edge, over] = [this.frame.getBoundingClientRect(), sheet.getBoundingClientRect()];
    const isOver = over.left < edge.right && over.right > edge.left && over.top < edge.bottom;
    if (!isOver || over.bottom < edge.bottom - 1) return whole;
    const least = this.height * (1 - MOST_SHEET);
    return { ...whole, bottom: Math.min(this.height, Math.max(least, over.top - edge.top)) };
  }

  show() {
    const view = this.box.map((value) => value.toFixed(1)).join(" ");
    for (const svg of this.frame.querySelectorAll(":scope > svg")) {
      svg.setAttribute("viewBox", view);
    }
    this.frame.style.setProperty("--units-per-pixel", (1 / this.scale).toFixed(3));
    this.frame.classList.toggle("near", this.scale >= 1.05);
    this.frame.classList.toggle("far", this.scale < 0.55);
    this.frame.classList.toggle("afar", this.scale < 0.6);
    void this.placeLabels();
  }

  /** Places the labels of the drawing, if it has any. */
  async placeLabels() {
    if (!this.live?.querySelector(LABELLED)) return;
    if (!this.labels) {
      const { Labels } = await import("./labels.js");
      this.labels ??= new Labels();
    }
    if (this.live) this.labels.place(this.live, this.box, this.scale, this.free);
  }

  /** Keeps a view that the viewer chose when the drawing, the window or the page changes. */
  choose() {
    this.isChosen = true;
    this.clamp();
    this.show();
    this.keep();
  }

  /** Largest view of the whole box in the free part of the frame.
   *  @param {Box} box @param {number} [closest] @param {number} [edge] pixels round it */
  fit(box, closest = Infinity, edge = 0) {
    const { left, top, right, bottom } = this.free;
    const [width, height] = [right - left - 2 * edge, bottom - top - 2 * edge];
    const scale = Math.min(width / box[2], height / box[3], closest);
    const [w, h] = [this.width / scale, this.height / scale];
    const x = box[0] + box[2] / 2 - (left + right) / 2 / scale;
    const y = box[1] + box[3] / 2 - (top + bottom) / 2 / scale;
    this.box = [x, y, w, h];
    this.show();
  }

  /** Largest view of everything that needs the viewer's attention, with a margin. */
  lookAtNeed() {
    if (this.isNeedWhole) {
      this.fit(this.core);
      return;
    }
    const [x, y, w, h] = this.need;
    const unit = this.measure;
    const room = unit ? TABLE.margin * unit : MARGIN;
    const closest = unit ? TABLE.framed / unit : FRAMED;
    this.fit([x - room, y - room, w + 2 * room, h + 2 * room], closest, FINGER);
    this.fill();
  }

  /** Shows no room beyond the edge of the map. A map smaller than the free part is centred. */
  fill() {
    const { free, scale } = this;
    const corner = [free.left / scale, free.top / scale];
    const size = [(free.right - free.left) / scale, (free.bottom - free.top) / scale];
    const edge = FINGER / scale;
    for (const i of [0, 1]) {
      const least = this.full[i] - edge;
      const most = this.full[i] + this.full[i + 2] + edge - size[i];
      const kept = Math.min(Math.max(this.box[i] + corner[i], least), most);
      this.box[i] = (most >= least ? kept : (least + most) / 2) - corner[i];
    }
    this.show();
  }

  /** True if that part lies within the free part of the view. */
  seesNeed() {
    const [x, y, w, h] = this.need;
    if (h === undefined) return true;
    const [left, top] = this.box;
    const { free, scale } = this;
    return (
      (x - left) * scale >= free.left + FINGER &&
      (x + w - left) * scale <= free.right - FINGER &&
      (y - top) * scale >= free.top + FINGER &&
      (y + h - top) * scale <= free.bottom - FINGER
    );
  }

  /** Same zoom, centred on that part; a smaller one if it does not fit. */
  turnToNeed() {
    const [x, y, w, h] = this.need;
    const { left, top, right, bottom } = this.free;
    const [middle, centre] = [(left + right) / 2, (top + bottom) / 2];
    this.box[0] = x + w / 2 - middle / this.scale;
    this.box[1] = y + h / 2 - centre / this.scale;
    if (this.seesNeed()) this.show();
    else this.lookAtNeed();
  }

  open() {
    if (this.remembered()) this.showRemembered();
    else if (this.width < PHONE) this.lookAtNeed();
    else this.fit(this.width / this.height > 1.05 ? this.full : this.core);
  }

  /** The view that the viewer chose, unless something else needs attention now. */
  showRemembered() {
    const isAsked = Boolean(document.querySelector("#decision:not(.calm)"));
    if (isAsked && !this.seesNeed()) this.turnToNeed();
    else this.show();
  }

  /** The map never leaves the free part of the screen. */
  clamp() {
    const { free, scale } = this;
    const corner = [free.left / scale, free.top / scale];
    const size = [(free.right - free.left) / scale, (free.bottom - free.top) / scale];
    for (const i of [0, 1]) {
      const least = this.full[i] - size[i] * 0.25;
      const most = this.full[i] + this.full[i + 2] - size[i] * 0.75;
      const from = this.box[i] + corner[i];
      const kept = least > most ? (least + most) / 2 : Math.min(Math.max(from, least), most);
      this.box[i] = kept - corner[i];
    }
  }

  /** Units of the drawing that the closest view shows. */
  get closest() {
    return this.measure ? (this.width * this.measure) / TABLE.closest : CLOSEST;
  }

  /** @type {(factor: number, point?: Point) => void} */
  zoom(factor, point) {
    const [left, top, width, height] = this.box;
    const [px, py] = point ?? [left + width / 2, top + height / 2];
    const w = Math.min(this.full[2] * 1.3, Math.max(this.closest, width / factor));
    const k = w / width;
    this.box = [px - (px - left) * k, py - (py - top) * k, w, height * k];
    this.choose();
  }

  /** The frame has another size, or the sheet covers another part of it. */
  resized() {
    const { bottom } = this.free;
    const shape = this.width / this.height;
    const isSame = Math.abs(this.box[2] / this.box[3] - shape) < 0.002 && bottom === this.bottom;
    this.bottom = bottom;
    if (isSame) return;
    if (!this.isChosen) {
      this.open();
      return;
    }
    const [x, y, w, h] = this.box;
    this.box = [x, y + (h - w / shape) / 2, w, w / shape];
    this.clamp();
    this.showRemembered();
  }

  /** Pans just so far that the point is well inside the view. */
  reveal(/** @type {Point} */ point) {
    const room = Math.min(this.box[2], this.box[3]) * 0.12;
    const [left, top] = this.box;
    for (const i of [0, 1]) {
      this.box[i] = Math.min(this.box[i], point[i] - room);
      this.box[i] = Math.max(this.box[i], point[i] + room - this.box[i + 2]);
    }
    if (left !== this.box[0] || top !== this.box[1]) this.choose();
  }

  /** @type {(event: { clientX: number, clientY: number }) => Point} */
  pointOf(event) {
    const edge = this.frame.getBoundingClientRect();
    return [
      this.box[0] + ((event.clientX - edge.left) / edge.width) * this.box[2],
      this.box[1] + ((event.clientY - edge.top) / edge.height) * this.box[3],
    ];
  }

  // ---- state kept from page to page

  get shelf() {
    return this.frame.dataset.keep ? `board:${this.frame.dataset.keep}` : "";
  }

  keep() {
    if (!this.shelf) return;
    const box = this.isChosen ? this.box : null;
    const kept = JSON.stringify({ box, on: [...this.on], width: this.width });
    try {
      sessionStorage.setItem(this.shelf, kept);
    } catch {
      // The view is not kept if the storage is full.
    }
  }

  remembered() {
    if (!this.shelf) return false;
    let kept;
    try {
      kept = JSON.parse(sessionStorage.getItem(this.shelf) ?? "null");
    } catch {
      return false;
    }
    if (!kept) return false;
    for (const name of kept.on ?? []) this.switch(name);
    if (!kept.box || kept.width < PHONE !== this.width < PHONE) return false;
    this.box = kept.box;
    this.box[3] = (this.box[2] * this.height) / this.width;
    this.isChosen = true;
    return true;
  }

  /** Turns a switch on or off. */
  switch(/** @type {string} */ name) {
    if (this.frame.classList.toggle(name)) this.on.add(name);
    else this.on.delete(name);
  }
}
