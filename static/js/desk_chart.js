// Shows the present day of the chart of decisions at first, near the right edge.

import { scrollTo } from "./desk_chart/position.js";

/** @type {HTMLElement | null} */
const chart = document.querySelector("[data-now]");

if (chart) {
  const names = chart.querySelector(".names")?.getBoundingClientRect().width ?? 0;
  chart.scrollLeft = scrollTo(Number(chart.dataset.now), names, chart.clientWidth);
}
