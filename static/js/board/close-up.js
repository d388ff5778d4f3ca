// Zooms in on the choices on a phone, where the whole board is too small to choose on, and out again afterwards.

const NARROW = "(max-width: 39.99rem)";
const ROOM = 110; // units of the board around the choices

export function closeUpOn(svg, marks) {
  const whole = svg.viewBox.baseVal.width;
  let brought = false;

  const show = (detail) => svg.parentElement.dispatchEvent(new CustomEvent("board:look", { detail }));

  /** Show all choices except those overseas. Does nothing if the reader has zoomed in already. */
  const look = () => {
    if (!matchMedia(NARROW).matches || (!brought && svg.viewBox.baseVal.width < whole)) return;
    const shown = marks.shown().filter(({ kind }) => !kind.includes("is-far"));
    const spots = (shown.length > 1 ? shown : marks.shown()).map(({ place }) => marks.at(place));
    const [left, right] = [Math.min, Math.max].map((most) => most(...spots.map(({ x }) => x)));
    const [top, bottom] = [Math.min, Math.max].map((most) => most(...spots.map(({ y }) => y)));
    const { width, height } = svg.getBoundingClientRect();
    const wide = Math.max(whole / 3, right - left + 2 * ROOM, ((bottom - top + 2 * ROOM) * width) / height);
    const high = (wide * height) / width;
    brought = true;
    show({ x: (left + right - wide) / 2, y: (top + bottom - high) / 2, width: wide });
  };

  const lookAway = () => {
    if (brought) show(null);
    brought = false;
  };

  return { look, lookAway };
}
