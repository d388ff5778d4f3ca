// The places on the map that take orders: units with a list of their own, or provinces for builds and removals.

import { optionFrom, pathsThrough, provinceOf } from "./choices.js";

/** The sources of an entry: {key, province, place, name, paths, options, current, set}. */
export function sourcesOf(entry, svg, places) {
  const lists = [...entry.querySelectorAll("form.orders select")];
  if (lists[0]?.name.startsWith("adjustment-")) return byPower(lists).flatMap((own) => adjustments(own, svg, places));
  return lists.map((list) => {
    const province = list.name.replace("unit-", "");
    const options = optionsOf(list);
    return {
      key: `@${province}`,
      province,
      place: standing(svg, options[0].unit, ["retreat", "disband"].includes(options[0].type)),
      name: list.labels[0].textContent,
      paths: pathsThrough(options),
      current: () => options.find(({ text }) => text === list.value),
      options,
      set: (text) => {
        list.value = text;
        return true;
      },
    };
  });
}

/** The lists for builds and removals of each power: the sandbox has those of several. */
function byPower(lists) {
  const found = {};
  for (const list of lists) (found[list.name.replace(/\d+$/, "")] ??= []).push(list);
  return Object.values(found);
}

function optionsOf(list) {
  return [...list.options].filter(({ value }) => value).map(({ value, dataset }) => optionFrom(value, dataset));
}

/** The drawn unit; with `retreats` the dislodged one, if there is one. */
function standing(svg, unit, retreats) {
  const drawn = [...svg.querySelectorAll(`.units [data-unit="${unit}"]`)];
  return (retreats && drawn.find((each) => "dislodged" in each.dataset)) || drawn[0];
}

function adjustments(lists, svg, places) {
  const options = optionsOf(lists[0]).filter(({ unit }) => unit); // without the waived build
  const provinces = new Set(options.map(({ unit }) => provinceOf(unit)));
  return [...provinces].map((province) => {
    const own = options.filter(({ unit }) => provinceOf(unit) === province);
    const holding = () => lists.find((list) => own.some(({ text }) => text === list.value));
    const goes = own[0].type === "disband";
    return {
      key: `@${province}`,
      province,
      place: goes ? standing(svg, own[0].unit, false) : province,
      name: places[province][0],
      paths: pathsThrough(own),
      builds: !goes,
      isFull: () => !holding() && lists.every(({ value }) => value),
      current: () => own.find(({ text }) => text === holding()?.value),
      options: own,
      set: (text) => {
        const list = holding() ?? lists.find(({ value }) => !value);
        if (list) list.value = text;
        return Boolean(list);
      },
    };
  });
}

/** The actions of an entry for unwanted builds: waive one, and undo that. */
export function waivesOf(entry, save) {
  return byPower([...entry.querySelectorAll("form.orders select")]).flatMap((lists) => waivesAmong(lists, save));
}

function waivesAmong(lists, save) {
  const waive = lists[0].querySelector("option[value=WAIVE]");
  if (!waive) return [];
  const change = (from, to) => ({
    possible: () => lists.some(({ value }) => value === from),
    act: () => {
      lists.find(({ value }) => value === from).value = to;
      return `${(to ? waive : lists[0].options[0]).textContent}.`;
    },
    save,
  });
  return [{ yes: change("", "WAIVE"), no: change("WAIVE", "") }];
}
