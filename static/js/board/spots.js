// Spots of a board: places for taps and arrow keys.

/** @typedef {import("./view.js").Point} Point */
/**
 * `joined` are keys of the places that arrow keys reach; without them geometry decides.
 * @typedef {{ key: string, at: Point, words: string, name: string, joined: string[] }} Spot
 */
/** @typedef {[string, number, number, string, string?, string[]?]} Row */

/** @type {(a: Point, b: Point) => number} */
export const distance = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);

/** Spots of a frame, and the distance within which a tap reaches one.
 *  @type {(frame: Element) => { reach: number, spots: Spot[] }} */
export function readSpots(frame) {
  const text = frame.querySelector(".map-spots")?.textContent;
  /** @type {{ reach: number, places: Row[] }} */
  const { reach, places } = text ? JSON.parse(text) : { reach: 0, places: [] };
  const spots = places.map(([key, x, y, words, name = key, joined = []]) => {
    /** @type {Point} */
    const at = [x, y];
    return { key, at, words, name, joined };
  });
  return { reach, spots };
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

/**
 * The joined place that lies best in a direction. With Shift it is the second best, so that an
 * arrow key tells two edges of one direction apart.
 * @type {(spots: Spot[], from: Spot, direction: Point, isSecond: boolean) => Spot | null}
 */
export function onEdge(spots, from, [dx, dy], isSecond) {
  /** @type {[number, Spot][]} */
  const ahead = [];
  for (const spot of spots) {
    const x = spot.at[0] - from.at[0];
    const y = spot.at[1] - from.at[1];
    const cosine = (x * dx + y * dy) / (Math.hypot(x, y) || 1);
    if (from.joined.includes(spot.key) && cosine > 0.05) ahead.push([cosine, spot]);
  }
  ahead.sort((one, other) => other[0] - one[0]);
  return ahead[isSecond ? 1 : 0]?.[1] ?? null;
}
