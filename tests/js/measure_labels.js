// Lays out the labels of recorded positions at several zooms, and counts covered figures, labels
// over labels and milliseconds: node tests/js/measure_labels.js FILE

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

import { covers, middleOf, placeLabels } from "../../static/js/board/placing.js";

/** @typedef {import("../../static/js/board/placing.js").Label} Label */
/** @typedef {{ size: [number, number], units: string[],
 *    groups: [string, string, [number, number, number][]][] }} Position */

const HIGH = 21;
const FOLDED = 16;
const TOUCH = 1.2; // units between two bases in contact

/** Frame of a board in pixels, and the width of the table that it shows, in units. */
export const VIEWS = [
  { name: "phone, whole table", width: 390, height: 640, shown: 1 },
  { name: "desk, whole table", width: 959, height: 794, shown: 1 },
  { name: "desk, a third", width: 959, height: 794, shown: 1 / 3 },
];

/** Labels and figures of a position in a view, in pixels.
 *  @type {(position: Position, view: typeof VIEWS[number], middle: number[]) => any} */
export function laidOut(position, view, [cx, cy]) {
  const [w, h] = position.size;
  const scale = Math.min(view.width / (w + 52), view.height / (h + 64)) / view.shown;
  const x0 = view.shown === 1 ? w / 2 : cx;
  const y0 = view.shown === 1 ? h / 2 : cy;
  const seen = ([x, y, r]) => ({
    x: (x - x0) * scale + view.width / 2,
    y: (y - y0) * scale + view.height / 2,
    r: r * scale,
  });
  const men = position.groups.map(([key, side, own]) => ({ key, side, men: own.map(seen) }));
  const discs = men.flatMap((group) =>
    group.men.map((man) => ({ ...man, key: group.key, side: group.side, cost: 60, mark: 0 })),
  );
  const box = { left: 2, top: 2, right: view.width - 2, bottom: view.height - 2 };
  const isIn = ({ x, y }) => x > 2 && y > 2 && x < box.right && y < box.bottom;
  const labels = men
    .filter((group) => position.units.includes(group.key) && group.men.some(isIn))
    .map((group) => labelOf(group, discs, scale));
  const began = performance.now();
  placeLabels(labels, discs, box);
  return { labels, discs, took: performance.now() - began };
}

function labelOf(group, discs, scale) {
  const foes = discs.filter(
    (disc) =>
      disc.side !== group.side &&
      group.men.some(
        (man) => Math.hypot(man.x - disc.x, man.y - disc.y) < man.r + disc.r + TOUCH * scale,
      ),
  );
  const isFolded = scale < 0.95 || foes.length > 0;
  return {
    key: group.key,
    w: isFolded ? 25 : 48,
    h: isFolded ? FOLDED : HIGH,
    men: group.men,
    foe: foes.length ? middleOf(foes) : null,
    was: null,
    rank: 0,
    isBelow: false,
    places: [],
    free: 0,
    cost: 0,
    at: null,
  };
}

/** Covered figures, labels over labels, and the times of all positions in all views. */
export function measured(positions) {
  const found = { labels: 0, hidden: 0, covered: 0, over: 0, times: [] };
  for (const position of positions) {
    const all = position.groups.flatMap(([, , own]) => own);
    const middle = middleOf(all.map(([x, y]) => ({ x, y })));
    for (const view of VIEWS) {
      const { labels, discs, took } = laidOut(position, view, [middle.x, middle.y]);
      found.times.push(took);
      found.labels += labels.length;
      found.hidden += labels.filter((label) => !label.at).length;
      for (const label of labels) {
        found.covered += discs.filter((disc) => covers(label, disc)).length;
        found.over += labels.filter((other) => other !== label && areOver(label, other)).length;
      }
    }
  }
  found.times.sort((one, other) => one - other);
  return found;
}

/** @type {(one: Label, other: Label) => boolean} */
const areOver = (one, other) =>
  Boolean(one.at && other.at) &&
  Math.abs(one.at.x - other.at.x) < (one.w + other.w) / 2 &&
  Math.abs(one.at.y - other.at.y) < (one.h + other.h) / 2;

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const { times, ...counted } = measured(JSON.parse(readFileSync(process.argv[2], "utf8")));
  const at = (share) => times[Math.floor(times.length * share)];
  console.log(JSON.stringify({ ...counted, median: at(0.5), p95: at(0.95) }));
}
