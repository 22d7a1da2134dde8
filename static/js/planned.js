// Drag of the pieces of a drafted deployment from place to place. The page asks for the place of each
// piece in lists, which also work without this script.

import { nearest, readSpots } from "./board/spots.js";
import { pointOf } from "./measure.js";

/** @typedef {import("./board/spots.js").Spot} Spot */
/** @typedef {import("./table/ways.js").Point} Point */

const FINGER = 6; // pixels before a press becomes a drag
const FIELDS = ["to", "rear"]; // front and rear hex

/** @type {(event: Event) => Element} */
const targetOf = (event) => /** @type {Element} */ (event.target);

/** Lists that ask for the places of a piece.
 *  @type {(key: string) => HTMLSelectElement[]} */
function listsOf(key) {
  /** @type {NodeListOf<HTMLSelectElement>} */
  const lists = document.querySelectorAll("#decision select");
  const names = FIELDS.map((field) => `${field}:${key}`);
  return [...lists].filter((list) => names.includes(list.name));
}

/** One piece under the pointer, from the press to the release. */
class PlannedDrag {
  isGoing = false;
  /** @type {Point} */
  shift = [0, 0];

  /**
   * @param {HTMLElement} frame
   * @param {SVGElement} ghost
   * @param {PointerEvent} event
   */
  constructor(frame, ghost, event) {
    this.frame = frame;
    this.ghost = ghost;
    this.from = pointOf(frame, event);
    this.press = [event.clientX, event.clientY];
    this.id = event.pointerId;
  }

  move(/** @type {PointerEvent} */ event) {
    const [px, py] = this.press;
    if (!this.isGoing) {
      if (Math.hypot(event.clientX - px, event.clientY - py) < FINGER) return;
      this.isGoing = true;
      this.frame.setPointerCapture(this.id);
      this.ghost.classList.add("is-dragged");
      this.ghost.parentElement?.append(this.ghost);
    }
    const [x, y] = pointOf(this.frame, event);
    this.shift = [x - this.from[0], y - this.from[1]];
    this.ghost.setAttribute("transform", `translate(${this.shift[0]} ${this.shift[1]})`);
  }

  /** Writes the hexes under the piece into its lists; a place that is not on offer changes nothing. */
  end() {
    this.ghost.classList.remove("is-dragged");
    this.ghost.removeAttribute("transform");
    if (!this.isGoing) return;
    const { spots } = readSpots(this.frame);
    const hexes = (this.ghost.dataset.hexes ?? "").split(" ");
    const lists = listsOf(this.ghost.dataset.planned ?? "");
    const places = hexes.map((hex) => this.placeAfter(spots, hex));
    const fits = lists.every((list, number) =>
      [...list.options].some((option) => option.value === (places[number] ?? "")),
    );
    if (!lists.length || !fits) return;
    for (const [number, list] of lists.entries()) list.value = places[number] ?? "";
    lists[0].dispatchEvent(new Event("input", { bubbles: true }));
    lists[0].form?.requestSubmit();
  }

  /** @type {(spots: Spot[], hex: string) => string | undefined} */
  placeAfter(spots, hex) {
    const old = spots.find((spot) => spot.key === hex);
    if (!old) return undefined;
    const [x, y] = old.at;
    return nearest(spots, [x + this.shift[0], y + this.shift[1]])?.key;
  }
}

/** @type {PlannedDrag | null} */
let drag = null;

document.addEventListener(
  "pointerdown",
  (event) => {
    const ghost = /** @type {SVGElement | null} */ (targetOf(event).closest("[data-planned]"));
    const frame = /** @type {HTMLElement | null} */ (ghost?.closest("[data-board]"));
    if (!ghost || !frame || event.button > 0) return;
    event.stopPropagation();
    drag = new PlannedDrag(frame, ghost, event);
  },
  true,
);
document.addEventListener("pointermove", (event) => drag?.move(event));
document.addEventListener("pointerup", () => {
  drag?.end();
  drag = null;
});
document.addEventListener("pointercancel", () => {
  drag = null;
});
