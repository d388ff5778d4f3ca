// The lines that were tried from the same start, as a list that branches where they part. They can be named, compared
// with the line of the page, and removed.

import { goTo, isPrivate, keyOfTree, lineOnPage, read, urlOf, write } from "./tried.js";

const MOST = 40;
const ORDERS = 3; // orders that tell a line from the others

const card = () => document.querySelector("[data-lines-tried]");

const kept = () => read(keyOfTree(), []);
const keep = (lines) => write(keyOfTree(), lines);

/** Keep the line of this page among those tried, and show them all. */
export function showTree() {
  const line = lineOnPage();
  const known = kept();
  const old = known.find((each) => isSame(each, line));
  const own = { ...line, name: old?.name ?? "" };
  // A line without a name is only a step on the way to a line that goes on from it.
  const others = known.filter((each) => each === old || each.name || !begins(each, line));
  const lines = old ? others.map((each) => (each === old ? own : each)) : [...others.slice(1 - MOST), own];
  if (lines.length > 1 || own.name || own.steps.length) keep(lines);
  const field = card().querySelector("#line-name");
  if (field !== document.activeElement) field.value = own.name;
  draw(lines, line);
  card().hidden = false;
}

export function listenToTree() {
  document.addEventListener("submit", (event) => {
    if (!event.target.matches(".lines-tried__name")) return;
    event.preventDefault();
    rename(event.target.querySelector("input").value.trim());
  });
  document.addEventListener("click", ({ target }) => {
    const button = target.closest("[data-lines-tried] .tree button");
    const text = button?.closest("[data-text]").dataset.text;
    if (!button) return;
    if ("compare" in button.dataset) compare(text);
    else if ("remove" in button.dataset) remove(text);
    else goTo(text);
  });
}

const keysOf = ({ steps }) => steps.map(({ key }) => key);
const isSame = (one, other) => keysOf(one).join() === keysOf(other).join();
const begins = (one, other) => one.steps.length < other.steps.length && one.steps.every(({ key }, at) => key === other.steps[at].key);

function rename(name) {
  const line = lineOnPage();
  const others = kept();
  const at = others.findIndex((each) => isSame(each, line));
  const lines = others.toSpliced(at < 0 ? others.length : at, 1, { ...line, name });
  keep(lines);
  draw(lines, line);
  say(card().dataset.named);
}

function remove(text) {
  const lines = kept().filter((each) => each.text !== text);
  keep(lines);
  draw(lines, lineOnPage());
  card().querySelector("h2").focus();
  say(card().dataset.removed);
}

function compare(text) {
  const form = document.querySelector("[data-compare-form]");
  form.elements.with.value = text;
  form.requestSubmit();
}

function say(words) {
  card().querySelector("[data-tree-status]").textContent = words;
}

// The list

function draw(lines, present) {
  card().querySelector(".tree").replaceChildren(...branches(lines, lines.length > 1 ? parting(lines, 0) : 0, present));
}

/** The number of steps that all lines share; they share those before `from`. */
function parting(lines, from) {
  let at = from;
  const key = () => lines[0].steps[at]?.key;
  while (key() && lines.every(({ steps }) => steps[at]?.key === key())) at += 1;
  return at;
}

/** An item for each way in which lines go on after their first `at` steps. */
function branches(lines, at, present) {
  const ways = [...grouped(lines, at).values()];
  const orders = ways.map(([{ steps }]) => steps[at]?.orders ?? []);
  return ways.map((group, number) => {
    const others = orders.filter((_each, place) => place !== number);
    const label = labelOf(group[0], at, orders[number], others);
    return group.length > 1 ? branch(group, at, label, present) : item(group[0], label, isSame(group[0], present));
  });
}

function grouped(lines, at) {
  const groups = new Map();
  for (const line of lines) {
    const key = line.steps[at]?.key;
    groups.set(key, [...(groups.get(key) ?? []), line]);
  }
  return groups;
}

/** The phase of a step with those of its orders that the other ways do not have. */
function labelOf(line, at, orders, others) {
  const step = line.steps[at];
  if (!step) return line.phase;
  const own = orders.filter((order) => !others.length || !others.every((each) => each.includes(order)));
  const told = own.length ? own : orders;
  const words = told.length ? told.slice(0, ORDERS).join(", ") + (told.length > ORDERS ? " …" : "") : card().dataset.none;
  return `${step.phase}: ${words}`;
}

const made = (what) => card().querySelector(`template[${what}]`).content.firstElementChild.cloneNode(true);

function branch(lines, at, label, present) {
  const found = made("data-branch");
  found.querySelector("[data-label]").textContent = label;
  found.querySelector(".tree").append(...branches(lines, parting(lines, at), present));
  return found;
}

function item({ text, name, phase }, label, isPresent) {
  const found = made("data-line");
  const link = found.querySelector("[data-go]");
  found.dataset.text = text;
  link.textContent = name || label;
  if (!isPrivate()) link.href = urlOf(text);
  if (isPresent) link.setAttribute("aria-current", "true");
  found.querySelector("[data-present]").hidden = !isPresent;
  found.querySelector("[data-label]").textContent = [name && label, label !== phase && `→ ${phase}`].filter(Boolean).join(" ");
  found.querySelector(".tree__deeds").hidden = isPresent;
  for (const hidden of found.querySelectorAll(".tree__deeds .visually-hidden")) hidden.textContent = ` ${name || label}`;
  return found;
}
