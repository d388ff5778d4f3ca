// What is asked about the order of a unit, beside the map so that it covers none of it: kinds of orders, and choices that
// are not a point of the map. On a phone it is a sheet at the bottom of the screen.

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

  /** On a phone, scroll the page so that the sheet covers as little of the map as possible. */
  const uncover = (svg) => {
    if (!matchMedia(NARROW).matches) return;
    const map = svg.getBoundingClientRect();
    const over = Math.min(map.bottom - box.getBoundingClientRect().top, map.top);
    if (over > 0) window.scrollBy(0, over);
  };

  return {
    show,
    uncover,
    hide: () => { box.hidden = true; },
    focus: () => box.querySelector("button:not([hidden])")?.focus({ preventScroll: true }),
    focusStep: () => buttons.querySelector("button")?.focus({ preventScroll: true }),
  };
}
