// Shows a push message and opens its link. Without a network it answers with the form of a result or of
// a dispute that a page has stored (js/result_offline.js), also for the code of its sheet. It stores
// nothing itself.
const FORMS = "caracole-result-forms";

const PAGE = /^(\/games\/[^/]+\/battles\/[^/]+)(\/result|\/dispute|\/sheet)?$/; // of a battle

const storedPage = async (addresses) => {
  const cache = await caches.open(FORMS);
  for (const address of addresses) {
    const stored = await cache.match(address, { ignoreVary: true });
    if (stored) return stored;
  }
  return Response.error();
};

// The form of a dispute replaces that of the result, so a battle has one stored form.
const formsOf = (battle, page) =>
  page === "/dispute" ? [`${battle}/dispute`] : [`${battle}/dispute`, `${battle}/result`];

const plainCode = (typed) =>
  (typed ?? "")
    .normalize("NFD")
    .toLowerCase()
    .replace(/\p{M}/gu, "")
    .replace(/[^\p{L}]+/gu, " ")
    .trim();

const formOfCode = async (typed) => {
  const cache = await caches.open(FORMS);
  for (const { url } of typed ? await cache.keys() : []) {
    const { pathname, searchParams } = new URL(url);
    if (pathname !== "/r" || plainCode(searchParams.get("code")) !== typed) continue;
    const stored = await cache.match(url);
    return Response.redirect(new URL(await stored.text(), self.location.origin).href, 302);
  }
  return Response.error();
};

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname, searchParams } = new URL(request.url);
  if (origin === self.location.origin && request.mode === "navigate" && pathname === "/r") {
    const typed = plainCode(searchParams.get("code"));
    event.respondWith(fetch(request).catch(() => formOfCode(typed)));
    return;
  }
  const [, battle, page] = (request.mode === "navigate" && PAGE.exec(pathname)) || [];
  const parts = pathname.startsWith("/static/") ? [request.url] : [];
  const stored = battle ? formsOf(battle, page) : parts;
  if (origin !== self.location.origin || request.method !== "GET" || !stored.length) return;
  event.respondWith(fetch(request).catch(() => storedPage(stored)));
});

self.addEventListener("push", (event) => {
  let told = {};
  try {
    told = event.data.json();
  } catch {
    /* an empty message is shown as news without details */
  }
  event.waitUntil(
    self.registration.showNotification(told.title || "Caracole", {
      body: told.text || "",
      tag: told.tag,
      icon: "/static/icons/192.png",
      data: { link: told.link || "/my-games" },
    }),
  );
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const link = new URL(event.notification.data.link, self.location.origin);
  if (link.origin !== self.location.origin) return;
  event.waitUntil(
    (async () => {
      const pages = await self.clients.matchAll({ type: "window" });
      const open = pages.find((page) => new URL(page.url).pathname === link.pathname);
      return open ? open.focus() : self.clients.openWindow(link.href);
    })(),
  );
});
