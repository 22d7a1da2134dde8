// @ts-nocheck
/* Ruler: two taps on a table measure the distance in inches and centimetres.

   It works on any frame with `data-measure` (units per inch, and the south-west corner).
   Measuring sends nothing to the server; only the link to a survey does. Without this script the
   tool is a form. */

import { pointOf, scaleOf, spelled, tableOf, viewOf } from "./inches.js";

const FINGER = 8; // pixels before a tap becomes a drag
const CM = 2.54;
const SVG = "http://www.w3.org/2000/svg";

const tool = () => document.querySelector("[data-ruler]");
const frame = () => tableOf();
const isOn = () => Boolean(frame()?.classList.contains("is-measuring"));
const spanish = document.documentElement.lang === "es";
const tenth = (value) =>
  (Math.round(value * 10) / 10).toLocaleString(spanish ? "es" : "en", { useGrouping: false });

let ends = []; // in units of the drawing
let pressed = null;

/* ---- places ---- */

/* Place under the pointer: the middle of a figure, or else the place itself. */
function caught(event) {
  const piece = event.target.closest?.("[id^='p-']"),
    found = /translate\(([-\d.]+)[ ,]+([-\d.]+)\)/.exec(piece?.getAttribute("transform") || "");
  return found ? [Number(found[1]), Number(found[2])] : pointOf(frame(), event);
}

/* ---- what is drawn ---- */

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

function stroke(klass, d) {
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("class", klass);
  path.setAttribute("d", d);
  return path;
}

/* A stroke each inch, a longer one each sixth. */
function ticks([ax, ay], [bx, by]) {
  const [inch] = scaleOf(frame()),
    length = Math.hypot(bx - ax, by - ay),
    ux = (bx - ax) / length,
    uy = (by - ay) / length;
  let d = "";
  for (let n = 1; n * inch < length; n += 1) {
    const x = ax + ux * n * inch,
      y = ay + uy * n * inch,
      half = n % 6 ? 2.5 : 5;
    d += `M${(x - uy * half).toFixed(1)} ${(y + ux * half).toFixed(1)}L${(x + uy * half).toFixed(1)} ${(y - ux * half).toFixed(1)}`;
  }
  return d;
}

function draw() {
  const svg = sheet(),
    said = note(),
    [one, two] = ends;
  svg.replaceChildren();
  said.replaceChildren();
  if (!one) {
    said.textContent = tool().dataset.first;
    return;
  }
  const dots = ends.map(([x, y]) => `M${x - 3} ${y}a3 3 0 1 0 6 0a3 3 0 1 0-6 0`).join("");
  if (!two) {
    svg.append(stroke("ruler-end", dots));
    said.textContent = tool().dataset.second;
    return;
  }
  const line = `M${one[0]} ${one[1]}L${two[0]} ${two[1]}`,
    inches = Math.hypot(two[0] - one[0], two[1] - one[1]) / scaleOf(frame())[0];
  svg.append(
    stroke("ruler-gap", line),
    stroke("ruler-line", line),
    stroke("ruler-ticks", ticks(one, two)),
    stroke("ruler-end", dots),
  );
  const far = document.createElement("b");
  const { sign } = frame().dataset;
  far.textContent =
    sign === "″" ? `${tenth(inches)}″ · ${tenth(inches * CM)} cm` : `${tenth(inches)}${sign}`;
  said.append(
    far,
    " ",
    link(
      `measure=${encodeURIComponent(`${spelled(frame(), one)};${spelled(frame(), two)}`)}`,
      tool().dataset.under,
    ),
    " ",
    link(`look=${encodeURIComponent(spelled(frame(), two))}`, tool().dataset.look),
  );
}

function link(query, words) {
  const a = document.createElement("a");
  a.href = `${tool().getAttribute("href").split("?")[0]}?${query}`;
  a.textContent = words;
  return a;
}

/* ---- on and off ---- */

function turn(on) {
  if (!frame()) return;
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

function take(point) {
  ends = ends.length === 1 ? [ends[0], point] : [point];
  draw();
}

document.addEventListener("click", (event) => {
  if (!event.target.closest?.("[data-ruler]") || !frame()) return;
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
    if (!isOn() || !frame().contains(event.target) || event.target.closest(".ruler-note")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (!pressed || Math.hypot(event.clientX - pressed[0], event.clientY - pressed[1]) < FINGER) {
      take(caught(event));
    }
  },
  true,
);

// By keyboard: the arrow keys walk, Enter sets an end where one stands, Escape puts the ruler away.
document.addEventListener(
  "keydown",
  (event) => {
    if (!isOn() || event.target !== frame()) return;
    if (event.key === "Escape") turn(false);
    else if (event.key === "Enter" && frame().classList.contains("is-standing")) {
      const found = /translate\(([-\d.]+)[ ,]+([-\d.]+)\)/.exec(
        frame().querySelector(".map-cursor").getAttribute("transform") || "",
      );
      if (!found) return;
      take([Number(found[1]), Number(found[2])]);
    } else return;
    event.preventDefault();
    event.stopImmediatePropagation();
  },
  true,
);

const ready = () => {
  const its = tool();
  if (!its || !frame()) return;
  its.setAttribute("role", "button");
  if (!its.hasAttribute("aria-pressed")) its.setAttribute("aria-pressed", "false");
  if (isOn()) draw();
};
document.addEventListener("htmx:after:swap", ready);
ready();
