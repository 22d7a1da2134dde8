// Shows a push message and opens its link. It stores and fetches nothing.
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
