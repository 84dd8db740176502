// Advice: what each choice is worth, shown beside the dock when somebody asks, and gone when the moment is over.
// @ts-check

import { say } from "./announcer.js";
import { elementOf } from "./markup.js";

const panel = /** @type {HTMLElement} */ (document.getElementById("advice"));
const side = /** @type {HTMLElement} */ (document.querySelector(".side"));
const deck = /** @type {HTMLElement} */ (document.getElementById("deck"));
const wide = matchMedia("(min-width: 1100px)");
let moment = "";

document.addEventListener("click", (event) => {
  const target = /** @type {Element} */ (event.target);
  const link = /** @type {HTMLAnchorElement | null} */ (target.closest?.("a[data-moment]"));
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  void show(link);
});

/** @param {HTMLAnchorElement} link */
async function show(link) {
  const asked = link.dataset["moment"] ?? "";
  moment = asked;
  settle();
  tell("Counting…");
  const answer = await fetch(link.href, { headers: { Accept: "application/json" } }).catch(() => null);
  const told = await answer?.json().catch(() => null);
  if (moment !== asked) return; // it is over, or something else was asked
  panel.removeAttribute("aria-busy");
  if (answer?.ok && told) {
    panel.replaceChildren(elementOf(told.fragment));
    say(told.says);
  } else {
    const reason = told?.reason ?? "the house cannot be reached; ask again";
    tell(`${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`);
    panel.removeAttribute("aria-busy");
    say(panel.textContent ?? "");
  }
}

// Where there is room beside the dock, there; otherwise with it. No button moves that somebody is about to press.
function settle() {
  const home = wide.matches ? side : deck;
  if (panel.parentElement === home) return;
  if (wide.matches) side.prepend(panel);
  else deck.append(panel);
}
wide.addEventListener("change", settle);

/** @param {string} words */
function tell(words) {
  const line = document.createElement("p");
  line.textContent = words;
  panel.replaceChildren(line);
  panel.setAttribute("aria-busy", "true");
  panel.hidden = false;
  if (wide.matches) side.scrollTop = 0;
  else panel.scrollIntoView({ block: "nearest" });
}

/** Hide what was asked about a moment that is over. */
export function forget() {
  if (!moment || document.querySelector(`a[data-moment="${CSS.escape(moment)}"]`)) return;
  moment = "";
  panel.hidden = true;
  panel.replaceChildren();
}
