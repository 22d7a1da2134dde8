// Part of the chart of decisions that is in view at first.

const PLACE_OF_NOW = 0.75; // of the width beside the names

/**
 * Scroll position at which the present time stands in view, beside the column of names.
 * @param {number} now
 * @param {number} names
 * @param {number} width
 * @returns {number}
 */
export function scrollTo(now, names, width) {
  return Math.max(0, Math.round(now - names - (width - names) * PLACE_OF_NOW));
}
