// A tap on the table writes its place into the form in use: a further one for a line, another middle for a piece. The forms work without it.
import { pointOf, scaleOf, spelled } from "./inches.js";

const frame = document.querySelector("[data-spots-on=yes] [data-measure]");
const board = frame?.querySelector(".map-live");
const fields = [...document.querySelectorAll("input[data-spots]")];
let latest = fields[0];

function most(field) {
  return Number(field.form.querySelector("option:checked[data-spots]")?.dataset.spots ?? field.dataset.spots);
}

function places(field) {
  return field.value.trim().split(/\s+/).map((word) => word.split(",").map(Number)).filter((at) => at.length === 2 && at.every(Number.isFinite));
}

function mark(field) {
  board.querySelector(".tapped")?.remove();
  const [inch, west, south] = scaleOf(frame);
  const points = places(field).map(([x, y]) => `${west + x * inch},${south - y * inch}`);
  if (!points.length) return;
  const line = document.createElementNS("http://www.w3.org/2000/svg", "polyline");
  line.setAttribute("points", [...points, points.at(-1)].join(" "));
  line.setAttribute("class", "tapped");
  board.append(line);
}

function tapped(event) {
  if (event.target.closest("a") || !latest) return;
  const word = spelled(frame, pointOf(frame, event));
  latest.value = most(latest) === 1 || !latest.value.trim() ? word : `${latest.value.trim()} ${word}`;
  mark(latest);
}

if (board) {
  frame.addEventListener("click", tapped);
  for (const field of fields) {
    field.form.addEventListener("focusin", () => { latest = field; });
    field.addEventListener("input", () => mark(field));
  }
}
