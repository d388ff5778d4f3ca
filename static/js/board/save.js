// Sends a desk's rows as soon as one of them changes, and shows what came of it: the newest choice wins, nothing is
// sent twice, and a text that is being typed stays as it is.

const PAUSE = 500; // ms: whoever steps through a list with the arrow keys passes many choices
const FINAL = [404, 409, 422]; // the same sheet sent later would be refused as well

/** `told` hears {state: saving | saved | failed, said, retry} and draws the orders of `board`. */
export function keepSaved(desk, told) {
  const form = desk.querySelector("form.orders");
  const area = desk.querySelector("form.sheet textarea");
  let sending = null;
  let unsaved = false; // something was chosen that nothing on its way has with it
  let timer;
  let warned = false;

  const save = () => {
    unsaved = true;
    told({ state: "saving" });
    sending ??= send().finally(() => {
      sending = null;
    });
    return sending;
  };

  /** Whether all that is chosen is saved. */
  const send = async () => {
    let answer;
    while (unsaved) {
      clearTimeout(timer);
      unsaved = false;
      answer = await post(form);
      if (answer.ok) takeSeen(desk, answer.page);
    }
    unsaved = !answer.ok && !FINAL.includes(answer.status);
    if (answer.status === 409) takeSeen(desk, answer.page); // it says what is stored; the next choice replaces that
    told({ state: answer.ok ? "saved" : "failed", ...answer, retry: save });
    if (answer.page) show(desk, answer.page);
    return Boolean(answer.ok);
  };

  form.addEventListener("change", () => {
    clearTimeout(timer);
    unsaved = true;
    timer = setTimeout(save, PAUSE);
  });

  // Whatever else is sent from this desk waits its turn, or an older choice might come in after it.
  desk.addEventListener("submit", (event) => {
    const { target, submitter } = event;
    if (submitter?.value === "ready" && target === form && isTyped(desk) && !warned) {
      event.preventDefault();
      warned = true;
      told({ state: "typed" });
      area.closest("details")?.setAttribute("open", "");
      area.focus();
    } else if (sending || (unsaved && target.matches(".ready"))) {
      event.preventDefault();
      (sending ?? save()).then((saved) => saved && pressAgain(desk, submitter));
    } else {
      clearTimeout(timer);
      unsaved = false;
    }
  });

  window.addEventListener("pagehide", () => {
    if (!unsaved && !sending) return;
    const sheet = request(form);
    // What is on its way may be saved before this newer choice, and this page will not hear of it.
    if (unsaved && sending) sheet.body.delete("seen");
    clearTimeout(timer);
    unsaved = false;
    fetch(form.action, { ...sheet, keepalive: true }).catch(() => {});
  });
  window.addEventListener("online", () => unsaved && save());

  // Whoever comes back sees the page as it was left.
  window.addEventListener("pageshow", ({ persisted }) => {
    const type = performance.getEntriesByType("navigation")[0]?.type;
    const holdsMore = isTyped(desk) || "sent" in desk.dataset;
    if ((persisted || type === "back_forward") && !holdsMore) location.replace(location.pathname + location.search);
  });

  return save;
}

/** Whether there is a text in the box that nobody has saved. */
function isTyped(desk) {
  const area = desk.querySelector("form.sheet textarea");
  return desk.dataset.sent === "text" || area.value !== area.defaultValue;
}

/** Press a button that an answer may have replaced. */
function pressAgain(desk, { name, value, form }) {
  const button = name ? desk.querySelector(`button[name="${name}"][value="${value}"]`) : form.querySelector("button");
  button?.form.requestSubmit(button);
}

/** The desk as an answer has it. */
function deskIn(page, desk) {
  return page.getElementById(desk.getAttribute("aria-labelledby")).closest(".desk");
}

/** From now on both forms of the desk know of what was saved. */
function takeSeen(desk, page) {
  const fresh = deskIn(page, desk);
  for (const kind of ["orders", "sheet"]) {
    const field = fresh.querySelector(`form.${kind} [name=seen]`);
    if (field) desk.querySelector(`form.${kind} [name=seen]`).value = field.value;
  }
}

function request(form) {
  return { method: "POST", body: new FormData(form), headers: { "X-Requested-With": "map" }, redirect: "manual" };
}

/** {ok, status, said, page} of the desk's own answer, or {why} if there was none. */
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
    const told = page.querySelector("[data-said]");
    const { ok, status } = answer;
    return told ? { ok, status, said: told.dataset.said, page } : { status, why: status === 404 ? "gone" : "failed" };
  } catch {
    return { why: "offline" };
  }
}

/** Who signed in again has a new token; who did not has none. */
async function freshToken() {
  const answer = await fetch(location.href, { redirect: "manual" });
  if (!answer.ok) return "";
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  return page.querySelector("form.orders [name=csrfmiddlewaretoken]")?.value ?? "";
}

/** Put the desk's new words in the place of the old; what is chosen and what is typed stay. */
function show(desk, page) {
  const fresh = deskIn(page, desk);
  for (const part of desk.querySelectorAll("[data-desk]")) {
    const wanted = fresh.querySelector(`[data-desk="${part.dataset.desk}"]`);
    if (part.innerHTML === wanted?.innerHTML) continue;
    const held = part.contains(document.activeElement);
    part.replaceChildren(...(wanted ? document.adoptNode(wanted).childNodes : [])); // a phase that is over has fewer
    if (held) part.focus();
  }
  const area = desk.querySelector("form.sheet textarea");
  const text = fresh.querySelector("form.sheet textarea");
  if (text && !isTyped(desk)) {
    area.defaultValue = text.defaultValue;
    area.value = area.defaultValue;
  }
}

/** Redraw the orders of a board; the view, the units and what has the focus stay. */
export function redraw(svg, page) {
  const drawn = page.querySelector("svg.board");
  for (const name of ["labels", "orders", "badges"]) {
    const layer = (where) => where.querySelector(`:scope > g.${name}`);
    const old = layer(svg);
    const fresh = layer(drawn);
    if (old && fresh) old.replaceChildren(...fresh.childNodes);
    else if (old) old.replaceChildren();
    else if (fresh) svg.insertBefore(document.adoptNode(fresh), follower(fresh, svg));
  }
}

/** The element of the svg before which a layer that it does not have yet belongs. */
function follower(layer, svg) {
  for (let next = layer.nextElementSibling; next; next = next.nextElementSibling) {
    const there = next.matches("g[class]") && svg.querySelector(`:scope > g.${next.classList[0]}`);
    if (there) return there;
  }
  return null;
}
