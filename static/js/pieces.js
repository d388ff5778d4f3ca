// Sets pieces of the sandbox by clicks on the map: a click fills in the province in the form and sends it. The answer
// is the page after the change, of which the board, the forms and the counts are taken.

import { provinceAt } from "./board/marks.js";

const figure = document.querySelector(".play__board");
const bar = document.querySelector("[data-pieces-bar]");
const message = bar.querySelector("[role=status]");
const places = JSON.parse(document.getElementById("map-places").textContent);
let sending = Promise.resolve();
let first = ""; // the place of the unit to move

bar.hidden = false;
message.textContent = message.dataset.hint;

/** The place that a click on a province means: for a fleet the nearest of several coasts. */
function placeOf({ x, y }, province, isFleet) {
  const coasts = isFleet ? Object.keys(places).filter((code) => code.startsWith(`${province}/`)) : [];
  const distance = (code) => Math.hypot(places[code][1] - x, places[code][2] - y);
  return coasts.sort((one, other) => distance(one) - distance(other))[0] ?? province;
}

const form = () => document.querySelector("form.pieces");

/** Send the form; the newest page replaces what is shown. */
async function send() {
  const answer = await fetch(location.href, { method: "POST", body: new FormData(form()) });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const svg = page.querySelector("svg.board");
  if (!svg) return location.reload();
  if (answer.ok) history.replaceState(history.state, "", answer.url);
  const shown = figure.querySelector("svg.board");
  shown.replaceChildren(...document.importNode(svg, true).childNodes);
  shown.dispatchEvent(new CustomEvent("board:view"));
  const focused = document.activeElement?.id;
  document.querySelector(".play__side").replaceChildren(...document.importNode(page.querySelector(".play__side"), true).childNodes);
  if (focused) document.getElementById(focused)?.focus();
  first = "";
  const error = form().querySelector(".errorlist");
  message.textContent = error ? error.textContent.trim() : message.dataset.hint;
  bar.classList.toggle("is-bad", Boolean(error));
}

figure.querySelector("svg.board").addEventListener("click", (event) => {
  const province = provinceAt(event);
  if (!province) return;
  const at = pointOf(event);
  sending = sending.then(() => click(province, at)).catch(() => {
    first = "";
    message.textContent = message.dataset.failed;
    bar.classList.add("is-bad");
  });
});

document.addEventListener("change", ({ target }) => {
  if (target.name === "tool") ask("hint");
});

/** Ask for the next click. */
function ask(what) {
  first = "";
  message.textContent = message.dataset[what];
  bar.classList.remove("is-bad");
}

const pointOf = ({ clientX, clientY }) =>
  new DOMPoint(clientX, clientY).matrixTransform(figure.querySelector("svg.board").getScreenCTM().inverse());

/** Whether the unit in a province is a fleet. */
const hasFleet = (province) => Boolean(figure.querySelector(`svg.board .unit[data-unit^="F ${province}"]`));

function click(province, at) {
  const { elements } = form();
  if (elements.tool.value !== "move") {
    elements.place.value = placeOf(at, province, elements.tool.value === "F");
    return send();
  }
  if (!first) {
    ask("target");
    first = province;
    return undefined;
  }
  elements.place.value = first;
  elements.target.value = placeOf(at, province, hasFleet(first));
  return send();
}
