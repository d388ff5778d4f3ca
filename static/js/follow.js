// Loads the page of a live game anew when it is no longer current, unless somebody is writing on it.

// {reason, path, y}: why the page was loaded anew, and how far it was scrolled. If that did not help, it is not repeated.
const KEPT = "game:follow";
const TEXT = "textarea, input:not([type=radio], [type=checkbox], [type=submit], [type=button], [readonly])";

/** Scroll the page to where it was before it loaded itself anew. */
export function keepPlace() {
  const kept = read();
  if (kept?.path !== location.pathname || !document.querySelector("[data-follows]")) return;
  if (!location.hash) scrollTo({ top: kept.y, behavior: "instant" });
  write({ ...kept, path: "" });
}

/** Reload the page if `now` tells more than `before` and it may. Return whether it does. */
export function follow(bar, before, now) {
  const { state, follows } = bar.dataset;
  const isOld = now.state !== state || (follows === "messages" && now.unread > before.unread);
  if (!isOld) write({});
  const reason = `${now.state} ${now.unread}`;
  if (!follows || !isOld || isBeingWritten() || read()?.reason === reason) return false;
  if (!write({ reason, path: location.pathname, y: scrollY })) return false;
  location.replace(location.pathname + location.search); // unlike `reload`, this fills no new form with old choices
  return true;
}

/** Whether a text box is in use, or a form holds something that was not sent. */
function isBeingWritten() {
  const main = document.querySelector("main");
  const active = document.activeElement;
  if (main.contains(active) && active.matches(TEXT)) return true;
  return [...main.querySelectorAll("form")].some((form) => [...form.elements].some(isUnsent));
}

function isUnsent(control) {
  if (control.matches("select")) {
    // Choices of orders are saved at once where the map is.
    return !control.closest(".is-autosaved") && [...control.options].some((each) => each.selected !== each.defaultSelected && !isFirst(each, control));
  }
  if (control.matches("[type=radio], [type=checkbox]")) return control.checked !== control.defaultChecked;
  return control.matches(TEXT) && !control.matches("[type=hidden]") && control.value !== control.defaultValue;
}

/** Whether an option is selected only because nothing else is. */
function isFirst(option, select) {
  return option === select.options[0] && ![...select.options].some((each) => each.defaultSelected);
}

// Without storage, as in some private windows, a page says that it is old, and does not load itself anew.

function read() {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT));
  } catch {
    return null;
  }
}

function write(kept) {
  try {
    sessionStorage.setItem(KEPT, JSON.stringify(kept));
    return true;
  } catch {
    return false;
  }
}
