// Handles of a piece of terrain, and its position after a drag of one.

import { axes, bearing, between, dot, far, minus, plus, scaled, strip, within } from "./shapes.js";

/** @typedef {import("./shapes.js").Point} Point */
/** @typedef {import("./shapes.js").EditableShape} EditableShape */
/** @typedef {import("./shapes.js").Lies} Lies */
/**
 * Visible part of the drawing: pixels per unit of length, and the corners between which a handle
 * can be seen.
 * @typedef {{ pixels: number, least: Point, most: Point }} Sight
 */
/** A place for a handle. `way` is the direction in which it stretches, `number` that of its spot. */
/** @typedef {{ at: Point, way?: Point, number?: number }} Place */
/** `place` counts the places that the handle could have. */
/** @typedef {Place & { key: string, place: number }} Handle */
/** Least and greatest length or breadth. */
/** @typedef {Record<string, [number, number]>} Limits */

const OUT = 17; // pixels from the piece to a handle
const ROOMY = 60; // pixels of a stretch of a line that has a handle for another spot
const MERGED = 1.5; // a spot dropped so near to its neighbour is given up
export const MOST = 24; // spots of a line
const BOTH = [1, -1];

/** @type {(editable: EditableShape, field: string) => boolean} */
const may = (editable, field) => editable.stretches.includes(field);

/**
 * Candidates for the handles of an area.
 * @type {(lies: Lies, gap: number) => Record<string, Place[]>}
 */
function aroundArea(lies, gap) {
  const [along, across] = axes(lies.turn);
  const [middle] = lies.spots;
  const l = lies.length / 2 + gap;
  const b = lies.breadth / 2 + gap;
  const corner = (/** @type {number} */ one, /** @type {number} */ two) =>
    plus(plus(middle, along, one * (l + gap / 3)), across, two * (b + gap / 3));
  return {
    length: BOTH.map((sign) => ({
      at: plus(middle, along, sign * l),
      way: scaled(along, 2 * sign),
    })),
    breadth: BOTH.map((sign) => ({
      at: plus(middle, across, sign * b),
      way: scaled(across, 2 * sign),
    })),
    turn: BOTH.flatMap((one) => BOTH.map((two) => ({ at: corner(one, two) }))),
  };
}

/**
 * Handles of a line: one at each spot, one on each long stretch, and one for its breadth.
 * @type {(lies: Lies, editable: EditableShape, view: Sight) => [string, Place[]][]}
 */
function alongLine(lies, editable, view) {
  const { spots } = lies;
  /** @type {[string, Place[]][]} */
  const found = spots.map((at, number) => ["spot", [{ at, number }]]);
  for (const [number, at] of spots.slice(1).entries()) {
    if (far(at, spots[number]) * view.pixels > ROOMY && spots.length < MOST) {
      found.push(["between", [{ at: between(at, spots[number]), number }]]);
    }
  }
  if (may(editable, "breadth") && spots.length > 1) {
    const [, across] = axes(bearing(spots[0], spots[1]));
    const at = between(spots[0], spots[1], 0.28);
    const aside = lies.breadth / 2 + OUT / view.pixels;
    const places = BOTH.map((sign) => ({
      at: plus(at, across, sign * aside),
      way: scaled(across, 2 * sign),
    }));
    found.push(["breadth", places]);
  }
  return found;
}

/** @type {(lies: Lies, editable: EditableShape, view: Sight, room: Point) => [string, Place[]][]} */
function candidates(lies, editable, view, room) {
  if (editable.shape === "line") return alongLine(lies, editable, view);
  if (editable.shape === "edge") {
    const { edge, inland } = strip(lies, room);
    return may(editable, "breadth") ? [["breadth", [{ at: between(...edge), way: inland }]]] : [];
  }
  if (editable.shape !== "area") return [];
  return Object.entries(aroundArea(lies, OUT / view.pixels)).filter(([key]) => may(editable, key));
}

/**
 * Handles of a piece. Of several places for a handle, the first visible one is taken, or else the
 * one nearest to the visible part. The held handle keeps its place.
 * @type {(lies: Lies, editable: EditableShape, view: Sight, room: Point, held?: Partial<Handle>) => Handle[]}
 */
export function handles(lies, editable, view, room, held = {}) {
  /** @type {(at: Point) => Point} */
  const onto = ([x, y]) => [
    within(x, view.least[0], view.most[0]),
    within(y, view.least[1], view.most[1]),
  ];
  const off = (/** @type {Place} */ { at }) => far(at, onto(at));
  return candidates(lies, editable, view, room).map(([key, places]) => {
    const kept = held.key === key && held.place !== undefined ? places[held.place] : undefined;
    const place =
      kept ?? places.reduce((one, other) => (off(other) < off(one) - 0.01 ? other : one));
    return { ...place, key, place: places.indexOf(place), at: onto(place.at) };
  });
}

/**
 * Drag of a handle, or of the whole piece if the handle has another key. `was` is how the piece
 * lay, `from` the place of the press.
 * @typedef {{ handle: Partial<Handle> & { key: string }, was: Lies, shape: string, from: Point }} Pull
 */

/**
 * Position of a piece after a drag to a place.
 * @type {(pull: Pull, to: Point, room: Point, limits: Limits) => Lies}
 */
export function dragged({ handle, was, shape, from }, to, room, limits) {
  const shift = minus(to, from);
  const number = handle.number ?? 0;
  /** @type {(at: Point) => Point} */
  const onto = ([x, y]) => [within(x, 0, room[0]), within(y, 0, room[1])];
  switch (handle.key) {
    case "length":
    case "breadth": {
      const wanted = Math.round(was[handle.key] + dot(shift, handle.way ?? [0, 0]));
      return { ...was, [handle.key]: within(wanted, ...limits[handle.key]) };
    }
    case "turn": {
      const [middle] = was.spots;
      const turn = Math.round(was.turn + bearing(middle, to) - bearing(middle, from));
      return { ...was, turn: (turn + 720) % 360 };
    }
    case "spot":
      return {
        ...was,
        spots: was.spots.map((at, n) => (n === number ? onto(plus(at, shift)) : at)),
      };
    case "between": {
      const spot = onto(plus(handle.at ?? from, shift));
      const [before, after] = [was.spots.slice(0, number + 1), was.spots.slice(number + 1)];
      return { ...was, spots: [...before, spot, ...after] };
    }
    default:
      if (shape === "line") return { ...was, spots: moved(was.spots, shift, room) };
      return { ...was, spots: was.spots.map((at) => onto(plus(at, shift))) };
  }
}

/**
 * A line moved as a whole; it stays on the table.
 * @type {(spots: Point[], shift: Point, room: Point) => Point[]}
 */
function moved(spots, shift, room) {
  const free = (/** @type {0 | 1} */ k) => {
    const places = spots.map((at) => at[k]);
    return within(shift[k], -Math.min(...places), room[k] - Math.max(...places));
  };
  return spots.map((at) => plus(at, [free(0), free(1)]));
}

/**
 * The line without a spot that was dropped on its neighbour.
 * @type {(lies: Lies, handle: Partial<Handle>) => Lies}
 */
export function thinned(lies, { key, number = 0 }) {
  const own = key === "spot" ? number : key === "between" ? number + 1 : -1;
  const at = lies.spots[own];
  if (!at || lies.spots.length < 3) return lies;
  const neighbours = [lies.spots[own - 1], lies.spots[own + 1]].filter(Boolean);
  if (!neighbours.some((other) => far(at, other) < MERGED)) return lies;
  return { ...lies, spots: lies.spots.filter((_, one) => one !== own) };
}
