// The form of a described round: cards are picked on the felt instead of from lists, and what is blank is not sent, so
// that the address stays short. Without it the lists work all the same.
// @ts-check

const form = /** @type {HTMLFormElement} */ (document.getElementById("settle"));
const picker = /** @type {HTMLDialogElement} */ (document.getElementById("picker"));
const deck = /** @type {HTMLElement} */ (picker.querySelector(".deck"));
const radios = /** @type {HTMLInputElement[]} */ ([...deck.querySelectorAll("input")]);
const selects = /** @type {HTMLSelectElement[]} */ ([...form.querySelectorAll(".slot select")]);
const decks = Number(form.dataset["decks"]);
/** @type {Map<HTMLSelectElement, HTMLButtonElement>} */
const buttons = new Map();
/** @type {HTMLSelectElement | null} */
let asked = null;

/** @param {HTMLSelectElement} select */
function draw(select) {
  const button = /** @type {HTMLButtonElement} */ (buttons.get(select));
  const field = select.closest("[data-cards]");
  const place = [...(field?.querySelectorAll(".slot select") ?? [])].indexOf(select) + 1;
  const words = select.selectedOptions[0]?.textContent ?? "";
  button.setAttribute("aria-label", `${field?.getAttribute("data-cards")}, card ${place}: ${words}`);
  const shown = document.createElement(select.value ? "img" : "span");
  if (shown instanceof HTMLImageElement) {
    shown.src = `/art/${select.value}.svg`;
    shown.alt = "";
  } else {
    shown.className = "blank";
    shown.textContent = words;
  }
  button.replaceChildren(shown);
}

for (const select of selects) {
  const button = document.createElement("button");
  button.type = "button";
  button.setAttribute("aria-haspopup", "dialog");
  button.addEventListener("click", () => ask(select));
  buttons.set(select, button);
  const label = /** @type {HTMLLabelElement} */ (select.parentElement);
  const slot = document.createElement("div");
  slot.className = "slot";
  label.replaceWith(slot);
  slot.append(select, button);
  draw(select);
}
form.classList.add("has-picker");

/** @param {HTMLSelectElement} select */
function ask(select) {
  asked = select;
  const used = new Map();
  for (const other of selects) if (other !== select && other.value) used.set(other.value, (used.get(other.value) ?? 0) + 1);
  for (const radio of radios) {
    radio.disabled = (used.get(radio.value) ?? 0) >= decks;
    radio.checked = radio.value === select.value;
  }
  const title = /** @type {HTMLElement} */ (document.getElementById("picker-title"));
  title.textContent = (buttons.get(select)?.getAttribute("aria-label") ?? "").replace(/:.*/, "");
  picker.returnValue = "";
  if (!picker.open) picker.showModal();
  (radios.find((radio) => radio.checked) ?? radios.find((radio) => !radio.disabled))?.focus();
}

/** @param {string} card */
function put(card) {
  if (!asked) return;
  asked.value = card;
  draw(asked);
  const field = [...(asked.closest("[data-cards]")?.querySelectorAll(".slot select") ?? [])];
  const next = /** @type {HTMLSelectElement | undefined} */ (field.slice(field.indexOf(asked) + 1).find((each) => !(/** @type {HTMLSelectElement} */ (each).value)));
  if (card && next) ask(next);
  else picker.close();
}

// A pointer picks at once; with keys the arrows go round, and Enter picks.
deck.addEventListener("click", (event) => {
  if (!event.detail) return; // from keys or a screen reader: chosen, and picked by the button
  const radio = /** @type {HTMLInputElement | undefined} */ (/** @type {Element} */ (event.target).closest("label")?.querySelector("input"));
  if (radio && !radio.disabled) put(radio.value);
});
deck.addEventListener("keydown", (event) => {
  const at = radios.indexOf(/** @type {HTMLInputElement} */ (event.target));
  const columns = getComputedStyle(deck).gridTemplateColumns.split(" ").length;
  const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }[event.key];
  if (by !== undefined) {
    event.preventDefault();
    let to = at + by;
    while (radios[to]?.disabled) to += by;
    const next = radios[to];
    if (next) {
      next.checked = true;
      next.focus();
    }
  } else if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    const chosen = radios[at];
    if (chosen) put(chosen.value);
  }
});
picker.querySelector("form")?.addEventListener("submit", (event) => {
  const value = /** @type {HTMLButtonElement | null} */ (event.submitter)?.value;
  if (!value) return;
  event.preventDefault();
  const chosen = radios.find((radio) => radio.checked);
  if (value === "none") put("");
  else if (chosen) put(chosen.value);
});
picker.addEventListener("close", () => {
  const button = asked && buttons.get(asked);
  asked = null;
  button?.focus();
});

form.addEventListener("submit", () => {
  for (const field of /** @type {NodeListOf<HTMLInputElement | HTMLSelectElement>} */ (form.querySelectorAll("input, select"))) if (!field.value) field.disabled = true;
});
addEventListener("pageshow", () => {
  for (const field of /** @type {NodeListOf<HTMLInputElement | HTMLSelectElement>} */ (form.querySelectorAll(":disabled"))) field.disabled = false;
});
