// Geometry of a piece of terrain, in units of length. The server makes the terrain from the same
// answers: tests/fixtures/geometry.json checks that both agree.

/** @typedef {[number, number]} Point */
/** Shape that can be edited (app/kernel/form.py, `EditableShape`). */
/** @typedef {{ shape: string, size: number[], stretches: string[], rim: Point[] }} EditableShape */
/** Position of a piece: its spots, its size and its turn to the left in degrees. */
/** @typedef {{ spots: Point[], length: number, breadth: number, turn: number }} Lies */

/** @type {(number: number, least: number, most: number) => number} */
export const within = (number, least, most) => Math.min(Math.max(number, least), most);

/** @type {(point: Point, way: Point, times?: number) => Point} */
export const plus = ([x, y], [dx, dy], times = 1) => [x + dx * times, y + dy * times];

/** @type {(from: Point, to: Point) => Point} */
export const minus = ([ax, ay], [bx, by]) => [ax - bx, ay - by];

/** @type {(way: Point, times: number) => Point} */
export const scaled = ([x, y], times) => [x * times, y * times];

/** @type {(a: Point, b: Point) => number} */
export const dot = ([ax, ay], [bx, by]) => ax * bx + ay * by;

/** @type {(a: Point, b: Point) => number} */
export const far = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);

/** @type {(a: Point, b: Point, share?: number) => Point} */
export const between = (a, b, share = 0.5) => plus(a, minus(b, a), share);

/** @type {(from: Point, to: Point) => number} */
export const bearing = (from, to) => (Math.atan2(to[1] - from[1], to[0] - from[0]) * 180) / Math.PI;

/**
 * Unit vectors along a piece and across it.
 * @type {(turn: number) => [Point, Point]}
 */
export function axes(turn) {
  const angle = (turn * Math.PI) / 180;
  return [
    [Math.cos(angle), Math.sin(angle)],
    [-Math.sin(angle), Math.cos(angle)],
  ];
}

/**
 * The way of a line as the server draws it: corners cut off until it is a curve.
 * @type {(spots: Point[]) => Point[]}
 */
export function curved(spots) {
  let line = spots;
  for (let times = 0; times < 3 && spots.length > 2; times += 1) {
    const cut = line
      .slice(1)
      .flatMap((end, i) => [between(line[i], end, 0.25), between(line[i], end, 0.75)]);
    line = [line[0], ...cut, line[line.length - 1]];
  }
  return line;
}

/**
 * Strip along the nearest side of a table (of two as near, south or north): its inner edge, the way inland, and its outline.
 * @type {(lies: { spots: Point[], breadth: number }, room: Point) =>
 *   { edge: [Point, Point], inland: Point, rim: Point[] }}
 */
export function strip({ spots: [[x, y]], breadth }, [width, depth]) {
  /** @type {(gap: number, inland: Point, one: Point, other: Point) => any} */
  const side = (gap, inland, one, other) => {
    const edge = [plus(one, inland, breadth), plus(other, inland, breadth)];
    return { gap, edge, inland, rim: [...edge, other, one] };
  };
  const sides = [
    side(y, [0, 1], [0, 0], [width, 0]),
    side(depth - y, [0, -1], [0, depth], [width, depth]),
    side(x, [1, 0], [0, 0], [0, depth]),
    side(width - x, [-1, 0], [width, 0], [width, depth]),
  ];
  return sides.reduce((one, other) => (other.gap < one.gap ? other : one));
}

/** @type {Point[]} */
const ROUND = Array.from({ length: 36 }, (_, n) => scaled(axes(n * 10)[0], 0.5));

/**
 * Outline of an area or of a strip.
 * @type {(lies: Lies, editable: Pick<EditableShape, "shape" | "rim">, room: Point) => Point[]}
 */
export function rimOf(lies, editable, room) {
  if (editable.shape === "edge") return strip(lies, room).rim;
  const [along, across] = axes(lies.turn);
  return (editable.rim.length ? editable.rim : ROUND).map(([x, y]) =>
    plus(plus(lies.spots[0], along, x * lies.length), across, y * lies.breadth),
  );
}
