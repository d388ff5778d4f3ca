// The time left in a live game, in minutes and seconds. The site says how much is left: the reader's clock may be wrong.

const TICK = 250; // milliseconds

let ends = null; // by performance.now()

export function countDown() {
  const shown = document.querySelector("[data-left]");
  if (!shown) return;
  setTimeLeft(Number(shown.dataset.left));
  setInterval(() => {
    const text = inWords(Math.max(0, Math.ceil((ends - performance.now()) / 1000)));
    shown.parentElement.hidden = ends === null;
    if (shown.textContent !== text) shown.textContent = text;
  }, TICK);
}

/** Correct the time that is left, in seconds; null if the clock stands still. */
export function setTimeLeft(seconds) {
  ends = seconds === null ? null : performance.now() + seconds * 1000;
}

function inWords(seconds) {
  const two = (number) => String(number).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
