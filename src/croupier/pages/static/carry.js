// Takes the secret of a link from behind the # of the address, where no server sees it, into the form.
// @ts-check

const secret = /** @type {HTMLInputElement | null} */ (document.getElementById("secret"));
if (secret && location.hash.length > 1) {
  secret.value = decodeURIComponent(location.hash.slice(1));
  history.replaceState(null, "", location.pathname);
}
