// Places of labels: beside their pieces, over none. All lengths are pixels.

/** Base of a piece; `cost` is that of covering it, `mark` the number of the last look at it.
 *  @typedef {{ x: number, y: number, r: number, key: string, cost: number, mark: number }} Disc */
/** Place of a label: its middle, the point of its piece that it touches, the direction from there. */
/** @typedef {{ x: number, y: number, ax: number, ay: number, ux: number, uy: number, cost: number,
 *    dx: number, dy: number }} Place */
/**
 * Label with the bases it belongs to. `foe` is the middle of the enemies in contact, `was` its last
 * place from the middle of its pieces.
 * @typedef {{ key: string, w: number, h: number, men: { x: number, y: number, r: number }[],
 *   foe: Point | null, was: Point | null, rank: number, isBelow: boolean,
 *   places: Place[], free: number, cost: number, at: Place | null }} Label
 */
/** @typedef {{ x: number, y: number }} Point */
/** @typedef {{ left: number, top: number, right: number, bottom: number }} Edges */

const CELL = 40; // cells of the grid in which bases are looked up
const GAP = 5; // from a label to its piece
const [FARTHER, FARTHEST] = [18, 180]; // steps of a longer pole, and the longest
const CLOSE = 4; // a stranger nearer than this is almost touched
const RAYS = 24; // from the middle of the pieces
const ROUND = 8; // places round one piece
const MEN = 7; // pieces round which places are tried
const KEPT = 40; // best places of a label that are compared with other labels
const ROUNDS = 3; // in which each label may better itself

// Costs of a place.
const OUTSIDE = 300; // beyond the part of the board that is free
const ALMOST = 12; // for each stranger almost touched
const PER_PIXEL = 0.35; // from the middle
const LOWER = 4; // below instead of above, twice at most
const ENEMY = 14; // towards the enemy in contact
const LEFT_PLACE = 24; // at most, for leaving its last place
const BESIDE_A_PIECE = 3; // beside one piece, not beside the whole
const OVER_A_LABEL = 400; // and the area in common
const COVERS = 60; // from here on a place covers a piece

/** Bases by the cells that they touch.
 *  @type {(discs: Disc[]) => Map<number, Disc[]>} */
function gridOf(discs) {
  /** @type {Map<number, Disc[]>} */
  const grid = new Map();
  for (const disc of discs) {
    const room = disc.r + CLOSE + 1;
    for (const cell of cellsOf(disc.x - room, disc.y - room, disc.x + room, disc.y + room)) {
      const own = grid.get(cell);
      if (own) own.push(disc);
      else grid.set(cell, [disc]);
    }
  }
  return grid;
}

/** @type {(x0: number, y0: number, x1: number, y1: number) => number[]} */
function cellsOf(x0, y0, x1, y1) {
  const cells = [];
  const [right, low] = [Math.floor(x1 / CELL), Math.floor(y1 / CELL)];
  for (let i = Math.floor(x0 / CELL); i <= right; i++) {
    for (let j = Math.floor(y0 / CELL); j <= low; j++) cells.push(i * 4096 + j);
  }
  return cells;
}

/** @type {(men: Point[]) => Point} */
export function middleOf(men) {
  const sum = { x: 0, y: 0 };
  for (const man of men) {
    sum.x += man.x / men.length;
    sum.y += man.y / men.length;
  }
  return sum;
}

/** Place where a label touches a point from a direction, or lies `gap` pixels away from it.
 *  @type {(label: Label, at: Point, direction: Point, cost: number, gap?: number) => Place} */
function placeAt(label, at, { x: ux, y: uy }, cost, gap = GAP) {
  const most = Math.max(Math.abs(ux), Math.abs(uy));
  return {
    ax: at.x,
    ay: at.y,
    x: at.x + (ux / most) * (label.w / 2) + ux * gap,
    y: at.y + (uy / most) * (label.h / 2) + uy * gap,
    ux,
    uy,
    cost,
    dx: 0,
    dy: 0,
  };
}

/** @type {(number: number, of: number) => Point} */
const direction = (number, of) => ({
  x: Math.cos((number * 2 * Math.PI) / of),
  y: Math.sin((number * 2 * Math.PI) / of),
});

/** How far a ray from the middle runs until it leaves the last base.
 *  @type {(label: Label, middle: Point, way: Point) => number} */
function rayLength({ men }, middle, way) {
  let far = -Infinity;
  for (const man of men) {
    const [x, y] = [man.x - middle.x, man.y - middle.y];
    const off = x * way.y - y * way.x;
    if (Math.abs(off) >= man.r) continue;
    far = Math.max(far, x * way.x + y * way.y + Math.sqrt(man.r * man.r - off * off));
  }
  return far;
}

/** @type {(label: Label, middle: Point) => Place[]} */
function candidates(label, middle) {
  const places = [];
  for (let k = 0; k < RAYS; k++) {
    const way = direction(k, RAYS);
    const far = rayLength(label, middle, way);
    if (far === -Infinity) continue;
    const at = { x: middle.x + way.x * far, y: middle.y + way.y * far };
    places.push(placeAt(label, at, way, 0));
  }
  const every = Math.max(1, Math.ceil(label.men.length / MEN));
  for (let i = 0; i < label.men.length; i += every) {
    const man = label.men[i];
    for (let k = 0; k < ROUND; k++) {
      const way = direction(k, ROUND);
      const at = { x: man.x + way.x * man.r, y: man.y + way.y * man.r };
      places.push(placeAt(label, at, way, BESIDE_A_PIECE));
    }
  }
  return places;
}

/** Places with a longer pole, for a label in a crowd.
 *  @type {(label: Label, middle: Point) => Place[]} */
function farther(label, middle) {
  const places = [];
  for (let k = 0; k < RAYS; k++) {
    const way = direction(k, RAYS);
    const far = rayLength(label, middle, way);
    if (far === -Infinity) continue;
    const at = { x: middle.x + way.x * far, y: middle.y + way.y * far };
    for (let gap = FARTHER; gap <= FARTHEST; gap += FARTHER) {
      places.push(placeAt(label, at, way, 0, gap));
    }
  }
  return places;
}

let looks = 0; // number of places weighed so far

/** Cost of the bases that a place covers or almost touches.
 *  @type {(grid: Map<number, Disc[]>, label: Label, place: Place) => number} */
function coverCost(grid, label, place) {
  const [x0, x1] = [place.x - label.w / 2, place.x + label.w / 2];
  const [y0, y1] = [place.y - label.h / 2, place.y + label.h / 2];
  looks += 1;
  let cost = 0;
  for (const cell of cellsOf(x0, y0, x1, y1)) {
    for (const disc of grid.get(cell) ?? []) {
      if (disc.mark === looks) continue;
      disc.mark = looks;
      const dx = Math.max(x0 - disc.x, 0, disc.x - x1);
      const dy = Math.max(y0 - disc.y, 0, disc.y - y1);
      const far = dx * dx + dy * dy;
      const r = disc.r + 1;
      if (far < r * r) cost += disc.cost * (1 + (r - Math.sqrt(far)) / r);
      else if (disc.key !== label.key && far < (r + CLOSE) * (r + CLOSE)) cost += ALMOST;
    }
  }
  return cost;
}

/** @type {(label: Label, place: Place, middle: Point, towards: Point | null, box: Edges) => number} */
function placeCost(label, place, middle, towards, box) {
  const { x, y, ux, uy } = place;
  const lower = label.isBelow ? 1 - uy : 1 + uy;
  let cost = PER_PIXEL * Math.hypot(x - middle.x, y - middle.y) + LOWER * lower;
  if (towards) cost += ENEMY * Math.max(0, ux * towards.x + uy * towards.y);
  const isWithin =
    x - label.w / 2 >= box.left &&
    x + label.w / 2 <= box.right &&
    y - label.h / 2 >= box.top &&
    y + label.h / 2 <= box.bottom;
  if (!isWithin) cost += OUTSIDE;
  const { was } = label;
  if (was) {
    const moved = Math.hypot(x - middle.x - was.x, y - middle.y - was.y);
    cost += Math.min(LEFT_PLACE, moved * 0.2);
  }
  return cost;
}

/** @type {(from: Point, to: Point | null) => Point | null} */
function towardsFoe(from, to) {
  if (!to) return null;
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  return { x: (to.x - from.x) / length, y: (to.y - from.y) / length };
}

/** Adds the best of some places to those of a label; counts the free ones.
 *  @type {(label: Label, make: (label: Label, middle: Point) => Place[],
 *    grid: Map<number, Disc[]>, box: Edges) => void} */
function addPlaces(label, make, grid, box) {
  const middle = middleOf(label.men);
  const towards = towardsFoe(middle, label.foe);
  const places = make(label, middle);
  for (const place of places) {
    place.cost += placeCost(label, place, middle, towards, box) + coverCost(grid, label, place);
    place.dx = place.x - middle.x;
    place.dy = place.y - middle.y;
  }
  const all = [...label.places, ...places].sort((one, other) => one.cost - other.cost);
  label.free = all.filter((place) => place.cost < COVERS).length;
  label.places = all.slice(0, KEPT);
}

/** @type {(label: Label, place: Place, labels: Label[]) => number} */
function overlapCost(label, place, labels) {
  let cost = 0;
  for (const other of labels) {
    if (other === label || !other.at) continue;
    const w = (label.w + other.w) / 2 + 3 - Math.abs(place.x - other.at.x);
    const h = (label.h + other.h) / 2 + 3 - Math.abs(place.y - other.at.y);
    if (w > 0 && h > 0) cost += OVER_A_LABEL + w * h;
  }
  return cost;
}

/** Takes the cheapest place; true if it is another one than before.
 *  @type {(label: Label, labels: Label[]) => boolean} */
function choose(label, labels) {
  let best = null;
  let least = Infinity;
  for (const place of label.places) {
    if (place.cost >= least) break;
    const cost = place.cost + overlapCost(label, place, labels);
    if (cost < least) {
      least = cost;
      best = place;
    }
  }
  const isAnother = best !== label.at;
  label.at = best;
  label.cost = least;
  return isAnother;
}

/** Lets labels take places until none betters itself.
 *  @type {(order: Label[], labels: Label[]) => void} */
function settle(order, labels) {
  for (let round = 0; round <= ROUNDS; round++) {
    if (!order.map((label) => choose(label, labels)).some(Boolean)) break;
  }
}

/** Gives each label its place (`at`): the chosen piece and targets first, then those with the
 *  fewest free places. Labels without a free place try longer poles.
 *  @type {(labels: Label[], discs: Disc[], box: Edges) => void} */
export function placeLabels(labels, discs, box) {
  const grid = gridOf(discs);
  for (const label of labels) {
    label.at = null;
    label.places = [];
    addPlaces(label, candidates, grid, box);
  }
  const order = [...labels].sort((a, b) => b.rank - a.rank || a.free - b.free);
  settle(order, labels);
  const crowded = order.filter((label) => label.cost >= COVERS);
  for (const label of crowded) addPlaces(label, farther, grid, box);
  if (crowded.length) settle(order, labels);
  for (const label of order) if (isOver(label, discs)) label.at = null;
}

/** True if a label covers a piece. Numbers of past events cost less; such a label is still shown.
 *  @type {(label: Label, discs: Disc[]) => boolean} */
const isOver = (label, discs) =>
  label.cost >= COVERS && discs.some((disc) => disc.cost >= COVERS && covers(label, disc));

/** True if a label covers a base.
 *  @type {(label: Label, disc: Disc) => boolean} */
export function covers({ at, w, h }, disc) {
  if (!at) return false;
  const dx = Math.max(Math.abs(disc.x - at.x) - w / 2, 0);
  const dy = Math.max(Math.abs(disc.y - at.y) - h / 2, 0);
  return Math.hypot(dx, dy) < disc.r;
}
