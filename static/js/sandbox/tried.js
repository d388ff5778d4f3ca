// The line that the page shows, and what this tab keeps of lines until somebody signs out. Private lines are kept apart,
// and never get into an address.

const IN_ADDRESS = /\/sandbox\/([\w-]+)\//;

const cardOf = () => document.querySelector("[data-lines-tried]");

/** {text, phase, steps} of the line on this page; null on other pages. */
export function lineOnPage() {
  const card = cardOf();
  if (!card) return null;
  const { text, phase } = card.dataset;
  return { text, phase, steps: JSON.parse(document.getElementById("tried-steps").textContent) };
}

/** Take up the line that the map's script has got: the text of a line, or an address with it. */
export function takeLine(place) {
  const card = cardOf();
  if (!card) return;
  const { text: old } = card.dataset;
  const text = IN_ADDRESS.exec(place)?.[1] ?? place;
  card.dataset.text = text;
  card.dataset.url = card.dataset.url.replace(old, text);
  const form = document.querySelector("[data-compare-form]");
  form.setAttribute("action", form.getAttribute("action").replace(old, text));
  if (form.elements.line) form.elements.line.value = text;
}

export const isPrivate = () => "private" in cardOf().dataset;

/** The address of another line; not for private ones. */
export function urlOf(text) {
  const { url, text: own } = cardOf().dataset;
  return url.replace(own, text);
}

/** Go to a line: to `path` if it is not private. */
export function goTo(text, path = isPrivate() ? "" : urlOf(text)) {
  if (!isPrivate()) {
    location.replace(path);
    return;
  }
  const form = document.getElementById("private-line").cloneNode(true); // the page's own follows what is still sent
  form.id = "";
  form.elements.line.removeAttribute("data-current-line");
  form.elements.line.value = text;
  document.body.append(form);
  form.submit();
}

/** Where the lines with the same start as that of the page are kept, and the states for undo and redo. */
export const keyOfTree = () => `sandbox:tree:${apart()}${cardOf().dataset.start}`;
export const keyOfUndo = () => `sandbox:undo:${apart()}`;

/** Private lines are kept apart for each person, game and phase: several people may use a tab. */
const apart = () => (isPrivate() ? `own:${cardOf().dataset.private}:` : "");

export function read(key, nothing) {
  try {
    return JSON.parse(sessionStorage.getItem(key)) ?? nothing;
  } catch {
    return nothing; // no storage
  }
}

/** Keep this; return whether there is storage for it. */
export function write(key, kept) {
  try {
    sessionStorage.setItem(key, JSON.stringify(kept));
    return true;
  } catch {
    return false; // no storage, or it is full
  }
}
