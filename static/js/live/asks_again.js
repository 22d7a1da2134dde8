// Forms whose fields depend on one another: each answer asks for the fields that follow.

const PAUSE = 250; // ms; arrow keys change a list several times

export function askAgain() {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let waiting;
  document.addEventListener("change", (event) => {
    const field = /** @type {HTMLInputElement} */ (event.target);
    const form = field.form;
    if (!form?.matches("[data-asks-again]")) return;
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      if (form.isConnected) form.requestSubmit();
    }, PAUSE);
  });
}
