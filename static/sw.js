// Shows a push message and opens its link. Without a network it answers with the form of a result that
// a page has stored (js/result_offline.js), also for the code of its sheet. It stores nothing itself.
const FORMS = "caracole-result-forms";

const PAGE = /^(\/games\/[^/]+\/battles\/[^/]+)(\/result|\/sheet)?$/; // of a battle

const storedForm = async (address) => {
  const cache = await caches.open(FORMS);
  return (await cache.match(address, { ignoreVary: true })) ?? Response.error();
};

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
  const [, battle] = (request.mode === "navigate" && PAGE.exec(pathname)) || [];
  const stored = battle ? `${battle}/result` : pathname.startsWith("/static/") && request.url;
  if (origin !== self.location.origin || request.method !== "GET" || !stored) return;
  event.respondWith(fetch(request).catch(() => storedForm(stored)));
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
      data: { link: told.link || "/mine" },
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
