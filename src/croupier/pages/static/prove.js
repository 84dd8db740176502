// Proves the cards and dice of a round against what the house had committed to before it, by the browser's own
// SHA-256. It does what `croupier audit --openings` does, for what one seat saw.
// @ts-check

/** @typedef {{ of: string, number: number, subject: string, commitment: string, record: number, drawn: number }} Bound */
/** @typedef {{ opening: number, of: string, table: string, number: number, commitment: string, shown: [number, string, string][], leaves: string[] }} Opening */
/** @typedef {{ table: string, round: number, game: string, events: any[], commitments: Bound[], openings: string[] }} Played */
/** @typedef {{ passes: boolean | null, says: string, detail?: string }} Step */

const FIELDS = ["commitment", "leaves", "number", "of", "opening", "shown", "table"];
const ascii = (/** @type {string} */ text) => new TextEncoder().encode(text);
const LEAF = ascii("leaf");
const COMMITMENT = ascii("commitment");

class Wrong extends Error {}

/** @param {boolean} is @param {string} otherwise */
function must(is, otherwise) {
  if (!is) throw new Wrong(otherwise);
}

/** @param {string} text @param {number} length */
function bytes(text, length) {
  must(typeof text === "string" && text.length === 2 * length && /^[0-9a-f]*$/.test(text), `${String(text).slice(0, 80)} is not ${length} bytes`);
  return Uint8Array.from({ length }, (_, place) => parseInt(text.slice(2 * place, 2 * place + 2), 16));
}

/** @param {Uint8Array} data */
const hex = (data) => Array.from(data, (each) => each.toString(16).padStart(2, "0")).join("");

/** @param {Uint8Array[]} parts */
async function sha256(...parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return new Uint8Array(await crypto.subtle.digest("SHA-256", whole));
}

/** @param {string} name @param {string} of @param {number} faces */
function value(name, of, faces) {
  const joker = ["Jk", "Jr"].indexOf(name);
  if (of === "shuffle" && joker >= 0) return 52 + joker;
  const rank = "23456789TJQKA".indexOf(name.slice(0, 1));
  const suit = "cdhs".indexOf(name.slice(1, 2));
  const face = Number(name);
  must(of === "shuffle" ? name.length === 2 && rank >= 0 && suit >= 0 : String(face) === name && face >= 1 && face <= faces, `${name} is not a ${of === "shuffle" ? "card" : "face of this die"}`);
  return of === "shuffle" ? 4 * rank + suit : face;
}

/** What a seat saw of the cards, by their places in the shuffle. @param {Played} played @param {number} drawn */
function cardsSeen(played, drawn) {
  /** @type {Map<number, string>} */
  const seen = new Map();
  /** @type {Map<string, number[]>} */
  const slots = new Map();
  let next = drawn;
  for (const event of played.events) {
    if (event.event === "cards_dealt") {
      const places = slots.get(event.slot) ?? [];
      for (const card of event.cards) {
        if (card !== null) seen.set(next, card);
        places.push(next++);
      }
      slots.set(event.slot, places);
    } else if (event.event === "cards_exposed") {
      const places = slots.get(event.slot) ?? [];
      event.places.forEach((/** @type {number} */ place, /** @type {number} */ n) => seen.set(Number(places[place]), event.cards[n]));
    } else if (event.event === "cards_discarded" || event.event === "cards_unloaded") next += event.count;
  }
  return seen;
}

/** @param {Played} played */
function diceSeen(played) {
  return new Map(played.events.filter((event) => event.event === "die_rolled").map((event) => [event.die - 1, String(event.face)]));
}

/** Prove a round: each step in words, and whether it passes; null where there is nothing to prove yet.
 * @param {Played} played @returns {Promise<Step[]>} */
export async function prove(played) {
  /** @type {Step[]} */
  const steps = [];
  try {
    must(played.commitments.length > 0, "the house has named no commitment for this round");
    const opened = played.openings.map((text) => /** @type {Opening} */ (JSON.parse(text)));
    must(new Set(opened.map((each) => each.of)).size === opened.length, "something is opened twice");
    must(opened.every((each) => played.commitments.some((bound) => bound.of === each.of)), "something is opened that was never committed to");
    for (const bound of played.commitments) {
      const opening = opened.find((each) => each.of === bound.of);
      if (opening) await proveOne(played, bound, opening, steps);
      else steps.push({ passes: null, says: `${called(bound)} is not opened yet; it can be proved when it is used up.` });
    }
  } catch (error) {
    steps.push({ passes: false, says: error instanceof Wrong ? `${error.message}.` : "This cannot be read as a proof.", detail: error instanceof Wrong ? "" : String(error) });
  }
  return steps;
}

/** @param {Bound} bound */
const called = (bound) => (bound.of === "shuffle" ? `Shuffle ${bound.number}` : `The dice of round ${bound.number}`);

/** @param {Played} played @param {Bound} bound @param {Opening} opening @param {Step[]} steps */
async function proveOne(played, bound, opening, steps) {
  const what = called(bound);
  const began = played.events.find((event) => event.event === "round_opened" && event.round === played.round);
  must(Boolean(began) && bound.record < began.number, `${what} was committed to after the round had opened`);
  steps.push({ passes: true, says: `${what} was committed to in record ${bound.record} of the journal; the round opened later, in record ${began.number}.`, detail: bound.commitment });

  const [label, of, game, table, number, sizes, deck] = JSON.parse(bound.subject);
  must(label === (deck ? "croupier commitment 3" : "croupier commitment 2") && of === bound.of && game === played.game && table === played.table && number === bound.number, `${what} is about another table, game or number`);
  must(of === "dice" ? number === played.round : of === "shuffle", `${what} is not of this round`);
  must(Object.keys(opening).sort().join() === FIELDS.join() && opening.opening === 2, "this is not an opening");
  must(opening.table === table && opening.number === number && opening.commitment === bound.commitment, `${what} is opened for another table, or under another commitment`);
  const about = await sha256(ascii(bound.subject));
  steps.push({ passes: true, says: `The hash of what it is about: game, table, number, and how many decks${deck ? " of which cards" : ""} or faces.`, detail: `SHA-256 of ${bound.subject} = ${hex(about)}` });

  const length = of === "shuffle" ? (deck ? deck.length : 52) * sizes[0] : sizes.length;
  must(opening.leaves.length === length, `it has ${opening.leaves.length} leaves where there are ${length} places`);
  const leaves = opening.leaves.map((leaf) => bytes(leaf, 32));
  const made = hex(await sha256(COMMITMENT, about, ...leaves));
  must(made === bound.commitment, `The hash of its ${length} leaves is ${made}, not the commitment`);
  steps.push({ passes: true, says: `The hash of “commitment”, the hash above and ${length === 1 ? "the leaf of its only place" : `the ${length} leaves, one for each place,`} is the commitment.`, detail: made });

  const seen = of === "shuffle" ? cardsSeen(played, bound.drawn) : diceSeen(played);
  const shown = new Map(opening.shown.map(([place, name, salt]) => [place, { name, salt }]));
  must(shown.size === opening.shown.length && shown.size === seen.size && [...seen.keys()].every((place) => shown.has(place)), "It does not open exactly what this seat saw");
  for (const [place, { name, salt }] of [...shown].sort(([a], [b]) => a - b)) {
    const where = of === "shuffle" ? `Place ${place + 1} of the shuffle` : `Die ${place + 1}`;
    must(Number.isInteger(place) && place >= 0 && place < length, `${where} does not exist`);
    const four = new Uint8Array(4);
    new DataView(four.buffer).setUint32(0, place);
    const leaf = hex(await sha256(LEAF, about, four, bytes(salt, 16), Uint8Array.of(value(name, of, sizes[place]))));
    must(!deck || deck.includes(name), `${where} opens as ${name}, which is not a card of the deck`);
    must(leaf === opening.leaves[place], `${where} opens as ${name}, but its hash is not the leaf there`);
    must(seen.get(place) === name, `${where} was shown as ${seen.get(place)} and opens as ${name}`);
    steps.push({ passes: true, says: `${where} was ${name}: the hash of “leaf”, the hash above, place ${place}, its salt and the ${of === "shuffle" ? "card" : "face"} is its leaf, and it is what was shown.`, detail: `salt ${salt}, leaf ${leaf}` });
  }
}
