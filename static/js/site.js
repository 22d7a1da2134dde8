// Shared behaviour of all pages.

const HEALTH = 2000; // ms between two questions whether the server answers
const PATIENCE = 3000; // ms that a logout waits for the removal of a subscription

/** @type {(event: Event) => Element} */
const targetOf = (event) => /** @type {Element} */ (event.target);

// Rule chips open their text in place; without this script they are links.
document.addEventListener("click", async (event) => {
  /** @type {HTMLAnchorElement | null} */
  const chip = targetOf(event).closest("a.rule");
  const sheet = /** @type {HTMLDialogElement | null} */ (document.getElementById("rule-dialog"));
  const text = sheet?.querySelector("#rule-text");
  if (!chip || !sheet || !text || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const headers = { "X-Part": "rule", "Page-Language": document.documentElement.lang };
  const answer = await fetch(chip.href, { headers }).catch(() => null);
  if (!answer?.ok) {
    location.href = chip.href;
    return;
  }
  text.innerHTML = await answer.text();
  sheet.showModal();
});

// A form that was refused may lie far down the page.
document.querySelector(".findings[role=alert]")?.scrollIntoView({ block: "center" });

// Pages of users without a time zone of their own show times in that of the browser.
{
  const name = location.protocol === "https:" ? "__Host-caracole_zone" : "caracole_zone";
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `${name}=${zone}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`;
}

// A result that was filled in without a network is sent from any page (static/js/result).
async function sendResults() {
  if (document.querySelector("[data-result]") || !localStorage.getItem("caracole-waiting")) return;
  const { sendWaiting } = await import("./result/sending.js");
  await sendWaiting();
}
sendResults();
addEventListener("online", sendResults);

// The menu of the user closes after a tap beside it, or with Escape.
/** @type {HTMLDetailsElement | null} */
const menu = document.querySelector(".me-menu");
document.addEventListener("click", (event) => {
  if (!menu?.contains(targetOf(event))) menu?.removeAttribute("open");
});
menu?.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !menu.open) return;
  event.stopPropagation();
  menu.open = false;
  menu.querySelector("summary")?.focus();
});

// An address that names a rule opens its chapter.
function unfold() {
  const named = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  /** @type {HTMLDetailsElement | null | undefined} */
  const folded = named?.closest("details.chapter:not([open])");
  if (!named || !folded) return;
  folded.open = true;
  named.scrollIntoView();
}
addEventListener("hashchange", unfold);
unfold();

// Calls the function once the server answers again.
function whenWell(/** @type {() => void} */ then) {
  const asking = setInterval(async () => {
    const answer = await fetch("/health").catch(() => null);
    if (!answer?.ok) return;
    clearInterval(asking);
    then();
  }, HEALTH);
}

// Reloads a page that was not available.
const recovering = document.getElementById("recovering");
if (recovering) {
  recovering.hidden = false;
  whenWell(() => location.reload());
}

// Sends an order again that reached no server or no database. Its command id prevents a second
// execution.
let isWaiting = false;
function sendAgain(/** @type {HtmxContext["request"] | undefined} */ request) {
  const form = request?.form;
  if (isWaiting || request?.method !== "POST" || !form?.querySelector("[name=command]")) return;
  const offline = /** @type {HTMLElement} */ (document.getElementById("offline"));
  isWaiting = true;
  offline.textContent = offline.dataset.says ?? "";
  whenWell(() => {
    isWaiting = false;
    offline.textContent = "";
    if (form.isConnected) form.requestSubmit(request.submitter);
  });
}
document.addEventListener("htmx:error", ({ detail }) => {
  if (detail.error instanceof TypeError) sendAgain(detail.ctx?.request);
});
document.addEventListener("htmx:response:error", ({ detail: { ctx } }) => {
  if ([502, 503].includes(ctx.response.status)) sendAgain(ctx.request);
});

// Removes the push subscription of this browser. If it fails, the server drops the subscription
// when its next message fails.
async function unsubscribe(/** @type {string} */ csrf) {
  const worker = await navigator.serviceWorker.getRegistration();
  const made = await worker?.pushManager?.getSubscription();
  if (!made) return;
  const body = new URLSearchParams({ csrf, do: "remove", endpoint: made.endpoint });
  const signal = AbortSignal.timeout(PATIENCE);
  await fetch("/account/notices/browsers", { method: "POST", body, redirect: "manual", signal });
  await made.unsubscribe();
}

// Logout removes the push subscription and stored forms, so that the next user gets neither.
document.addEventListener("submit", async (event) => {
  /** @type {HTMLFormElement | null} */
  const form = targetOf(event).closest('form[action="/logout"]');
  if (!form || !("serviceWorker" in navigator)) return;
  event.preventDefault();
  const csrf = /** @type {HTMLInputElement} */ (form.elements.namedItem("csrf"));
  const forgotten = import("./result/storing.js").then((storing) => storing.forgetForms());
  await Promise.allSettled([unsubscribe(csrf.value), forgotten]);
  form.submit();
});
