// {sideways, smallest, cut}: pixels that the page scrolls sideways, the smallest letters in CSS pixels, and the beginnings
// of texts that are cut off. Letters on a board are not counted: they grow with it.
() => {
  const shown = (each) => each.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const hidden = (each) => each.closest("svg") || getComputedStyle(each).clipPath !== "none";
  const texts = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const parent = walk.currentNode.parentElement;
    if (walk.currentNode.data.trim() && !hidden(parent) && shown(parent)) texts.push(parent);
  }
  const isCut = (each) => {
    const { overflowX, textOverflow } = getComputedStyle(each);
    if (overflowX !== "hidden" || textOverflow === "ellipsis") return false;
    return each.scrollWidth > each.clientWidth + 1;
  };
  return {
    sideways: document.documentElement.scrollWidth - innerWidth,
    smallest: Math.min(...texts.map((each) => parseFloat(getComputedStyle(each).fontSize))),
    cut: texts.filter(isCut).map((each) => each.textContent.trim().slice(0, 40)),
  };
}
