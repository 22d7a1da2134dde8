// @ts-nocheck
// Shields what acts from a second press, until 600 ms after an answer.
{
  const PAUSE = 600,
    FRESH = 5000,
    UNANSWERED = 10000; // ms
  const AROUND = 48; // px
  const ACTS = "form[method=post] button";
  const STORE = "pressed";

  const shield = document.createElement("div");
  shield.className = "press-shield";
  shield.hidden = true;
  document.documentElement.append(shield);

  let pointer = null;
  let pressedAt = 0;
  let until = 0,
    lifting = null;
  let isForAll = false;
  const underWay = new Set(),
    answers = new Set(); // forms; requests of htmx

  const isActing = (one) => Boolean(one?.closest?.(ACTS));
  const isHeld = () => underWay.size > 0 || performance.now() < until;

  const lurks = () =>
    [...document.querySelectorAll(ACTS)].some((button) => {
      const edge = button.getBoundingClientRect();
      return (
        edge.width &&
        edge.left < pointer[0] + AROUND &&
        edge.right > pointer[0] - AROUND &&
        edge.top < pointer[1] + AROUND &&
        edge.bottom > pointer[1] - AROUND
      );
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

  const hold = (all) => {
    isForAll ||= all;
    if (pointer && (isForAll || lurks())) {
      shield.style.left = `${pointer[0] - AROUND}px`;
      shield.style.top = `${pointer[1] - AROUND}px`;
      shield.hidden = false;
    }
    lift();
  };

  const holdOn = (all) => {
    until = performance.now() + PAUSE;
    hold(all);
  };

  const stop = (event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };

  for (const what of ["pointerdown", "pointermove"]) {
    addEventListener(
      what,
      (event) => {
        pointer = [event.clientX, event.clientY];
        if (what === "pointerdown") pressedAt = Date.now();
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
      const form = event.target;
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
      /* without a store the next page is not guarded */
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
    /* nothing was kept */
  }
}
