// Steps through a game without leaving the page: buttons, arrow keys and a slider. Each step is a page of its own: it
// is fetched, its parts replace those of this page, and it gets an entry in the browser's history. The page of the game
// itself, with its forms, is always loaded anew; a replay ends before it.

const PATIENCE = 60; // ms that the slider rests before its page is fetched
const KEPT = 40;
const BUSY = "input, select, textarea, [contenteditable], .order-entry, .order-bar, .chooser, .menu, dialog";

/** Return how a replay goes on, or null where there are no steps. */
export function stepThroughGame() {
  const bar = document.querySelector("[data-steps]");
  const slider = bar?.querySelector(".steps__slider");
  if (!slider) return null;
  const steps = [...bar.querySelectorAll("datalist option")].map((row) => ({ url: row.value, name: row.label, ...row.dataset }));
  const last = steps.length - 1;
  const now = "replay" in bar.dataset ? steps.length : last; // the step that is always loaded anew
  const output = bar.querySelector(".steps__name");
  const pages = new Map();
  const begun = Number(slider.getAttribute("value"));
  let place = begun; // the step that the bar shows; the page may follow a moment later
  let shown = begun;
  let scrubbing = false;
  let timer;

  const show = (to) => {
    place = to;
    slider.value = to;
    slider.setAttribute("aria-valuetext", steps[to].name);
    if (output.textContent !== steps[to].name) output.textContent = steps[to].name;
    const goals = { first: 0, previous: to - 1, next: to + 1, last };
    for (const link of bar.querySelectorAll("[data-step]")) {
      const goal = goals[link.dataset.step];
      const possible = goal >= 0 && goal <= last && goal !== to;
      if (possible) link.href = steps[goal].url;
      else link.removeAttribute("href");
      for (const [name, value] of [["aria-disabled", "true"], ["role", "link"]]) {
        if (possible) link.removeAttribute(name);
        else link.setAttribute(name, value);
      }
    }
  };

  const page = (at) => {
    const url = steps[at].source ?? steps[at].url;
    if (!pages.has(url)) {
      pages.set(url, load(url));
      pages.get(url).catch(() => pages.delete(url));
      if (pages.size > KEPT) pages.delete(pages.keys().next().value);
    }
    return pages.get(url);
  };

  const leave = (at) => {
    const detail = { repeat: () => leave(at) };
    if (!bar.dispatchEvent(new CustomEvent("steps:leave", { bubbles: true, cancelable: true, detail }))) return;
    document.querySelector(".board-view")?.dispatchEvent(new CustomEvent("board:leave"));
    location.assign(steps[at].url);
  };

  const arrive = async (at) => {
    try {
      const fresh = await page(at);
      if (at !== place) return;
      shown = at;
      swap(fresh);
      [at + 1, at - 1].filter((near) => near >= 0 && near <= last && near !== now).forEach(page);
    } catch {
      if (at === place) leave(at);
    }
  };

  /** Go to a step; `record` is the method for the browser's history: "push", "replace" or none. */
  const go = (at, record) => {
    if (at < 0 || at > last || at === place) return;
    show(at);
    clearTimeout(timer);
    if (at === now || begun === now) {
      if (!scrubbing) leave(at);
      return;
    }
    if (record) history[`${record}State`](null, "", steps[at].url);
    if (pages.has(steps[at].source ?? steps[at].url) || !scrubbing) arrive(at);
    else timer = setTimeout(arrive, PATIENCE, at);
  };

  bar.addEventListener("line:newer", ({ detail: { before, text } }) => {
    for (const step of steps) step.url = step.url.replace(before, text);
    pages.clear();
    show(place);
  });

  slider.addEventListener("input", () => {
    const record = scrubbing ? "replace" : "push";
    scrubbing = true;
    go(Number(slider.value), record);
  });
  slider.addEventListener("change", () => {
    scrubbing = false;
    if (place === now ? shown !== now : begun === now) leave(place);
  });

  bar.closest("figure").addEventListener("click", (event) => {
    const link = event.target.closest("[data-step], [data-step-to]");
    if (!link?.href || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const at = steps.findIndex(({ url }) => url === new URL(link.href).pathname);
    if (at < 0) return;
    event.preventDefault();
    const { step } = link.dataset;
    go(at, "push");
    if (!link.href && document.activeElement !== link) bar.querySelector(`[data-step]:not([data-step=${step}])[href]`)?.focus();
  });

  document.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const { target } = event;
    if (target.closest?.(BUSY) || (target.closest?.("svg.board") && document.querySelector(".order-entry"))) return;
    if (place + by < 0 || place + by > last) return;
    event.preventDefault();
    go(place + by, "push");
  });

  window.addEventListener("popstate", () => {
    const at = steps.findIndex(({ url }) => url === location.pathname);
    if (at < 0 || (begun === now) !== (at === now)) location.reload();
    else go(at);
  });

  // After the back button the browser may still show the old position of the slider.
  window.addEventListener("pageshow", () => show(shown));

  slider.hidden = false;
  show(begun);
  if (begun !== now) [begun + 1, begun - 1].filter((near) => near >= 0 && near <= last && near !== now).forEach(page);
  return { bar, steps, last, go, shown: () => shown, isMoving: () => shown !== place };
}

async function load(url) {
  const answer = await fetch(url, { redirect: "error" });
  if (!answer.ok) throw new Error(answer.status);
  return new DOMParser().parseFromString(await answer.text(), "text/html");
}

function swap(fresh) {
  const board = document.querySelector(".board-view svg.board");
  const top = board.getBoundingClientRect().top;
  const focusAgain = holding(document.activeElement);
  document.title = fresh.title;
  for (const part of document.querySelectorAll("[data-part]")) {
    const other = fresh.querySelector(`[data-part="${part.dataset.part}"]`);
    if (!part.isEqualNode(other)) part.replaceWith(document.importNode(other, true));
  }
  morph(board, fresh.querySelector(".board-view svg.board"));
  // Keep the board at its place on the screen, although the height of the parts above it may have changed.
  window.scrollBy({ top: board.getBoundingClientRect().top - top, behavior: "instant" });
  document.dispatchEvent(new CustomEvent("board:step"));
  focusAgain();
}

/** Return a function that, if the focused element is gone, focuses the one at its place or the whole part. */
function holding(held) {
  const part = held.closest("[data-part], .board-view");
  if (!part) return () => {};
  const { part: name } = part.dataset;
  const whole = name ? `[data-part="${name}"]` : ".board-view";
  const places = () => [...document.querySelectorAll(`${whole}, ${whole} :is(a[href], button, summary)`)];
  const at = places().indexOf(held);
  return () => {
    if (held.isConnected) return;
    const now = places();
    [now[at], now[0], document.querySelector(".board-view")].find((place) => {
      place?.focus({ preventScroll: true });
      return place && document.activeElement === place;
    });
  };
}

/** Change a tree into another one and keep equal elements, so that shapes are not redrawn and the view stays. */
function morph(old, fresh) {
  if (old.isEqualNode(fresh)) return;
  if (old.nodeName !== fresh.nodeName) {
    old.replaceWith(document.importNode(fresh, true));
    return;
  }
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name) && name !== "style") old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (name !== "viewBox" && old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  if (!fresh.children.length || old.children.length !== fresh.children.length) {
    old.replaceChildren(...document.importNode(fresh, true).childNodes);
    return;
  }
  [...old.children].forEach((child, at) => morph(child, fresh.children[at]));
}
