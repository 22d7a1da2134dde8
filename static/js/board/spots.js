// Spots of a board: places for taps and arrow keys.

/** @typedef {import("./view.js").Point} Point */
/** @typedef {{ key: string, at: Point, words: string }} Spot */

/** @type {(a: Point, b: Point) => number} */
export const distance = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);

/** Spots of a frame, and the distance within which a tap reaches one.
 *  @type {(frame: Element) => { reach: number, spots: Spot[] }} */
export function readSpots(frame) {
  const text = frame.querySelector(".map-spots")?.textContent;
  /** @type {{ reach: number, places: [string, number, number, string][] }} */
  const { reach, places } = text ? JSON.parse(text) : { reach: 0, places: [] };
  return { reach, spots: places.map(([key, x, y, words]) => ({ key, at: [x, y], words })) };
}

/** @type {(spots: Spot[], point: Point) => Spot | null} */
export function nearest(spots, point) {
  /** @type {Spot | null} */
  let best = null;
  for (const spot of spots) {
    if (!best || distance(spot.at, point) < distance(best.at, point)) best = spot;
  }
  return best;
}

/**
 * The nearest spot in a direction. A walk sideways keeps to the row in which it began.
 * @type {(spots: Spot[], from: Spot, direction: Point, row: number) => Spot | null}
 */
export function beside(spots, from, [dx, dy], row) {
  /** @type {Spot | null} */
  let best = null;
  let least = Infinity;
  for (const spot of spots) {
    const x = spot.at[0] - from.at[0];
    const y = spot.at[1] - from.at[1];
    const along = x * dx + y * dy;
    const across = Math.abs(x * dy) + Math.abs(y * dx);
    if (along <= 1 || across > along * 1.2) continue;
    const drift = dx ? Math.abs(spot.at[1] - row) : Math.abs(spot.at[0] - from.at[0]);
    const cost = Math.hypot(x, y) + drift * 0.1;
    if (cost < least - 0.01) {
      best = spot;
      least = cost;
    }
  }
  return best;
}
