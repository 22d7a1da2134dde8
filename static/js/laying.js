// Table editor by hand. A tap writes its place into the form in use: another spot of a line, or a
// new middle of a piece. A selected piece has handles that change the same fields and the drawing.
// Releasing a handle asks the server for its verdict. Without this script the forms work alone.

import { dragged, handles, thinned } from "./laying/handles.js";
import { drawBody, drawHandle, REACH, shaped } from "./laying/pen.js";
import { far, within } from "./laying/shapes.js";
import { liveOf, placesIn, pointOf, scaleOf, screenOf, viewOf, writtenWay } from "./measure.js";

/** @typedef {import("./laying/shapes.js").Point} Point */
/** @typedef {import("./laying/shapes.js").EditableShape} EditableShape */
/** @typedef {import("./laying/shapes.js").Lies} Lies */
/**
 * Press of a handle or of a piece. `texts` are the fields before it.
 * @typedef {import("./laying/handles.js").Pull & { form: HTMLFormElement, press: Point, id: number,
 *   isGoing: boolean, texts: [string, FormDataEntryValue][] }} Press
 */

const FINGER = 4; // pixels before a press becomes a drag
const RIM = 13; // pixels between a handle and the rim of the drawing
const MEASURES = /** @type {const} */ (["length", "breadth", "turn"]);

/** @type {() => HTMLElement | null} */
const findFrame = () => document.querySelector("[data-spots-on=yes] [data-measure]");
const frameOf = () => /** @type {HTMLElement} */ (findFrame());

/** @type {(form: HTMLFormElement, name: string) => HTMLInputElement | null} */
const fieldOf = (form, name) => /** @type {any} */ (form.elements.namedItem(name));

/** @type {(form: HTMLFormElement) => HTMLInputElement} */
const spotsOf = (form) => /** @type {HTMLInputElement} */ (fieldOf(form, "spots"));

/** @returns {Point} */
const roomOf = () => {
  const room = /** @type {HTMLElement} */ (document.querySelector("[data-room]")).dataset.room;
  const [width, depth] = (room ?? "").split(" ").map(Number);
  return [width, depth];
};

/** @returns {HTMLFormElement[]} */
const forms = () => {
  /** @type {NodeListOf<HTMLFormElement>} */
  const all = document.querySelectorAll(".laying form");
  return [...all].filter((form) => fieldOf(form, "spots"));
};

/** @type {HTMLFormElement | null} */
let armed = null;
/** @type {Press | null} */
let drag = null;
let isBusy = false;
let swallowsClick = false;

// The form that a tap fills: the one last used, or else that of the piece in hand.
const inUse = () => (armed?.isConnected ? armed : forms()[0]);

// ---- position of a piece

/** @type {(text: string) => Point[]} */
const pairs = (text) =>
  text
    .trim()
    .split(/\s+/)
    .map((word) => /** @type {Point} */ (word.split(",").map(Number)))
    .filter((at) => at.length === 2 && at.every(Number.isFinite));

const tenth = (/** @type {number} */ number) => Math.round(number * 10) / 10;

/** @type {(form: HTMLFormElement) => EditableShape} */
function editableOf(form) {
  const kind = /** @type {HTMLSelectElement | null} */ (form.elements.namedItem("kind"));
  const data = (form.dataset.shape ? form : kind?.selectedOptions[0])?.dataset ?? {};
  return {
    shape: data.shape ?? "",
    size: (data.size ?? "").split(" ").map(Number),
    stretches: (data.stretches ?? "").split(" "),
    rim: pairs(data.rim ?? ""),
  };
}

/** @type {(form: HTMLFormElement, editable: EditableShape) => Lies} */
function lying(form, editable) {
  const number = (/** @type {string} */ field, /** @type {number} */ usual) =>
    Number(fieldOf(form, field)?.value.replace(",", ".")) || usual;
  const spots = placesIn(spotsOf(form).value);
  return {
    spots: editable.shape === "line" ? spots : spots.slice(-1),
    length: number("length", editable.size[0]),
    breadth: number("breadth", editable.size[1]),
    turn: number("turn", 0),
  };
}

/**
 * Least and greatest measures: the server gives them with the fields.
 * @type {(form: HTMLFormElement) => import("./laying/handles.js").Limits}
 */
const limitsOf = (form) =>
  Object.fromEntries(
    MEASURES.map((name) => {
      const field = fieldOf(form, name);
      return [name, [Number(field?.min), Number(field?.max)]];
    }),
  );

/**
 * Writes into the fields. A measure that stays as it was stays blank if it was.
 * @type {(form: HTMLFormElement, lies: Lies) => void}
 */
function write(form, lies) {
  const now = lying(form, editableOf(form));
  spotsOf(form).value = writtenWay(lies.spots.map(([x, y]) => [tenth(x), tenth(y)]));
  for (const name of MEASURES) {
    const field = fieldOf(form, name);
    if (field && lies[name] !== now[name]) field.value = String(lies[name]);
  }
}

// ---- drawing

/** @returns {import("./laying/pen.js").View} */
function sight() {
  const frame = frameOf();
  const [unit, west, south] = scaleOf(frame);
  const [x, y, width, height] = viewOf(frame);
  const pixels = screenOf(frame).a * unit;
  const rim = RIM / pixels;
  /** @type {Point} */
  const least = [(x - west) / unit + rim, (south - y - height) / unit + rim];
  /** @type {Point} */
  const most = [(x + width - west) / unit - rim, (south - y) / unit - rim];
  /** @type {(at: Point) => Point} */
  const drawn = ([east, north]) => [west + east * unit, south - north * unit];
  const path = (/** @type {Point[]} */ points) =>
    `M${points.map((at) => drawn(at).map(tenth).join(" ")).join("L")}`;
  return { unit, pixels, least, most, drawn, path };
}

function draw() {
  for (const old of document.querySelectorAll(".ly-handles")) old.remove();
  const frame = findFrame();
  const form = frame && inUse();
  if (!frame || !form) return;
  const editable = editableOf(form);
  const lies = lying(form, editable);
  if (!lies.spots.length) return;
  const view = sight();
  const live = liveOf(frame);
  const body = shaped("g", { class: "ly-handles" });
  drawBody(body, lies, editable, view, roomOf());
  const above = shaped("g", { class: "ly-handles", "aria-hidden": "true" }, live);
  live.insertBefore(body, live.querySelector(".ly-things"));
  for (const handle of handles(lies, editable, view, roomOf(), drag?.handle)) {
    drawHandle(above, handle, view);
  }
}

let waiting = 0;
const drawSoon = () => {
  waiting ||= requestAnimationFrame(() => {
    waiting = 0;
    draw();
  });
};

// ---- a press, a drag, letting go

/** @type {(event: MouseEvent) => Point} */
function placeUnder(event) {
  const frame = frameOf();
  const [unit, west, south] = scaleOf(frame);
  const [x, y] = pointOf(frame, event);
  return [(x - west) / unit, (south - y) / unit];
}

/** @type {(press: Press, event: PointerEvent) => Lies} */
const draggedTo = (press, event) =>
  dragged(press, placeUnder(event), roomOf(), limitsOf(press.form));

/** @type {(form: HTMLFormElement, event: PointerEvent) => Press} */
function pressOf(form, event) {
  const editable = editableOf(form);
  const was = lying(form, editable);
  const view = sight();
  const from = placeUnder(event);
  const [nearest] = handles(was, editable, view, roomOf())
    .map((handle) => ({ ...handle, gap: far(handle.at, from) * view.pixels }))
    .filter((handle) => handle.gap <= REACH + 2)
    .sort((one, other) => one.gap - other.gap);
  return {
    ...{ form, was, from, shape: editable.shape, id: event.pointerId, isGoing: false },
    press: [event.clientX, event.clientY],
    texts: [...new FormData(form)],
    handle: nearest ?? { key: "middle" },
  };
}

document.addEventListener("pointerdown", (event) => {
  swallowsClick = false;
  const frame = findFrame();
  const target = /** @type {Element} */ (event.target);
  const held = target.closest?.(".ly-handles *, .thing.is-chosen");
  if (drag || isBusy || event.button > 0 || !held || !frame?.contains(held)) return;
  const form = held.closest(".thing") ? forms().find((one) => one.dataset.shape) : inUse();
  if (!form) return;
  if (form !== inUse()) {
    armed = form;
    draw();
  }
  drag = pressOf(form, event);
  frame.setPointerCapture(event.pointerId);
  if (event.pointerType === "mouse") event.preventDefault();
});

document.addEventListener("pointermove", (event) => {
  if (!drag || event.pointerId !== drag.id) return;
  const [x, y] = drag.press;
  if (!drag.isGoing && Math.hypot(event.clientX - x, event.clientY - y) < FINGER) return;
  drag.isGoing = true;
  document.documentElement.classList.add("is-dragging");
  write(drag.form, draggedTo(drag, event));
  drawSoon();
});

function letGo() {
  drag = null;
  swallowsClick = true;
  document.documentElement.classList.remove("is-dragging");
  draw();
}

document.addEventListener("pointerup", (event) => {
  if (!drag || event.pointerId !== drag.id) return;
  const { form, isGoing, handle } = drag;
  if (isGoing) write(form, thinned(draggedTo(drag, event), handle));
  letGo();
  if (isGoing && form.dataset.shape) ask(form);
  if (!isGoing && handle.key === "middle") tapped(event);
});

function giveUp() {
  if (!drag) return;
  for (const [name, text] of drag.texts) {
    const field = ["spots", ...MEASURES].includes(name) && fieldOf(drag.form, name);
    if (field) field.value = String(text);
  }
  letGo();
}

document.addEventListener("pointercancel", giveUp);
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") giveUp();
});
document.addEventListener("dragstart", (event) => {
  if (findFrame()?.contains(/** @type {Node} */ (event.target))) event.preventDefault();
});

// ---- a tap

document.addEventListener("click", (event) => {
  const target = /** @type {Element} */ (event.target);
  if (!findFrame()?.contains(target)) return;
  const link = target.closest(".thing");
  if (swallowsClick || isBusy) event.preventDefault();
  else if (!link) tapped(event);
  else if (event.detail && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    take(link.getAttribute("href") ?? "");
  }
});

// A tap on an own piece selects it, unless the form of a new piece is in use. Otherwise its place
// is written.
function tapped(/** @type {MouseEvent} */ event) {
  const form = inUse();
  const under = document.elementsFromPoint(event.clientX, event.clientY);
  const ground = /** @type {SVGElement | undefined} */ (
    under.find((one) => one.matches(".thing-ground"))
  );
  if (ground && !armed?.isConnected) {
    take(ground.dataset.href ?? "");
    return;
  }
  if (!form) return;
  const [width, depth] = roomOf();
  const [x, y] = placeUnder(event);
  /** @type {Point} */
  const at = [within(x, 0, width), within(y, 0, depth)];
  const editable = editableOf(form);
  const lies = lying(form, editable);
  write(form, { ...lies, spots: editable.shape === "line" ? [...lies.spots, at] : [at] });
  draw();
}

// ---- the answers of the server

const editor = () => /** @type {Element} */ (document.querySelector(".laying"));

// Replaces the editor by that of the answer. Nothing scrolls and nothing blinks.
async function renew(/** @type {Promise<Response>} */ asked) {
  const answer = await asked;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.querySelector(".laying");
  if (!fresh) {
    location.assign(answer.url);
    return;
  }
  editor().replaceWith(fresh);
  htmx.process(fresh);
  if (answer.ok) history.replaceState(null, "", answer.url.split("#")[0]);
  armed = null;
  begin();
}

/** @type {(asking: () => Promise<Response>, otherwise?: () => void) => Promise<void>} */
async function wait(asking, otherwise) {
  isBusy = true;
  editor().setAttribute("aria-busy", "true");
  try {
    await renew(asking());
  } catch {
    editor().removeAttribute("aria-busy");
    otherwise?.();
  } finally {
    isBusy = false;
  }
}

const take = (/** @type {string} */ href) =>
  wait(
    () => fetch(href.split("#")[0]),
    () => location.assign(href),
  );

function ask(/** @type {HTMLFormElement} */ form) {
  const body = new URLSearchParams(/** @type {any} */ ([...new FormData(form), ["act", "change"]]));
  return wait(() => fetch(form.action, { method: "POST", body }));
}

const resized = new ResizeObserver(drawSoon);

function begin() {
  for (const form of forms()) {
    for (const type of ["focusin", "input"]) {
      form.addEventListener(type, () => {
        armed = form;
        drawSoon();
      });
    }
  }
  resized.disconnect();
  const frame = findFrame();
  if (frame) {
    resized.observe(frame);
    const holdPage = (/** @type {Event} */ event) => drag && event.preventDefault();
    frame.addEventListener("touchstart", holdPage, { passive: false });
  }
  for (const said of /** @type {NodeListOf<HTMLElement>} */ (
    document.querySelectorAll(".by-hand")
  )) {
    said.hidden = false;
  }
  draw();
}

begin();
