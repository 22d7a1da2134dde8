// Rule chips open their text in place; without this script they are links to its page.
const dialog = () => document.getElementById("rule-dialog");

document.addEventListener("click", async event => {
  const chip = event.target.closest("a.rule");
  const sheet = dialog();
  if (!chip || !sheet || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const answer = await fetch(chip.href, { headers: { "X-Part": "rule" } }).catch(() => null);
  if (!answer?.ok) { location.href = chip.href; return; }
  sheet.querySelector("#rule-text").innerHTML = await answer.text();
  sheet.showModal();
});

// An address that names a rule opens the chapter in which it stands.
function unfold() {
  const named = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const folded = named && named.closest("details.chapter:not([open])");
  if (!folded) return;
  folded.open = true;
  named.scrollIntoView();
}
addEventListener("hashchange", unfold);
unfold();

// A page that could not be had now is asked for again as soon as the house is well.
const recovering = document.getElementById("recovering");
if (recovering) {
  recovering.hidden = false;
  const asking = setInterval(async () => {
    const answer = await fetch("/health").catch(() => null);
    if (answer?.ok) { clearInterval(asking); location.reload(); }
  }, 3000);
}
