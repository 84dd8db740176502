// The page of a table: takes in fragments as they come, shows what is new in the order in which it happened, sends
// forms without loading the page anew, counts clocks down and hears keys. Without it the forms work all the same.
// @ts-check

const main = /** @type {HTMLElement} */ (document.getElementById("table"));
const live = /** @type {HTMLElement} */ (document.getElementById("live"));
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const STEP = 240;
let shown = Number(main.dataset.number);
let offset = 0;
let last = "";

// Fragments come from our own server, escaped there; nothing else may become markup.
const policy = /** @type {any} */ (window).trustedTypes?.createPolicy("croupier", {
  createHTML: (/** @type {string} */ text) => text,
});

/** @param {string} text */
function element(text) {
  const template = document.createElement("template");
  template.innerHTML = policy ? policy.createHTML(text) : text;
  return /** @type {Element} */ (template.content.firstElementChild);
}

/** @param {Record<string, string>} fragments @param {number} number */
function replace(fragments, number) {
  const focused = document.activeElement;
  const where = focused && { id: focused.id, key: focused.getAttribute("data-key"), value: focused.getAttribute("value") };
  const chip = /** @type {HTMLInputElement | null} */ (document.querySelector("input[name=chip]:checked"))?.value;
  /** @type {Element[]} */
  const fresh = [];
  for (const [id, text] of Object.entries(fragments)) {
    const old = document.getElementById(id);
    if (!old) continue;
    const made = element(text);
    for (const each of made.querySelectorAll("[data-n]"))
      if (Number(each.getAttribute("data-n")) > shown) fresh.push(each);
    old.replaceWith(made);
  }
  if (chip) {
    const again = /** @type {HTMLInputElement | null} */ (document.getElementById(`chip-${chip}`));
    if (again) again.checked = true;
  }
  if (where && !document.contains(focused)) refocus(where);
  shown = Math.max(shown, number);
  arrive(fresh);
}

/** @param {{ id: string, key: string | null, value: string | null }} where */
function refocus(where) {
  const dock = /** @type {HTMLElement} */ (document.getElementById("dock"));
  const again = where.id ? document.getElementById(where.id) : where.key && dock.querySelector(`[data-key="${CSS.escape(where.key)}"]`);
  /** @type {HTMLElement} */ (again || dock).focus({ preventScroll: true });
}

// One thing at a time, in the order of the records.
/** @param {Element[]} fresh */
function arrive(fresh) {
  const order = [...new Set(fresh.map((each) => Number(each.getAttribute("data-n"))))].sort((a, b) => a - b);
  for (const each of fresh) {
    const at = calm.matches ? 0 : order.indexOf(Number(each.getAttribute("data-n"))) * STEP;
    if (!calm.matches) each.classList.add("waits");
    setTimeout(() => {
      each.classList.remove("waits");
      if (!calm.matches) each.classList.add("arrives");
      if (each.matches(".log li")) say(each.firstElementChild?.textContent ?? "");
    }, at);
  }
}

/** @param {string} text */
function say(text) {
  last = text;
  live.textContent = text;
}

// Commands

document.addEventListener("submit", async (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!form.action.includes("/table/")) return;
  event.preventDefault();
  const body = new URLSearchParams(/** @type {any} */ (new FormData(form, event.submitter)));
  const answer = await fetch(form.action, { method: "POST", body, headers: { Accept: "application/json" } }).catch(() => null);
  const told = answer ? await answer.json().catch(() => ({})) : { reason: "the house cannot be reached; try again" };
  const note = document.getElementById("note");
  if (note && told.reason && !(answer && answer.ok)) {
    note.textContent = `${told.reason[0].toUpperCase()}${told.reason.slice(1)}.`;
    note.setAttribute("role", "alert");
  }
});

document.addEventListener("keydown", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.ctrlKey || event.metaKey || event.altKey || target.matches("input:not([type=radio]), select, textarea")) return;
  const key = event.key.toUpperCase();
  const button = /** @type {HTMLButtonElement | null} */ (document.querySelector(`[data-key="${CSS.escape(key)}"]:not(:disabled)`));
  if (button) {
    event.preventDefault();
    button.click();
  } else if (key === ".") say(last);
  else if (key === "?") document.getElementById("keys")?.click();
});

// Clocks

setInterval(() => {
  const clock = document.getElementById("clock");
  const ends = Number(clock?.getAttribute("data-ends"));
  if (!clock || !ends) return;
  if (!clock.dataset.whole) clock.dataset.whole = String(Math.max(1, ends - Number(clock.getAttribute("data-now"))));
  const left = Math.max(0, ends - (Date.now() + offset));
  const text = clock.querySelector("text");
  if (text) text.textContent = String(Math.ceil(left / 1000));
  clock.querySelector(".runs")?.setAttribute("stroke-dasharray", `${(100 * left) / Number(clock.dataset.whole)} 100`);
  clock.setAttribute("aria-label", `${Math.ceil(left / 1000)} seconds left`);
}, 250);

// The stream

const source = new EventSource(`/stream?watch=${encodeURIComponent(main.dataset.table ?? "")}`);
source.addEventListener("fragments", (event) => {
  const told = JSON.parse(/** @type {MessageEvent} */ (event).data);
  if (told.table !== main.dataset.table) return;
  offset = told.now - Date.now();
  replace(told.fragments, told.number);
});
source.addEventListener("end", (event) => {
  if (JSON.parse(/** @type {MessageEvent} */ (event).data).reason === "session") {
    source.close();
    location.assign("/");
  }
});
