// Advice: what each choice is worth, shown beside the dock when somebody asks, and gone when the moment is over.
// @ts-check

import { say } from "./announcer.js";
import { elementOf } from "./markup.js";

const panel = /** @type {HTMLElement} */ (document.getElementById("advice"));
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
  panel.scrollIntoView({ block: "nearest" });
}

/** @param {string} words */
function tell(words) {
  const line = document.createElement("p");
  line.textContent = words;
  panel.replaceChildren(line);
  panel.setAttribute("aria-busy", "true");
  panel.hidden = false;
}

/** Hide what was asked about a moment that is over. */
export function forget() {
  if (!moment || document.querySelector(`a[data-moment="${CSS.escape(moment)}"]`)) return;
  moment = "";
  panel.hidden = true;
  panel.replaceChildren();
}
