// Shows the orders and provinces that a message mentions on a small map, beside the mention that is pointed at, tapped
// or focused. The shapes of the map are fetched with the first one.

const SVG = "http://www.w3.org/2000/svg";
const WIDE = 1600;
const HIGH = 1400;
const LEAST = 460; // least width of the map, in units of the board
const AROUND = 130; // units of the board shown around each place
const SHAPE = 0.75; // height to width

export function showSpots() {
  const spot = document.getElementById("spot");
  if (!spot) return;
  const places = JSON.parse(document.getElementById("map-places").textContent);
  let shown = null;
  let pinned = null;

  const show = (mark) => {
    if (mark === shown) return;
    shown?.removeAttribute("aria-describedby");
    shown = mark;
    spot.hidden = !mark;
    if (!mark) return;
    draw(spot, mark, places);
    mark.setAttribute("aria-describedby", spot.id);
    place(spot, mark);
  };
  const pin = (mark) => {
    pinned = mark;
    show(mark);
  };
  const of = ({ target }) => target.closest?.(".markup-place") ?? null;

  const enable = () => {
    for (const mark of document.querySelectorAll(".markup-place:not([role])")) {
      mark.tabIndex = 0;
      mark.setAttribute("role", "button");
    }
  };
  enable();
  document.addEventListener("page:follow", enable);
  document.addEventListener("pointerover", (event) => {
    if (event.pointerType !== "touch") show(of(event) ?? pinned);
  });
  document.addEventListener("click", (event) => pin(of(event)));
  document.addEventListener("focusin", (event) => {
    if (event.target.matches(":focus-visible")) pin(of(event));
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") pin(null);
    else if ((event.key === "Enter" || event.key === " ") && of(event)) {
      event.preventDefault();
      pin(of(event));
    }
  });
}

function draw(spot, mark, places) {
  const codes = mark.dataset.provinces.split(" ");
  const arrow = mark.dataset.arrow?.split(" ") ?? [];
  const known = codes.filter((code) => code in places);
  const caption = document.createElement("p");
  caption.textContent = arrow.length ? arrow.map((code) => places[code][0]).join(" → ") : known.map((code) => places[code][0]).join(", ");
  const use = (shape, kind) => element("use", { href: `${spot.dataset.shapes}#${shape}`, class: `spot__${kind}` });
  const map = element("svg", { class: "spot__map", viewBox: view(known.map((code) => places[code])), "aria-hidden": "true" });
  map.append(element("rect", { class: "spot__seas", width: WIDE, height: HIGH }));
  map.append(use("neutral", "lands"), use("lands", "lands"), ...known.map((code) => use(code, "lit")), use("sea-borders", "borders"), use("borders", "borders"));
  if (arrow.length) map.append(...arrowShapes(...arrow.map((code) => places[code].slice(1))));
  spot.replaceChildren(map, caption);
}

/** The viewBox of a part of the board with all of these places and their surroundings. */
function view(points) {
  const [x, y] = [1, 2].map((axis) => points.map((point) => point[axis]));
  const span = (values) => Math.max(...values) - Math.min(...values) + 2 * AROUND;
  const width = Math.min(WIDE, Math.max(LEAST, span(x), span(y) / SHAPE));
  const height = width * SHAPE;
  const start = (values, size, whole) => {
    const middle = (Math.max(...values) + Math.min(...values)) / 2;
    return Math.round(Math.max(0, Math.min(middle - size / 2, whole - size)));
  };
  return [start(x, width, WIDE), start(y, height, HIGH), Math.round(width), Math.round(height)].join(" ");
}

/** An arrow from one point to another. */
function arrowShapes([x, y], [toX, toY]) {
  const angle = (Math.atan2(toY - y, toX - x) * 180) / Math.PI;
  const line = element("path", { class: "spot__line", d: `M${x} ${y}L${toX} ${toY}` });
  const head = element("path", { class: "spot__head", d: "M14 0L-14 -13L-14 13Z", transform: `translate(${toX} ${toY}) rotate(${angle})` });
  return [line, head];
}

function element(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

/** Place the map below its mention, or above if there is no room; never beyond the sides of the page. */
function place(spot, mark) {
  const box = mark.getClientRects()[0];
  move(spot, 0, 0);
  const { left: zeroX, top: zeroY, width: wide, height: high } = spot.getBoundingClientRect();
  const room = document.documentElement.clientWidth;
  const left = Math.max(4, Math.min(box.left + box.width / 2 - wide / 2, room - wide - 4));
  const below = box.bottom + 6;
  const top = below + high < innerHeight || box.top < high + 6 ? below : box.top - high - 6;
  move(spot, left - zeroX, top - zeroY);
}

function move(spot, x, y) {
  spot.style.setProperty("--x", `${Math.round(x)}px`);
  spot.style.setProperty("--y", `${Math.round(y)}px`);
}
