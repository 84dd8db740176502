// What a screen reader is told: one region, present at load; what comes close together is said together, in order.
// @ts-check

const region = /** @type {HTMLElement} */ (document.getElementById("live"));
const TOGETHER = 350;
/** @type {string[]} */
let waiting = [];
let timer = 0;
let last = "";

/** Say something that happened; it can be asked for again. @param {string} text */
export function announce(text) {
  remember(text);
  say(text);
}

/** What there is to say when somebody asks what happened last. @param {string} text */
export function remember(text) {
  last = text;
}

/** Say something. @param {string} text */
export function say(text) {
  if (!text) return;
  waiting.push(text);
  if (!timer) timer = setTimeout(flush, TOGETHER);
}

export function sayAgain() {
  say(last || "Nothing has happened yet.");
}

function flush() {
  timer = 0;
  const words = waiting.join(" ");
  waiting = [];
  const line = document.createElement("p"); // a new one, so that the same words twice are said twice
  line.textContent = words;
  region.replaceChildren(line);
}
