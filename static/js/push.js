// Push messages for this browser. The form stays hidden without this script, and without browser
// support it says so.

/** @type {HTMLFormElement | null} */
const form = document.querySelector("form[data-push]");

/** @type {(text: string) => Uint8Array<ArrayBuffer>} */
const bytes = (text) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (sign) =>
    sign.charCodeAt(0),
  );

/** @type {(buffer: ArrayBuffer | null) => string} */
const encoded = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer ?? new ArrayBuffer(0))))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

/** @type {(its: HTMLFormElement, name: string, text: string) => void} */
function fill(its, name, text) {
  /** @type {HTMLInputElement} */ (its.elements.namedItem(name)).value = text;
}

/** @type {(its: HTMLFormElement, said: HTMLElement) => Promise<void>} */
async function subscribe(its, said) {
  if ((await Notification.requestPermission()) !== "granted") {
    said.textContent = said.dataset.denied ?? "";
    return;
  }
  try {
    await navigator.serviceWorker.register("/sw.js");
    const worker = await navigator.serviceWorker.ready;
    const made = await worker.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: bytes(its.dataset.push ?? ""),
    });
    fill(its, "endpoint", made.endpoint);
    fill(its, "p256dh", encoded(made.getKey("p256dh")));
    fill(its, "auth", encoded(made.getKey("auth")));
    its.submit();
  } catch {
    said.textContent = said.dataset.failed ?? "";
  }
}

/** @type {HTMLElement | null | undefined} */
const status = form?.querySelector("[role=status]");
if (form && status) {
  form.hidden = false;
  if ("serviceWorker" in navigator && "PushManager" in window && "Notification" in window) {
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      subscribe(form, status);
    });
  } else {
    // An iPhone takes messages only with the site on its home screen.
    const isInBrowser = "standalone" in navigator && !navigator.standalone;
    /** @type {HTMLElement | null} */
    const button = form.querySelector("button");
    if (button) button.hidden = true;
    status.textContent = (isInBrowser ? status.dataset.install : status.dataset.none) ?? "";
  }
}
