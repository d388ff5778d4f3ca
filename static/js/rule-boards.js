// Boards of the rules in a text: “Resolve” shows the results in the place of the orders, and “Show the orders only” the
// orders again. Without a script, or if the results can’t be fetched, both are links to the board’s own page.

const BOARD = ".rule-board";
const orders = new WeakMap(); // the first figure with results -> the figure with the orders

document.addEventListener("click", async (event) => {
  const link = event.target.closest?.(`${BOARD} :is([data-resolve], [data-orders])`);
  if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const figures = figuresOf(link.closest(BOARD));
  const before = orders.get(figures[0]);
  if (link.matches("[data-orders]") && !before) return; // on the board’s own page
  event.preventDefault();
  if (before) {
    swap(figures, [before]);
    return;
  }
  link.ariaBusy = "true";
  const resolved = await load(link.href).catch(() => []);
  link.ariaBusy = null;
  if (!resolved.length) {
    location.assign(link.href);
    return;
  }
  orders.set(resolved[0], figures[0]);
  swap(figures, resolved);
});

/** The figures of a board: one for each of its phases, side by side. */
function figuresOf(figure) {
  const { ruleBoard } = figure.dataset;
  return [...figure.parentElement.querySelectorAll(BOARD)].filter(({ dataset }) => dataset.ruleBoard === ruleBoard);
}

/** Put figures in the place of others; a screen reader reads on from the name of the first. */
function swap(old, fresh) {
  old.slice(1).forEach((each) => each.remove());
  old[0].replaceWith(...fresh);
  fresh[0].querySelector(".rule-board__name").focus({ preventScroll: true });
}

/** The figures of a board’s page; their ids become unique in this page, and links to rules lead to that page. */
async function load(address) {
  const answer = await fetch(address, { redirect: "error", signal: AbortSignal.timeout(10_000) });
  if (!answer.ok) return [];
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const figures = [...page.querySelectorAll(BOARD)].map((each) => document.importNode(each, true));
  figures.forEach((figure, at) => {
    for (const each of figure.querySelectorAll("[id]")) each.id = `${figure.dataset.ruleBoard}-${at}-${each.id}`;
    for (const each of figure.querySelectorAll("[aria-labelledby]")) {
      each.setAttribute("aria-labelledby", `${figure.dataset.ruleBoard}-${at}-${each.getAttribute("aria-labelledby")}`);
    }
    for (const each of figure.querySelectorAll('a[href^="#"]')) each.href = address + each.getAttribute("href");
  });
  return figures;
}
