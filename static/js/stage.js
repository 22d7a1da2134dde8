// Renews a small live part of a page when its game has moved, or once it is looked at again; a waiting room loads anew.
for (const stage of document.querySelectorAll("[data-stream]")) {
  const source = new EventSource(stage.dataset.stream);
  let due = false, busy = false;
  const renew = async () => {
    if (!due || busy || document.hidden) return;
    due = false;
    busy = true;
    const answer = await fetch(stage.dataset.refresh).catch(() => null);
    if (answer?.ok) {
      const fresh = document.createElement("template");
      fresh.innerHTML = await answer.text();
      for (const part of [".map-live", "figcaption"]) stage.querySelector(part)?.replaceWith(fresh.content.querySelector(part));
    }
    busy = false;
    renew();
  };
  source.addEventListener("moved", () => {
    if (stage.dataset.reload) { location.reload(); return; }
    due = true;
    renew();
  });
  document.addEventListener("visibilitychange", renew);
}
