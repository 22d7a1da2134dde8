// @ts-nocheck
// Updates a small live part of a page after a move, or when the page becomes visible again. A
// waiting room reloads. A failed request is repeated after 2 seconds, 4, and so on up to 30.
for (const stage of document.querySelectorAll("[data-stream]")) {
  const source = new EventSource(stage.dataset.stream);
  let due = false,
    busy = false,
    wait = 0,
    later = null;
  const renew = async () => {
    if (!due || busy || document.hidden) return;
    due = false;
    busy = true;
    clearTimeout(later);
    const answer = await fetch(stage.dataset.refresh).catch(() => null);
    const text = answer?.ok ? await answer.text().catch(() => null) : null;
    if (text !== null) {
      const fresh = document.createElement("template");
      fresh.innerHTML = text;
      for (const part of [".map-live", "figcaption"]) {
        stage.querySelector(part)?.replaceWith(fresh.content.querySelector(part));
      }
    }
    busy = false;
    if (text !== null) {
      wait = 0;
      renew();
      return;
    }
    due = true;
    wait = Math.min(Math.max(2000, 2 * wait), 30000);
    later = setTimeout(renew, wait);
  };
  source.addEventListener("moved", () => {
    if (stage.dataset.reload) {
      location.reload();
      return;
    }
    due = true;
    renew();
  });
  document.addEventListener("visibilitychange", renew);
}
