// The page of a table: follows the house and takes in fragments as they come. Without scripts the forms work all the
// same, and the page is loaded anew.
// @ts-check

import { forget } from "./advice.js";
import { say } from "./announcer.js";
import "./clauses.js";
import { moveOn, sendFor } from "./commands.js";
import "./drag.js";
import { fragmentsOf, replace, startFrom } from "./fragments.js";
import "./keyboard.js";

const main = /** @type {HTMLElement} */ (document.getElementById("table"));
const line = /** @type {HTMLElement} */ (document.getElementById("line"));
const table = main.dataset["table"] ?? "";
const parts = (main.dataset["parts"] ?? "").split(" ");
const WAIT_LEAST = 1_000;
const WAIT_MOST = 15_000;
let shown = Number(main.dataset["number"]);
let offset = 0; // of the house's clock to ours
let round = "";
let wait = WAIT_LEAST;

startFrom(shown);
const made = Number(document.getElementById("clock")?.getAttribute("data-now"));
if (made) offset = made - Date.now(); // until the stream says better

/** @param {Record<string, string>} fragments @param {number} number */
function show(fragments, number) {
  replace(fragments);
  forget();
  shown = Math.max(shown, number);
  main.dataset["number"] = String(shown);
  const now = document.querySelector("#dock input[name=round]")?.getAttribute("value") ?? round;
  if (now !== round) moveOn();
  round = now;
}

// The whole page again, for when the stream has nothing.
async function refresh() {
  const answer = await fetch(location.pathname).catch(() => null);
  if (answer?.status === 401) location.assign("/");
  if (!answer?.ok) return;
  const text = await answer.text();
  const number = Number(/data-number="(-?\d+)"/.exec(text)?.[1] ?? shown);
  if (number >= shown) show(fragmentsOf(text, parts), number);
}

sendFor({ refresh, shownNumber: () => shown });

// ── The stream ──────────────────────────────────────────────────────────────────────────────────────────────────────

/** @param {boolean} isLost */
function tellLine(isLost) {
  if (line.hidden === isLost) say(isLost ? "The connection is lost. Reconnecting." : "Connected again.");
  line.hidden = !isLost;
  line.textContent = isLost ? "Reconnecting…" : "";
}

function follow() {
  const source = new EventSource(`/stream?watch=${encodeURIComponent(table)}`);
  source.addEventListener("open", () => {
    wait = WAIT_LEAST;
    tellLine(false);
  });
  source.addEventListener("fragments", (event) => {
    const told = JSON.parse(event.data);
    if (told.table !== table) return;
    offset = told.now - Date.now();
    show(told.fragments, told.number);
  });
  source.addEventListener("end", (event) => {
    if (JSON.parse(event.data).reason !== "session") return;
    source.close();
    location.assign("/");
  });
  source.addEventListener("error", () => {
    tellLine(true);
    if (source.readyState !== EventSource.CLOSED) return; // else the browser goes on by itself, from the last id
    setTimeout(async () => {
      await refresh(); // or to the lobby, if the session is over
      follow();
    }, wait);
    wait = Math.min(wait * 2, WAIT_MOST);
  });
  addEventListener("pagehide", () => source.close(), { once: true });
}

follow();
addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload();
});

// ── Clocks ──────────────────────────────────────────────────────────────────────────────────────────────────────────

setInterval(() => {
  const clock = document.getElementById("clock");
  const ends = Number(clock?.getAttribute("data-ends"));
  if (!clock || !ends) return;
  const whole = Math.max(1, ends - Number(clock.getAttribute("data-now")));
  const left = Math.max(0, ends - (Date.now() + offset));
  const seconds = String(Math.ceil(left / 1000));
  const text = clock.querySelector("text");
  if (text && text.textContent !== seconds) {
    text.textContent = seconds;
    clock.setAttribute("aria-label", `${seconds} seconds left`);
    clock.querySelector(".runs")?.setAttribute("stroke-dasharray", `${Math.min(100, (100 * left) / whole)} 100`);
  }
}, 250);
