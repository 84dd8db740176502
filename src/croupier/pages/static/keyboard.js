// Keys: every action shows its own (`data-key`); `?` lists them all and can switch them off.
// @ts-check

import { say, sayAgain } from "./announcer.js";
import { afterwards } from "./commands.js";

const SWITCH = "croupier-keys";
const dialog = /** @type {HTMLDialogElement} */ (document.getElementById("keys-dialog"));
const isOn = /** @type {HTMLInputElement} */ (document.getElementById("keys-on"));
const opener = /** @type {HTMLButtonElement} */ (document.getElementById("keys"));

opener.hidden = false;
opener.addEventListener("click", () => dialog.showModal());
isOn.checked = localStorage.getItem(SWITCH) !== "off";
isOn.addEventListener("change", () => localStorage.setItem(SWITCH, isOn.checked ? "on" : "off"));

/** @type {Record<string, () => void>} */
const READS = {
  L: sayAgain,
  H: () => say(handWords()),
  W: () => say([textOf("note"), document.querySelector("[data-tell^=paid]")?.textContent].join(" ").trim() || "You have no wagers."),
  C: () => say(document.getElementById("clock")?.getAttribute("aria-label") || "No clock runs."),
  B: () => say(document.querySelector("#bank [aria-label]")?.getAttribute("aria-label") || "There is no bank's wager."),
};

/** @param {string} id */
const textOf = (id) => document.getElementById(id)?.textContent?.trim() ?? "";

function handWords() {
  const hand = document.getElementById("hand");
  const cards = [...(hand?.querySelectorAll("img") ?? [])].map((each) => each.alt);
  if (cards.length) return `${hand?.getAttribute("aria-label")}. ${cards.join(", ")}.`;
  const others = [...document.querySelectorAll("#dealer figure.hand:has(img)")].map(tableHand);
  return others.length ? `You have no cards of your own. ${others.join(" ")}` : "You have no cards.";
}

/** Cards that lie before the dealer. @param {Element} hand */
function tableHand(hand) {
  const cards = [...hand.querySelectorAll("img")].map((each) => each.alt);
  return `${hand.querySelector("figcaption b")?.textContent}: ${cards.join(", ")}.`;
}

document.addEventListener("keydown", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || dialog.open) return;
  if (target.matches("input:not([type=radio], [type=checkbox]), select, textarea")) return;
  if (event.key === "?") {
    event.preventDefault();
    dialog.showModal();
    return;
  }
  if (!isOn.checked) return;
  const key = event.key.toUpperCase();
  const reads = event.shiftKey ? READS[key] : undefined;
  if (reads) {
    event.preventDefault();
    reads();
  } else if (key === "+" || key === "=" || key === "-") {
    choose(key === "-" ? -1 : 1);
  } else if (!event.shiftKey && (press(key) || pressLater(key))) event.preventDefault();
});

// Somebody quick presses the key of a button that the answer under way will bring, such as "no more bets" after a bet.
// It counts within the same step of the round; nobody decides about cards that they have not seen.
/** @param {string} key */
function pressLater(key) {
  const before = moment();
  return afterwards(() => moment() === before && press(key));
}

const moment = () => ["round", "step"].map((name) => document.querySelector(`#mine input[name=${name}]`)?.getAttribute("value")).join(".");

/** @param {string} key */
function press(key) {
  const found = /** @type {HTMLElement | null} */ (document.querySelector(`[data-key="${CSS.escape(key)}"]:not(:disabled)`));
  if (found instanceof HTMLInputElement) {
    found.focus();
    found.select();
  } else found?.click();
  return Boolean(found);
}

/** Take the next larger or smaller chip. @param {number} step */
function choose(step) {
  const chips = /** @type {HTMLInputElement[]} */ ([...document.querySelectorAll("input[name=chip]")]);
  const chosen = chips[chips.findIndex((each) => each.checked) + step];
  if (!chosen) return;
  chosen.checked = true;
  say(`Chip ${chosen.getAttribute("aria-label")}.`);
}
