// Undo and redo in the sandbox: each change gives another line, and this tab remembers the pages of the lines before and
// after: {past, at}, where the page shows number `at`. Ctrl+Z, Ctrl+Y and Ctrl+Shift+Z, or two buttons, go to them.

import { goTo, isPrivate, keyOfUndo, lineOnPage, read, write } from "./tried.js";

const MOST = 100;
const FOCUS = "sandbox:focus";
const TEXT = "textarea, [contenteditable], input:not([type=checkbox], [type=radio], [type=range], [type=button], [type=submit])";

const bar = () => document.querySelector("[data-undo-bar]");
const choices = () => [...document.querySelectorAll("form.orders select")].map(({ value }) => value).join();
let shown = ""; // the choices of the line that the page shows

/** Remember the line of this page as the present state, and show which ways are open. */
export function showUndo() {
  const kept = read(keyOfUndo(), { past: [], at: -1 });
  const { text } = lineOnPage();
  const near = [kept.at, kept.at - 1, kept.at + 1].find((at) => kept.past[at]?.text === text);
  if (near === undefined) {
    const path = isPrivate() ? "" : location.pathname;
    kept.past = [...kept.past.slice(0, kept.at + 1), { text, path }].slice(-MOST);
  }
  kept.at = near ?? kept.past.length - 1;
  shown = choices();
  bar().hidden = !write(keyOfUndo(), kept);
  for (const button of buttons()) button.setAttribute("aria-disabled", String(!kept.past[kept.at + Number(button.dataset.by)]));
  focusAgain();
}

export function listenToUndo() {
  document.addEventListener("click", ({ target }) => {
    const button = target.closest("[data-undo-bar] [data-by]");
    if (button) go(Number(button.dataset.by), button);
  });
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.altKey || !(event.ctrlKey || event.metaKey)) return;
    if (event.target.closest(TEXT) || document.querySelector("dialog[open]")) return;
    const by = wayOf(event);
    if (by && go(by)) event.preventDefault();
  });
}

/** -1 for the keys of undo, 1 for those of redo, otherwise 0. */
function wayOf({ key, code, shiftKey }) {
  // On a keyboard without Latin letters the position of the key counts.
  const letter = /^[a-z]$/i.test(key) ? key.toUpperCase() : code.replace("Key", "");
  if (letter === "Z") return shiftKey ? 1 : -1;
  return letter === "Y" && !shiftKey ? 1 : 0;
}

/** Go to the previous or next state; return whether there is one. */
function go(by, button) {
  if (!lineOnPage()) return false;
  if (!document.dispatchEvent(new CustomEvent("line:leave", { cancelable: true }))) return true; // a text is being typed
  const kept = read(keyOfUndo(), { past: [], at: -1 });
  // A choice that is still being saved is the last change.
  const at = by < 0 && choices() !== shown ? kept.at : kept.at + by;
  const state = kept.past[at];
  if (!state || !write(keyOfUndo(), { ...kept, at })) return false;
  if (button) write(FOCUS, by);
  goTo(state.text, state.path);
  return true;
}

const buttons = () => bar().querySelectorAll("[data-by]");

/** Focus the button that led here, so that it can be pressed again. */
function focusAgain() {
  const by = read(FOCUS, 0);
  if (!by) return;
  write(FOCUS, 0);
  bar().querySelector(`[data-by="${by}"]`).focus({ preventScroll: true });
}
