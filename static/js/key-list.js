// A dialog with the keys of the page. Its texts are the sections of the help about the keyboard whose part of the page is here,
// and below them the switch that turns shortcuts off.

import { showKeySwitch } from "./key-switch.js";

// Section of the help -> the part of the page on which its keys work.
const PARTS = {
  everywhere: "body",
  orders: ".order-entry",
  map: ".board-view",
  history: "[data-step]",
  sandbox: "[data-undo-bar]:not([hidden])",
  help: "[data-search-help]",
};

let dialog = null;

/** Show the list; `url` is the page of the help about the keyboard, which is shown instead if it cannot be loaded. */
export async function showKeys(url) {
  try {
    dialog ??= await made(url);
  } catch {
    location.assign(url);
    return;
  }
  if (!dialog.open) dialog.showModal();
}

async function made(url) {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(answer.statusText);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const box = document.createElement("dialog");
  box.className = "key-list";
  box.setAttribute("aria-labelledby", "key-list-title");
  const title = document.createElement("h2");
  title.id = "key-list-title";
  title.textContent = page.querySelector("article h1").textContent;
  box.append(title, closeButton(page.querySelector("article").dataset.close));
  for (const [id, place] of Object.entries(PARTS)) {
    const section = page.getElementById(id);
    if (section && document.querySelector(place)) box.append(list(section));
  }
  box.append(offSwitch(page.getElementById("switch")));
  showKeySwitch(box);
  box.addEventListener("click", (event) => {
    if (event.target === box) box.close(); // beside the list
  });
  document.body.append(box);
  return box;
}

function list(section) {
  return part(section, section.querySelector("table"));
}

function offSwitch(section) {
  return part(section, ...section.querySelectorAll("p"));
}

function part(section, ...contents) {
  const box = document.createElement("section");
  const title = document.createElement("h3");
  title.textContent = section.querySelector("h2").firstChild.textContent.trim();
  box.append(title, ...contents);
  return box;
}

function closeButton(words) {
  const form = document.createElement("form");
  const button = document.createElement("button");
  form.method = "dialog";
  button.className = "button button--quiet button--small";
  button.textContent = words;
  form.append(button);
  return form;
}
