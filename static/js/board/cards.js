// Card of a unit beside its pieces: opened by the pointer, by the focus or by the arrow keys.

/** @typedef {{ title: string, side: string, men: number, original: number,
 *    rows: [string, string][] }} Card */
/** @typedef {{ left: number, top: number, right: number, bottom: number }} Edges */

const ROOM = 16; // pixels between a unit and its card
const EDGE = 8; // pixels between a card and the edge of the board
const ID = "unit-card";

/** @type {(tag: string, words?: string, klass?: string) => HTMLElement} */
function made(tag, words = "", klass = "") {
  const element = document.createElement(tag);
  element.textContent = words;
  if (klass) element.className = klass;
  return element;
}

/** @type {(card: Card) => HTMLElement} */
function drawn({ title, side, men, original, rows }) {
  const card = made("div", "", "unit-card");
  card.id = ID;
  const strength = made("div", "", `strength side-${side}`);
  for (let number = 0; number < original; number++) {
    strength.append(made("i", "", number < men ? "" : "gone"));
  }
  strength.setAttribute("aria-hidden", "true");
  const list = made("dl");
  for (const [head, words] of rows) list.append(made("dt", head), made("dd", words));
  card.append(made("b", title), strength, list);
  return card;
}

/** Places round a unit and in the corners, for a card of a size in a frame.
 *  @type {(unit: Edges, w: number, h: number, frame: Edges) => [number, number][]} */
export function spotsRound({ left, top, right, bottom }, w, h, frame) {
  const [x0, x1, y0, y1] = [left - ROOM, right + ROOM, top - ROOM, bottom + ROOM];
  const [mx, my] = [(left + right - w) / 2, (top + bottom - h) / 2];
  /** @type {[number, number][]} */
  const spots = [
    [x1, my],
    [x0 - w, my],
    [x1, y1 - h],
    [x0 - w, y1 - h],
    [x1, y0],
    [x0 - w, y0],
    [mx, y1],
    [mx, y0 - h],
    [frame.left, frame.top],
    [frame.right, frame.top],
    [frame.left, frame.bottom],
    [frame.right, frame.bottom],
  ];
  return spots.map(([x, y]) => [
    Math.max(frame.left + EDGE, Math.min(frame.right - w - EDGE, x)),
    Math.max(frame.top + EDGE, Math.min(frame.bottom - h - EDGE, y)),
  ]);
}

/** The part of a rectangle that lies in another one, in square pixels.
 *  @type {(one: Edges, two: Edges) => number} */
function common(one, two) {
  const w = Math.min(one.right, two.right) - Math.max(one.left, two.left);
  const h = Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top);
  return w > 0 && h > 0 ? w * h : 0;
}

/** @type {(edge: DOMRect, frame: DOMRect) => Edges} */
const within = (edge, frame) => ({
  left: edge.left - frame.left,
  top: edge.top - frame.top,
  right: edge.right - frame.left,
  bottom: edge.bottom - frame.top,
});

/** Puts a card where it hides the least of other pieces and labels.
 *  @type {(frame: HTMLElement, card: HTMLElement, key: string) => void} */
function put(frame, card, key) {
  const edge = frame.getBoundingClientRect();
  const whole = { left: 0, top: 0, right: edge.width, bottom: edge.height };
  const shapes = [...frame.querySelectorAll(".map-live :is([data-key], [data-label])")];
  const boxes = shapes.map((shape) => {
    const { dataset } = /** @type {SVGElement} */ (shape);
    const own = dataset.key === key || dataset.label === key;
    return { own, ...within(shape.getBoundingClientRect(), edge) };
  });
  const own = boxes.find((box) => box.own) ?? whole;
  const [w, h] = [card.offsetWidth, card.offsetHeight];
  let least = Infinity;
  for (const [x, y] of spotsRound(own, w, h, whole)) {
    const box = { left: x, top: y, right: x + w, bottom: y + h };
    const hidden = boxes.reduce((sum, one) => sum + common(box, one) * (one.own ? 9 : 1), 0);
    const far = Math.hypot(x + w / 2 - (own.left + own.right) / 2, y - own.top);
    const cost = hidden + far;
    if (cost >= least) continue;
    least = cost;
    card.style.left = `${x}px`;
    card.style.top = `${y}px`;
  }
}

/** Shows the card of a unit, or none.
 *  @type {(frame: HTMLElement, key: string) => void} */
export function showCard(frame, key) {
  frame.querySelector(`#${ID}`)?.remove();
  /** @type {SVGElement | null} */
  const label = key ? frame.querySelector(`[data-label="${CSS.escape(key)}"][data-card]`) : null;
  if (!label) return;
  const card = drawn(JSON.parse(label.dataset.card ?? ""));
  frame.append(card);
  label.setAttribute("aria-describedby", ID);
  put(frame, card, key);
}

/** Key of the unit that an element belongs to.
 *  @type {(element: Element | null) => string} */
export function unitOf(element) {
  /** @type {SVGElement | null | undefined} */
  const whole = element?.closest("[data-key], [data-label]");
  return whole?.dataset.key ?? whole?.dataset.label ?? "";
}
