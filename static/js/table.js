// @ts-nocheck
/* Table in inches: taps write places into the open form, drags measure moves.

   Without this script every place can be typed. A drag is computed here from the ground and the
   movement left (`data-hand`, see app/kernel/scene.py). Releasing asks the server for a dry run
   that only this player sees. */

import { inchesOf, placesIn, pointOf, read, scaleOf, tableOf, writtenWay } from "./inches.js";

const FINGER = 6; // pixels before a press becomes a drag
const BESIDE = 22; // pixels from the middle of a figure that still mean it
const SHY = 0.02; // inches that a way stopped short stays below what it may be
const SVG = "http://www.w3.org/2000/svg";

const frameOf = () => tableOf();
const liveOf = (frame) => frame?.querySelector(".map-live");

/* ---- the field that a tap fills ---- */

let chosen = null;

const fields = () =>
  [...document.querySelectorAll("#decision form[data-asks] [data-ask]")].filter(
    (field) => field.offsetParent && !field.closest("details:not([open])"),
  );

function armed() {
  const open = fields();
  return open.includes(chosen)
    ? chosen
    : open.find((field) => !field.dataset.of) || open[0] || null;
}

function show() {
  const field = armed();
  for (const one of document.querySelectorAll("[data-ask].armed")) {
    if (one !== field) one.classList.remove("armed");
  }
  field?.classList.add("armed");
  frameOf()?.classList.toggle("is-asked", Boolean(field));
}

document.addEventListener("focusin", (event) => {
  if (event.target.matches?.("[data-ask]")) {
    chosen = event.target;
    show();
  }
});
document.addEventListener("toggle", show, true);

function write(field, place) {
  const typed = field.dataset.ask === "way" ? field.value.trim() : "",
    before = placesIn(typed);
  field.value =
    typed && !before.length ? `${typed}; ${writtenWay([place])}` : writtenWay([...before, place]);
  field.dispatchEvent(new Event("input", { bubbles: true }));
  if (field.dataset.ask === "point" && !field.dataset.of) field.form.requestSubmit();
}

/* Tapped figure and its unit. */
const keysOf = (target) =>
  [
    target.closest("[id^='p-']")?.id.slice(2),
    target.closest("[data-key]")?.dataset.key,
    target.closest(".hoa-tag")?.id.slice(2),
  ].filter(Boolean);

/* Option of a tapped piece in a form that asks for one of several; none if it is not listed. */
function offered(target) {
  const keys = keysOf(target);
  const options = [
    ...document.querySelectorAll("#decision form[data-asks] select:not([name*=':']) option"),
  ];
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
  const keys = keysOf(event.target),
    single = fields().find((field) => keys.includes(field.dataset.of));
  if (single) {
    chosen = single;
    show();
    single.scrollIntoView({ block: "nearest" });
    return;
  }
  const field = armed();
  if (field) write(field, inchesOf(frame, pointOf(frame, event)));
});

/* ---- dragging what is in hand ---- */

function inside([x, y], polygon) {
  let within = false;
  for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i++) {
    const [ax, ay] = polygon[i],
      [bx, by] = polygon[j];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) within = !within;
  }
  return within;
}

/* Where a straight way from a to b first meets one of the polygons: a share of the way, 1 if never. */
function meets([ax, ay], [bx, by], polygons) {
  let first = 1;
  for (const polygon of polygons) {
    if (inside([ax, ay], polygon)) return 0;
    for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i++) {
      const [px, py] = polygon[j],
        [qx, qy] = polygon[i];
      const turn = (bx - ax) * (qy - py) - (by - ay) * (qx - px);
      if (Math.abs(turn) < 1e-9) continue;
      const way = ((px - ax) * (qy - py) - (py - ay) * (qx - px)) / turn,
        wall = ((px - ax) * (by - ay) - (py - ay) * (bx - ax)) / turn;
      if (way >= 0 && way < first && wall >= 0 && wall <= 1) first = way;
    }
  }
  return first;
}

const far = ([ax, ay], [bx, by]) => Math.hypot(bx - ax, by - ay);
const between = ([ax, ay], [bx, by], share) => [ax + (bx - ax) * share, ay + (by - ay) * share];

/* Movement along a way, in units of the drawing: its length, the distance allowed, the distance
   covered, and the start of slow ground. */
function reckoned(hand, mover, way) {
  let wanted = 0,
    slowFrom = mover.slow ? 0 : Infinity,
    stop = Infinity;
  for (let i = 1; i < way.length; i++) {
    const length = far(way[i - 1], way[i]);
    for (const [found, polygons, note] of [
      [
        slowFrom,
        hand.slow,
        (at) => {
          slowFrom = at;
        },
      ],
      [
        stop,
        hand.barred,
        (at) => {
          stop = at;
        },
      ],
    ]) {
      const share = found === Infinity ? meets(way[i - 1], way[i], polygons) : 1;
      if (share < 1) note(wanted + share * length);
    }
    wanted += length;
  }
  const isSlow = slowFrom < Infinity,
    dry = Math.min(mover.open ?? 0, slowFrom, wanted),
    may = isSlow ? Math.max(mover.difficult ?? 0, dry) : (mover.open ?? 0);
  return { wanted, may, goes: Math.min(wanted, may, stop), slowFrom };
}

/* The stretch of a way from one length to another. */
function stretch(way, from, to) {
  const points = [];
  for (let i = 1, gone = 0; i < way.length; i++) {
    const length = far(way[i - 1], way[i]),
      first = Math.max(from, gone),
      last = Math.min(to, gone + length);
    if (first <= last && length) {
      if (!points.length) points.push(between(way[i - 1], way[i], (first - gone) / length));
      points.push(between(way[i - 1], way[i], (last - gone) / length));
    }
    gone += length;
  }
  return points.length ? points : [way[0]];
}

const line = (points) => points.map(([x, y], i) => `${i ? "L" : "M"}${x} ${y}`).join("");

function drawn(tag, attributes, into, words) {
  const shape = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) shape.setAttribute(name, value);
  if (words) shape.textContent = words;
  into.append(shape);
  return shape;
}

/* All that is in hand moved together. */
class Drag {
  constructor(frame, hand, held, event) {
    this.frame = frame;
    this.hand = hand;
    this.movers = hand.movers;
    this.held = held || hand.movers[0];
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
    this.marks = this.movers.map((mover) => ({
      fast: drawn("path", { class: "hand-way" }, this.layer),
      slow: drawn("path", { class: "hand-way slow" }, this.layer),
      ghost: drawn("circle", { class: "hand-ghost", r: mover.radius }, this.layer),
    }));
    this.label = drawn("text", { class: "hand-label" }, this.layer);
    document.documentElement.classList.add("is-dragging");
  }

  move(event) {
    if (
      !this.going &&
      Math.hypot(event.clientX - this.press[0], event.clientY - this.press[1]) < FINGER
    ) {
      return;
    }
    if (!this.going) this.begin();
    const [x, y] = pointOf(this.frame, event);
    this.shift = [x - this.from[0], y - this.from[1]];
    this.waiting ||= requestAnimationFrame(() => {
      this.waiting = 0;
      this.draw();
    });
  }

  wayOf({ at: [x, y] }) {
    return [
      [x, y],
      [x + this.shift[0], y + this.shift[1]],
    ];
  }

  draw() {
    const [inch] = scaleOf(this.frame),
      sign = this.frame.dataset.sign;
    this.movers.forEach((mover, number) => {
      const way = this.wayOf(mover),
        it = reckoned(this.hand, mover, way),
        mark = this.marks[number],
        turn = Math.min(it.slowFrom, it.goes),
        short = it.goes < it.wanted - 0.05;
      const fast = stretch(way, 0, turn),
        slow = turn < it.goes ? stretch(way, turn, it.goes) : fast.slice(-1),
        [x, y] = slow.at(-1);
      mark.fast.setAttribute("d", line(fast));
      mark.slow.setAttribute("d", line(slow));
      mark.ghost.setAttribute("cx", x);
      mark.ghost.setAttribute("cy", y);
      mark.ghost.classList.toggle("short", short);
      if (mover !== this.held) return;
      const number_ = (units) =>
        (units / inch).toLocaleString(document.documentElement.lang, { maximumFractionDigits: 1 });
      this.label.textContent = this.hand.free
        ? `${number_(it.goes)}${sign}`
        : `${number_(it.goes)} / ${number_(it.may)}${sign}`;
      this.label.setAttribute("x", x + 8);
      this.label.setAttribute("y", y - 8);
      this.label.classList.toggle("short", short);
    });
  }

  end() {
    this.giveUp();
    if (this.going) this.write();
  }

  write() {
    const field = heldFields().find((one) => one.dataset.ask === "point" && !one.dataset.of),
      [x, y] = this.hand.middle;
    if (field) write(field, inchesOf(this.frame, [x + this.shift[0], y + this.shift[1]]));
  }

  giveUp() {
    document.documentElement.classList.remove("is-dragging");
    this.layer?.remove();
  }
}

/* One figure moved alone, from its place or onward from the end of its way. It stops at the base of
   an enemy that it may attack. */
class Single extends Drag {
  constructor(frame, hand, { mover, field, way }, event) {
    super(frame, hand, mover, event);
    this.movers = [mover];
    this.field = field;
    this.way = way;
    const named = field.name.split(":").slice(1).join(":");
    this.target = field.form.elements.namedItem(`attack:${named}`);
    const open = [...(this.target?.options || [])].map((option) => option.value);
    this.foes = hand.foes.filter((foe) => open.includes(foe.key));
  }

  wayOf(mover) {
    const last = this.way.at(-1),
      end = [last[0] + this.shift[0], last[1] + this.shift[1]];
    this.foe = this.foes.find((foe) => far(foe.at, end) < foe.radius + mover.radius);
    if (!this.foe) return [...this.way, end];
    const whole = far(last, this.foe.at),
      apart = this.foe.radius + mover.radius;
    return [...this.way, between(last, this.foe.at, whole > apart ? (whole - apart) / whole : 0)];
  }

  write() {
    const [inch] = scaleOf(this.frame),
      way = this.wayOf(this.held),
      it = reckoned(this.hand, this.held, way),
      isShort = it.goes < it.wanted - 0.05;
    const points = stretch(way, 0, isShort ? Math.max(0, it.goes - SHY * inch) : it.wanted).slice(
      1,
    );
    if (!points.length) return;
    this.field.value = writtenWay(points.map((point) => inchesOf(this.frame, point, 100)));
    if (this.target) this.target.value = this.foe && !isShort ? this.foe.key : "";
    this.field.dispatchEvent(new Event("input", { bubbles: true }));
    this.field.form.requestSubmit();
  }
}

/* The fields that a drag may write into: those one sees, else those of the draft that is looked at. */
function heldFields() {
  const seen = fields();
  return seen.length
    ? seen
    : [...document.querySelectorAll("#decision details.again form[data-asks] [data-ask]")];
}

/* Field of the press: the figure under it or the end of its way, or else the nearest within a
   finger's breadth. */
function single(frame, hand, singles, piece, event) {
  const here = pointOf(frame, event),
    breadth = BESIDE / liveOf(frame).getScreenCTM().a,
    found = [];
  for (const field of singles) {
    const mover = hand.movers.find((one) => one.key === field.dataset.of),
      gone = mover ? read(frame, field.value) : [];
    if (!mover) continue;
    found.push({
      mover,
      field,
      way: [mover.at],
      off: mover.key === piece ? 0 : far(mover.at, here),
    });
    if (gone.length) {
      found.push({
        mover,
        field,
        way: [mover.at, ...gone],
        off: far(gone.at(-1), here) < mover.radius ? -1 : far(gone.at(-1), here),
      });
    }
  }
  const [nearest] = found.sort((one, two) => one.off - two.off);
  return nearest?.off < breadth ? nearest : null;
}

let drag = null;

function pressed(event) {
  const frame = frameOf();
  if (drag || event.button > 0 || !frame?.contains(event.target) || !liveOf(frame)?.dataset.hand) {
    return;
  }
  const piece = event.target.closest("[id^='p-']")?.id.slice(2),
    flag = event.target.closest(".hoa-tag.is-chosen"),
    hand = JSON.parse(liveOf(frame).dataset.hand);
  const open = heldFields(),
    singles = open.filter((field) => field.dataset.of),
    held = hand.movers.find((mover) => mover.key === piece);
  const one = open.length === singles.length ? single(frame, hand, singles, piece, event) : null;
  if (one) drag = new Single(frame, hand, one, event);
  else if (open.length > singles.length && (flag || held)) {
    drag = new Drag(frame, hand, held, event);
  }
  if (drag) event.stopPropagation(); // the board does not pan
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
    if (done.going) {
      document.addEventListener(
        "click",
        (click) => {
          click.stopPropagation();
          click.preventDefault();
        },
        { capture: true, once: true },
      );
    }
  },
  true,
);
document.addEventListener(
  "pointercancel",
  () => {
    drag?.giveUp();
    drag = null;
  },
  true,
);
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && drag) {
    drag.giveUp();
    drag = null;
  }
});

new MutationObserver(() => requestAnimationFrame(show)).observe(document.documentElement, {
  childList: true,
  subtree: true,
});
show();
