// One store of named states. A machine lists, for each state, the events it knows and the state
// that each leads to. An event that a state does not know changes nothing.

/** @typedef {Record<string, Record<string, string>>} Machine */

/**
 * Connection to the event stream.
 * - connecting: no answer yet.
 * - live: the stream is open.
 * - polling: the stream is blocked or broken, so the page asks for the move number.
 * - closed: the visitor may not watch, or was redirected.
 */
export const CONNECTION = {
  connecting: { opened: "live", blocked: "polling", refused: "closed" },
  live: { reopened: "connecting", blocked: "polling", refused: "closed" },
  polling: { opened: "live", refused: "closed" },
  closed: { opened: "live", reopened: "connecting", blocked: "polling" },
};

/**
 * Moves shown on the page.
 * - current: the newest known move is shown.
 * - stale: a newer move is known.
 * - held: the newer move waits, because the user writes or has a draft.
 * - fetching: the newer move is being fetched.
 * - waiting: the last try failed or came too early; the next one follows.
 */
export const PAGE = {
  current: { heard: "stale" },
  stale: { fetch: "fetching", hold: "held", shown: "current" },
  held: { fetch: "fetching", shown: "current" },
  fetching: { shown: "current", dropped: "stale", failed: "waiting" },
  waiting: { due: "stale", shown: "current" },
};

/** Requests of the user: none, or at least one without an answer. */
export const REQUESTS = { idle: { sent: "sending" }, sending: { answered: "idle" } };

/** Autoplay of the replay. */
export const REPLAY = { stopped: { play: "playing" }, playing: { stop: "stopped" } };

/**
 * Store of machines by name; each starts in its first state.
 * @param {Record<string, Machine>} machines
 */
export function createStore(machines) {
  const states = new Map(
    Object.entries(machines).map(([name, one]) => [name, Object.keys(one)[0]]),
  );
  /** @type {Map<string, ((state: string, before: string) => void)[]>} */
  const subscribers = new Map(Object.keys(machines).map((name) => [name, []]));

  return {
    /** @type {(name: string) => string | undefined} */
    stateOf: (name) => states.get(name),

    /** @type {(name: string, ...any: string[]) => boolean} */
    is: (name, ...any) => any.includes(states.get(name) ?? ""),

    /**
     * Sends an event to a machine. True if its state knows the event.
     * @type {(name: string, event: string) => boolean}
     */
    send(name, event) {
      const before = states.get(name) ?? "";
      const state = machines[name][before]?.[event];
      if (!state) return false;
      states.set(name, state);
      for (const tell of subscribers.get(name) ?? []) tell(state, before);
      return true;
    },

    /** @type {(name: string, tell: (state: string, before: string) => void) => void} */
    subscribe(name, tell) {
      subscribers.get(name)?.push(tell);
    },
  };
}

/** @typedef {ReturnType<typeof createStore>} Store */
