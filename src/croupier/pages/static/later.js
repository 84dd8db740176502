// What is still being counted: a part of a page that names where it can be had later (`data-later`) is asked for again
// until it is there. Without this the page is right when it is loaded again.
// @ts-check
import { pageOf } from "./markup.js";

const WAIT = 1_500;

async function look() {
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-later]"))) {
    const answer = await fetch(part.dataset["later"] ?? "").catch(() => null);
    const made = answer?.ok ? pageOf(await answer.text()).getElementById(part.id) : null;
    if (made && !made.isEqualNode(part)) part.replaceWith(made);
  }
  again();
}

function again() {
  if (document.querySelector("[data-later]")) setTimeout(() => void look(), WAIT);
}

again();
