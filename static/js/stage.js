// Renews a small live part of a page when its game has moved; a waiting room loads anew.
for (const stage of document.querySelectorAll("[data-stream]")) {
  const source = new EventSource(stage.dataset.stream);
  let busy = false;
  source.addEventListener("moved", async () => {
    if (stage.dataset.reload) { location.reload(); return; }
    if (busy || document.hidden) return;
    busy = true;
    const answer = await fetch(stage.dataset.refresh).catch(() => null);
    if (answer?.ok) {
      const fresh = document.createElement("template");
      fresh.innerHTML = await answer.text();
      for (const part of [".map-live", "figcaption"]) stage.querySelector(part)?.replaceWith(fresh.content.querySelector(part));
    }
    busy = false;
  });
}
