// The menu beside a unit: kinds of orders, and choices that are not a point of the map. On a phone it is a sheet at the
// bottom of the screen.

const GAP = 10; // px
const NARROW = "(max-width: 39.99rem)";

/** The menu in `box`; `on` has the handlers {step, back, cancel}. */
export function chooserIn(box, on) {
  const part = (name) => box.querySelector(`[data-menu=${name}]`);
  const buttons = part("steps");

  box.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    if (button.dataset.step !== undefined) on.step(button.dataset.step);
    else on[button.dataset.menu]();
  });

  /** Show {title, order, ask, steps, back}; a step is [value, words, key]. */
  const show = ({ title, order, ask, steps, back }) => {
    box.hidden = false;
    box.setAttribute("aria-label", title);
    part("order").textContent = order;
    part("ask").textContent = ask;
    part("back").hidden = !back;
    box.classList.toggle("is-asking", !steps.length);
    buttons.replaceChildren(...steps.map(button));
    buttons.hidden = !steps.length;
  };

  const button = ([step, words, key]) => {
    const made = document.createElement("button");
    made.type = "button";
    made.className = "chooser__step";
    made.dataset.step = step;
    made.append(words);
    if (key) {
      const hint = document.createElement("kbd");
      hint.textContent = key;
      hint.ariaHidden = "true";
      made.setAttribute("aria-keyshortcuts", key);
      made.append(hint);
    }
    return made;
  };

  /** Place the menu so that it hides neither the unit nor, if possible, the selectable points {x, y, weight}. */
  const place = (unit, points) => {
    if (box.hidden || matchMedia(NARROW).matches) {
      box.style.left = box.style.top = "";
      return;
    }
    const frame = box.parentElement.getBoundingClientRect();
    const { width, height } = box.getBoundingClientRect();
    const within = (value, most) => Math.min(Math.max(value, 6), Math.max(6, most - 6));
    const x = unit.x - frame.left;
    const y = unit.y - frame.top;
    const spots = [];
    for (const far of [20, 60, 110, 170]) {
      spots.push([x - width / 2, y + far], [x - width / 2, y - far - height], [x + far, y - height / 2], [x - far - width, y - height / 2]);
      spots.push([x + far, y + far], [x - far - width, y + far], [x + far, y - far - height], [x - far - width, y - far - height]);
    }
    const covered = (left, top, point) =>
      point.x - frame.left > left - GAP && point.x - frame.left < left + width + GAP &&
      point.y - frame.top > top - GAP && point.y - frame.top < top + height + GAP;
    let best = { cost: Infinity };
    for (const [left, top] of spots.map(([a, b]) => [within(a, frame.width - width), within(b, frame.height - height)])) {
      const hidden = points.filter((point) => covered(left, top, point)).reduce((sum, { weight }) => sum + weight, 0);
      const away = Math.hypot(left + width / 2 - x, top + height / 2 - y);
      const cost = hidden + (covered(left, top, unit) ? 5 : 0) + away / 120;
      if (cost < best.cost) best = { cost, left, top };
    }
    box.style.left = `${best.left}px`;
    box.style.top = `${best.top}px`;
  };

  /** On a phone, scroll the page so that the sheet covers as little of the map as possible. */
  const uncover = (svg) => {
    if (!matchMedia(NARROW).matches) return;
    const map = svg.getBoundingClientRect();
    const over = Math.min(map.bottom - box.getBoundingClientRect().top, map.top);
    if (over > 0) window.scrollBy(0, over);
  };

  return {
    show,
    place,
    uncover,
    hide: () => { box.hidden = true; },
    focus: () => box.querySelector("button:not([hidden])")?.focus({ preventScroll: true }),
    focusStep: () => buttons.querySelector("button")?.focus({ preventScroll: true }),
  };
}
