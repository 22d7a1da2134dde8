// Results that wait in the browser until the server answers. Each battle has one at most.

/**
 * @typedef {object} WaitingResult
 * @property {string} path address of the form
 * @property {string} user number of the user who filled in the form
 * @property {[string, string | File][]} fields names and values, files included
 * @property {string} typedAt ISO time
 * @property {string} triedAt ISO time of the last attempt
 * @property {"waiting" | "refused" | "other_user"} state
 */

const DATABASE = "caracole-results";
const STORE = "waiting";
const FLAG = "caracole-waiting";

/** @returns {Promise<IDBDatabase>} */
function open() {
  return new Promise((done, failed) => {
    const asked = indexedDB.open(DATABASE, 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(STORE, { keyPath: "path" });
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => failed(asked.error);
  });
}

/**
 * Do one thing in the store; its change is complete when the promise is kept.
 * @template T
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => IDBRequest<T>} act
 * @returns {Promise<T>}
 */
async function inStore(mode, act) {
  const database = await open();
  try {
    return await new Promise((done, failed) => {
      const transaction = database.transaction(STORE, mode);
      const asked = act(transaction.objectStore(STORE));
      transaction.oncomplete = () => done(asked.result);
      transaction.onabort = () => failed(transaction.error);
    });
  } finally {
    database.close();
  }
}

/** @param {WaitingResult} result */
export async function keep(result) {
  await inStore("readwrite", (store) => store.put(result));
  localStorage.setItem(FLAG, "1");
}

/** @param {string} path */
export async function forget(path) {
  await inStore("readwrite", (store) => store.delete(path));
  if (!(await allWaiting()).length) localStorage.removeItem(FLAG);
}

/** @param {string} path @returns {Promise<WaitingResult | undefined>} */
export function waitingFor(path) {
  return inStore("readonly", (store) => store.get(path));
}

/** @returns {Promise<WaitingResult[]>} */
export function allWaiting() {
  return inStore("readonly", (store) => store.getAll());
}
