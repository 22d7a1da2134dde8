// Difference from the last parts of a page that came with the stream. A step is a list [first,
// count] of words of the last text, or a string of new words (app/web/text_difference.py).

/** @typedef {string | [number, number]} Step */
/** @typedef {{ number: number, tab: string, since: number | null, parts: string | Step[] }} Sent */

const WORD = /[<[ ][^<[ ]*|^[^<[ ]+/g;

/** @type {(text: string) => string[]} */
const wordsOf = (text) => text.match(WORD) ?? [];

/** Text that the steps make of the last text.
 *  @type {(last: string, steps: Step[]) => string} */
export function applyDifference(last, steps) {
  const words = wordsOf(last);
  return steps
    .map((step) =>
      typeof step === "string" ? step : words.slice(step[0], step[0] + step[1]).join(""),
    )
    .join("");
}

// The last parts, as the base of the next difference.
export class ReceivedParts {
  number = 0;
  tab = "";
  text = "";

  /** Whole parts, or null if the browser misses the base of the difference.
   *  @type {(sent: Sent) => string | null} */
  receive({ number, tab, since, parts }) {
    const isWhole = typeof parts === "string";
    if (!isWhole && (since !== this.number || tab !== this.tab)) return null;
    this.text = isWhole ? parts : applyDifference(this.text, parts);
    this.number = number;
    this.tab = tab;
    return this.text;
  }
}
