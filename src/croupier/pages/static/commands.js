// Commands: the forms of a table, sent without loading the page anew. One is under way at a time. A command without an
// answer stays visible and is sent again as it was, so that it is carried out once.
// @ts-check


const RETRY = 1_000;
const CAUGHT_UP = 2_000;
const BUSY = new Set([429, 502, 503, 504]);
const deck = /** @type {HTMLElement} */ (document.getElementById("deck"));
const refused = /** @type {HTMLElement} */ (document.getElementById("refused"));
const rules = document.getElementById("table")?.dataset["rules"] ?? "";
/** @typedef {{ place: string, chip: string, says: string, again?: () => void }} Click */
/** @type {Click[]} */
let clicks = [];
let isBusy = false;
let underWay = "";
/** @type {() => Promise<void>} */
let refresh = async () => {};
/** @type {() => number} */
let shownNumber = () => 0;

/** @param {{ refresh: () => Promise<void>, shownNumber: () => number }} page */
export function sendFor(page) {
  refresh = page.refresh;
  shownNumber = page.shownNumber;
  document.addEventListener("submit", (event) => {
    const form = /** @type {HTMLFormElement} */ (event.target);
    if (form.method !== "post" || !form.action.includes("/table/")) return;
    event.preventDefault();
    const button = /** @type {HTMLButtonElement | null} */ (event.submitter);
    if (!isBusy) void send(form, button);
    else wait(button);
  });
}

// While another is under way: every chip counts, anything else once. A button that says something else by now, as a
// switch does, is something else.
/** @param {HTMLButtonElement | null} button */
function wait(button) {
  const says = wordsOf(button);
  if (button?.name === "on") clicks.push({ place: placeOf(button.value), chip: chosenChip(), says });
  else if (says !== underWay && !clicks.some((each) => each.says === says)) clicks.push({ place: "", chip: "", says });
}

/** Do something once what is under way is done. @param {() => void} again @returns {boolean} whether anything is */
export function afterwards(again) {
  if (isBusy) clicks.push({ place: "", chip: "", says: "", again });
  return isBusy;
}

// The label alone: amounts beside it may change while it waits.
/** @param {HTMLButtonElement | null} button */
const wordsOf = (button) => button?.querySelector("span")?.firstChild?.textContent || button?.textContent || "Your command";

const chosenChip = () => /** @type {HTMLInputElement | null} */ (document.querySelector("input[name=chip]:checked"))?.value ?? "";

/** @param {string} value */
const placeOf = (value) => value.split(":").slice(0, 2).join(":");

/** @param {HTMLFormElement} form @param {HTMLButtonElement | null} button */
async function send(form, button) {
  isBusy = true;
  underWay = wordsOf(button);
  deck.setAttribute("aria-busy", "true");
  const body = new URLSearchParams(/** @type {any} */ (new FormData(form, button)));
  const { status, told } = await answered(form.action, body, underWay);
  if (status === 200) {
    tellRefusal("", "");
    await caughtUp(told.number ?? -1);
  } else {
    clicks = [];
    if (status === 401) location.assign("/");
    else if (status === 409) await refresh();
    const stale = status === 409 ? " Here is the table as it is now." : "";
    tellRefusal((told.reason || "This did not work.") + stale, told.clause ?? "");
  }
  isBusy = false;
  deck.removeAttribute("aria-busy");
  next();
}

// What was clicked in the meantime, against the table as it is now.
function next() {
  const click = clicks.shift();
  if (!click) return;
  if (click.again) {
    click.again();
    if (!isBusy) next();
    return;
  }
  const buttons = /** @type {HTMLButtonElement[]} */ ([...document.querySelectorAll("#deck button, #mine button")]);
  if (!click.place) {
    const button = buttons.find((each) => wordsOf(each) === click.says);
    if (button?.form) void send(button.form, button);
    else next();
    return;
  }
  const button = buttons.find((each) => each.name === "on" && placeOf(each.value) === click.place);
  const chip = /** @type {HTMLInputElement | null} */ (document.getElementById(`chip-${click.chip}`));
  if (!button?.form || !chip) {
    clicks = [];
    tellRefusal("Some chips were not bet: the place or the chip is not at hand any more.", "");
    return;
  }
  const before = chosenChip();
  chip.checked = true;
  void send(button.form, button);
  const again = document.getElementById(`chip-${before}`);
  if (again instanceof HTMLInputElement) again.checked = true;
}

/** @param {string} action @param {URLSearchParams} body @param {string} label */
async function answered(action, body, label) {
  for (let tries = 0; ; tries += 1) {
    const answer = await fetch(action, { method: "POST", body, headers: { Accept: "application/json" } }).catch(() => null);
    if (answer && !BUSY.has(answer.status)) {
      if (tries) tellRefusal("", "");
      return { status: answer.status, told: await answer.json().catch(() => ({})) };
    }
    if (!tries) tellRefusal(`“${label.trim()}” has not reached the house yet; it is sent again until it does.`, "");
    await new Promise((resolve) => setTimeout(resolve, RETRY));
  }
}

/** Wait until the page shows a record; if it does not come, look. @param {number} number */
async function caughtUp(number) {
  const end = performance.now() + CAUGHT_UP;
  while (shownNumber() < number && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 15));
  if (shownNumber() < number) await refresh();
}

/** @param {string} reason @param {string} clause */
function tellRefusal(reason, clause) {
  if (!reason && !refused.textContent) return;
  refused.textContent = reason;
  if (!clause) return;
  const mark = document.createElement("a");
  mark.className = "clause";
  mark.href = `${rules}#${clause}`;
  mark.textContent = clause;
  refused.append(" ", mark);
}

/** Nothing of an earlier moment is refused any more. */
export function moveOn() {
  if (!isBusy) tellRefusal("", "");
}

