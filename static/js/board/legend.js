// The legend of the board. Its signs are those of the page of help, from where they are taken when it is first opened.

export function showLegend() {
  for (const legend of document.querySelectorAll("details[data-legend]")) {
    legend.addEventListener("toggle", () => fill(legend), { once: true });
  }
}

async function fill(legend) {
  const more = legend.querySelector("p");
  try {
    const answer = await fetch(more.querySelector("a").href);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    for (const name of legend.dataset.legend.split(" ")) {
      more.before(document.importNode(page.querySelector(`ul[data-legend="${name}"]`), true));
    }
  } catch {
    // The link leads to the signs as well.
  }
}
