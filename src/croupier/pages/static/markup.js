// Text of our own server as elements. It is escaped there, and nothing else may become markup: the policy for content
// allows this one way, by its name.
// @ts-check

const policy = /** @type {any} */ (window).trustedTypes?.createPolicy("croupier", {
  createHTML: (/** @type {string} */ text) => text,
});

/** @param {string} text @returns {string} */
const trusted = (text) => (policy ? policy.createHTML(text) : text);

/** One element. @param {string} text */
export function elementOf(text) {
  const template = document.createElement("template");
  template.innerHTML = trusted(text);
  return /** @type {HTMLElement} */ (template.content.firstElementChild);
}

/** A whole page. @param {string} text */
export function pageOf(text) {
  return new DOMParser().parseFromString(trusted(text), "text/html");
}
