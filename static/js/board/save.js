// Sends the rows of an entry as soon as one of them changes, and shows the answer. The newest choice wins, nothing is
// sent twice, and a text that is being typed is left alone.

const PAUSE = 500; // ms: the arrow keys pass over many choices of a list
const FINAL = [404, 409, 422]; // statuses after which sending the same sheet again is pointless
const RETRIES = [2_000, 60_000]; // ms: the first pause after a failure, which doubles up to the second

/**
 * Save the entry whenever it changes; return a function that saves it at once. `report` is called with
 * {state: saving | saved | failed | typed | elsewhere | waiting, message, why, status, retry, page, area}.
 */
export function keepSaved(entry, report) {
  const form = entry.querySelector("form.orders");
  const area = entry.querySelector("form.sheet textarea");
  let sending = null;
  let unsaved = false; // whether there is a choice that no request contains yet
  let timer;
  let retry;
  let pause = RETRIES[0];
  let warned = false;
  let stored = choicesOf(form);
  let savedAt = -Infinity; // when the last answer came
  const waits = "waits" in form.dataset; // orders from the sandbox wait for the button that saves them

  const save = () => {
    if (waits) {
      report({ state: "waiting" });
      return Promise.resolve(true);
    }
    clearTimeout(retry);
    unsaved = true;
    report({ state: "saving" });
    sending ??= send().finally(() => {
      sending = null;
    });
    return sending;
  };

  /** Send until no choice is left unsaved; return whether all choices are saved. */
  const send = async () => {
    let answer;
    while (unsaved) {
      clearTimeout(timer);
      unsaved = false;
      const sent = choicesOf(form);
      answer = await post(form);
      savedAt = Date.now();
      if (!answer.ok) continue;
      stored = sent;
      takeSeen(entry, answer.page);
      updateJoint(answer.page);
      updatePowers(answer.page);
    }
    unsaved = !answer.ok && !FINAL.includes(answer.status);
    if (unsaved) {
      retry = setTimeout(save, pause);
      pause = Math.min(2 * pause, RETRIES[1]);
    } else pause = RETRIES[0];
    entry.classList.toggle("is-unsaved", unsaved);
    markUnsaved(form, answer.ok ? null : stored);
    if (answer.status === 409) takeSeen(entry, answer.page); // the next choice replaces the stored orders
    report({ state: answer.ok ? "saved" : "failed", ...answer, retry: save });
    if (answer.page) show(entry, answer.page);
    return Boolean(answer.ok);
  };

  // The reader has saved orders on another device: take them up, unless choices of this page are not saved yet.
  document.addEventListener("page:follow", ({ detail: { fresh, asked } }) => {
    const isBehind = !waits && !unsaved && !sending && asked > savedAt && !form.querySelector(".is-unsaved");
    if (!isBehind || !hasOtherOrders(entry, fresh)) return;
    takeChoices(form, entryIn(fresh, entry));
    stored = choicesOf(form);
    takeSeen(entry, fresh, isTyped(entry) ? ["orders"] : ["orders", "sheet"]);
    const joint = document.querySelector(".joint-entry");
    if (joint && !isTyped(joint)) updateJoint(fresh);
    show(entry, fresh);
    report({ state: "elsewhere", page: fresh });
  });

  form.addEventListener("change", () => {
    if (waits) return;
    clearTimeout(timer);
    unsaved = true;
    timer = setTimeout(save, PAUSE);
  });

  // Other forms of this entry wait for a running request: an older choice might otherwise arrive after them.
  entry.addEventListener("submit", (event) => {
    const { target, submitter } = event;
    const leavesTextOut = submitter?.value === "ready" || ["resolve", "search"].includes(submitter?.name);
    if (leavesTextOut && target === form && isTyped(entry) && !warned) {
      event.preventDefault();
      warned = true;
      warnOfText(area, report);
    } else if (sending || (unsaved && target.matches(".ready"))) {
      event.preventDefault();
      (sending ?? save()).then((saved) => saved && pressAgain(entry, submitter));
    } else {
      clearTimeout(timer);
      unsaved = false;
    }
  });

  window.addEventListener("pagehide", () => {
    if (!unsaved && !sending) return;
    const sheet = request(form);
    // A running request may be saved before this newer choice, and this page would not learn its digest.
    if (unsaved && sending) sheet.body.delete("seen");
    clearTimeout(timer);
    unsaved = false;
    fetch(form.action, { ...sheet, keepalive: true }).catch(() => {});
  });
  window.addEventListener("online", () => unsaved && save());
  document.addEventListener("visibilitychange", () => unsaved && !sending && document.visibilityState === "visible" && save());
  window.addEventListener("beforeunload", (event) => entry.matches(".is-unsaved") && event.preventDefault());

  // The back button shows the page in its last state, so load it again unless it holds unsaved text.
  window.addEventListener("pageshow", ({ persisted }) => {
    const type = performance.getEntriesByType("navigation")[0]?.type;
    const joint = document.querySelector(".joint-entry");
    const holdsMore = [entry, joint].some((each) => each && (isTyped(each) || "sent" in each.dataset));
    if (document.getElementById("private-line")) return; // it has no address of its own
    if ((persisted || type === "back_forward") && !holdsMore) location.replace(location.pathname + location.search);
  });

  save.isPending = () => unsaved || sending !== null;
  save.settled = () => (unsaved || !sending ? save() : sending); // a running request may have all choices
  return save;
}

function choicesOf(form) {
  return new Map([...form.querySelectorAll("select")].map(({ name, value }) => [name, value]));
}

/** Whether a page shows the same entry after other orders were saved. */
function hasOtherOrders(entry, page) {
  const [ours, theirs] = [entry, entryIn(page, entry)].map((each) => each?.querySelector("form.orders"));
  if (ours.getAttribute("action") !== theirs?.getAttribute("action")) return false;
  return ours.querySelector("[name=seen]").value !== theirs.querySelector("[name=seen]").value;
}

/** Choose what is chosen in the same entry of another page. */
function takeChoices(form, other) {
  for (const list of form.querySelectorAll("select")) {
    const chosen = other.querySelector(`select[name="${list.name}"]`)?.value ?? "";
    if ([...list.options].some(({ value }) => value === chosen)) list.value = chosen;
  }
}

/** Mark the choices that differ from the stored ones; null if all are stored. */
function markUnsaved(form, stored) {
  for (const list of form.querySelectorAll("select")) {
    list.closest(".orders__row").classList.toggle("is-unsaved", stored !== null && stored.get(list.name) !== list.value);
  }
}

/** Show in the table of powers that the orders are saved. */
function updatePowers(page) {
  for (const fresh of page.querySelectorAll("span[data-seat-orders]")) {
    document.querySelector(`td[data-seat-orders="${fresh.dataset.seatOrders}"]`)?.replaceChildren(...fresh.cloneNode(true).childNodes);
  }
}

/**
 * The text for all powers of a person, and their one button, wait until every choice is saved: `saves` are the
 * functions that `keepSaved` has returned. For `report` see there.
 */
export function keepJointSaved(saves, report) {
  const joint = document.querySelector(".joint-entry");
  let warned = false;
  joint?.addEventListener("submit", async (event) => {
    const { target, submitter } = event;
    const area = joint.querySelector("form.sheet textarea");
    const pending = saves.filter((save) => save.isPending());
    if (submitter?.value === "yes" && target.matches(".ready") && isTyped(joint) && !warned) {
      event.preventDefault();
      warned = true;
      warnOfText(area, report);
    } else if (pending.length) {
      event.preventDefault();
      const saved = await Promise.all(pending.map((save) => save.settled()));
      if (saved.every(Boolean)) pressAgain(joint, submitter);
    }
  });
  waitOutside(saves);
  keepTyped(report);
}

/** Lead to a text that is not saved. The warning stands there, too: on a phone the map’s line is off the screen. */
function warnOfText(area, report) {
  report({ state: "typed", area });
  area.closest("details")?.setAttribute("open", "");
  area.focus();
  const warning = area.form.querySelector("[data-typed-warning]");
  warning?.scrollIntoView({ block: "center" });
  const entry = area.closest(".order-entry, .joint-entry");
  area.addEventListener("input", () => {
    if (warning && !isTyped(entry)) warning.hidden = true;
  });
}

/** Say, once for each text, that going to another line would lose what is typed. */
function keepTyped(report) {
  let warned = null;
  document.addEventListener("line:leave", (event) => {
    const entry = document.querySelector(".order-entry");
    const area = entry?.querySelector("form.sheet textarea");
    if (!area || !isTyped(entry) || area.value === warned) return;
    event.preventDefault();
    warned = area.value;
    warnOfText(area, report);
  });
}

// What holds a line of the sandbox, or begins one with the saved orders.
const FORMS = "form:is([data-after-saving], [data-compare-form], :has([data-current-line], [data-holds-line]))";
const LINKS = "a[data-holds-line], [data-holds-line] a[data-step]";

/** Outside the entries too, a choice counts that was made just before: what needs it waits until it is saved. */
function waitOutside(saves) {
  let waiting = null; // what is repeated: the last one that was pressed
  const wait = async (event, repeat) => {
    const pending = saves.filter((save) => save.isPending());
    if (!pending.length || event.target.closest(".order-entry")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    waiting = repeat;
    const saved = await Promise.all(pending.map((save) => save.settled()));
    if (waiting !== repeat) return;
    waiting = null;
    if (saved.every(Boolean)) repeat();
  };
  addEventListener("submit", (event) => {
    const { target, submitter } = event;
    if (target.closest(".order-entry")) waiting = null;
    if (target.matches(FORMS)) wait(event, () => target.requestSubmit(submitter));
  }, { capture: true });
  addEventListener("click", (event) => {
    const link = event.target.closest(LINKS);
    const opensAnother = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    if (link && !opensAnother) wait(event, () => link.click());
  }, { capture: true });
  addEventListener("steps:leave", (event) => {
    if (event.target.matches("[data-holds-line]")) wait(event, event.detail.repeat);
  }, { capture: true });
}

/** Whether the text box of an entry holds text that is not saved. */
function isTyped(entry) {
  const area = entry.querySelector("form.sheet textarea");
  return entry.dataset.sent === "text" || (area && area.value !== area.defaultValue);
}

/** Press a button again, although an answer may have replaced it. */
function pressAgain(entry, { name, value, form }) {
  const button = name ? entry.querySelector(`button[name="${name}"][value="${value}"]`) : form.querySelector("button:not([type=button])");
  button?.form.requestSubmit(button);
}

/** The same entry in another page, as that of an answer. */
function entryIn(page, entry) {
  return page.getElementById(entry.getAttribute("aria-labelledby"))?.closest(".order-entry");
}

/** Give the forms of the entry the digest of the newest receipt; in the sandbox the address has what is stored. */
function takeSeen(entry, page, kinds = ["orders", "sheet"]) {
  const fresh = entryIn(page, entry);
  const { line, privateLine } = fresh.dataset;
  if (privateLine) document.dispatchEvent(new CustomEvent("line:private", { detail: privateLine }));
  if (line) {
    entry.querySelectorAll("form").forEach((form) => { form.action = line; });
    holdNewest(line.split("/").at(-2));
    history.replaceState(history.state, "", line);
  }
  const tried = fresh.dataset.privateLine ?? line;
  if (tried) document.dispatchEvent(new CustomEvent("sandbox:line", { detail: tried }));
  for (const kind of kinds) {
    const field = fresh.querySelector(`form.${kind} [name=seen]`);
    if (field) entry.querySelector(`form.${kind} [name=seen]`).value = field.value;
  }
}

/** Let the links, forms and steps that hold the text of a line hold the newest; the attribute says which they hold. */
function holdNewest(text) {
  for (const element of document.querySelectorAll("[data-holds-line]")) {
    const before = element.dataset.holdsLine;
    for (const { name, value } of [...element.attributes]) element.setAttribute(name, value.replace(before, text));
    element.dispatchEvent(new CustomEvent("line:newer", { detail: { before, text } }));
  }
}

/** Show the answer in what a person with several powers has for all of them; a typed text stays. */
function updateJoint(page) {
  const joint = document.querySelector(".joint-entry");
  const fresh = page.querySelector(".joint-entry");
  if (!joint || !fresh) return;
  for (const field of joint.querySelectorAll("[name^=seen-]")) {
    field.value = fresh.querySelector(`[name="${field.name}"]`)?.value ?? field.value;
  }
  showParts(joint, fresh);
}

function request(form) {
  return { method: "POST", body: new FormData(form), headers: { "X-Requested-With": "map" }, redirect: "manual" };
}

/** Send the form. Return {ok, status, message, page}, or {why} if the answer was not a page with this entry. */
async function post(form, renewed = false) {
  try {
    const answer = await fetch(form.action, request(form));
    if ((answer.status === 403 || answer.type === "opaqueredirect") && !renewed) {
      const token = await freshToken();
      if (!token) return { why: "signedout" };
      document.querySelectorAll("[name=csrfmiddlewaretoken]").forEach((field) => (field.value = token));
      return post(form, true);
    }
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const answered = page.querySelector("[data-status-message]");
    const { ok, status } = answer;
    return answered ? { ok, status, message: answered.dataset.statusMessage, page } : { status, why: status === 404 ? "gone" : "failed" };
  } catch {
    return { why: "offline" };
  }
}

/** A new CSRF token, if the person has signed in again meanwhile; otherwise an empty string. */
async function freshToken() {
  const answer = await fetch(location.href, { redirect: "manual" });
  if (!answer.ok) return "";
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  return page.querySelector(":is(form.orders, #private-line) [name=csrfmiddlewaretoken]")?.value ?? "";
}

/** Show the texts of the answer in place of the old ones; choices and typed text stay. */
function show(entry, page) {
  showParts(entry, entryIn(page, entry));
}

function showParts(entry, fresh) {
  for (const part of entry.querySelectorAll("[data-entry-part]")) {
    const wanted = fresh.querySelector(`[data-entry-part="${part.dataset.entryPart}"]`);
    if (part.innerHTML === wanted?.innerHTML) continue;
    const held = part.contains(document.activeElement);
    part.replaceChildren(...(wanted ? document.importNode(wanted, true).childNodes : [])); // a phase that is over has fewer
    if (held) part.focus();
  }
  const area = entry.querySelector("form.sheet textarea");
  const text = fresh.querySelector("form.sheet textarea");
  if (text && !isTyped(entry)) {
    area.defaultValue = text.defaultValue;
    area.value = area.defaultValue;
  }
}

/** Redraw the orders of a board; the view, the names, the units and the focus stay. */
export function redraw(svg, page) {
  const drawn = page.querySelector("svg.board");
  for (const name of ["orders", "badges"]) {
    const layer = (where) => where.querySelector(`:scope > g.${name}`);
    // A board that takes no orders has no such layers.
    layer(svg)?.replaceChildren(...document.importNode(layer(drawn), true).childNodes);
  }
}
