// The address of the page after an order. It names the draft no longer, so that a reload or the
// Forward button shows no draft of the same order again.

import { afterSwap, shown } from "./page.js";

const DRAFT = ["order", "offer", "confirm"];

export function followOrders() {
  afterSwap(({ detail: { ctx } }) => {
    const query = new URLSearchParams(location.search);
    const isDraft = DRAFT.some((name) => query.has(name));
    if (ctx.request?.method !== "POST" || !isDraft || "draft" in shown()) return;
    const tab = query.get("tab");
    const address = location.pathname + (tab ? `?tab=${tab}` : "");
    history.replaceState(history.state, "", address);
  });
}
