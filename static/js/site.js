// @ts-nocheck
// Shared behaviour of all pages. Rule chips open their text in place; without this script they are
// links.
const dialog = () => document.getElementById("rule-dialog");

document.addEventListener("click", async (event) => {
  const chip = event.target.closest("a.rule");
  const sheet = dialog();
  if (!chip || !sheet || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const answer = await fetch(chip.href, {
    headers: { "X-Part": "rule", "Page-Language": document.documentElement.lang },
  }).catch(() => null);
  if (!answer?.ok) {
    location.href = chip.href;
    return;
  }
  sheet.querySelector("#rule-text").innerHTML = await answer.text();
  sheet.showModal();
});

// One's own menu closes where it is no longer asked: a tap beside it, Escape.
const menu = document.querySelector(".me-menu");
document.addEventListener("click", (event) => {
  if (!menu?.contains(event.target)) menu?.removeAttribute("open");
});
menu?.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !menu.open) return;
  event.stopPropagation();
  menu.open = false;
  menu.querySelector("summary").focus();
});

// An address that names a rule opens the chapter in which it stands.
function unfold() {
  const named =
    location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const folded = named && named.closest("details.chapter:not([open])");
  if (!folded) return;
  folded.open = true;
  named.scrollIntoView();
}
addEventListener("hashchange", unfold);
unfold();

// Calls the function once the server answers again; asks every two seconds.
const whenWell = (then) => {
  const asking = setInterval(async () => {
    const answer = await fetch("/health").catch(() => null);
    if (answer?.ok) {
      clearInterval(asking);
      then();
    }
  }, 2000);
};

// Reloads a page that was not available.
const recovering = document.getElementById("recovering");
if (recovering) {
  recovering.hidden = false;
  whenWell(() => location.reload());
}

// Sends an order again that reached no server or no database. Its command id prevents a second
// execution.
const offline = document.getElementById("offline");
let waits = false;
const again = (request) => {
  const form = request?.form;
  if (waits || request?.method !== "POST" || !form?.querySelector("[name=command]")) return;
  waits = true;
  offline.textContent = offline.dataset.says;
  whenWell(() => {
    waits = false;
    offline.textContent = "";
    if (form.isConnected) form.requestSubmit(request.submitter);
  });
};
document.addEventListener("htmx:error", (event) => {
  if (event.detail.error instanceof TypeError) again(event.detail.ctx?.request);
});
document.addEventListener("htmx:response:error", (event) => {
  if ([502, 503].includes(event.detail.ctx.response.status)) again(event.detail.ctx.request);
});

// Logout removes this browser's push subscription, so that the next user gets no messages. It waits
// three seconds at most.
document.addEventListener("submit", async (event) => {
  const form = event.target.closest('form[action="/logout"]');
  if (!form || !("serviceWorker" in navigator)) return;
  event.preventDefault();
  try {
    const worker = await navigator.serviceWorker.getRegistration();
    const made = await worker?.pushManager?.getSubscription();
    if (made) {
      const body = new URLSearchParams({
        csrf: form.elements.csrf.value,
        do: "remove",
        endpoint: made.endpoint,
      });
      await fetch("/account/notices/browsers", {
        method: "POST",
        body,
        redirect: "manual",
        signal: AbortSignal.timeout(3000),
      });
      await made.unsubscribe();
    }
  } catch {
    /* the server drops the subscription when its next message fails */
  }
  form.submit();
});
