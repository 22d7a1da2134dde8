// Geometry of a dragged way. It repeats the movement rules of the server for the preview alone:
// tests/fixtures/geometry.json checks both.

/** @typedef {[number, number]} Point */
/**
 * Piece that may be dragged (app/kernel/scene.py, `DraggablePiece`).
 * @typedef {{ key: string, at: Point, open: number | null, slow: number | null,
 *   starts_slow: boolean, radius: number, group?: string }} DraggablePiece
 */
/**
 * Ground that slows or stops a piece, as polygons.
 * @typedef {{ slow: Point[][], barred: Point[][] }} Ground
 */

/** @type {(point: Point, polygon: Point[]) => boolean} */
function inside([x, y], polygon) {
  let within = false;
  for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i++) {
    const [ax, ay] = polygon[i];
    const [bx, by] = polygon[j];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) within = !within;
  }
  return within;
}

/**
 * Share of the straight way from a to b after which it first meets a polygon; 1 if never.
 * @type {(a: Point, b: Point, polygons: Point[][]) => number}
 */
function meets([ax, ay], [bx, by], polygons) {
  let first = 1;
  for (const polygon of polygons) {
    if (inside([ax, ay], polygon)) return 0;
    for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i++) {
      const [px, py] = polygon[j];
      const [qx, qy] = polygon[i];
      const turn = (bx - ax) * (qy - py) - (by - ay) * (qx - px);
      if (Math.abs(turn) < 1e-9) continue;
      const way = ((px - ax) * (qy - py) - (py - ay) * (qx - px)) / turn;
      const wall = ((px - ax) * (by - ay) - (py - ay) * (bx - ax)) / turn;
      if (way >= 0 && way < first && wall >= 0 && wall <= 1) first = way;
    }
  }
  return first;
}

/** @type {(a: Point, b: Point) => number} */
export const far = ([ax, ay], [bx, by]) => Math.hypot(bx - ax, by - ay);

/** @type {(a: Point, b: Point, share: number) => Point} */
export const between = ([ax, ay], [bx, by], share) => [
  ax + (bx - ax) * share,
  ay + (by - ay) * share,
];

/**
 * Length of a way up to the first of the polygons; Infinity if it meets none.
 * @type {(way: Point[], polygons: Point[][]) => number}
 */
export function lengthTo(way, polygons) {
  let gone = 0;
  for (let i = 1; i < way.length; i++) {
    const length = far(way[i - 1], way[i]);
    const share = meets(way[i - 1], way[i], polygons);
    if (share < 1) return gone + share * length;
    gone += length;
  }
  return Infinity;
}

/**
 * Movement along a way: its length, the distance allowed, the distance covered, and the start of
 * slow ground. The range over slow ground counts once the way gets there; a piece may always come
 * to its rim.
 * @type {(ground: Ground, draggedPiece: DraggablePiece, way: Point[]) =>
 *   { wanted: number, may: number, goes: number, slowFrom: number }}
 */
export function movement(ground, draggedPiece, way) {
  const wanted = way.slice(1).reduce((sum, end, i) => sum + far(way[i], end), 0);
  const slowFrom = draggedPiece.starts_slow ? 0 : lengthTo(way, ground.slow);
  const stop = lengthTo(way, ground.barred);
  const open = draggedPiece.open ?? 0;
  const slow = draggedPiece.slow ?? 0;
  const may =
    slowFrom < Infinity ? Math.max(Math.min(open, slowFrom), slow > slowFrom ? slow : 0) : open;
  return { wanted, may, goes: Math.min(wanted, may, stop), slowFrom };
}

/**
 * The stretch of a way from one length to another.
 * @type {(way: Point[], from: number, to: number) => Point[]}
 */
export function stretch(way, from, to) {
  /** @type {Point[]} */
  const points = [];
  let gone = 0;
  for (let i = 1; i < way.length; i++) {
    const length = far(way[i - 1], way[i]);
    const first = Math.max(from, gone);
    const last = Math.min(to, gone + length);
    if (first <= last && length) {
      if (!points.length) points.push(between(way[i - 1], way[i], (first - gone) / length));
      points.push(between(way[i - 1], way[i], (last - gone) / length));
    }
    gone += length;
  }
  return points.length ? points : [way[0]];
}
