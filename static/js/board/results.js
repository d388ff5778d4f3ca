// Links the results of a phase to their signs on the board: an order that is pointed at, tapped or focused in one place
// is highlighted in the other, and a card on the board shows its result. The arrow keys up and down go to the next one.

const NEAR = { mouse: 7, pen: 12, touch: 22 }; // px: greatest distance at which a pointer means a sign

export function linkResults() {
  const frame = document.querySelector(".board-view");
  const card = frame?.querySelector(".board-card");
  if (!card) return;
  let lit = "";
  let pinned = "";
  let traces = null; // order -> points along its sign, in units of the board

  const board = () => frame.querySelector("svg.board");
  const lines = () => [...document.querySelectorAll(".result[data-order]")];
  const signs = () => [...board().querySelectorAll(".order[data-order]")];
  const of = (order) => (each) => each.dataset.order === order;
  const known = (order) => (lines().some(of(order)) ? order : "");

  const light = (order, fromBoard = false) => {
    if (order === lit) return;
    lit = order;
    const shown = signs().filter(of(order));
    const line = lines().find(of(order));
    document.querySelectorAll(".lit").forEach((old) => old.classList.remove("lit"));
    [...shown, ...(line ? [line] : [])].forEach((each) => each.classList.add("lit"));
    board().classList.toggle("has-lit", shown.length > 0);
    card.hidden = !line || !shown.length;
    if (card.hidden) return;
    card.classList.toggle("is-sheet", fromBoard);
    fill(card, line);
    place(card, frame, shown);
    if (fromBoard) reveal(line);
  };

  /** The order of a unit. In a retreat phase only dislodged units have one; others may have the same text. */
  const ofUnit = ({ dataset }) => {
    if (board().querySelector(".unit[data-dislodged]") && !("dislodged" in dataset)) return "";
    return lines().map((line) => line.dataset.order).find((order) => order.startsWith(`${dataset.unit} `)) ?? "";
  };

  const under = (event) => {
    if (!lines().length) return "";
    const { target } = event;
    const sign = target.closest(".order[data-order]");
    if (sign) return known(sign.dataset.order);
    const unit = target.closest(".unit[data-unit]");
    if (unit) return ofUnit(unit);
    traces ??= trace(board(), signs());
    return known(nearest(board(), traces, event, NEAR[event.pointerType] ?? NEAR.mouse));
  };

  const pin = (order, fromBoard) => {
    pinned = order;
    light(order, fromBoard);
  };

  const onLine = (event) => event.target.closest?.(".result[data-order]");

  frame.addEventListener("pointermove", (event) => {
    if (event.pointerType !== "touch" && !event.buttons && board().contains(event.target)) light(under(event) || pinned, true);
  });
  frame.addEventListener("pointerleave", (event) => event.pointerType !== "touch" && light(pinned, true));
  frame.addEventListener("click", (event) => {
    if (event.target.closest(".board-card button")) pin("");
    else if (board().contains(event.target)) pin(under(event), true);
  });

  document.addEventListener("pointerover", (event) => {
    if (event.pointerType === "touch" || frame.contains(event.target)) return;
    const line = onLine(event);
    if (line) light(line.dataset.order);
    else if (!pinned) light("");
  });
  document.addEventListener("click", (event) => {
    if (frame.contains(event.target)) return;
    pin(onLine(event)?.dataset.order ?? "");
  });

  document.addEventListener("focusin", (event) => {
    if (!event.target.matches(":focus-visible")) return;
    const each = event.target.closest(".result[data-order], .order[data-order]");
    if (each) pin(each.dataset.order, frame.contains(each));
    else if (pinned && !card.contains(event.target)) pin("");
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && lit) pin("");
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const all = [lines(), heads(signs())].find((group) => group.includes(event.target));
    if (!by || !all || event.shiftKey) return;
    event.preventDefault();
    const next = all[all.indexOf(event.target) + by];
    if (!next) return;
    rove(all, next);
    next.focus();
  });

  const prepare = () => {
    lit = pinned = "";
    traces = null;
    card.hidden = true;
    board().classList.remove("has-lit");
    const named = heads(signs()).filter((sign) => known(sign.dataset.order));
    if (!named.length) return;
    board().setAttribute("role", "group"); // a screen reader ignores focusable parts of an image
    board().setAttribute("aria-label", board().querySelector("title")?.textContent ?? "");
    for (const sign of named) {
      sign.setAttribute("role", "button");
      sign.setAttribute("aria-label", sign.querySelector("title")?.textContent ?? "");
    }
    rove(named, named[0]);
    rove(lines(), lines()[0]);
  };

  document.addEventListener("board:step", prepare);
  prepare();
}

/** Let the Tab key reach only one of these elements (roving tabindex). */
function rove(all, one) {
  for (const each of all) each.setAttribute("tabindex", each === one ? "0" : "-1");
}

/** The first sign of each order: some have one beneath the units and one above. */
function heads(signs) {
  const seen = new Set();
  return signs.filter(({ dataset }) => !seen.has(dataset.order) && seen.add(dataset.order));
}

function fill(card, line) {
  const power = line.closest("section").querySelector(".power");
  card.querySelector(".board-card__text").replaceChildren(...[power, ...line.children].map((each) => each.cloneNode(true)));
}

/** Place the card below the sign, or above it if there is no room. */
function place(card, frame, shown) {
  const whole = frame.getBoundingClientRect();
  const boxes = shown.map((each) => each.getBoundingClientRect());
  const top = Math.min(...boxes.map((box) => box.top)) - whole.top;
  const bottom = Math.max(...boxes.map((box) => box.bottom)) - whole.top;
  const middle = (Math.min(...boxes.map((box) => box.left)) + Math.max(...boxes.map((box) => box.right))) / 2 - whole.left;
  const { offsetWidth: wide, offsetHeight: high } = card;
  const below = bottom + 10;
  const y = below + high < whole.height ? below : Math.max(4, top - high - 10);
  const x = Math.max(4, Math.min(middle - wide / 2, whole.width - wide - 4));
  card.style.setProperty("--x", `${Math.round(x)}px`);
  card.style.setProperty("--y", `${Math.round(y)}px`);
}

/** Scroll a line into view within its list, never the page. */
function reveal(line) {
  const list = line.closest(".play__side");
  if (getComputedStyle(list).overflowY !== "auto") return;
  const seen = list.getBoundingClientRect();
  const place = line.getBoundingClientRect();
  const top = Math.max(seen.top, 0) + 16;
  const bottom = Math.min(seen.bottom, innerHeight) - 16;
  const by = place.top < top ? place.top - top : Math.max(0, place.bottom - bottom);
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (by) list.scrollBy({ top: by, behavior: still ? "instant" : "smooth" });
}

function trace(board, signs) {
  const toBoard = board.getScreenCTM().inverse();
  return signs.flatMap((sign) => {
    const paths = [...sign.querySelectorAll("path.line-core, circle.line-core, path.trace")];
    const points = paths.flatMap((path) => {
      const matrix = toBoard.multiply(path.getScreenCTM());
      const length = path.getTotalLength();
      const count = Math.max(2, Math.ceil(length / 12));
      return Array.from({ length: count + 1 }, (_, i) => path.getPointAtLength((length * i) / count).matrixTransform(matrix));
    });
    return points.length ? [[sign.dataset.order, points]] : [];
  });
}

function nearest(board, traces, event, limit) {
  const matrix = board.getScreenCTM();
  const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
  let best = "";
  let least = limit / matrix.a;
  for (const [order, points] of traces) {
    for (const point of points) {
      const away = Math.hypot(point.x - at.x, point.y - at.y);
      if (away < least) [best, least] = [order, away];
    }
  }
  return best;
}
