// An earlier round: goes from step to step without loading the page anew, by links, slider and keys, and proves its
// cards. Without it the links work all the same.
// @ts-check
import "./later.js";
import { elementOf } from "./markup.js";
import { prove } from "./prove.js";

const main = /** @type {HTMLElement} */ (document.querySelector("main[data-address]"));
const slider = /** @type {HTMLInputElement} */ (document.getElementById("step"));
const live = /** @type {HTMLElement} */ (document.getElementById("live"));
const address = main.dataset["address"] ?? "";
/** @type {Map<number, Promise<{ step: number, fragments: Record<string, string> }>>} */
const known = new Map();
let wanted = Number(slider.value);

/** @param {number} step */
function fragments(step) {
  let found = known.get(step);
  if (!found) {
    found = fetch(`${address}?step=${step}`, { headers: { Accept: "application/json" } }).then((answer) => {
      if (!answer.ok) throw new Error(String(answer.status));
      return answer.json();
    });
    known.set(step, found);
    found.catch(() => known.delete(step));
  }
  return found;
}

/** @param {number} step */
async function go(step) {
  const last = Number(slider.max);
  wanted = Math.min(Math.max(step, 1), last);
  slider.value = String(wanted);
  const told = await fragments(wanted).catch(() => null);
  if (!told) {
    location.assign(`${address}?step=${wanted}`);
    return;
  }
  if (told.step !== wanted) return; // somebody has gone on meanwhile
  const focused = document.activeElement?.id;
  for (const [id, text] of Object.entries(told.fragments)) document.getElementById(id)?.replaceWith(elementOf(text));
  if (focused && document.activeElement?.id !== focused) document.getElementById(focused)?.focus({ preventScroll: true });
  live.textContent = document.querySelector("#now .say")?.textContent ?? "";
  history.replaceState(null, "", `${address}?step=${wanted}`);
  if (wanted < last) void fragments(wanted + 1).catch(() => null);
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let resting;
slider.addEventListener("input", () => {
  clearTimeout(resting);
  resting = setTimeout(() => void go(Number(slider.value)), 60);
});
slider.form?.addEventListener("submit", (event) => {
  event.preventDefault();
  void go(Number(slider.value));
});
slider.form?.querySelector("button")?.setAttribute("hidden", "");

document.addEventListener("click", (event) => {
  const link = /** @type {Element} */ (event.target).closest?.("[data-step]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  void go(Number(link.getAttribute("data-step")));
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || /** @type {HTMLElement} */ (event.target).matches("input, pre")) return;
  const to = { ArrowLeft: wanted - 1, ArrowRight: wanted + 1, Home: 1, End: Number(slider.max) }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  void go(to);
});

const link = /** @type {HTMLInputElement | null} */ (document.getElementById("link"));
link?.addEventListener("focus", () => link.select());
link?.focus();

// The proof

const button = /** @type {HTMLButtonElement | null} */ (document.getElementById("prove"));
const proved = /** @type {HTMLElement} */ (document.getElementById("proved"));
button?.removeAttribute("hidden");
button?.addEventListener("click", async () => {
  button.disabled = true;
  const played = await fetch(button.dataset["href"] ?? "").then((answer) => answer.json()).catch(() => null);
  const steps = played ? await prove(played) : [{ passes: false, says: "The round cannot be read; try again." }];
  proved.replaceChildren(verdict(steps), ...steps.map(line));
  button.disabled = false;
});

/** @param {{ passes: boolean | null, says: string, detail?: string }} step */
function line(step) {
  const item = document.createElement("li");
  item.className = step.passes ? "good" : step.passes === false ? "bad" : "";
  const says = document.createElement("span");
  says.textContent = `${step.passes ? "✓" : step.passes === false ? "✗" : "…"} ${step.says}`;
  item.append(says);
  if (step.detail) {
    const detail = document.createElement("code");
    detail.textContent = step.detail;
    item.append(detail);
  }
  return item;
}

/** @param {{ passes: boolean | null }[]} steps */
function verdict(steps) {
  const item = document.createElement("li");
  const fails = steps.some((step) => step.passes === false);
  const waits = steps.some((step) => step.passes === null);
  item.id = "verdict";
  item.className = fails ? "verdict bad" : "verdict good";
  item.textContent = fails
    ? "NOT proved: what was opened is not what the house had committed to."
    : waits
      ? "Proved as far as it is opened: the rest can be proved later."
      : "Proved: every card and die that this seat saw was fixed before the round opened.";
  return item;
}
