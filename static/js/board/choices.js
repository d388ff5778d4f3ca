// The possible next steps of an order. The options of a unit's list are all orders that the rules allow for it; the
// server writes the parts of each order as data attributes. Each order is a sequence of steps – “A MAR S A PAR - BUR”
// is S, PAR, BUR – so this module neither knows a rule nor parses an order. It does not need a page.

/** An option of a list: its canonical text, its short form, and the parts of its order. */
export function optionFrom(text, dataset) {
  const { short = text, type, unit, target, helped } = dataset;
  const [overseas, via, foreign] = ["sea", "via", "foreign"].map((name) => name in dataset);
  return { text, short, type, unit, target, helped, overseas, via, foreign };
}

/** The province of a location or of a unit: PAR of "PAR", STP of "F STP/SC". */
export const provinceOf = (place) => place.replace(/\/..$/, "").slice(-3);

/** The coast of a location or of a unit with its slash, "/SC"; empty without one. */
export const coastOf = (place) => place.match(/\/..$/)?.[0] ?? "";

/** The sequences of steps that lead to an order. A move overseas also has one that begins with “by convoy”. */
function pathsTo({ type, unit, target, helped, via, overseas }) {
  switch (type) {
    case "hold":
      return [["H"]];
    case "disband":
      return [["D"]];
    case "waive":
      return [["WAIVE"]];
    case "build":
      return [[unit[0] + coastOf(unit)]];
    case "retreat":
      return [["R", provinceOf(target), coastOf(target)]];
    case "move":
      return (overseas ? ["M", "V"] : ["M"]).map((first) => [first, provinceOf(target), via ? "VIA" : coastOf(target)]);
    case "support":
    case "convoy": {
      const goal = target ?? provinceOf(helped); // without a target it is a support to hold
      return [[type === "support" ? "S" : "C", provinceOf(helped), provinceOf(goal), coastOf(goal)]];
    }
    default: // a refused order is shown in the list, but not offered on the map
      return [];
  }
}

/** All sequences of steps to the options, as pairs {path, option}. */
export function pathsThrough(options) {
  return options.flatMap((option) => pathsTo(option).map((path) => ({ path, option })));
}

/**
 * The paths without those that need “by convoy” first: by other powers' fleets, and to a neighbour if no fleet of the
 * reader's carries the army. `current` are their orders.
 */
export function likely(paths, current) {
  const moves = paths.map(({ option }) => option).filter(({ type }) => type === "move");
  const byLand = new Set(moves.filter(({ overseas }) => !overseas).map(({ target }) => target));
  const carried = ({ unit, target }) => current.some((each) => each.type === "convoy" && each.helped === unit && each.target === target);
  return paths.filter(({ path, option }) => path[0] !== "M" || !(option.foreign || (option.via && byLand.has(option.target) && !carried(option))));
}

/** The options that help a move among the orders in `current`. */
export function suggestions(options, current) {
  const moves = current.filter(({ type }) => type === "move");
  const helps = ({ type, helped, target }) =>
    ["support", "convoy"].includes(type) && moves.some((move) => move.unit === helped && move.target === target && (type === "support" || move.overseas));
  return options.filter(helps);
}

/** The paths that begin with `taken`, and their next steps. */
export function narrow(paths, taken) {
  const left = paths.filter(({ path }) => taken.every((step, at) => path[at] === step));
  return { taken, left, steps: [...new Set(left.map(({ path }) => path[taken.length]))] };
}

/**
 * Extend the steps `taken` as long as only one step is possible. In the result, `steps` are the possible next steps; if
 * there are none, `order` is the chosen option.
 */
export function follow(paths, taken) {
  for (;;) {
    const { left, steps } = narrow(paths, taken);
    if (steps.length !== 1) return { taken, left, steps };
    if (steps[0] === undefined) return { taken, left, steps: [], order: left[0].option };
    taken = [...taken, steps[0]];
  }
}

/** The certain beginning of the order: the words that all remaining options have in common, and “…”. */
export function sentence(left) {
  const texts = left.map(({ option }) => option.short);
  let common = texts[0] ?? "";
  for (const text of texts) while (!text.startsWith(common)) common = common.slice(0, -1);
  const open = texts.some((text) => /^[\p{L}\p{N}]/u.test(text.slice(common.length)));
  if (open) common = common.replace(/[\p{L}\p{N}]+$/u, "");
  return common.replace(/[\s(]+$/, " ").replace(/[^-/\s]$/, "$& ") + "…";
}

/** The option that a support or a convoy expects of the unit it helps: its move, by convoy if it is convoyed. */
export function expectedMove({ type, helped, target }, options) {
  const moves = options.filter((each) => each.type === "move" && each.unit === helped && each.target === target);
  return (type === "convoy" && moves.find(({ via }) => via)) || moves.find(({ via }) => !via);
}
