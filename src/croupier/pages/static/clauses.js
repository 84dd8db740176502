// Clause marks: hover, focus or tap shows what a clause says; Enter leads into what is shown, Escape out of it. Without
// this a mark is a link with a title.
// @ts-check

const card = /** @type {HTMLElement | null} */ (document.getElementById("clause"));
const NEAR = 8;
/** @type {HTMLAnchorElement | null} */
let shown = null;

/** @param {EventTarget | null} target */
const markAt = (target) =>
  target instanceof Element ? /** @type {HTMLAnchorElement | null} */ (target.closest("a.clause")) : null;

/** @param {HTMLAnchorElement} mark */
function show(mark) {
  if (!card || shown === mark) return;
  const text = mark.title || mark.getAttribute("aria-description");
  if (!text) return;
  mark.setAttribute("aria-description", text); // in place of the browser's own tooltip
  mark.removeAttribute("title");
  const link = document.createElement("a");
  link.href = mark.href;
  link.textContent = `${mark.textContent} in the rules`;
  const words = document.createElement("p");
  words.textContent = text;
  card.replaceChildren(words, link);
  card.showPopover();
  shown = mark;
  place(card, mark);
}

/** @param {HTMLElement} card @param {HTMLAnchorElement} mark */
function place(card, mark) {
  const at = mark.getBoundingClientRect();
  const above = at.top - card.offsetHeight - 4;
  const top = above >= NEAR ? above : at.bottom + 4;
  card.style.left = `${Math.max(NEAR, Math.min(at.left, innerWidth - card.offsetWidth - NEAR))}px`;
  card.style.top = `${Math.max(NEAR, Math.min(top, innerHeight - card.offsetHeight - NEAR))}px`;
}

function hide() {
  if (!card || !shown) return;
  shown = null;
  card.hidePopover();
}

/** @param {EventTarget | null} target */
const isHere = (target) => Boolean(markAt(target) || (target instanceof Node && card?.contains(target)));

document.addEventListener("pointerover", (event) => {
  const mark = markAt(event.target);
  if (mark && event.pointerType === "mouse") show(mark);
  else if (!isHere(event.target) && !isHere(document.activeElement)) hide();
});
document.addEventListener("focusin", (event) => {
  const mark = markAt(event.target);
  if (mark) show(mark);
  else if (!isHere(event.target)) hide();
});
document.addEventListener("click", (event) => {
  const mark = markAt(event.target);
  if (!mark || event.ctrlKey || event.metaKey || event.shiftKey) {
    if (!isHere(event.target)) hide();
    return;
  }
  event.preventDefault(); // the card has the link; nobody leaves a table by a tap on a mark
  show(mark);
  if (!event.detail) card?.querySelector("a")?.focus(); // it was a key
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !shown) return;
  event.preventDefault();
  const back = card?.contains(document.activeElement) ? shown : null;
  hide();
  back?.focus();
  hide(); // what has the focus is shown
});
// What has the focus stays, because moving the focus scrolls too.
function stay() {
  if (!card || !shown) return;
  if (!isHere(document.activeElement)) hide();
  else if (shown.isConnected) place(card, shown);
}
document.addEventListener("scroll", stay, { capture: true, passive: true });
