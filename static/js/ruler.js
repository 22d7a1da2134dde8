// Ruler: two taps on a table measure the distance between them.
//
// It works on any frame with `data-measure`. `data-second` is a second unit that it names.
// Measuring sends nothing to the server; only the link to a survey does. Without this script the
// tool is a form.

import { pointOf, scaleOf, spelled, tableOf, viewOf } from "./measure.js";

/** @typedef {import("./measure.js").Point} Point */

const FINGER = 8; // pixels before a tap becomes a drag
const SVG = "http://www.w3.org/2000/svg";

/** @type {() => HTMLElement | null} */
const findTool = () => document.querySelector("[data-ruler]");
const tool = () => /** @type {HTMLElement} */ (findTool());
const frame = () => /** @type {HTMLElement} */ (tableOf());
const isOn = () => Boolean(tableOf()?.classList.contains("is-measuring"));
const language = document.documentElement.lang === "es" ? "es" : "en";
const tenth = (/** @type {number} */ value) =>
  (Math.round(value * 10) / 10).toLocaleString(language, { useGrouping: false });

/**
 * Ends of the ruler, in units of the drawing.
 * @type {Point[]}
 */
let ends = [];
/** @type {Point | null} */
let pressed = null;

// ---- places

/** @type {(drawing: Element | null | undefined) => Point | null} */
function shiftOf(drawing) {
  const shift = drawing?.getAttribute("transform") ?? "";
  const found = /translate\(([-\d.]+)[ ,]+([-\d.]+)\)/.exec(shift);
  return found && [Number(found[1]), Number(found[2])];
}

// Place under the pointer: the middle of a piece, or else the place itself.
const caught = (/** @type {MouseEvent} */ event) =>
  shiftOf(/** @type {Element} */ (event.target).closest?.("[id^='p-']")) ?? pointOf(frame(), event);

// ---- drawing

function sheet() {
  let svg = frame().querySelector(".map-ruler");
  if (!svg) {
    svg = document.createElementNS(SVG, "svg");
    svg.setAttribute("class", "brd map-ruler");
    svg.setAttribute("aria-hidden", "true");
    frame().append(svg);
  }
  svg.setAttribute("viewBox", viewOf(frame()).join(" "));
  return svg;
}

function note() {
  let said = frame().querySelector(".ruler-note");
  if (!said) {
    said = document.createElement("p");
    said.className = "ruler-note";
    said.setAttribute("aria-live", "polite");
    frame().append(said);
  }
  return said;
}

/** @type {(klass: string, d: string) => Element} */
function stroke(klass, d) {
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("class", klass);
  path.setAttribute("d", d);
  return path;
}

// A stroke each unit, a longer one each sixth.
/** @type {(one: Point, two: Point) => string} */
function ticks([ax, ay], [bx, by]) {
  const [unit] = scaleOf(frame());
  const length = Math.hypot(bx - ax, by - ay);
  const ux = (bx - ax) / length;
  const uy = (by - ay) / length;
  let d = "";
  for (let n = 1; n * unit < length; n += 1) {
    const x = ax + ux * n * unit;
    const y = ay + uy * n * unit;
    const half = n % 6 ? 2.5 : 5;
    const from = `${(x - uy * half).toFixed(1)} ${(y + ux * half).toFixed(1)}`;
    d += `M${from}L${(x + uy * half).toFixed(1)} ${(y - ux * half).toFixed(1)}`;
  }
  return d;
}

/** @type {(length: number) => string} */
function inWords(length) {
  const { sign, second, secondSign } = frame().dataset;
  const words = `${tenth(length)}${sign}`;
  return second ? `${words} · ${tenth(length * Number(second))}${secondSign}` : words;
}

function draw() {
  const svg = sheet();
  const said = note();
  const [one, two] = ends;
  svg.replaceChildren();
  said.replaceChildren();
  if (!one) {
    said.textContent = tool().dataset.first ?? "";
    return;
  }
  const dots = ends.map(([x, y]) => `M${x - 3} ${y}a3 3 0 1 0 6 0a3 3 0 1 0-6 0`).join("");
  if (!two) {
    svg.append(stroke("ruler-end", dots));
    said.textContent = tool().dataset.second ?? "";
    return;
  }
  const line = `M${one[0]} ${one[1]}L${two[0]} ${two[1]}`;
  svg.append(
    stroke("ruler-gap", line),
    stroke("ruler-line", line),
    stroke("ruler-ticks", ticks(one, two)),
    stroke("ruler-end", dots),
  );
  const length = document.createElement("b");
  length.textContent = inWords(Math.hypot(two[0] - one[0], two[1] - one[1]) / scaleOf(frame())[0]);
  const [from, to] = [spelled(frame(), one), spelled(frame(), two)];
  const { under, look } = tool().dataset;
  const measured = encodeURIComponent(`${from};${to}`);
  said.append(length, " ", link(`measure=${measured}`, under), " ");
  said.append(link(`look=${encodeURIComponent(to)}`, look));
}

/** @type {(query: string, words?: string) => Element} */
function link(query, words = "") {
  const a = document.createElement("a");
  a.href = `${(tool().getAttribute("href") ?? "").split("?")[0]}?${query}`;
  a.textContent = words;
  return a;
}

// ---- on and off

function turn(/** @type {boolean} */ on) {
  if (!tableOf()) return;
  ends = [];
  frame().classList.toggle("is-measuring", on);
  tool().setAttribute("aria-pressed", String(on));
  if (on) {
    draw();
    frame().focus({ preventScroll: true });
    return;
  }
  frame().querySelector(".map-ruler")?.remove();
  frame().querySelector(".ruler-note")?.remove();
}

function take(/** @type {Point} */ point) {
  ends = ends.length === 1 ? [ends[0], point] : [point];
  draw();
}

document.addEventListener("click", (event) => {
  const target = /** @type {Element} */ (event.target);
  if (!target.closest?.("[data-ruler]") || !tableOf()) return;
  event.preventDefault();
  turn(!isOn());
});

// A tap while measuring is an end of the ruler and nothing else; a drag still pans.
document.addEventListener(
  "pointerdown",
  (event) => {
    pressed = isOn() ? [event.clientX, event.clientY] : null;
  },
  true,
);
document.addEventListener(
  "click",
  (event) => {
    const target = /** @type {Element} */ (event.target);
    if (!isOn() || !frame().contains(target) || target.closest(".ruler-note")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const [x, y] = pressed ?? [event.clientX, event.clientY];
    if (Math.hypot(event.clientX - x, event.clientY - y) < FINGER) take(caught(event));
  },
  true,
);

// By keyboard: the arrow keys walk, Enter sets an end, Escape puts the ruler away.
document.addEventListener(
  "keydown",
  (event) => {
    if (!isOn() || event.target !== frame()) return;
    if (event.key === "Escape") turn(false);
    else if (event.key === "Enter" && frame().classList.contains("is-standing")) {
      const place = shiftOf(frame().querySelector(".map-cursor"));
      if (!place) return;
      take(place);
    } else return;
    event.preventDefault();
    event.stopImmediatePropagation();
  },
  true,
);

function ready() {
  const its = findTool();
  if (!its || !tableOf()) return;
  its.setAttribute("role", "button");
  if (!its.hasAttribute("aria-pressed")) its.setAttribute("aria-pressed", "false");
  if (isOn()) draw();
}
document.addEventListener("htmx:after:swap", ready);
ready();
