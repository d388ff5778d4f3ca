// What takes orders on the map: a unit with a list of its own, or a place among the builds and removals that are due.

import { waysThrough } from "./choices.js";

/** The sources of a desk: {key, province, place, name, ways, offered, current, set}. */
export function sourcesOf(desk, svg, places) {
  const lists = [...desk.querySelectorAll("form.orders select")];
  if (lists[0]?.name.startsWith("adjustment-")) return adjustments(lists, svg, places);
  return lists.map((list) => {
    const province = list.name.replace("unit-", "");
    const options = optionsOf(list);
    return {
      key: `@${province}`,
      province,
      place: standing(svg, options[0].text.split(" ").slice(0, 2).join(" "), options[0].text),
      name: list.labels[0].textContent,
      ways: waysThrough(options),
      current: () => options.find(({ text }) => text === list.value),
      offers: (text) => options.some((option) => option.text === text),
      set: (text) => {
        list.value = text;
        return true;
      },
    };
  });
}

function optionsOf(list) {
  return [...list.options]
    .filter(({ value }) => value)
    .map(({ value, dataset }) => ({ text: value, short: dataset.short ?? value, overseas: "sea" in dataset }));
}

/** The drawn unit; a dislodged one where the order is one of a retreat. */
function standing(svg, unit, text) {
  const drawn = [...svg.querySelectorAll(`.units [data-unit="${unit}"]`)];
  const beaten = / (R .+|D)$/.test(text) && drawn.find((each) => "dislodged" in each.dataset);
  return beaten || drawn[0];
}

function adjustments(lists, svg, places) {
  const options = optionsOf(lists[0]);
  const placeOf = (text) => text.slice(2, 5);
  const provinces = new Set(options.filter(({ text }) => text !== "WAIVE").map(({ text }) => placeOf(text)));
  const holding = (province) => lists.find(({ value }) => placeOf(value) === province && value !== "WAIVE");
  return [...provinces].map((province) => {
    const own = options.filter(({ text }) => text !== "WAIVE" && placeOf(text) === province);
    const goes = own[0].text.endsWith(" D");
    return {
      key: `@${province}`,
      province,
      place: goes ? standing(svg, own[0].text.slice(0, -2), "") : province,
      name: places[province][0],
      ways: waysThrough(own),
      builds: !goes,
      isFull: () => !holding(province) && lists.every(({ value }) => value),
      current: () => own.find(({ text }) => text === holding(province)?.value),
      offers: (text) => own.some((option) => option.text === text),
      set: (text) => {
        const list = holding(province) ?? lists.find(({ value }) => !value);
        if (list) list.value = text;
        return Boolean(list);
      },
    };
  });
}

/** What a desk can do about builds that are not wanted: waive one, and take that back. */
export function waivesOf(desk, save) {
  const lists = [...desk.querySelectorAll("form.orders select")];
  const waive = lists[0]?.querySelector("option[value=WAIVE]");
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
