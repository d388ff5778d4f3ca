// Marks of the choices on the board – stripes over provinces, rings around units – and the choice that a click means.

const SVG = "http://www.w3.org/2000/svg";
const NEAR = 22; // px: a click within this distance of a ring means it
const SURE = 11; // px: within this distance even if the click is in a neighbouring province that is a choice too
const RING = 12; // px: radius of a ring; the next one is for phones, on which such rings would overlap
const SMALL_RING = 8.5;

/** The marks of a board; `places` are {code: [name, x, y]}. */
export function marksOn(svg, places) {
  const areas = make("g", { class: "choices" });
  const rings = make("g", { class: "choice-rings", "aria-hidden": "true" });
  const stripes = make("pattern", {
    id: "choice-stripes", width: 14, height: 14, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)",
  });
  stripes.append(make("path", { class: "choice-stripe", d: "M3.5 0V14" }), make("path", { class: "choice-gap", d: "M10.5 0V14" }));
  svg.querySelector("defs").append(stripes);
  svg.insertBefore(areas, svg.querySelector(":scope > .centers"));
  svg.insertBefore(rings, svg.querySelector(":scope > .labels")); // so that a ring hides no name
  let shown = [];

  const scale = () => svg.getScreenCTM().a;

  /** The point of a drawn unit, or of a unit that would stand in a place. */
  const at = (place) => {
    if (place instanceof Element) {
      const { e, f } = place.transform.baseVal.consolidate().matrix;
      return { x: e, y: f };
    }
    const [, x, y] = places[place] ?? places[place.slice(0, 3)];
    return { x, y };
  };

  const fit = () => {
    const radius = Math.max(19, (matchMedia("(max-width: 39.99rem)").matches ? SMALL_RING : RING) / scale());
    rings.querySelectorAll("circle").forEach((ring) => ring.setAttribute("r", radius));
    rings.style.setProperty("--thin", `${1.6 / scale()}px`);
  };
  svg.addEventListener("board:view", fit);
  new ResizeObserver(fit).observe(svg);

  /**
   * Mark these choices, each {key, place, province, area, name, kind, pressed}: with `area` its province has
   * stripes, and `kind` is a class.
   */
  const mark = (choices) => {
    shown = choices;
    areas.replaceChildren(...choices.filter(({ area }) => area).map(areaOf));
    rings.replaceChildren(...choices.map(ringOf));
    fit();
  };

  const areaOf = ({ key, name, province, kind, pressed }) => {
    const area = make("g", { class: `choice ${kind}`, role: "button", tabindex: "0", "aria-label": name, "data-choice": key });
    if (pressed !== undefined) area.setAttribute("aria-pressed", pressed);
    const drawn = svg.querySelector(`.province[data-province="${province}"]`);
    area.append(make("use", { href: drawn.getAttribute("href"), "data-province": province }));
    return area;
  };

  const ringOf = ({ place, kind }) => {
    const { x, y } = at(place);
    const ring = make("g", { class: `choice-ring ${kind}`, transform: `translate(${x} ${y})` });
    ring.append(make("circle", { class: "choice-ring__rim" }), make("circle", { class: "choice-ring__line" }));
    return ring;
  };

  /** The choice that a click means: the province it fell on, unless the ring of another is much nearer. */
  const meant = (event) => {
    const near = { key: null, far: NEAR };
    const on = provinceAt(event);
    for (const { key, place, province } of shown) {
      const { x, y } = at(place);
      const spot = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM());
      let far = Math.hypot(spot.x - event.clientX, spot.y - event.clientY);
      if (province && province === on) far = Math.min(far, SURE);
      if (far < near.far) Object.assign(near, { key, far });
    }
    return near.key;
  };

  return { mark, meant, at, shown: () => shown };
}

/** The province under a click, whatever is drawn over it. */
export function provinceAt({ clientX, clientY }) {
  const hit = document.elementsFromPoint(clientX, clientY).find((each) => each.dataset?.province);
  return hit?.dataset.province;
}

function make(tag, attributes) {
  const made = document.createElementNS(SVG, tag);
  Object.entries(attributes).forEach(([name, value]) => made.setAttribute(name, value));
  return made;
}
