// The lobby: takes in the cards of tables as they change, and keeps focus and what is selected. Without it the page is
// right when it is loaded, and all forms work.
// @ts-check
import { elementOf } from "./markup.js";

const list = /** @type {HTMLElement} */ (document.getElementById("tables"));

/** @param {Record<string, string>} fragments */
function take(fragments) {
  const focused = document.activeElement;
  const holder = focused?.closest("[id]");
  const place = holder ? reachable(holder).indexOf(/** @type {HTMLElement} */ (focused)) : -1;
  for (const [id, text] of Object.entries(fragments)) {
    if (id === "order") continue;
    const old = document.getElementById(id);
    if (old) old.replaceWith(elementOf(text));
    else if (id.startsWith("table-")) list.append(elementOf(text));
  }
  const order = fragments["order"];
  if (order !== undefined) arrange(order.split(" "));
  const again = holder && document.getElementById(holder.id);
  if (again && document.activeElement !== focused) (reachable(again)[place] ?? again).focus({ preventScroll: true });
}

// What can have the focus within something that has an id; it comes first if it can itself.
/** @param {Element} holder @returns {HTMLElement[]} */
function reachable(holder) {
  const within = holder.querySelectorAll("a, button, input, select, summary");
  return /** @type {HTMLElement[]} */ ([holder, ...within]);
}

// Cards that are gone go, and the others lie in the order in which the house names them.
/** @param {string[]} ids */
function arrange(ids) {
  for (const card of [...list.children]) if (!ids.includes(card.id.slice("table-".length))) card.remove();
  ids.forEach((id, place) => {
    const card = document.getElementById(`table-${id}`);
    if (card && list.children[place] !== card) list.insertBefore(card, list.children[place] ?? null);
  });
}

const source = new EventSource("/lobby/stream");
source.addEventListener("fragments", (event) => take(JSON.parse(/** @type {MessageEvent} */ (event).data).fragments));
source.addEventListener("end", (event) => {
  if (JSON.parse(/** @type {MessageEvent} */ (event).data).reason !== "session") return;
  source.close();
  location.assign("/");
});
