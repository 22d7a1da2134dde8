// The stream of a game says that something has come, never what; a stranger, who names the tab that he has open, is sent what it changes as well.
// Where it is blocked the game is asked every ten seconds. Gives back a function that opens the stream anew if the tab has changed.
export function follow(base, { after, letters, moved, letter, tab = () => "", shown = () => {} }) {
  let source = null, open = "";
  let asking = null;
  const poll = async () => {
    const answer = await fetch(`${base}/number`).catch(() => null);
    if (answer?.ok) moved((await answer.json()).number);
  };
  const ask = () => { if (!asking) { asking = setInterval(poll, 10000); poll(); } };
  const listen = () => {
    source?.close();
    open = tab();
    source = new EventSource(`${base}/events?after=${after()}&letters=${letters}${open && `&shown=${open}`}`);
    source.addEventListener("moved", event => moved(Number(event.data)));
    source.addEventListener("letter", event => letter(Number(event.data)));
    source.addEventListener("shown", event => shown(JSON.parse(event.data)));
    source.addEventListener("open", () => { clearInterval(asking); asking = null; });
    // A broken stream the browser mends by itself; one that was answered with an error it gives up, so that another is opened.
    source.addEventListener("error", () => { ask(); if (source.readyState === EventSource.CLOSED) setTimeout(listen, 10000); });
    setTimeout(() => { if (source.readyState !== EventSource.OPEN) ask(); }, 8000);
  };
  listen();
  document.addEventListener("visibilitychange", () => { if (!document.hidden) poll(); });
  return () => { if (tab() !== open) listen(); };
}
