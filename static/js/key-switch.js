// Whether shortcuts of a single character are on. People who dictate, or often hit a key by mistake, turn them off; the
// choice is kept in this browser. Keys of the board work in any case while it has the focus.

const KEPT = "keys:off";
const CONTROL = "[data-key-switch] input";

export function keysAreOn() {
  try {
    return localStorage.getItem(KEPT) === null;
  } catch {
    return true; // no storage: nothing is kept
  }
}

/** Show the checkboxes in `part` of the page, and let them turn shortcuts on and off. */
export function showKeySwitch(part) {
  for (const box of part.querySelectorAll(CONTROL)) {
    box.checked = keysAreOn();
    box.addEventListener("change", () => turn(box.checked));
    box.closest("[data-key-switch]").hidden = false;
  }
}

function turn(on) {
  try {
    if (on) localStorage.removeItem(KEPT);
    else localStorage.setItem(KEPT, "yes");
  } catch {
    // no storage: the choice is not kept, as the checkbox then shows
  }
  for (const box of document.querySelectorAll(CONTROL)) box.checked = keysAreOn();
}
