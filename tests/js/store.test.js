import assert from "node:assert/strict";
import { test } from "node:test";
import { CONNECTION, createStore, PAGE, REPLAY, REQUESTS } from "../../static/js/live/store.js";

const machines = { connection: CONNECTION, page: PAGE, requests: REQUESTS, replay: REPLAY };

function pathOf(name, ...events) {
  const store = createStore(machines);
  return events.map((event) => {
    store.send(name, event);
    return store.stateOf(name);
  });
}

test("every transition leads to a state of its machine", () => {
  for (const [name, machine] of Object.entries(machines)) {
    const states = Object.keys(machine);
    for (const transitions of Object.values(machine)) {
      for (const state of Object.values(transitions)) assert.ok(states.includes(state), name);
    }
  }
});

test("every state can be reached and left", () => {
  for (const machine of Object.values(machines)) {
    const [first, ...others] = Object.keys(machine);
    const reached = new Set([first]);
    for (let size = 0; size < reached.size;) {
      size = reached.size;
      for (const state of [...reached]) {
        for (const next of Object.values(machine[state])) reached.add(next);
      }
    }
    for (const state of others) assert.ok(reached.has(state), state);
    for (const [state, transitions] of Object.entries(machine)) {
      assert.ok(Object.values(transitions).length, state);
    }
  }
});

test("a blocked stream is polled until it opens", () => {
  const path = pathOf("connection", "blocked", "reopened", "opened", "reopened");
  assert.deepEqual(path, ["polling", "polling", "live", "connecting"]);
});

test("a refused visitor is asked again only by a new connection", () => {
  const path = pathOf("connection", "opened", "refused", "refused", "reopened");
  assert.deepEqual(path, ["live", "closed", "closed", "connecting"]);
});

test("an update that gives way to the user is fetched again", () => {
  const path = pathOf("page", "heard", "fetch", "dropped", "fetch", "shown");
  assert.deepEqual(path, ["stale", "fetching", "stale", "fetching", "current"]);
});

test("a failed update waits before the next try", () => {
  const path = pathOf("page", "heard", "fetch", "failed", "fetch", "due", "fetch");
  assert.deepEqual(path, ["stale", "fetching", "waiting", "waiting", "stale", "fetching"]);
});

test("a held update waits for the user", () => {
  assert.deepEqual(pathOf("page", "heard", "hold", "fetch"), ["stale", "held", "fetching"]);
});

test("an event that the state does not know tells no subscriber", () => {
  const store = createStore(machines);
  const told = [];
  store.subscribe("replay", (state, before) => told.push([before, state]));
  assert.equal(store.send("replay", "stop"), false);
  assert.equal(store.send("replay", "play"), true);
  assert.deepEqual(told, [["stopped", "playing"]]);
});
