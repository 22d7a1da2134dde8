// Shields what acts from a second press, until 600 ms after an answer.
{
  const PAUSE = 600; // ms without a second press after an answer
  const FRESH = 5000; // ms after a press in which the next page is guarded too
  const UNANSWERED = 10000; // ms after which a form may be sent again
  const AROUND = 48; // pixels on each side of the pointer
  const ACTS = "form[method=post] button";
  const STORE = "pressed";

  const shield = document.createElement("div");
  shield.className = "press-shield";
  shield.hidden = true;
  document.documentElement.append(shield);

  /** @type {[number, number] | null} */
  let pointer = null;
  let pressedAt = 0;
  let until = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let lifting;
  let isForAll = false;
  const underWay = new Set(); // forms
  const answers = new Set(); // requests of htmx

  const isActing = (/** @type {EventTarget | null} */ target) =>
    target instanceof Element && Boolean(target.closest(ACTS));
  const isHeld = () => underWay.size > 0 || performance.now() < until;

  // True if a button that acts lies near the pointer.
  const isNear = (/** @type {[number, number]} */ [x, y]) =>
    [...document.querySelectorAll(ACTS)].some((button) => {
      const { width, left, right, top, bottom } = button.getBoundingClientRect();
      const isBeside = left < x + AROUND && right > x - AROUND;
      return width && isBeside && top < y + AROUND && bottom > y - AROUND;
    });

  const lift = () => {
    clearTimeout(lifting);
    if (isHeld()) {
      lifting = setTimeout(lift, underWay.size ? PAUSE : until - performance.now() + 1);
      return;
    }
    shield.hidden = true;
    isForAll = false;
  };

  const hold = (/** @type {boolean} */ all) => {
    isForAll ||= all;
    if (pointer && (isForAll || isNear(pointer))) {
      shield.style.left = `${pointer[0] - AROUND}px`;
      shield.style.top = `${pointer[1] - AROUND}px`;
      shield.hidden = false;
    }
    lift();
  };

  const holdOn = (/** @type {boolean} */ all) => {
    until = performance.now() + PAUSE;
    hold(all);
  };

  const stop = (/** @type {Event} */ event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };

  for (const type of /** @type {const} */ (["pointerdown", "pointermove"])) {
    addEventListener(
      type,
      (event) => {
        pointer = [event.clientX, event.clientY];
        if (type === "pointerdown") pressedAt = Date.now();
      },
      { capture: true, passive: true },
    );
  }
  shield.addEventListener(
    "wheel",
    () => {
      shield.hidden = true;
    },
    { passive: true },
  );

  addEventListener(
    "click",
    (event) => {
      if (!event.isTrusted || event.detail > 0) return;
      if (isForAll && isHeld() && (underWay.size || isActing(event.target))) {
        stop(event);
        return;
      }
      pressedAt = Date.now();
    },
    true,
  );

  addEventListener(
    "submit",
    (event) => {
      const form = /** @type {HTMLFormElement} */ (event.target);
      if (form.method !== "post") return;
      if (underWay.has(form)) {
        stop(event);
        return;
      }
      underWay.add(form);
      hold(true);
      setTimeout(() => underWay.delete(form), UNANSWERED);
    },
    true,
  );

  document.addEventListener("htmx:before:request", (event) => {
    if (event.detail.ctx.request.method === "POST") answers.add(event.detail.ctx);
  });
  document.addEventListener("htmx:finally:request", (event) => {
    if (!answers.delete(event.detail.ctx)) return;
    underWay.clear();
    holdOn(true);
  });
  document.addEventListener("htmx:after:swap", (event) => {
    holdOn(answers.has(event.detail.ctx));
  });

  addEventListener("pagehide", () => {
    try {
      sessionStorage.setItem(STORE, JSON.stringify({ at: pressedAt, pointer }));
    } catch {
      // Without a store the next page is not guarded.
    }
  });
  addEventListener("pageshow", (event) => {
    if (event.persisted) underWay.clear();
  });
  try {
    const before = JSON.parse(sessionStorage.getItem(STORE) ?? "null");
    sessionStorage.removeItem(STORE);
    if (before && Date.now() - before.at < FRESH) {
      pointer = before.pointer;
      holdOn(true);
      addEventListener("DOMContentLoaded", () => holdOn(true));
    }
  } catch {
    // Nothing was kept.
  }
}
