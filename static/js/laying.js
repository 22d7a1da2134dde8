// @ts-nocheck
/* Table editor by hand. A tap writes its place into the form in use: another point of a line, or
   a new middle of a piece. A selected piece has handles that change the same fields and the
   drawing. Releasing a handle asks the server for its verdict. Without this script the forms
   work alone. */

import { placesIn, pointOf, scaleOf, viewOf, writtenWay } from "./inches.js";

const FINGER = 4; // pixels before a press becomes a drag
const REACH = 22; // a press so near takes a handle
const OUT = 17; // how far off the piece a handle stands
const ROOMY = 60; // a stretch of a line so long has a handle for another place
const MERGED = 1.5; // a place dropped so near to its neighbour is given up (inches)
const MOST = 24; // places of a line
const SVG = "http://www.w3.org/2000/svg";
const LEAST = { length: 4, breadth: 1 },
  LONGEST = 120;

const frameOf = () => document.querySelector("[data-spots-on=yes] [data-measure]");
const liveOf = () => frameOf().querySelector(".map-live");
const fieldOf = (form, field) => form.elements.namedItem(field); // its own `length` is how many there are
const roomOf = () => document.querySelector("[data-room]").dataset.room.split(" ").map(Number);
const forms = () =>
  [...document.querySelectorAll(".laying form")].filter((form) => fieldOf(form, "spots"));

let armed = null,
  drag = null,
  busy = false,
  swallow = false;

/* The form that a tap fills: the one last used, or else that of the piece in hand. */
const inUse = () => (armed?.isConnected ? armed : forms()[0]);

/* ---- how a piece lies ---- */

const pairs = (text) =>
  text
    .trim()
    .split(/\s+/)
    .map((word) => word.split(",").map(Number))
    .filter((at) => at.length === 2 && at.every(Number.isFinite));
const within = (number, least, most) => Math.min(Math.max(number, least), most);
const tenth = (number) => Math.round(number * 10) / 10;
const plus = ([x, y], [dx, dy], times = 1) => [x + dx * times, y + dy * times];
const dot = ([ax, ay], [bx, by]) => ax * bx + ay * by;
const far = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);
const half = (a, b) => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
const bearing = (from, to) => (Math.atan2(to[1] - from[1], to[0] - from[0]) * 180) / Math.PI;

function gripOf(form) {
  const data = (form.dataset.shape ? form : fieldOf(form, "kind").selectedOptions[0]).dataset;
  return {
    shape: data.shape,
    size: data.size.split(" ").map(Number),
    stretches: data.stretches.split(" "),
    rim: pairs(data.rim || ""),
  };
}

function lying(form, grip) {
  const number = (field, usual) => Number(fieldOf(form, field)?.value.replace(",", ".")) || usual,
    spots = placesIn(fieldOf(form, "spots").value);
  return {
    spots: grip.shape === "line" ? spots : spots.slice(-1),
    length: number("length", grip.size[0]),
    breadth: number("breadth", grip.size[1]),
    turn: number("turn", 0),
  };
}

/* Into the fields; a measure that stays as it was stays blank if it was. */
function write(form, lies) {
  const now = lying(form, gripOf(form));
  fieldOf(form, "spots").value = writtenWay(lies.spots.map((at) => at.map(tenth)));
  for (const field of ["length", "breadth", "turn"]) {
    if (lies[field] !== now[field]) fieldOf(form, field).value = lies[field];
  }
}

const axes = (turn) => [
  [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)],
  [-Math.sin((turn * Math.PI) / 180), Math.cos((turn * Math.PI) / 180)],
];

/* The way of a line as it will be drawn: corners cut off until it is a curve. */
function curved(spots) {
  let line = spots;
  for (let times = 0; times < 3 && spots.length > 2; times += 1) {
    const cut = line.slice(1).flatMap((b, i) => [
      plus(
        line[i],
        b.map((n, k) => n - line[i][k]),
        0.25,
      ),
      plus(
        line[i],
        b.map((n, k) => n - line[i][k]),
        0.75,
      ),
    ]);
    line = [line[0], ...cut, line.at(-1)];
  }
  return line;
}

/* The side of the table that a shore lies along: the two ends of the water's edge, and the way inland. */
function shore({ spots: [[x, y]], breadth }) {
  const [width, depth] = roomOf(),
    gaps = [
      [
        x,
        [
          [breadth, 0],
          [breadth, depth],
        ],
        [1, 0],
        [
          [0, 0],
          [0, depth],
        ],
      ],
      [
        width - x,
        [
          [width - breadth, 0],
          [width - breadth, depth],
        ],
        [-1, 0],
        [
          [width, 0],
          [width, depth],
        ],
      ],
      [
        y,
        [
          [0, breadth],
          [width, breadth],
        ],
        [0, 1],
        [
          [0, 0],
          [width, 0],
        ],
      ],
      [
        depth - y,
        [
          [0, depth - breadth],
          [width, depth - breadth],
        ],
        [0, -1],
        [
          [0, depth],
          [width, depth],
        ],
      ],
    ];
  const [, edge, inland, side] = gaps.reduce((one, other) => (other[0] < one[0] ? other : one));
  return { edge, inland, rim: [...edge, side[1], side[0]] };
}

function rimOf(lies, grip) {
  if (grip.shape === "shore") return shore(lies).rim;
  const [along, across] = axes(lies.turn),
    round = [...Array(36).keys()].map((n) => axes(n * 10)[0].map((reach) => reach / 2));
  return (grip.rim.length ? grip.rim : round).map(([x, y]) =>
    plus(plus(lies.spots[0], along, x * lies.length), across, y * lies.breadth),
  );
}

/* ---- handles ---- */

/* Visible part of the drawing, in inches, and pixels per inch. */
function sight() {
  const frame = frameOf(),
    [inch, west, south] = scaleOf(frame),
    [x, y, width, height] = viewOf(frame),
    pixels = liveOf().getScreenCTM().a * inch;
  const rim = 13 / pixels;
  return {
    inch,
    pixels,
    drawn: ([east, north]) => [west + east * inch, south - north * inch],
    least: [(x - west) / inch + rim, (south - y - height) / inch + rim],
    most: [(x + width - west) / inch - rim, (south - y) / inch - rim],
  };
}

/* Of several places for a handle the first that can be seen, else the one that is nearly seen, moved on to the drawing. */
function seen(key, places, { least, most }) {
  const held = drag?.grip.key === key ? places[drag.grip.place] : null,
    onto = (at) => at.map((n, k) => within(n, least[k], most[k]));
  const place =
    held ||
    places.reduce((one, other) =>
      far(other.at, onto(other.at)) < far(one.at, onto(one.at)) - 0.01 ? other : one,
    );
  return { key, place: places.indexOf(place), ...place, at: onto(place.at) };
}

function handles(lies, grip, view) {
  const gap = OUT / view.pixels,
    may = (field) => grip.stretches.includes(field),
    found = [];
  if (grip.shape === "area") {
    const [along, across] = axes(lies.turn),
      [middle] = lies.spots,
      l = lies.length / 2 + gap,
      b = lies.breadth / 2 + gap,
      both = [1, -1];
    if (may("length")) {
      found.push(
        seen(
          "length",
          both.map((sign) => ({
            at: plus(middle, along, sign * l),
            way: along.map((n) => 2 * n * sign),
          })),
          view,
        ),
      );
    }
    if (may("breadth")) {
      found.push(
        seen(
          "breadth",
          both.map((sign) => ({
            at: plus(middle, across, sign * b),
            way: across.map((n) => 2 * n * sign),
          })),
          view,
        ),
      );
    }
    if (may("turn")) {
      found.push(
        seen(
          "turn",
          both.flatMap((one) =>
            both.map((two) => ({
              at: plus(plus(middle, along, one * (l + gap / 3)), across, two * (b + gap / 3)),
            })),
          ),
          view,
        ),
      );
    }
  } else if (grip.shape === "shore") {
    const { edge, inland } = shore(lies);
    if (may("breadth")) found.push(seen("breadth", [{ at: half(...edge), way: inland }], view));
  } else if (grip.shape === "line") {
    lies.spots.forEach((at, number) => found.push(seen("spot", [{ at, number }], view)));
    lies.spots.slice(1).forEach((at, number) => {
      if (far(at, lies.spots[number]) * view.pixels > ROOMY && lies.spots.length < MOST) {
        found.push(seen("between", [{ at: half(at, lies.spots[number]), number }], view));
      }
    });
    const [one, two] = lies.spots;
    if (may("breadth") && two) {
      const [, across] = axes(bearing(one, two)),
        at = plus(
          one,
          two.map((n, k) => n - one[k]),
          0.28,
        );
      found.push(
        seen(
          "breadth",
          [1, -1].map((sign) => ({
            at: plus(at, across, sign * (lies.breadth / 2 + gap)),
            way: across.map((n) => 2 * n * sign),
          })),
          view,
        ),
      );
    }
  }
  return found;
}

/* How it lies once a handle has been dragged from its press to here. */
function dragged({ grip, was, from, shape }, to) {
  const shift = [to[0] - from[0], to[1] - from[1]],
    room = roomOf(),
    onto = (at) => at.map((n, k) => within(n, 0, room[k]));
  switch (grip.key) {
    case "length":
    case "breadth":
      return {
        ...was,
        [grip.key]: within(
          Math.round(was[grip.key] + dot(shift, grip.way)),
          LEAST[grip.key],
          LONGEST,
        ),
      };
    case "turn":
      return {
        ...was,
        turn:
          (Math.round(was.turn + bearing(was.spots[0], to) - bearing(was.spots[0], from)) + 720) %
          360,
      };
    case "spot":
      return {
        ...was,
        spots: was.spots.map((at, number) => (number === grip.number ? onto(plus(at, shift)) : at)),
      };
    case "between":
      return {
        ...was,
        spots: [
          ...was.spots.slice(0, grip.number + 1),
          onto(plus(grip.at, shift)),
          ...was.spots.slice(grip.number + 1),
        ],
      };
    default: {
      const free = shift.map((n, k) =>
        within(
          n,
          -Math.min(...was.spots.map((at) => at[k])),
          room[k] - Math.max(...was.spots.map((at) => at[k])),
        ),
      );
      return {
        ...was,
        spots: was.spots.map((at) => (shape === "line" ? plus(at, free) : onto(plus(at, shift)))),
      };
    }
  }
}

/* A place dropped on its neighbour is one too many. */
function thinned(lies, { grip }) {
  const number = grip.key === "spot" ? grip.number : grip.key === "between" ? grip.number + 1 : -1,
    at = lies.spots[number];
  const doubled =
    at &&
    lies.spots.length > 2 &&
    [lies.spots[number - 1], lies.spots[number + 1]].some(
      (other) => other && far(at, other) < MERGED,
    );
  return doubled ? { ...lies, spots: lies.spots.filter((_, one) => one !== number) } : lies;
}

/* ---- drawing ---- */

const SIGNS = {
  turn: "M4.6-2.6A5.3 5.3 0 1 0 5 2M5.6-6.2V-2.2H1.6",
  between: "M-3 0H3M0-3V3",
  length: "M-6 0H6M-3.2-2.8L-6 0L-3.2 2.8M3.2-2.8L6 0L3.2 2.8",
  breadth: "M-6 0H6M-3.2-2.8L-6 0L-3.2 2.8M3.2-2.8L6 0L3.2 2.8",
};

function shaped(tag, attributes, into) {
  const shape = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) shape.setAttribute(name, value);
  into?.append(shape);
  return shape;
}

function draw() {
  for (const old of document.querySelectorAll(".ly-grip")) old.remove();
  const form = frameOf() && inUse();
  if (!form) return;
  const grip = gripOf(form),
    lies = lying(form, grip);
  if (!lies.spots.length) return;
  const view = sight(),
    way = (points) => `M${points.map((at) => view.drawn(at).map(tenth).join(" ")).join("L")}`;
  const body = shaped("g", { class: "ly-grip" }),
    above = shaped("g", { class: "ly-grip", "aria-hidden": "true" }, liveOf());
  const small = lies.spots.length < 2 && grip.shape !== "area" && grip.shape !== "shore",
    at = view.drawn(lies.spots[0]);
  if (small) {
    shaped(
      "circle",
      {
        class: "grip-body",
        cx: at[0],
        cy: at[1],
        r: Math.max((lies.breadth * view.inch) / 2, (14 * view.inch) / view.pixels),
      },
      body,
    );
  } else if (grip.shape === "line") {
    shaped(
      "path",
      {
        class: "grip-hit",
        d: way(curved(lies.spots)),
        "stroke-width": Math.max(lies.breadth * view.inch, (26 * view.inch) / view.pixels),
      },
      body,
    );
    shaped(
      "path",
      { class: "grip-bed", d: way(curved(lies.spots)), "stroke-width": lies.breadth * view.inch },
      body,
    );
    shaped("path", { class: "grip-way", d: way(curved(lies.spots)) }, body);
  } else shaped("path", { class: "grip-body", d: `${way(rimOf(lies, grip))}Z` }, body);
  liveOf().insertBefore(body, liveOf().querySelector(".ly-things"));
  const scale = view.inch / view.pixels;
  for (const handle of handles(lies, grip, view)) {
    const [x, y] = view.drawn(handle.at),
      turn = handle.way ? -bearing([0, 0], handle.way) : 0;
    const knob = shaped(
      "g",
      {
        class: `grip grip-${handle.key}`,
        transform: `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${scale.toFixed(4)}) rotate(${turn.toFixed(1)})`,
      },
      above,
    );
    shaped("circle", { class: "grip-hit", r: REACH }, knob);
    shaped("circle", { class: "grip-knob", r: handle.key === "between" ? 7 : 10 }, knob);
    if (SIGNS[handle.key]) shaped("path", { class: "grip-sign", d: SIGNS[handle.key] }, knob);
  }
}

let waiting = 0;
const drawSoon = () => {
  waiting ||= requestAnimationFrame(() => {
    waiting = 0;
    draw();
  });
};

/* ---- a press, a drag, letting go ---- */

function inchesOf(event) {
  const frame = frameOf(),
    [inch, west, south] = scaleOf(frame),
    [x, y] = pointOf(frame, event);
  return [(x - west) / inch, (south - y) / inch];
}

document.addEventListener("pointerdown", (event) => {
  swallow = false;
  const frame = frameOf(),
    held = event.target.closest?.(".ly-grip *, .thing.is-chosen");
  if (drag || busy || event.button > 0 || !held || !frame?.contains(held)) return;
  const form = held.closest(".thing") ? forms().find((one) => one.dataset.shape) : inUse();
  if (!form) return;
  if (form !== inUse()) {
    armed = form;
    draw();
  }
  const grip = gripOf(form),
    was = lying(form, grip),
    view = sight(),
    from = inchesOf(event);
  const near = handles(was, grip, view)
    .map((handle) => ({ ...handle, gap: far(handle.at, from) * view.pixels }))
    .filter((handle) => handle.gap <= REACH + 2);
  drag = {
    form,
    was,
    from,
    shape: grip.shape,
    press: [event.clientX, event.clientY],
    id: event.pointerId,
    going: false,
    texts: [...new FormData(form)],
    grip: near.sort((one, other) => one.gap - other.gap)[0] || { key: "middle" },
  };
  frame.setPointerCapture(event.pointerId);
  if (event.pointerType === "mouse") event.preventDefault();
});

document.addEventListener("pointermove", (event) => {
  if (!drag || event.pointerId !== drag.id) return;
  if (
    !drag.going &&
    Math.hypot(event.clientX - drag.press[0], event.clientY - drag.press[1]) < FINGER
  ) {
    return;
  }
  drag.going = true;
  document.documentElement.classList.add("is-dragging");
  write(drag.form, dragged(drag, inchesOf(event)));
  drawSoon();
});

document.addEventListener("pointerup", (event) => {
  if (!drag || event.pointerId !== drag.id) return;
  const { form, going, grip } = drag;
  if (going) write(form, thinned(dragged(drag, inchesOf(event)), drag));
  drag = null;
  swallow = true;
  document.documentElement.classList.remove("is-dragging");
  draw();
  if (going && form.dataset.shape) ask(form);
  if (!going && grip.key === "middle") tapped(event);
});

function giveUp() {
  if (!drag) return;
  for (const [field, text] of drag.texts) {
    if (["spots", "length", "breadth", "turn"].includes(field)) {
      fieldOf(drag.form, field).value = text;
    }
  }
  drag = null;
  swallow = true;
  document.documentElement.classList.remove("is-dragging");
  draw();
}

document.addEventListener("pointercancel", giveUp);
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") giveUp();
});
document.addEventListener("dragstart", (event) => {
  if (frameOf()?.contains(event.target)) event.preventDefault();
});

/* ---- a tap ---- */

document.addEventListener("click", (event) => {
  const link = event.target.closest?.(".thing");
  if (!frameOf()?.contains(event.target)) return;
  if (swallow || busy) event.preventDefault();
  else if (link && event.detail && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    take(link.getAttribute("href"));
  } else if (!link) tapped(event);
});

/* A tap on an own piece selects it, unless the form of a new piece is in use. Otherwise its place
   is written. */
function tapped(event) {
  const form = inUse(),
    ground = document
      .elementsFromPoint(event.clientX, event.clientY)
      .find((one) => one.matches(".thing-ground"));
  if (ground && !armed?.isConnected) {
    take(ground.dataset.href);
    return;
  }
  if (!form) return;
  const grip = gripOf(form),
    room = roomOf(),
    at = inchesOf(event).map((n, k) => within(n, 0, room[k]));
  write(form, {
    ...lying(form, grip),
    spots: grip.shape === "line" ? [...lying(form, grip).spots, at] : [at],
  });
  draw();
}

/* ---- the answers of the server ---- */

/* The page as it is now, put in place of the one that is seen: nothing scrolls and nothing blinks. */
async function renewed(asked) {
  const answer = await asked,
    fresh = new DOMParser()
      .parseFromString(await answer.text(), "text/html")
      .querySelector(".laying");
  if (!fresh) {
    location.assign(answer.url);
    return;
  }
  document.querySelector(".laying").replaceWith(fresh);
  window.htmx.process(fresh);
  if (answer.ok) history.replaceState(null, "", answer.url.split("#")[0]);
  armed = null;
  begin();
}

async function waited(asked, otherwise) {
  busy = true;
  document.querySelector(".laying").setAttribute("aria-busy", "true");
  try {
    await renewed(asked());
  } catch {
    document.querySelector(".laying").removeAttribute("aria-busy");
    otherwise?.();
  } finally {
    busy = false;
  }
}

const take = (href) =>
  waited(
    () => fetch(href.split("#")[0]),
    () => location.assign(href),
  );
const ask = (form) =>
  waited(() =>
    fetch(form.action, {
      method: "POST",
      body: new URLSearchParams([...new FormData(form), ["act", "change"]]),
    }),
  );

/* ---- */

const resized = new ResizeObserver(drawSoon);

function begin() {
  for (const form of forms()) {
    form.addEventListener("focusin", () => {
      armed = form;
      drawSoon();
    });
    form.addEventListener("input", () => {
      armed = form;
      drawSoon();
    });
  }
  resized.disconnect();
  if (frameOf()) {
    resized.observe(frameOf());
    frameOf().addEventListener(
      "touchstart",
      (event) => {
        if (drag) event.preventDefault();
      },
      { passive: false },
    ); // the page does not scroll away
  }
  for (const said of document.querySelectorAll(".by-hand")) said.hidden = false;
  draw();
}

begin();
