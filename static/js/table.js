// Table without hexes: taps write places into the open form, drags measure moves.
//
// Without this script every place can be typed. A drag is computed here from the ground and the
// movement left (`data-drag`, see app/kernel/scene.py). Releasing asks the server for a dry run
// that only this player sees.

import {
  liveOf,
  placeOf,
  placesIn,
  pointOf,
  read,
  screenOf,
  spelled,
  tableOf,
  writtenWay,
} from "./measure.js";
import { Drag, Group, Single } from "./table/drag.js";
import { far } from "./table/ways.js";

/** @typedef {import("./table/drag.js").Field} Field */
/** @typedef {import("./table/drag.js").DragAndDrop} DragAndDrop */
/** @typedef {import("./table/ways.js").Point} Point */

const BESIDE = 22; // pixels from the middle of a piece that still mean it

/** @type {(event: Event) => Element} */
const targetOf = (event) => /** @type {Element} */ (event.target);

// ---- the field that a tap fills

/** @type {Field | null} */
let chosen = null;

/** @type {(where: string) => Field[]} */
const asking = (where) => [.../** @type {NodeListOf<Field>} */ (document.querySelectorAll(where))];

const fields = () =>
  asking("#decision form[data-asks] [data-ask]").filter(
    (field) => field.offsetParent && !field.closest("details:not([open])"),
  );

// Fields that a drag may write into: the visible ones, or else those of the selected draft.
function heldFields() {
  const seen = fields();
  return seen.length ? seen : asking("#decision details.again form[data-asks] [data-ask]");
}

function armed() {
  const open = fields();
  if (chosen && open.includes(chosen)) return chosen;
  // An answer of the server replaces the form; the same field stays in use.
  const same = open.find((field) => chosen && field.name === chosen.name);
  if (same) return same;
  return open.find((field) => !field.dataset.of) ?? open[0] ?? null;
}

function show() {
  const field = armed();
  for (const one of document.querySelectorAll("[data-ask].armed")) {
    if (one !== field) one.classList.remove("armed");
  }
  field?.classList.add("armed");
  tableOf()?.classList.toggle("is-asked", Boolean(field));
}

document.addEventListener("focusin", (event) => {
  if (!targetOf(event).matches?.("[data-ask]")) return;
  chosen = /** @type {Field} */ (event.target);
  show();
});
document.addEventListener("toggle", show, true);

/** @type {(field: Field, place: Point) => void} */
function write(field, place) {
  const typed = field.dataset.ask === "way" ? field.value.trim() : "";
  const before = placesIn(typed);
  const isUnread = typed && !before.length;
  field.value = isUnread ? `${typed}; ${writtenWay([place])}` : writtenWay([...before, place]);
  field.dispatchEvent(new Event("input", { bubbles: true }));
  const isPlan = field.form.matches("[data-asks-again]");
  const isWhole = field.dataset.ask === "point" || (isPlan && before.length > 0);
  if (isWhole && (isPlan || !field.dataset.of)) field.form.requestSubmit();
}

// ---- taps

// Key of the piece or unit whose drawing contains an element; their ids begin with a letter and a
// hyphen.
/** @type {(target: Element, letter: string) => string | undefined} */
const keyOf = (target, letter) => target.closest(`[id^='${letter}-']`)?.id.slice(2);

/** @type {(target: Element) => string[]} */
function keysOf(target) {
  const named = /** @type {SVGElement | null} */ (target.closest("[data-key]"))?.dataset.key;
  return [keyOf(target, "p"), named, keyOf(target, "u")].filter((key) => key !== undefined);
}

// Option of a tapped piece in a form that asks for one of several; none if it is not listed.
function offered(/** @type {Element} */ target) {
  const keys = keysOf(target);
  /** @type {NodeListOf<HTMLOptionElement>} */
  const options = document.querySelectorAll(
    "#decision form[data-asks] select:not([name*=':']) option",
  );
  return [...options].find((option) => keys.includes(option.value));
}

document.addEventListener("click", (event) => {
  const frame = tableOf();
  const target = targetOf(event);
  if (!frame?.contains(target) || event.defaultPrevented || target.closest("a")) return;
  const option = offered(target);
  if (option) {
    option.selected = true;
    option.closest("form")?.requestSubmit();
    return;
  }
  const keys = keysOf(target);
  const single = fields().find((field) => keys.includes(field.dataset.of ?? ""));
  if (single) {
    chosen = single;
    show();
    single.scrollIntoView({ block: "nearest" });
    return;
  }
  const field = armed();
  if (field) write(field, placeOf(frame, pointOf(frame, event)));
  // A tap near a unit is answered by the board, which then stands on its spot.
  else if (!frame.classList.contains("is-standing")) tellTap(frame, event);
});

// Bare ground without a question: the page tells what comes first.
/** @type {(frame: HTMLElement, event: MouseEvent) => void} */
function tellTap(frame, event) {
  const detail = spelled(frame, pointOf(frame, event));
  frame.dispatchEvent(new CustomEvent("board:tap", { bubbles: true, detail }));
}

// ---- drags

// Field of the press: that of the piece under it or of the end of its way, or else the nearest
// within a finger's breadth.
/** @type {(frame: HTMLElement, options: DragAndDrop, singles: Field[], piece: string | undefined,
 *   event: PointerEvent) => import("./table/drag.js").Choice | null} */
function choiceOf(frame, options, singles, piece, event) {
  const here = pointOf(frame, event);
  const found = singles.flatMap((field) => {
    const draggedPiece = options.pieces.find((one) => one.key === field.dataset.of);
    if (!draggedPiece) return [];
    const start = { draggedPiece, field, way: [draggedPiece.at] };
    const gone = read(frame, field.value);
    const choices = [
      { ...start, off: draggedPiece.key === piece ? 0 : far(draggedPiece.at, here) },
    ];
    if (gone.length) {
      const off = far(gone[gone.length - 1], here);
      choices.push({
        ...start,
        way: [draggedPiece.at, ...gone],
        off: off < draggedPiece.radius ? -1 : off,
      });
    }
    return choices;
  });
  const [nearest] = found.sort((one, two) => one.off - two.off);
  return nearest && nearest.off < BESIDE / screenOf(frame).a ? nearest : null;
}

// Figure of a plan under the press, or the nearest within a finger's breadth, with its field.
/** @type {(frame: HTMLElement, options: DragAndDrop, singles: Field[], event: PointerEvent) =>
 *   { draggedPiece: import("./table/ways.js").DraggablePiece, field: Field } | null} */
function groupOf(frame, options, singles, event) {
  const here = pointOf(frame, event);
  const off = (/** @type {{ at: Point }} */ { at }) => far(at, here);
  const [draggedPiece] = options.pieces
    .filter((one) => one.group)
    .sort((one, two) => off(one) - off(two));
  if (!draggedPiece) return null;
  const field = singles.find((one) => one.dataset.of === draggedPiece.group);
  const near = Math.max(draggedPiece.radius, BESIDE / screenOf(frame).a);
  return field && off(draggedPiece) < near ? { draggedPiece, field } : null;
}

function writePoint(/** @type {Point} */ place) {
  const field = heldFields().find((one) => one.dataset.ask === "point" && !one.dataset.of);
  if (field) write(field, place);
}

/** @type {Drag | null} */
let drag = null;

function pressed(/** @type {PointerEvent} */ event) {
  const frame = tableOf();
  const target = targetOf(event);
  if (drag || event.button > 0 || !frame?.contains(target)) return;
  const json = liveOf(frame)?.dataset.drag;
  if (!json) return;
  /** @type {DragAndDrop} */
  const options = JSON.parse(json);
  const piece = keyOf(target, "p");
  const held = options.pieces.find((draggedPiece) => draggedPiece.key === piece);
  const open = heldFields();
  const singles = open.filter((field) => field.dataset.of);
  if (open.length > singles.length) {
    if (held || target.closest("[id^='u-'].is-chosen")) {
      drag = new Drag(frame, options, event, held, writePoint);
    }
  } else {
    const group = groupOf(frame, options, singles, event);
    const choice = group ? null : choiceOf(frame, options, singles, piece, event);
    if (group) drag = new Group(frame, options, event, group);
    else if (choice) drag = new Single(frame, options, event, choice);
  }
  if (drag) event.stopPropagation(); // the board does not pan
}

function giveUp() {
  drag?.giveUp();
  drag = null;
}

function swallow(/** @type {Event} */ click) {
  click.stopPropagation();
  click.preventDefault();
}

document.addEventListener("pointerdown", pressed, true);
document.addEventListener(
  "pointermove",
  (event) => {
    if (drag && event.pointerId === drag.id) drag.move(event);
  },
  true,
);
document.addEventListener(
  "pointerup",
  (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    const done = drag;
    drag = null;
    done.end();
    if (done.isGoing) {
      document.addEventListener("click", swallow, { capture: true, once: true });
    }
  },
  true,
);
document.addEventListener("pointercancel", giveUp, true);
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") giveUp();
});

new MutationObserver(() => requestAnimationFrame(show)).observe(document.documentElement, {
  childList: true,
  subtree: true,
});
show();
