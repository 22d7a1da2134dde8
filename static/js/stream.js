// @ts-nocheck
// Event stream of a game. It reports events without their content, except to anonymous visitors,
// who name their open tab and receive the changed parts. If it is blocked, the page asks for the
// move number every ten seconds. Without permission, or after a redirect, it asks only when the
// user returns to the page. Readers of the spectator chat receive its version, and with the chat
// open (`tab`) its list.
//
// Returns a function that reopens the stream after a change of tab, or when the spectator chat
// opens to former players.
export function follow(
  base,
  {
    after,
    letters,
    hall = () => 0,
    moved,
    letter,
    remark = () => {},
    watching = () => {},
    tab = () => "",
    shown = () => {},
    said = () => {},
  },
) {
  let source = null,
    open = "",
    hears = false;
  let asking = null;
  // True if the visitor may watch; an unknown answer counts as true.
  const poll = async () => {
    const answer = await fetch(`${base}/number`).catch(() => null);
    const told = answer?.ok && !answer.redirected ? await answer.json().catch(() => null) : null;
    if (told) moved(told.number);
    const may = !answer?.redirected && ![401, 403, 404].includes(answer?.status);
    if (!may) {
      clearInterval(asking);
      asking = null;
      source.close();
    }
    return may;
  };
  const ask = () => {
    if (!asking) {
      asking = setInterval(poll, 10000);
      poll();
    }
  };
  const listen = () => {
    source?.close();
    open = tab();
    hears = hall() !== undefined;
    source = new EventSource(
      `${base}/events?watching=1&after=${after()}&letters=${letters}&remarks=${hall() ?? 0}&lang=${document.documentElement.lang}${open && `&shown=${open}`}`,
    );
    source.addEventListener("moved", (event) => moved(Number(event.data)));
    source.addEventListener("letter", (event) => letter(Number(event.data)));
    source.addEventListener("remark", (event) => remark(Number(event.data)));
    source.addEventListener("hall", (event) => said(JSON.parse(event.data)));
    source.addEventListener("watching", (event) => watching(JSON.parse(event.data).words));
    source.addEventListener("shown", (event) => shown(JSON.parse(event.data)));
    source.addEventListener("open", () => {
      clearInterval(asking);
      asking = null;
    });
    // A broken stream the browser mends by itself; one that was answered with an error it gives up, so that another is opened.
    source.addEventListener("error", async () => {
      if (source.readyState !== EventSource.CLOSED) return ask();
      if (await poll()) {
        ask();
        setTimeout(listen, 10000);
      }
    });
    setTimeout(() => {
      if (source.readyState === EventSource.CONNECTING) ask();
    }, 8000);
  };
  listen();
  document.addEventListener("visibilitychange", async () => {
    if (!document.hidden && (await poll()) && source.readyState === EventSource.CLOSED && !asking) {
      listen();
    }
  });
  return () => {
    if (tab() !== open || (hall() !== undefined) !== hears) listen();
  };
}
