// What the map and the menu offer while an order is being chosen: reads its state, {source, paths, taken, left, steps,
// own} of orders.js, and changes nothing.

import { suggestions } from "./choices.js";

const KINDS = ["H", "M", "S", "C", "V", "R", "D"];

/** Functions that say what can be chosen next; `current` returns the orders that are chosen now. */
export function questionsOn(svg, { words, places, sources, current }) {
  /** The drawn unit in a province, without a dislodged one. */
  const unitIn = (province) =>
    [...svg.querySelectorAll(".units [data-unit]")].find(
      ({ dataset }) => dataset.unit.slice(2, 5) === province && !("dislodged" in dataset),
    );

  const target = (key, province, unit, look = "") => ({
    key,
    place: unit ?? province,
    province,
    area: true,
    name: unit ? unit.querySelector("title").textContent : places[province][0],
    kind: `is-target ${look}`.trim(),
  });

  /** The points of the map that can be chosen now. */
  const targets = (state) => {
    const { taken, left, steps, source } = state;
    if (!taken.length) {
      const going = left.filter(({ path }) => path[0] === "M" || path[0] === "R");
      const overseas = new Map(going.map(({ path, option }) => [path[1], option.overseas]));
      going.forEach(({ path, option }) => option.overseas || overseas.set(path[1], false));
      return [...overseas].map(([province, far]) => target(`${going[0].path[0]} ${province}`, province, null, far ? "is-far" : ""));
    }
    if (isLast(state)) {
      const coasts = steps.filter((each) => each.startsWith("/"));
      return coasts.map((coast) => ({ key: coast, place: taken.at(-1) + coast, kind: "is-target" }));
    }
    if (source.builds) return [];
    const helps = taken.length === 1 && "SC".includes(taken[0]);
    const kept = steps.filter((each) => each !== state.own);
    const fleets = taken[0] === "V" && foreignIn(left) < left.length;
    return kept.map((each) => {
      const look = fleets && (foreignIn(left.filter(({ path }) => path[1] === each)) ? "is-foreign" : "is-far");
      const made = target(each, each, helps || each === taken[1] ? unitIn(each) : null, look || "");
      if (each === taken[1]) made.name = words.stay.replace("%s", made.name);
      return made;
    });
  };

  /** How many of these paths are moves that need another power's fleets. */
  const foreignIn = (paths) => paths.filter(({ option }) => option.foreign).length;

  const isLast = ({ taken }) => taken.length === ("SC".includes(taken[0]) ? 3 : 2);

  /** The buttons of the menu: [step, words, key]. */
  const buttons = (state) => {
    const { taken, steps, source, own } = state;
    if (source.builds) return steps.map((each) => [each, builtOf(source, each)]);
    if (own) return othersFor(state);
    if (taken.length && !isLast(state)) return [];
    if (isLast(state)) {
      const byCoast = steps.some((each) => each.startsWith("/"));
      const plain = byCoast ? words.either : words.land;
      const named = (each) => (each === "VIA" ? words.via : each ? places[taken.at(-1) + each][0] : plain);
      return steps.map((each) => [each, named(each)]);
    }
    const overseas = source.paths.filter(({ path }) => path[0] === "V");
    const named = (kind) => (kind === "V" && foreignIn(overseas) === overseas.length ? words.kindForeign : words[`kind${kind}`]);
    const kinds = KINDS.filter((kind) => steps.includes(kind)).map((kind) => [kind, named(kind), kind]);
    return [...suggestions(source.options, current()).map((each) => [`=${each.text}`, each.short]), ...kinds];
  };

  /** What else a click on another own unit may mean than its support. */
  const othersFor = (state) => {
    const { source, own } = state;
    const found = [];
    if (leads(state, "M", own)) found.push([`M ${own}`, words.moveThere]);
    if (state.steps.includes(own)) found.push([`S ${own} ${own}`, words.supportHold]);
    if (leads(state, "C", own)) found.push([`C ${own}`, words.kindC]);
    found.push([`@${own}`, words.orderInstead.replace("%s", sources.find((each) => each !== source && each.province === own).name)]);
    return found;
  };

  const leads = ({ source }, ...steps) => source.paths.some(({ path }) => steps.every((step, at) => path[at] === step));

  const builtOf = ({ province }, kind) => {
    const unit = words[kind[0] === "A" ? "army" : "fleet"];
    return kind[1] ? unit + places[province + kind.slice(1)][0].slice(places[province][0].length) : unit;
  };

  const asked = (state) => {
    const { taken, left, steps, source, own } = state;
    if (source.builds) return words.askBuild;
    if (own) return words.askOwn; // a click on it means another order than its support
    if (!taken.length) return words.ask;
    if (isLast(state)) return words.askLast;
    if (taken[0] === "V") {
      const foreign = foreignIn(left);
      return foreign === left.length ? words.askV : foreign ? words.askVSome : words.askM;
    }
    if (taken.length === 2 && taken[0] === "S" && !steps.includes(taken[1])) return words.askM;
    return words[`ask${taken[0]}${taken.length > 1 ? "To" : ""}`] ?? words.askM;
  };

  return { targets, buttons, asked, leads };
}
