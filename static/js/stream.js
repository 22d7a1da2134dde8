// Event stream of a game. It reports events without their content, except to anonymous visitors,
// who name their open tab and receive the changed parts. If it is blocked, the page asks for the
// move number every ten seconds. Without permission, or after a redirect, it asks only when the
// user returns to the page. Readers of the spectator chat receive its version, and with the chat
// open its list.

/**
 * Reports of a stream, and what the page has: the newest move (`after`), messages and remarks
 * (undefined if the viewer does not read the spectator chat), and the open tab.
 * @typedef {{ after: () => number, messages: string, remarks?: () => number | undefined,
 *   tab?: () => string, onMove: (number: number) => void, onMessage: (number: number) => void,
 *   onRemark?: (number: number) => void, onSpectators?: (sent: any) => void,
 *   onParts?: (sent: any) => boolean, onWatching?: (words: string) => void }} Reader
 */

const POLL = 10000; // ms between two questions for the move number
const SILENT = 8000; // ms after which a stream without an answer counts as blocked

// Number of decisions that wait for the user in all games, for waiting.js.
function tellWaiting(/** @type {number} */ count) {
  document.dispatchEvent(new CustomEvent("waiting", { detail: count }));
}

/** @type {(source: EventSource, reader: Reader) => void} */
function listenTo(source, reader) {
  /** @type {(type: string, tell: (data: any) => void) => void} */
  const on = (type, tell) =>
    source.addEventListener(type, (event) =>
      tell(JSON.parse(/** @type {MessageEvent} */ (event).data)),
    );
  on("moved", reader.onMove);
  on("letter", reader.onMessage);
  on("remark", (number) => reader.onRemark?.(number));
  on("spectators", (sent) => reader.onSpectators?.(sent));
  on("watching", ({ words }) => reader.onWatching?.(words));
  on("waiting", tellWaiting);
}

class Stream {
  /** @type {EventSource | undefined} */
  source;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  polling;
  opened = { tab: "", isReading: false };

  /** @param {import("./live/store.js").Store} store @param {string} base @param {Reader} reader */
  constructor(store, base, reader) {
    this.store = store;
    this.base = base;
    this.reader = reader;
    store.subscribe("connection", (state) => this.follow(state));
  }

  follow(/** @type {string} */ state) {
    clearInterval(this.polling);
    if (state === "closed") this.source?.close();
    if (state !== "polling") return;
    this.polling = setInterval(() => this.poll(), POLL);
    this.poll();
  }

  /** True if the visitor may watch; an unknown answer counts as true. */
  async poll() {
    const answer = await fetch(`${this.base}/number`).catch(() => null);
    const isOurs = answer?.ok && !answer.redirected;
    const told = isOurs ? await answer.json().catch(() => null) : null;
    if (told) this.reader.onMove(told.number);
    if (told?.waiting !== undefined) tellWaiting(told.waiting);
    const may = !answer?.redirected && ![401, 403, 404].includes(answer?.status ?? 0);
    if (!may) this.store.send("connection", "refused");
    return may;
  }

  /** Open tab, and whether the viewer reads the spectator chat. */
  get wanted() {
    const { tab, remarks } = this.reader;
    return { tab: tab?.() ?? "", isReading: !remarks || remarks() !== undefined };
  }

  address() {
    const { after, messages, remarks } = this.reader;
    const have = `after=${after()}&messages=${messages}&remarks=${remarks?.() ?? 0}`;
    const { lang } = document.documentElement;
    const shown = this.opened.tab && `&shown=${this.opened.tab}`;
    return `${this.base}/events?watching=1&${have}&lang=${lang}${shown}`;
  }

  listen() {
    this.source?.close();
    this.opened = this.wanted;
    const source = new EventSource(this.address());
    this.source = source;
    this.store.send("connection", "reopened");
    listenTo(source, this.reader);
    source.addEventListener("shown", ({ data }) => {
      // A new stream begins with the whole parts.
      if (this.reader.onParts?.(JSON.parse(data)) === false) this.listen();
    });
    source.addEventListener("open", () => this.store.send("connection", "opened"));
    source.addEventListener("error", () => this.recover(source));
    setTimeout(() => {
      if (source.readyState === EventSource.CONNECTING) this.store.send("connection", "blocked");
    }, SILENT);
  }

  /** The browser reopens a broken stream; it gives up one that was answered with an error. */
  async recover(/** @type {EventSource} */ source) {
    if (source.readyState !== EventSource.CLOSED) this.store.send("connection", "blocked");
    else if (await this.poll()) {
      this.store.send("connection", "blocked");
      setTimeout(() => this.listen(), POLL);
    }
  }

  /** Asks when the user returns to the page; without polling, a closed stream is opened again. */
  async look() {
    if (document.hidden || !(await this.poll()) || this.store.is("connection", "polling")) return;
    if (this.source?.readyState === EventSource.CLOSED) this.listen();
  }

  reopen() {
    const { tab, isReading } = this.wanted;
    if (tab !== this.opened.tab || isReading !== this.opened.isReading) this.listen();
  }
}

/**
 * Follows a game. Returns a function that reopens the stream after a change of tab, or when the
 * spectator chat opens to former players.
 * @type {(store: import("./live/store.js").Store, base: string, reader: Reader) => () => void}
 */
export function follow(store, base, reader) {
  const stream = new Stream(store, base, reader);
  stream.listen();
  document.addEventListener("visibilitychange", () => stream.look());
  return () => stream.reopen();
}
