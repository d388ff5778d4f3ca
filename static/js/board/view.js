// Zooms and moves the board: pinch, drag, Ctrl and wheel, three buttons, the keys + − 0, and Shift with arrows. It
// changes the svg's viewBox, so that the board stays sharp, and dispatches `board:view` on the svg.

const NEAREST = 8;
const STEP = 1.7;
const FINE = 0.668; // pixels for a unit of the board, from which on small letters can be read
const TAP = 8; // px: a longer movement is a drag
const GLIDE = 180; // ms
const KEPT = "board:view";
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export function viewBoards() {
  document.querySelectorAll(".board-view").forEach(enable);
}

function enable(frame) {
  const figure = frame.closest("figure");
  const svg = frame.querySelector("svg.board");
  const { width, height } = svg.viewBox.baseVal;
  const shape = height / width;
  const fingers = new Map();
  let box = { x: 0, y: 0, width };
  let dragged = false;
  let swallow = false;
  let gliding = 0;

  const limited = (wanted) => {
    const wide = Math.min(width, Math.max(width / NEAREST, wanted.width));
    const within = (at, most) => Math.min(Math.max(at, 0), most);
    return { x: within(wanted.x, width - wide), y: within(wanted.y, (width - wide) * shape), width: wide };
  };

  const show = (wanted) => {
    box = limited(wanted);
    svg.setAttribute("viewBox", [box.x, box.y, box.width, box.width * shape].map((n) => +n.toFixed(2)).join(" "));
    frame.classList.toggle("is-near", box.width < width - 0.5);
    allowZoom();
    fit();
    svg.dispatchEvent(new CustomEvent("board:view"));
  };

  const allowZoom = () => {
    const near = box.width < width - 0.5;
    allow("in", box.width > width / NEAREST + 0.5);
    allow("out", near);
    allow("whole", near);
  };

  const allow = (what, possible) => {
    figure.querySelector(`[data-zoom=${what}]`)?.setAttribute("aria-disabled", String(!possible));
  };

  /** Set the size of signs for the scale of the board on the screen (see view.css). */
  const fit = () => {
    const scale = svg.getBoundingClientRect().width / box.width;
    if (!scale) return;
    svg.style.setProperty("--board-sign", signSize(scale).toFixed(2));
    frame.classList.toggle("is-fine", scale > FINE);
  };

  const glide = (wanted) => {
    cancelAnimationFrame(gliding);
    const goal = limited(wanted);
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) {
      show(goal);
      return;
    }
    const from = box;
    const began = performance.now();
    const frameAt = (now) => {
      const part = Math.min(1, Math.max(0, (now - began) / GLIDE));
      const eased = part * (2 - part);
      const between = (key) => from[key] + (goal[key] - from[key]) * eased;
      show({ x: between("x"), y: between("y"), width: between("width") });
      if (part < 1) gliding = requestAnimationFrame(frameAt);
    };
    gliding = requestAnimationFrame(frameAt);
  };

  /** The view, enlarged by `factor`, that moves the point of the board at `from` on the screen to `to`. */
  const moved = (from, to, factor = 1) => {
    const seen = svg.getBoundingClientRect();
    const unit = box.width / seen.width;
    const at = { x: box.x + (from.x - seen.left) * unit, y: box.y + (from.y - seen.top) * unit };
    const wide = Math.min(width, Math.max(width / NEAREST, box.width / factor));
    const grown = wide / seen.width;
    return { x: at.x - (to.x - seen.left) * grown, y: at.y - (to.y - seen.top) * grown, width: wide };
  };

  const middle = () => {
    const seen = svg.getBoundingClientRect();
    return { x: seen.left + seen.width / 2, y: seen.top + seen.height / 2 };
  };

  const nearer = (factor) => glide(moved(middle(), middle(), factor));
  const acts = { in: () => nearer(STEP), out: () => nearer(1 / STEP), whole: () => glide({ x: 0, y: 0, width }) };

  const spread = () => {
    const [a, b] = [...fingers.values()];
    return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, size: Math.hypot(a.x - b.x, a.y - b.y) || 1 };
  };

  frame.addEventListener("pointerdown", (event) => {
    if (!fingers.size) dragged = swallow = false; // a drag by touch may have ended without a click
    if (event.button !== 0 || !svg.contains(event.target)) return;
    cancelAnimationFrame(gliding);
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY, began: { x: event.clientX, y: event.clientY } });
    if (fingers.size > 1) dragged = true;
  });

  window.addEventListener("pointermove", (event) => {
    const finger = fingers.get(event.pointerId);
    if (!finger) return;
    const before = fingers.size === 2 ? spread() : { x: finger.x, y: finger.y };
    const { began } = finger;
    if (!dragged && Math.hypot(event.clientX - began.x, event.clientY - began.y) <= TAP) return;
    if (!dragged) frame.classList.add("is-dragged");
    dragged = true;
    finger.x = event.clientX;
    finger.y = event.clientY;
    if (fingers.size === 2) {
      const after = spread();
      show(moved(before, after, after.size / before.size));
    } else if (fingers.size === 1 && box.width < width) {
      show(moved(before, finger));
    }
  });

  const lift = (event) => {
    if (!fingers.delete(event.pointerId)) return;
    if (dragged) swallow = true;
    if (!fingers.size) frame.classList.remove("is-dragged");
  };
  window.addEventListener("pointerup", lift);
  window.addEventListener("pointercancel", lift);

  frame.addEventListener(
    "click",
    (event) => {
      if (!swallow || !event.detail) return; // a click without detail comes from a key
      swallow = false;
      event.preventDefault();
      event.stopPropagation();
    },
    true,
  );

  // Prevent the browser from scrolling the page with two fingers.
  frame.addEventListener("touchstart", (event) => event.touches.length > 1 && event.preventDefault(), { passive: false });

  // A pinch on a trackpad comes as a wheel with Ctrl.
  frame.addEventListener(
    "wheel",
    (event) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      cancelAnimationFrame(gliding);
      const turned = Math.max(-50, Math.min(50, event.deltaY * (event.deltaMode ? 16 : 1)));
      const at = { x: event.clientX, y: event.clientY };
      show(moved(at, at, Math.exp(-turned / 100)));
    },
    { passive: false },
  );

  figure.addEventListener("click", (event) => {
    const button = event.target.closest("[data-zoom]");
    if (button && button.getAttribute("aria-disabled") !== "true") acts[button.dataset.zoom]();
  });

  figure.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea")) return;
    const act = { "+": acts.in, "=": acts.in, "-": acts.out, "−": acts.out, 0: acts.whole }[event.key];
    const arrow = event.shiftKey && ARROWS[event.key];
    if (!act && !arrow) return;
    event.preventDefault();
    if (act) act();
    else glide({ ...box, x: box.x + (arrow[0] * box.width) / 4, y: box.y + (arrow[1] * box.width) / 4 });
  });

  // Move a focused element into view.
  frame.addEventListener("focusin", (event) => {
    if (event.target === svg || !svg.contains(event.target) || !event.target.matches(":focus-visible")) return;
    const place = event.target.getBoundingClientRect();
    const seen = svg.getBoundingClientRect();
    const at = { x: place.left + place.width / 2, y: place.top + place.height / 2 };
    if (at.x < seen.left || at.x > seen.right || at.y < seen.top || at.y > seen.bottom) glide(moved(at, middle()));
  });

  // On a small screen, orders.js asks for a part of the board, {x, y, width}, or for the whole again.
  frame.addEventListener("board:look", ({ detail }) => glide(detail ?? { x: 0, y: 0, width }));

  // A step of the game that is loaded as a page of its own keeps the view of the step before it.
  frame.addEventListener("board:leave", () => keep(box));

  svg.style.aspectRatio = `${width} / ${height}`;
  frame.classList.add("is-live");
  frame.tabIndex = 0;
  figure.querySelectorAll("[data-zoom]").forEach((button) => button.closest("[hidden]")?.removeAttribute("hidden"));
  allowZoom();
  // The observer also calls `fit` once at the start, after the browser has laid out the page.
  new ResizeObserver(fit).observe(frame);
  const before = kept();
  if (before) show(before);
}

function keep(box) {
  try {
    sessionStorage.setItem(KEPT, JSON.stringify(box));
  } catch {
    // Without storage the whole board is shown again.
  }
}

function kept() {
  try {
    const box = JSON.parse(sessionStorage.getItem(KEPT));
    sessionStorage.removeItem(KEPT);
    return box;
  } catch {
    return null;
  }
}

/** The size of signs, relative to a board of 800 px, at `scale` pixels for a unit of the board. */
function signSize(scale) {
  if (scale < 0.45) return Math.min(1.55, (0.45 / scale) ** 0.65);
  return scale > 0.65 ? Math.max(0.6, (0.65 / scale) ** 0.5) : 1;
}
