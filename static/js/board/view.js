// Visible section of a board. Zoom changes the viewBox, so text and lines stay sharp.

/** @typedef {[number, number]} Point */
/** Section of a drawing: left, top, width and height. */
/** @typedef {[number, number, number, number]} Box */

export const PHONE = 600; // pixels; a narrower frame opens on what needs the viewer
const CLOSEST = 260; // units of the drawing that the closest view shows
const TOOLS_COVER = 64; // pixels of a phone's board that lie under the tools
const LEAST = 0.4; // pixels per unit; pieces of a smaller scale are too small for a finger

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
  /** Pixels at the right edge that lie under the tools. */
  get covered() {
    const tools = this.frame.closest(".table")?.querySelector(".tools");
    return tools && getComputedStyle(tools).position === "absolute" ? TOOLS_COVER : 0;
  }

  show() {
    const view = this.box.map((value) => value.toFixed(1)).join(" ");
    for (const svg of this.frame.querySelectorAll(":scope > svg")) {
      svg.setAttribute("viewBox", view);
    }
    this.frame.classList.toggle("near", this.scale >= 1.05);
    this.frame.classList.toggle("far", this.scale < 0.55);
  }

  /** Keeps a view that the viewer chose when the drawing, the window or the page changes. */
  choose() {
    this.isChosen = true;
    this.clamp();
    this.show();
    this.keep();
  }

  /** Largest view of the whole box, beside the tools.
   *  @param {Box} box */
  fit(box) {
    const free = this.width - this.covered;
    const scale = Math.min(free / box[2], this.height / box[3]);
    const [w, h] = [this.width / scale, this.height / scale];
    const left = box[0] + (box[2] - free / scale) / 2;
    this.box = [left, box[1] + (box[3] - h) / 2, w, h];
    this.show();
  }

  /** @type {(point: Point, scale: number) => void} */
  lookAt(point, scale) {
    const w = this.width / scale;
    const h = this.height / scale;
    this.box = [point[0] - w / 2, point[1] - h / 2, w, h];
    this.clamp();
    this.show();
  }

  /** Largest view of everything that needs the viewer's attention, with a margin. */
  lookAtNeed() {
    if (this.isNeedWhole) {
      this.fit(this.core);
      return;
    }
    const [x, y, w, h] = this.need;
    const free = this.width - this.covered;
    const scale = Math.min(1, free / (w + 130), this.height / (h + 150));
    if (scale >= LEAST) {
      this.lookAt([x + w / 2 + this.covered / scale / 2, y + h / 2], scale);
      return;
    }
    const [fx, fy] = numbers(this.live?.dataset.focus);
    this.lookAt([fx, fy], LEAST);
  }

  /** True if that part lies within the view; on a phone the tools cover its right edge. */
  seesNeed() {
    const [x, y, w, h] = this.need;
    if (h === undefined) return true;
    const [left, top, width, height] = this.box;
    const isWithin = x >= left && x + w <= left + width - this.covered / this.scale;
    return isWithin && y >= top && y + h <= top + height;
  }

  /** Same zoom, centred on that part. */
  turnToNeed() {
    const [x, y, w, h] = this.need;
    const [, , width, height] = this.box;
    const free = width - this.covered / this.scale;
    this.box = [x + (w - free) / 2, y + (h - height) / 2, width, height];
    this.clamp();
    this.show();
  }

  open() {
    if (this.remembered()) this.show();
    else if (this.width < PHONE) this.lookAtNeed();
    else this.fit(this.width / this.height > 1.05 ? this.full : this.core);
  }

  /** The map never leaves the screen. */
  clamp() {
    for (const i of [0, 1]) {
      const least = this.full[i] - this.box[i + 2] * 0.25;
      const most = this.full[i] + this.full[i + 2] - this.box[i + 2] * 0.75;
      this.box[i] =
        least > most ? (least + most) / 2 : Math.min(Math.max(this.box[i], least), most);
    }
  }

  /** @type {(factor: number, point?: Point) => void} */
  zoom(factor, point) {
    const [left, top, width, height] = this.box;
    const [px, py] = point ?? [left + width / 2, top + height / 2];
    const w = Math.min(this.full[2] * 1.3, Math.max(CLOSEST, width / factor));
    const k = w / width;
    this.box = [px - (px - left) * k, py - (py - top) * k, w, height * k];
    this.choose();
  }

  resized() {
    const shape = this.width / this.height;
    if (Math.abs(this.box[2] / this.box[3] - shape) < 0.002) return;
    if (!this.isChosen) {
      this.open();
      return;
    }
    const [x, y, w, h] = this.box;
    this.box = [x, y + (h - w / shape) / 2, w, w / shape];
    this.clamp();
    this.show();
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
