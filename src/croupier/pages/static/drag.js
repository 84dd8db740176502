// A chip can be dragged from the tray to a place that takes it. Clicks and keys do the same.
// @ts-check

const FAR = 8;
/** @type {{ chip: HTMLElement, x: number, y: number, ghost: HTMLElement | null } | null} */
let held = null;

/** @param {PointerEvent} event */
const placeUnder = (event) =>
  /** @type {HTMLButtonElement | null | undefined} */ (document.elementFromPoint(event.clientX, event.clientY)?.closest("button[name=on]"));

document.addEventListener("pointerdown", (event) => {
  const chip = event.target instanceof Element ? /** @type {HTMLElement | null} */ (event.target.closest(".pick")) : null;
  if (chip && event.isPrimary && event.button === 0) held = { chip, x: event.clientX, y: event.clientY, ghost: null };
});

document.addEventListener("pointermove", (event) => {
  if (!held) return;
  if (!held.ghost && Math.hypot(event.clientX - held.x, event.clientY - held.y) < FAR) return;
  if (!held.ghost) {
    held.ghost = /** @type {HTMLElement} */ (held.chip.cloneNode(true));
    held.ghost.querySelector("input")?.remove();
    held.ghost.classList.add("dragged");
    held.ghost.setAttribute("aria-hidden", "true");
    document.body.append(held.ghost);
  }
  held.ghost.style.left = `${event.clientX}px`;
  held.ghost.style.top = `${event.clientY}px`;
});

document.addEventListener("pointerup", (event) => {
  const now = held;
  held = null;
  if (!now?.ghost) return;
  now.ghost.remove();
  const place = placeUnder(event);
  const input = now.chip.querySelector("input");
  if (!place || !input) return;
  const current = document.getElementById(input.id); // the dock may have been replaced in the meantime
  if (current instanceof HTMLInputElement) current.checked = true;
  place.click();
});

document.addEventListener("pointercancel", () => {
  held?.ghost?.remove();
  held = null;
});
document.addEventListener("dragstart", (event) => {
  if (held) event.preventDefault();
});
