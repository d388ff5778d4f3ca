// Keys that work on every page: “?” lists the keys of the page, “/” goes to the search of the help, “U” undoes the last
// order. The list is loaded when it is first asked for. They can be turned off, as WCAG 2.1.4 wants.

import { keysAreOn, showKeySwitch } from "./key-switch.js";

const TYPING = "input, select, textarea, [contenteditable]";

export function listenToKeys() {
  showKeySwitch(document);
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest(TYPING) || document.querySelector("dialog[open]")) return;
    // On a keyboard without Latin letters the position of the key counts.
    const undoes = /^[a-z]$/i.test(event.key) ? event.key.toUpperCase() === "U" : event.code === "KeyU";
    const act = undoes ? undo : ACTS[event.key];
    if (act && keysAreOn() && act()) event.preventDefault();
  });
}

const ACTS = { "?": listKeys, "/": search };

function listKeys() {
  const help = document.querySelector("a.bar__help");
  if (!help) return false;
  import("./key-list.js").then(({ showKeys }) => showKeys(new URL(help.dataset.keys, help.href)));
  return true;
}

function search() {
  const field = document.querySelector("[data-search-help]");
  field?.focus();
  return field;
}

/** Press the button of the map that undoes the last order. */
function undo() {
  const button = document.querySelector("[data-undo]:not([hidden])");
  button?.click();
  return button;
}
