// Boards of a page, and the tools beside them.
//
// Without this script every offer is a link. The frame `[data-board]` keeps all state: visible
// section, selected spot and switches. The drawing inside may be swapped at any time. docs/look.md
// describes the frame.

import { Board } from "./board/board.js";

/** @type {Map<HTMLElement, Board>} */
const boards = new Map();

/** @type {(tool: HTMLElement) => Board | undefined} */
function boardOf(tool) {
  const named = document.getElementById(tool.getAttribute("aria-controls") ?? "");
  const near = tool.closest("[data-board-place]")?.querySelector("[data-board]");
  const frame = named ?? near ?? document.querySelector("[data-board]");
  return boards.get(/** @type {HTMLElement} */ (frame));
}

/** @type {(where: string) => NodeListOf<HTMLElement>} */
const all = (where) => document.querySelectorAll(where);

function markSwitches() {
  for (const tool of all('[data-do^="toggle:"]')) {
    const board = boardOf(tool);
    const isOn = board?.on.has((tool.dataset.do ?? "").slice(7));
    if (board) tool.setAttribute("aria-pressed", String(isOn));
  }
}

/** @type {Map<string, (board: Board) => void>} */
const TOOLS = new Map([
  ["zoom:in", (board) => board.zoom(1.35)],
  ["zoom:out", (board) => board.zoom(1 / 1.35)],
  [
    "zoom:fit",
    (board) => {
      board.fit(board.full);
      board.choose();
    },
  ],
  [
    "zoom:need",
    (board) => {
      board.lookAtNeed();
      board.choose();
    },
  ],
]);

document.addEventListener("click", (event) => {
  /** @type {HTMLElement | null} */
  const tool = /** @type {Element} */ (event.target).closest?.("[data-do]");
  const board = tool && boardOf(tool);
  const name = tool?.dataset.do ?? "";
  if (!board) return;
  TOOLS.get(name)?.(board);
  if (name.startsWith("toggle:")) {
    board.switch(name.slice(7));
    board.keep();
    markSwitches();
  }
});

// Finds the boards and planned pieces, now and after every swap.
function attach() {
  if (document.querySelector("[data-planned]")) void import("./planned.js");
  for (const frame of boards.keys()) if (!frame.isConnected) boards.delete(frame);
  for (const frame of all("[data-board]")) {
    if (!boards.has(frame)) boards.set(frame, new Board(frame));
  }
  markSwitches();
}

let isWaiting = false;
new MutationObserver(() => {
  if (isWaiting) return;
  isWaiting = true;
  requestAnimationFrame(() => {
    isWaiting = false;
    attach();
  });
}).observe(document.documentElement, { childList: true, subtree: true });
attach();
