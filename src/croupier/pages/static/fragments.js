// Fragments of a page, replaced by their ids. What somebody is in the middle of stays: focus, a chosen chip, a text half
// written. What is new appears one thing after the other, in the order of the records that put it there (`data-n`).
// @ts-check

import { announce, remember } from "./announcer.js";
import { elementOf, pageOf } from "./markup.js";

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const STEP = 240;
const BETWEEN_SEATS = 80;
const BEHIND_MAX = 6_000;
// By record: when it is shown. Records up to `known` were there when the page was loaded.
/** @type {Map<number, number>} */
const times = new Map();
let known = -1;
let lastTime = 0;
let lastSeat = "";

/** The fragments of a whole page. @param {string} text @param {Iterable<string>} ids @returns {Record<string, string>} */
export function fragmentsOf(text, ids) {
  const page = pageOf(text);
  /** @type {Record<string, string>} */
  const found = {};
  for (const id of ids) {
    const part = page.getElementById(id);
    if (part) found[id] = part.outerHTML;
  }
  return found;
}

/** Nothing up to this record is new. @param {number} number */
export function startFrom(number) {
  known = number;
  for (const each of document.querySelectorAll("[data-tell]")) told.add(nameOf(each));
  const latest = document.querySelector("#spoken :last-child, .log li");
  if (latest) remember(textOf(latest));
}

/** @param {Record<string, string>} fragments */
export function replace(fragments) {
  const focused = /** @type {HTMLElement | null} */ (document.activeElement);
  const place = focused && placeOf(focused);
  /** @type {Element[]} */
  const fresh = [];
  for (const [id, text] of Object.entries(fragments)) {
    const old = document.getElementById(id);
    if (!old) continue;
    const made = elementOf(text);
    if (made.isEqualNode(old)) continue;
    keep(old, made);
    for (const each of [made, ...made.querySelectorAll("[data-n]")])
      if (Number(each.getAttribute("data-n") ?? -1) > known || isUntold(each)) fresh.push(each);
    standIn(old, made, fresh);
    old.replaceWith(made);
  }
  if (place && focused && !document.contains(focused)) refocus(place);
  arrive(fresh);
}

// ── What stays ──────────────────────────────────────────────────────────────────────────────────────────────────────

/** @param {Element} old @param {Element} made */
function keep(old, made) {
  for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (old.querySelectorAll("input[id]"))) {
    const again = /** @type {HTMLInputElement | null} */ (made.querySelector(`#${CSS.escape(field.id)}`));
    if (!again) continue;
    if (field.type === "radio") again.checked = field.checked;
    else if (field.value !== field.defaultValue) again.value = field.value;
  }
  const radios = /** @type {HTMLInputElement[]} */ ([...made.querySelectorAll("input[type=radio]")]);
  if (radios.length && !radios.some((each) => each.checked)) {
    const usual = radios.find((each) => each.defaultChecked) ?? radios[0];
    if (usual) usual.checked = true;
  }
}

/** @typedef {{ id: string, key: string | null, wager: string, box: string, from: number | null, to: number | null }} Place */

/** Where the focus is, so that it is found again. @param {HTMLElement} focused @returns {Place} */
function placeOf(focused) {
  const isText = focused instanceof HTMLInputElement && focused.type === "text";
  return {
    id: focused.id,
    key: focused.getAttribute("data-key"),
    wager: wagerOf(focused),
    box: focused.closest("[id]:not(input, button, a)")?.id ?? "",
    from: isText ? focused.selectionStart : null,
    to: isText ? focused.selectionEnd : null,
  };
}

/** A place to bet is the same, whatever lies there. @param {Element} element */
const wagerOf = (element) => (element.getAttribute("value") ?? "").split(":").slice(0, 2).join(":");

/** @param {Place} place */
function refocus(place) {
  const box = document.getElementById(place.box);
  const again =
    (place.id && document.getElementById(place.id)) ||
    (place.key && box?.querySelector(`[data-key="${CSS.escape(place.key)}"]`)) ||
    (place.wager && [...(box?.querySelectorAll("button[name=on]") ?? [])].find((each) => wagerOf(each) === place.wager)) ||
    document.getElementById("dock");
  if (!(again instanceof HTMLElement)) return;
  again.focus({ preventScroll: true });
  if (again instanceof HTMLInputElement && place.from !== null) again.setSelectionRange(place.from, place.to);
}

// ── What is new ─────────────────────────────────────────────────────────────────────────────────────────────────────

// Until its time comes, what is new leaves visible what was in its place before: the back of a card, chips, a line.
/** @param {Element} old @param {Element} made @param {Element[]} fresh */
function standIn(old, made, fresh) {
  for (const selector of [".cards", ".spot", ".lead", ".mycards", ".well"]) {
    const before = old.querySelectorAll(selector);
    const after = made.querySelectorAll(selector);
    if (before.length !== after.length) continue;
    after.forEach((box, place) => {
      [...box.children].forEach((child, index) => {
        const was = before[place]?.children[index];
        if (!fresh.includes(child) || !was || was.isEqualNode(child) || was.classList.contains("waits")) return;
        const copy = /** @type {Element} */ (was.cloneNode(true));
        copy.classList.remove("arrives");
        copy.removeAttribute("id");
        copy.removeAttribute("data-n");
        copy.setAttribute("aria-hidden", "true");
        copy.classList.add("stands-in");
        box.insertBefore(copy, child);
        child.classList.add("replaces");
      });
    });
  }
}

/** When a record is shown. @param {number} number @param {Element} element */
function timeOf(number, element) {
  const found = times.get(number);
  if (found !== undefined) return found;
  const now = performance.now();
  const seat = element.closest(".place")?.id ?? "";
  const gap = seat && lastSeat && seat !== lastSeat ? BETWEEN_SEATS : STEP;
  lastTime = calm.matches || document.hidden ? now : Math.max(now, Math.min(lastTime + gap, now + BEHIND_MAX));
  lastSeat = seat;
  times.set(number, lastTime);
  return lastTime;
}

// Of lines about the same record the lower one came first: the log has the latest on top.
/** @param {Element} a @param {Element} b */
function below(a, b) {
  if (!a.matches(".log li") || !b.matches(".log li")) return 0;
  return a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? 1 : -1;
}

/** @param {Element[]} fresh */
function arrive(fresh) {
  const numberOf = (/** @type {Element} */ each) => Number(each.getAttribute("data-n"));
  // The felt before words about it, so that a record's time is that of its seat.
  const order = [...fresh].sort((a, b) => numberOf(a) - numberOf(b) || Number(Boolean(b.closest(".felt"))) - Number(Boolean(a.closest(".felt"))) || below(a, b));
  const now = performance.now();
  for (const each of order) {
    const isNew = !times.has(numberOf(each));
    const left = timeOf(numberOf(each), each) - now;
    const isLine = each.matches(".log li, [data-tell]");
    if (left <= 0) {
      reveal(each, isNew);
      if (isLine) tell(each);
      continue;
    }
    each.classList.add("waits");
    setTimeout(() => {
      reveal(each, true);
      if (isLine) tell(each);
    }, left);
  }
}

/** @param {Element} each @param {boolean} moves */
function reveal(each, moves) {
  each.classList.remove("waits");
  if (each.classList.contains("replaces")) {
    each.classList.remove("replaces");
    if (each.previousElementSibling?.classList.contains("stands-in")) each.previousElementSibling.remove();
  }
  if (moves && !calm.matches && !document.hidden) each.classList.add("arrives");
}

// A line may be drawn again before it is told, and is told once; one that grows is told again. What has a name of its own
// (`data-tell`) is told once by that, whatever it says by then.
/** @type {Set<string>} */
const told = new Set();

/** Words for the ear, where they are others than those for the eye. @param {Element} line */
const textOf = (line) => line.getAttribute("data-says") ?? (line.firstElementChild ?? line).textContent ?? "";

/** @param {Element} line */
const nameOf = (line) => line.getAttribute("data-tell") ?? `${line.getAttribute("data-n")} ${textOf(line)}`;

/** @param {Element} line */
const isUntold = (line) => line.hasAttribute("data-tell") && !told.has(nameOf(line));

/** @param {Element} line */
function tell(line) {
  if (told.has(nameOf(line))) return;
  told.add(nameOf(line));
  announce(textOf(line));
}
