// The buttons beside a unit: what it may do, and what no point of the map can say. On a phone a sheet from below.

const GAP = 10; // px
const NARROW = "(max-width: 39.99rem)";

/** The menu in `box`; `on` has {step, back, cancel}. */
export function chooserIn(box, on) {
  const part = (name) => box.querySelector(`[data-menu=${name}]`);
  const buttons = part("steps");

  box.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    if (button.dataset.step !== undefined) on.step(button.dataset.step);
    else on[button.dataset.menu]();
  });

  /** Show {title, said, ask, steps, back}; a step is [value, words, key]. */
  const show = ({ title, said, ask, steps, back }) => {
    box.hidden = false;
    box.setAttribute("aria-label", title);
    part("said").textContent = said;
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

  /** Stand where the unit is not hidden, and as few of the points {x, y, weight} that may be chosen as can be. */
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

  /** On a phone the sheet must not cover the map: scroll the page as far as there is page above it. */
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
