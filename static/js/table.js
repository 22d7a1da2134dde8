/* A continuous table under the hand: tapping writes places into the open form, dragging measures.

   The page works without it: every place can be written as numbers. A drag is reckoned here, from what the page says of the ground and
   of the roll (`data-hand`, see app/kernel/scene.py); letting go asks the server for a dry run, which nobody else sees. */

import { pointOf, scaleOf, spelled, tableOf } from "./inches.js";

const FINGER = 6;                            // pixels before a press becomes a drag
const SVG = "http://www.w3.org/2000/svg";

const frameOf = () => tableOf();
const liveOf = (frame) => frame?.querySelector(".map-live");

/* ---- the field that a tap fills ---- */

let chosen = null;

const fields = () => [...document.querySelectorAll("#decision form[data-asks] [data-ask]")].filter((field) => field.offsetParent);

function armed() {
  const open = fields();
  return open.includes(chosen) ? chosen : open.find((field) => !field.dataset.of) || open[0] || null;
}

function show() {
  const field = armed();
  for (const one of document.querySelectorAll("[data-ask].armed")) if (one !== field) one.classList.remove("armed");
  field?.classList.add("armed");
  frameOf()?.classList.toggle("is-asked", Boolean(field));
}

document.addEventListener("focusin", (event) => {
  if (event.target.matches?.("[data-ask]")) { chosen = event.target; show(); }
});
document.addEventListener("toggle", show, true);

function write(field, place) {
  field.value = field.dataset.ask === "way" && field.value.trim() ? `${field.value.trim()} ${place}` : place;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  if (field.dataset.ask === "point" && !field.dataset.of) field.form.requestSubmit();
}

/* Whoever is tapped: the figure, and its unit. */
const keysOf = (target) => [target.closest("[id^='p-']")?.id.slice(2), target.closest("[data-key]")?.dataset.key, target.closest(".hoa-tag")?.id.slice(2)].filter(Boolean);

/* Where a form asks for one of several: the option of whoever is tapped, if it is there. */
function offered(target) {
  const keys = keysOf(target);
  const options = [...document.querySelectorAll("#decision form[data-asks] select:not([name*=':']) option")];
  return options.find((option) => keys.includes(option.value));
}

document.addEventListener("click", (event) => {
  const frame = frameOf();
  if (!frame?.contains(event.target) || event.defaultPrevented || event.target.closest("a")) return;
  const option = offered(event.target);
  if (option) {
    option.selected = true;
    option.closest("form").requestSubmit();
    return;
  }
  const keys = keysOf(event.target), single = fields().find((field) => keys.includes(field.dataset.of));
  if (single) { chosen = single; show(); single.scrollIntoView({ block: "nearest" }); return; }
  const field = armed();
  if (field) write(field, spelled(frame, pointOf(frame, event)));
});

/* ---- dragging what is in hand ---- */

function inside([x, y], polygon) {
  let within = false;
  for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i++) {
    const [ax, ay] = polygon[i], [bx, by] = polygon[j];
    if ((ay > y) !== (by > y) && x < (bx - ax) * (y - ay) / (by - ay) + ax) within = !within;
  }
  return within;
}

/* Where a straight way from a to b first meets one of the polygons: a share of the way, 1 if never. */
function meets([ax, ay], [bx, by], polygons) {
  let first = 1;
  for (const polygon of polygons) {
    if (inside([ax, ay], polygon)) return 0;
    for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i++) {
      const [px, py] = polygon[j], [qx, qy] = polygon[i];
      const turn = (bx - ax) * (qy - py) - (by - ay) * (qx - px);
      if (Math.abs(turn) < 1e-9) continue;
      const way = ((px - ax) * (qy - py) - (py - ay) * (qx - px)) / turn, wall = ((px - ax) * (by - ay) - (py - ay) * (bx - ax)) / turn;
      if (way >= 0 && way < first && wall >= 0 && wall <= 1) first = way;
    }
  }
  return first;
}

/* How far one of them gets: [where it ends, the inches wanted, the inches it may, whether the ground is slow, where the slow ground begins]. */
function reckoned(hand, mover, shift) {
  const wanted = Math.hypot(...shift), to = [mover.at[0] + shift[0], mover.at[1] + shift[1]];
  const slowFrom = mover.slow ? 0 : meets(mover.at, to, hand.slow), isSlow = slowFrom < 1, stop = meets(mover.at, to, hand.barred);
  const dry = Math.min(mover.open ?? 0, slowFrom * wanted), may = isSlow ? Math.max(mover.difficult ?? 0, dry) : mover.open ?? 0;
  const goes = Math.min(wanted, may, stop < 1 ? stop * wanted : wanted), share = wanted ? goes / wanted : 0;
  return { end: [mover.at[0] + shift[0] * share, mover.at[1] + shift[1] * share], wanted, may, goes, isSlow, slowFrom };
}

function drawn(tag, attributes, into, words) {
  const shape = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) shape.setAttribute(name, value);
  if (words) shape.textContent = words;
  into.append(shape);
  return shape;
}

class Drag {
  constructor(frame, hand, held, event) {
    this.frame = frame;
    this.hand = hand;
    this.held = hand.movers.find((mover) => mover.key === held) || hand.movers[0];
    this.from = pointOf(frame, event);
    this.press = [event.clientX, event.clientY];
    this.id = event.pointerId;
    this.going = false;
    this.shift = [0, 0];
  }

  begin() {
    this.going = true;
    this.frame.setPointerCapture(this.id);
    this.layer = drawn("g", { class: "ly-hand", "aria-hidden": "true" }, liveOf(this.frame));
    this.marks = this.hand.movers.map(() => ({ fast: drawn("path", { class: "hand-way" }, this.layer), slow: drawn("path", { class: "hand-way slow" }, this.layer),
      ghost: drawn("circle", { class: "hand-ghost", r: 4 }, this.layer) }));
    this.label = drawn("text", { class: "hand-label" }, this.layer);
    document.documentElement.classList.add("is-dragging");
  }

  move(event) {
    if (!this.going && Math.hypot(event.clientX - this.press[0], event.clientY - this.press[1]) < FINGER) return;
    if (!this.going) this.begin();
    const [x, y] = pointOf(this.frame, event);
    this.shift = [x - this.from[0], y - this.from[1]];
    this.waiting ||= requestAnimationFrame(() => { this.waiting = 0; this.draw(); });
  }

  draw() {
    const [inch] = scaleOf(this.frame), sign = this.frame.dataset.sign;
    this.hand.movers.forEach((mover, number) => {
      const it = reckoned(this.hand, mover, this.shift), mark = this.marks[number], [x, y] = mover.at, [ex, ey] = it.end;
      const turn = it.goes ? Math.min(1, it.slowFrom * it.wanted / it.goes) : 1, mx = x + (ex - x) * turn, my = y + (ey - y) * turn;
      mark.fast.setAttribute("d", `M${x} ${y}L${mx} ${my}`);
      mark.slow.setAttribute("d", turn < 1 ? `M${mx} ${my}L${ex} ${ey}` : "M0 0");
      mark.ghost.setAttribute("cx", ex);
      mark.ghost.setAttribute("cy", ey);
      mark.ghost.classList.toggle("short", it.goes < it.wanted - 0.05);
      if (mover !== this.held) return;
      const number_ = (units) => (units / inch).toLocaleString(document.documentElement.lang, { maximumFractionDigits: 1 });
      this.label.textContent = `${number_(it.goes)} / ${number_(it.may)}${sign}`;
      this.label.setAttribute("x", ex + 8);
      this.label.setAttribute("y", ey - 8);
      this.label.classList.toggle("short", it.goes < it.wanted - 0.05);
    });
  }

  end() {
    document.documentElement.classList.remove("is-dragging");
    if (!this.going) return;
    this.layer.remove();
    const field = fields().find((one) => one.dataset.ask === "point" && !one.dataset.of), [x, y] = this.hand.middle;
    if (field) write(field, spelled(this.frame, [x + this.shift[0], y + this.shift[1]]));
  }

  give_up() {
    document.documentElement.classList.remove("is-dragging");
    this.layer?.remove();
  }
}

let drag = null;

function pressed(event) {
  const frame = frameOf();
  if (drag || event.button > 0 || !frame?.contains(event.target) || !liveOf(frame)?.dataset.hand) return;
  const piece = event.target.closest("[id^='p-']")?.id.slice(2), flag = event.target.closest(".hoa-tag.is-chosen"), hand = JSON.parse(liveOf(frame).dataset.hand);
  if (!(flag || hand.movers.some((mover) => mover.key === piece)) || !fields().length) return;
  drag = new Drag(frame, hand, piece, event);
  event.stopPropagation();                   // the board does not pan
}

document.addEventListener("pointerdown", pressed, true);
document.addEventListener("pointermove", (event) => { if (drag && event.pointerId === drag.id) drag.move(event); }, true);
document.addEventListener("pointerup", (event) => {
  if (!drag || event.pointerId !== drag.id) return;
  const done = drag;
  drag = null;
  done.end();
  if (done.going) document.addEventListener("click", (click) => { click.stopPropagation(); click.preventDefault(); }, { capture: true, once: true });
}, true);
document.addEventListener("pointercancel", () => { drag?.give_up(); drag = null; }, true);
document.addEventListener("keydown", (event) => { if (event.key === "Escape" && drag) { drag.give_up(); drag = null; } });

new MutationObserver(() => requestAnimationFrame(show)).observe(document.documentElement, { childList: true, subtree: true });
show();
