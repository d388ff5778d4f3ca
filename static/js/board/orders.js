// Orders given on the map. The server reads the form with its lists; the map is a second way to fill that in: each
// choice here is set there and saved.

import { keysAreOn } from "../key-switch.js";
import { expectedMove, follow, likely, narrow, provinceOf, sentence } from "./choices.js";
import { chooserIn } from "./chooser.js";
import { marksOn, provinceAt } from "./marks.js";
import { closeUpOn } from "./close-up.js";
import { forgetHalfMade, halfMade, keepHalfMade } from "./half-made.js";
import { questionsOn } from "./questions.js";
import { keepJointSaved, keepSaved, redraw } from "./save.js";
import { sourcesOf, waivesOf } from "./sources.js";

// The letters of orders work here even if shortcuts are turned off.
const FOCUSED = ".board-view, [data-order-bar], .order-entry";

export function giveOrdersOnTheMap() {
  const bar = document.querySelector("[data-order-bar]");
  const svg = document.querySelector(".board-view svg.board");
  const entries = [...document.querySelectorAll(".order-entry")].filter((entry) => entry.querySelector("form.orders"));
  if (bar && svg && entries.length) enable(bar, svg, entries);
}

function enable(bar, svg, entries) {
  const words = bar.querySelector("[data-order-words]").dataset;
  const places = JSON.parse(document.getElementById("map-places").textContent);
  const marks = marksOn(svg, places);
  const { look, lookAway } = closeUpOn(svg, marks);
  const line = bar.querySelector("[data-line]");
  const again = bar.querySelector("[data-remedy=again]");
  const undo = bar.querySelector("[data-undo]");
  const sources = [];
  const waives = [];
  const done = []; // for each order that was given, what it replaced: [[source, text], …]
  // {source, paths, taken, left, steps, past} of the order that is being chosen; `own` is another unit's province that
  // was clicked on.
  let state = null;

  const current = () => sources.map((source) => source.current()).filter(Boolean);
  const { targets, buttons, asked, leads } = questionsOn(svg, { words, places, sources, current });
  const chooser = chooserIn(bar.querySelector(".chooser"), { step: (key) => step(key), back: () => back(), cancel: () => cancel() });

  // Messages

  const say = (text, ...remedies) => {
    line.textContent = text;
    bar.classList.toggle("is-bad", remedies.length > 0);
    bar.querySelectorAll("[data-remedy]").forEach((each) => { each.hidden = !remedies.includes(each.dataset.remedy); });
  };

  /** What may be clicked on now; in an adjustment phase with the number of builds or disbands that are not chosen. */
  const hint = () => entries.map(promptOf).filter(Boolean).join(" ") || words.hint;

  const promptOf = (entry) => {
    const form = entry.querySelector("form.orders");
    if (!form.dataset.prompts) return "";
    const left = [...form.querySelectorAll("select")].filter(({ value }) => !value).length;
    const power = entries.length > 1 ? `${entry.querySelector("h2 span").textContent}: ` : "";
    return power + JSON.parse(form.dataset.prompts)[left];
  };

  const failures = new Map(); // entry -> its failure, until it is resolved
  const sayAll = (text) => {
    const { text: failure, remedies, retry } = [...failures.values()].at(-1) ?? { remedies: [] };
    say([text, failure].filter(Boolean).join(" "), ...remedies);
    again.onclick = retry;
  };

  let last = "";
  const showOutcome = (entry, { state: how, message, why, status, retry, page, area }) => {
    if (page && ["saved", "elsewhere"].includes(how)) {
      redraw(svg, page);
      hush();
    }
    if (how === "elsewhere") {
      done.length = 0; // undoing would bring back what was replaced there
      if (!state) say(words.elsewhere);
    }
    if (how === "saving" && !state) say([last, words.saving].filter(Boolean).join(" "));
    if (how === "saved") failures.delete(entry);
    if (["saved", "waiting"].includes(how)) {
      sayAll([last, ...(how === "saved" ? [message, ...entries.map(promptOf)] : [])].filter(Boolean).join(" "));
      last = "";
    }
    if (how === "typed") {
      say(words.typed, "typed");
      const warning = area.form.querySelector("[data-typed-warning]");
      if (warning) Object.assign(warning, { textContent: words.typed, hidden: false });
    }
    if (how === "failed") {
      const remedies = why === "gone" || status === 409 ? ["anew"] : why === "signedout" ? ["signin", "again"] : ["again"];
      failures.delete(entry);
      failures.set(entry, { text: message || words[why], remedies, retry });
      if (entry) entry.querySelector("[data-unsaved]").textContent = message || words[why];
      if (!state) sayAll(""); // a question stays; the entry says it too
    }
    const unsaved = entry?.querySelector("[data-unsaved]");
    if (unsaved) unsaved.hidden = !entry.matches(".is-unsaved");
    if (state) label(); // a redraw would disturb a choice in progress
    else draw();
  };

  // Choices

  const nameOf = (source) => `${source.name}: ${source.current()?.short ?? words.none}`;

  const idle = () =>
    sources.map((source) => ({
      key: source.key,
      place: source.place,
      province: source.province,
      name: nameOf(source),
      area: source.builds,
      pressed: source.isFull ? String(Boolean(source.current())) : undefined,
      kind: source.current() ? "is-done" : source.isFull?.() ? "is-full" : "is-waiting",
    }));

  /** Label each unit with its order. */
  const label = () => {
    for (const each of sources) {
      if (!(each.place instanceof Element)) continue;
      each.place.setAttribute("aria-label", nameOf(each));
      if (each.isFull) each.place.setAttribute("aria-pressed", String(Boolean(each.current())));
    }
  };

  const draw = () => {
    const { source } = state ?? {};
    label();
    const held = document.activeElement?.closest?.(".choices [data-choice]")?.dataset.choice;
    svg.classList.toggle("is-choosing", Boolean(state));
    if (!state) {
      marks.mark(idle());
      chooser.hide();
    } else {
      const shown = clockwise(targets(state), marks.at(source.place));
      marks.mark([...shown, { key: source.key, place: source.place, name: nameOf(source), kind: "is-source" }]);
      const steps = buttons(state);
      if (!state.taken.length && source.current()) steps.push(["take back", words.clear]);
      const order = state.taken.length ? sentence(state.left) : nameOf(source);
      chooser.show({ title: source.name, order, ask: asked(state), steps, back: state.past.length > 0 });
    }
    if (held) svg.querySelector(`.choices [data-choice="${held}"]`)?.focus({ preventScroll: true });
    undo.hidden = !done.length || Boolean(state);
    bar.querySelectorAll("[data-waive]").forEach((button) => {
      button.hidden = !waives.some((each) => each[button.dataset.waive].possible());
    });
  };

  /** Sort choices clockwise around a point, for the Tab key. */
  const clockwise = (choices, centre) => {
    const turn = ({ place }) => {
      const { x, y } = marks.at(place);
      return (Math.atan2(x - centre.x, centre.y - y) + 2 * Math.PI) % (2 * Math.PI);
    };
    return choices.toSorted((a, b) => turn(a) - turn(b));
  };

  // Choosing

  const choose = (source, taken = []) => {
    const paths = likely(source.paths, current());
    const found = follow(paths, taken);
    if (found.order) {
      finish(source, source.current() === found.order ? null : found.order);
      return;
    }
    state = { source, paths, past: taken.length ? [[]] : [], ...found };
    keepHalfMade(source, state.taken);
    draw();
    say(`${taken.length ? sentence(state.left) : `${nameOf(source)}.`} ${asked(state)}`);
    chooser.uncover(svg);
    look();
    chooser.focus();
  };

  const step = (key) => {
    const { source, taken, past, own } = state;
    if (key === "take back") {
      finish(source, null);
      return;
    }
    if (key.startsWith("=")) {
      finish(source, source.options.find(({ text }) => text === key.slice(1)));
      return;
    }
    const { paths } = state;
    const steps = key.split(" ");
    const found = follow(paths, own && ["M", "S", "C"].includes(steps[0]) ? steps : [...taken, ...steps]);
    if (found.order) {
      finish(source, found.order);
      return;
    }
    state = { source, paths, past: [...past, taken], ...found };
    keepHalfMade(source, state.taken);
    draw();
    say(`${sentence(state.left)} ${asked(state)}`);
    focusNext();
  };

  /** Ask for the move in which another own unit is supported. */
  const support = (own) => {
    const { source, paths, past, taken } = state;
    state = { source, paths, past: [...past, taken], ...narrow(paths, ["S", own]), own };
    draw();
    say(`${sentence(state.left)} ${asked(state)}`);
    look();
    svg.querySelector(".choices [data-choice]")?.focus({ preventScroll: true });
  };

  const focusNext = () => {
    look();
    if (buttons(state).length) chooser.focusStep();
    else svg.querySelector(".choices [data-choice]")?.focus({ preventScroll: true });
  };

  /** Set the order of a source; null deletes it. */
  const finish = (source, order) => {
    state = null;
    forgetHalfMade();
    const replaced = [[source, source.current()?.text ?? ""]];
    const set = source.set(order?.text ?? "");
    const helped = order && set ? fillIn(source, order, replaced) : "";
    if (set) done.push(replaced);
    last = [source.current()?.short ?? `${source.name}: ${words.none}`, helped].filter(Boolean).join(". ") + ".";
    draw();
    lookAway();
    focusOn(source);
    if (set) source.save();
    else sayAll(words.full);
  };

  /** If a unit of the same entry is helped to move and has no order yet, order that move. */
  const fillIn = (source, order, replaced) => {
    if (!order.helped || !order.target) return "";
    const province = provinceOf(order.helped);
    const other = sources.find((each) => each.entry === source.entry && each.province === province);
    const move = other && !other.current() && expectedMove(order, other.options);
    if (!move) return "";
    replaced.push([other, ""]);
    other.set(move.text);
    return words.filled.replace("%s", other.current().short);
  };

  /** Give the units of the last order the orders that they had before. */
  const takeBack = () => {
    const replaced = done.pop();
    if (!replaced || state) return;
    for (const [source, text] of replaced) source.set(text);
    const [[source]] = replaced;
    last = `${source.current()?.short ?? `${source.name}: ${words.none}`}.`;
    draw();
    focusOn(source);
    new Set(replaced.map(([each]) => each.save)).forEach((save) => save());
  };

  const back = () => {
    const { source, paths, past } = state;
    if (!past.length) {
      cancel();
      return;
    }
    state = { source, paths, past: past.slice(0, -1), ...follow(paths, past.at(-1)) };
    keepHalfMade(source, state.taken);
    draw();
    say(`${sentence(state.left)} ${asked(state)}`);
    focusNext();
  };

  const cancel = () => {
    const { source } = state;
    state = null;
    forgetHalfMade();
    draw();
    lookAway();
    sayAll(failures.size ? "" : hint());
    focusOn(source);
  };

  const focusOn = ({ key }) => svg.querySelector(`[data-choice="${key}"]`)?.focus({ preventScroll: true });

  const act = (key) => {
    const own = ownIn(key.slice(2));
    if (key.startsWith("M ") && !state.taken.length && own && leads(state, "S", own.province)) support(own.province);
    else if (!key.startsWith("@")) step(key);
    else if (state?.source.key === key) cancel();
    else choose(sources.find((source) => source.key === key));
  };

  /** Another unit of the reader's in a province. */
  const ownIn = (province) => sources.find((each) => each !== state?.source && each.province === province && each.place instanceof Element);

  svg.addEventListener("click", (event) => {
    // A screen reader clicks on the element that it reads; such clicks have no position.
    const read = event.detail === 0 && event.target.closest("[data-choice]");
    const key = read ? read.dataset.choice : marks.meant(event);
    if (key !== null) {
      act(key);
      return;
    }
    if (!state) return;
    const province = provinceAt(event);
    const other = sources.find((source) => source.province === province);
    if (state.own && province === state.own) {
      act(leads(state, "M", province) ? `M ${province}` : `@${province}`); // a second click does not mean support
      return;
    }
    if (state.taken.includes(province)) return; // the order names this province already
    if (!state.taken.length && ownIn(province) && leads(state, "S", province)) support(province);
    else if (other) choose(other);
    else if (!province || svg.querySelector(`.sea[data-province="${province}"]`)) cancel();
  });

  svg.addEventListener("keydown", (event) => {
    const chosen = event.target.closest("[data-choice]");
    if (!chosen || (event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault();
    act(chosen.dataset.choice);
  });

  document.addEventListener("keydown", (event) => {
    if (!state || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest("input, select, textarea")) return;
    if (event.key === "Escape") {
      event.preventDefault();
      cancel();
      return;
    }
    if (!keysAreOn() && !event.target.closest(FOCUSED)) return;
    // On a keyboard without Latin letters the position of the key counts.
    const letter = /^[a-z]$/i.test(event.key) ? event.key.toUpperCase() : event.code.replace("Key", "");
    const { source } = state;
    if (!source.builds && source.paths.some(({ path }) => path[0] === letter)) {
      event.preventDefault();
      const paths = likely(source.paths, current());
      state = { source, paths, past: [], ...narrow(paths, []) };
      step(letter);
    }
  });

  undo.addEventListener("click", takeBack);

  bar.addEventListener("click", (event) => {
    const button = event.target.closest("[data-waive]");
    const found = button && waives.map((each) => each[button.dataset.waive]).find(({ possible }) => possible());
    if (!found) return;
    last = found.act();
    draw();
    if (button.hidden) bar.querySelector("[data-waive]:not([hidden])")?.focus();
    found.save();
  });

  // The entries

  /** Hide the texts on the map from screen readers: every province and unit has its name as a label. */
  const hush = () => svg.querySelectorAll(".labels, .legend").forEach((layer) => layer.setAttribute("aria-hidden", "true"));

  svg.setAttribute("role", "group");
  svg.setAttribute("aria-label", svg.querySelector(":scope > title").textContent);
  hush();
  svg.querySelectorAll(".province, .unit").forEach((each) => {
    each.setAttribute("role", "img");
    each.setAttribute("aria-label", each.querySelector("title").textContent);
  });
  const saves = [];
  for (const entry of entries) {
    const save = keepSaved(entry, (outcome) => showOutcome(entry, outcome));
    saves.push(save);
    for (const source of sourcesOf(entry, svg, places)) {
      sources.push({ ...source, entry, save });
      if (!(source.place instanceof Element)) continue;
      const unit = source.place;
      Object.entries({ role: "button", tabindex: "0", "data-choice": source.key }).forEach(([name, value]) => unit.setAttribute(name, value));
    }
    waives.push(...waivesOf(entry, save));
    entry.classList.toggle("is-autosaved", !entry.querySelector("form[data-waits]"));
    entry.addEventListener("change", (event) => {
      if (event.target.closest("form.orders")) draw();
    });
    entry.addEventListener("click", (event) => {
      const wanted = event.target.closest("[data-choose]");
      const source = wanted && sources.find(({ key }) => key === wanted.dataset.choose);
      if (!source) return;
      event.preventDefault();
      svg.scrollIntoView({ block: "nearest" });
      choose(source);
    });
  }
  // What was chosen while the choices were being loaded is saved now.
  for (const entry of entries) {
    const lists = [...entry.querySelectorAll("form.orders select")];
    const isStored = (list) => list.value === (list.querySelector("option[selected]")?.value ?? "");
    lists.find((list) => !isStored(list))?.dispatchEvent(new Event("change", { bubbles: true }));
  }
  keepJointSaved(saves, (outcome) => showOutcome(null, outcome));
  bar.hidden = false;
  say(hint());
  draw();
  const [half, taken] = halfMade(sources);
  if (half) choose(half, taken);
}
