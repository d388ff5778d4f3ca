// Sends a desk's rows as soon as one of them changes, and shows what came of it: the newest choice wins, nothing is
// sent twice, and a text that is being typed stays as it is.

const PAUSE = 500; // ms: whoever steps through a list with the arrow keys passes many choices

/** `told` hears {state: saving | saved | failed, said, retry} and draws the orders of `board`. */
export function keepSaved(desk, told) {
  const form = desk.querySelector("form.orders");
  let sending = null;
  let again = false;
  let unsaved = false;
  let timer;
  let warned = false;

  const save = () => {
    clearTimeout(timer);
    unsaved = true;
    again = Boolean(sending);
    told({ state: "saving" });
    sending ??= send().finally(() => {
      sending = null;
      if (again) save();
    });
    return sending;
  };

  const send = async () => {
    const answer = await post(form);
    if (again) return; // a newer choice is on its way
    unsaved = !answer.ok;
    if (answer.page) show(desk, answer.page);
    told({ state: answer.ok ? "saved" : "failed", ...answer, retry: save });
  };

  form.addEventListener("change", () => {
    clearTimeout(timer);
    unsaved = true;
    timer = setTimeout(save, PAUSE);
  });

  // Whatever else is sent from this desk waits its turn, or an older choice might come in after it.
  desk.addEventListener("submit", (event) => {
    const { target, submitter } = event;
    const area = desk.querySelector("form.sheet textarea");
    if (submitter?.value === "ready" && target === form && area.value !== area.defaultValue && !warned) {
      event.preventDefault();
      warned = true;
      told({ state: "failed", why: "typed" });
      area.closest("details")?.setAttribute("open", "");
      area.focus();
    } else if (sending) {
      event.preventDefault();
      clearTimeout(timer);
      again = false;
      sending.then(() => target.requestSubmit(submitter));
    } else {
      clearTimeout(timer);
      unsaved = false;
    }
  });

  window.addEventListener("pagehide", () => {
    if (unsaved) fetch(form.action, { ...request(form), keepalive: true }).catch(() => {});
  });
  window.addEventListener("online", () => unsaved && save());

  return save;
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
    return told ? { ok, status, said: told.dataset.said, page } : { why: status === 404 ? "gone" : "failed" };
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
  const fresh = page.getElementById(desk.getAttribute("aria-labelledby")).closest(".desk");
  for (const part of desk.querySelectorAll("[data-desk]")) {
    const wanted = fresh.querySelector(`[data-desk="${part.dataset.desk}"]`);
    if (part.innerHTML === wanted.innerHTML) continue;
    const held = part.contains(document.activeElement);
    part.replaceChildren(...document.adoptNode(wanted).childNodes);
    if (held) part.focus();
  }
  const area = desk.querySelector("form.sheet textarea");
  if (area.value === area.defaultValue) {
    area.defaultValue = fresh.querySelector("form.sheet textarea").defaultValue;
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
