// Play on the page of a replay: goes on by itself from step to step, at a speed. It starts only when the reader says so,
// by the button or the space bar. The chart of the centers marks the year of the step.

const PAUSE = 3000; // ms for which a step is shown at the usual speed

export function playSteps(game) {
  const controls = game?.bar.querySelector(".replay");
  if (!controls) return;
  const button = controls.querySelector("button");
  const speed = controls.querySelector("select");
  let playing = false;
  let timer;

  const wait = () => {
    clearTimeout(timer);
    if (playing) timer = setTimeout(advance, PAUSE / Number(speed.value));
  };

  const advance = () => {
    if (game.isMoving()) return; // its page is still being fetched, and “board:step” follows
    if (game.shown() < game.last) game.go(game.shown() + 1, "replace");
    else play(false);
  };

  const play = (on) => {
    playing = on;
    button.textContent = on ? controls.dataset.pause : controls.dataset.play;
    clearTimeout(timer);
    if (!on) return;
    if (game.shown() < game.last) advance();
    else game.go(0, "push");
  };

  const mark = () => {
    const { year } = game.steps[game.shown()];
    for (const column of document.querySelectorAll(".chart [data-year]")) {
      column.classList.toggle("chart__shown", column.dataset.year === year);
    }
  };

  button.addEventListener("click", () => play(!playing));
  speed.addEventListener("change", wait);
  document.addEventListener("board:step", () => {
    mark();
    if (game.shown() === game.last) play(false);
    else wait();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== " " || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const { target } = event;
    const isFree = target === document.body || target.matches(".board-view, svg.board, .steps__slider");
    if (!isFree || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    if (!event.repeat) play(!playing);
  });

  controls.hidden = false;
}
