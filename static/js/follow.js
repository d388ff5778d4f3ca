// Brings an open page to its present state without a reload: the elements with `data-follow` are replaced by those of
// the page as it is now, unless somebody is writing in them. `page:follow` is dispatched on the document afterwards, with
// the page as it is now and when it was asked for: {fresh, asked}.

// {state, path, y}: the state for which the page was loaded anew, and how far it was scrolled.
const KEPT = "game:follow";
export const PATIENCE = 10_000; // ms for an answer: a connection may hang after a sleep or in a tunnel
const TEXT = "textarea, input:not([type=radio], [type=checkbox], [type=submit], [type=button], [readonly])";
const CONTROLS = "a[href], button, summary";

let left = -Infinity; // when the reader last set out for another page
addEventListener("beforeunload", () => (left = Date.now()));

/** Whether the reader is on the way to another page. A download looks like that too, for a while. */
export const isLeaving = () => Date.now() - left < PATIENCE;

/** Scroll the page to where it was before it loaded itself anew. */
export function keepPlace() {
  const kept = read();
  if (kept?.path !== location.pathname || !document.querySelector("[data-follows]")) return;
  if (!location.hash) scrollTo({ top: kept.y, behavior: "instant" });
  write({ ...kept, path: "" });
}

/** Load the whole page anew for a new state of the game, once; return whether it does. */
export function loadAnew(state) {
  // Without storage, as in some private windows, a page says that it is old, and does not load itself anew.
  if (read()?.state === state || !write({ state, path: location.pathname, y: scrollY })) return false;
  location.replace(location.pathname + location.search); // unlike `reload`, this fills no new form with old choices
  return true;
}

/**
 * Replace the parts of the page that have changed; unless the reader is present, messages in it stay unread. Return
 * {state, stage, isComplete, hasMessage}: those of the fetched page, whether all parts are current, and whether there are
 * more unread messages than before; null if the page could not be fetched, or is no longer the same one as that with
 * `bar`.
 */
export async function refresh(bar, isPresent) {
  const asked = Date.now();
  const fresh = await load(isPresent);
  const { state, stage } = fresh?.querySelector("[data-news]")?.dataset ?? {};
  if (!state || (bar.dataset.follows === "stage" && stage !== bar.dataset.stage)) return null;
  const unread = numberOf(document);
  const { activeElement } = document;
  const top = activeElement.getBoundingClientRect().top;
  let isComplete = [...fresh.querySelectorAll("[data-follow]")].every(({ dataset }) => document.querySelector(`[data-follow="${dataset.follow}"]`));
  for (const part of document.querySelectorAll("[data-follow]")) {
    const other = fresh.querySelector(`[data-follow="${part.dataset.follow}"]`);
    if (!other) {
      isComplete = false;
      continue;
    }
    other.querySelectorAll("[name=csrfmiddlewaretoken]").forEach((field, at) => {
      field.setAttribute("value", part.querySelectorAll("[name=csrfmiddlewaretoken]")[at]?.getAttribute("value") ?? field.value);
    });
    if (part.isEqualNode(other)) continue;
    if (isBeingWritten(part)) isComplete = false;
    else replace(part, other);
  }
  // What somebody is writing stays where it is on the screen, although the parts above it may have grown.
  if (activeElement.matches(TEXT)) scrollBy({ top: activeElement.getBoundingClientRect().top - top, behavior: "instant" });
  document.dispatchEvent(new CustomEvent("page:follow", { detail: { fresh, asked } }));
  return { state, stage, isComplete, hasMessage: numberOf(document) > unread };
}

async function load(isPresent) {
  const headers = isPresent ? {} : { "X-Reader": "away" };
  try {
    const address = location.pathname + location.search;
    const answer = await fetch(address, { cache: "no-store", headers, redirect: "error", signal: AbortSignal.timeout(PATIENCE) });
    return answer.ok ? new DOMParser().parseFromString(await answer.text(), "text/html") : null;
  } catch {
    return null;
  }
}

/** Replace a part; what is open in it stays open, and the focus where it was. */
function replace(part, other) {
  const fresh = document.importNode(other, true);
  const folds = [...part.querySelectorAll("details")];
  const at = [...part.querySelectorAll(CONTROLS)].indexOf(document.activeElement);
  fresh.querySelectorAll("details").forEach((fold, place) => (fold.open ||= Boolean(folds[place]?.open)));
  part.replaceWith(fresh);
  if (at >= 0) fresh.querySelectorAll(CONTROLS)[at]?.focus({ preventScroll: true });
}

/** The number of unread messages that the page shows. */
function numberOf(page) {
  return parseInt(page.querySelector("[data-unread]")?.dataset.unread ?? 0, 10);
}

/** Whether a text box is in use, or a form in `part` holds something that was not sent. */
export function isBeingWritten(part = document.querySelector("main")) {
  const active = document.activeElement;
  if (part.contains(active) && active.matches(TEXT)) return true;
  return [...part.querySelectorAll("form")].some((form) => [...form.elements].some(isUnsent));
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
