// @ts-nocheck
// Push messages for this browser. The form stays hidden without this script, and without browser
// support it says so.
const form = document.querySelector("form[data-push]");
const said = form?.querySelector("[role=status]");

const bytes = (text) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (sign) =>
    sign.charCodeAt(0),
  );
const text = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

async function subscribe(event) {
  event.preventDefault();
  if ((await Notification.requestPermission()) !== "granted") {
    said.textContent = said.dataset.denied;
    return;
  }
  try {
    await navigator.serviceWorker.register("/sw.js");
    const worker = await navigator.serviceWorker.ready;
    const made = await worker.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: bytes(form.dataset.push),
    });
    form.elements.endpoint.value = made.endpoint;
    form.elements.p256dh.value = text(made.getKey("p256dh"));
    form.elements.auth.value = text(made.getKey("auth"));
    form.submit();
  } catch {
    said.textContent = said.dataset.failed;
  }
}

if (form) {
  form.hidden = false;
  if ("serviceWorker" in navigator && "PushManager" in window && "Notification" in window) {
    form.addEventListener("submit", subscribe);
  } else {
    // an iPhone takes messages only with the site on its home screen
    form.querySelector("button").hidden = true;
    said.textContent =
      "standalone" in navigator && !navigator.standalone ? said.dataset.install : said.dataset.none;
  }
}
