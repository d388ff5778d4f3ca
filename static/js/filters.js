// Applies the filters of a list at once: loads the list anew, keeps the address, and leaves the focus where it is.

import { showTimes } from "./dates.js";

let asked = ""; // the address of the newest request
let shown = location.search;

export function applyFilters() {
  const form = document.querySelector("form[data-filters]");
  if (!form) return;
  form.addEventListener("change", () => form.reportValidity() && show(address(form)));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    show(address(form));
  });
  // The list of another address is a page of its own: its form has other values. A link to a part of this one is not.
  addEventListener("popstate", () => location.search !== shown && location.reload());
}

/** The address of the form's values, without empty fields and the first choices of lists. */
function address(form) {
  const set = [...form.elements].filter(({ name, value, selectedIndex }) => name && value && selectedIndex !== 0);
  const query = new URLSearchParams(set.map(({ name, value }) => [name, value])).toString();
  return form.action + (query ? `?${query}` : "");
}

async function show(url) {
  if (url === asked) return; // Enter in a text box that has changed asks twice
  asked = url;
  const list = document.querySelector("[data-results]");
  list.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(url, { headers: { Accept: "text/html" } });
    if (!answer.ok) throw new Error(answer.statusText);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (url !== asked) return;
    replace(page);
    history.pushState(null, "", url);
    shown = location.search;
  } catch {
    location.assign(url); // the browser says what is wrong
  }
}

function replace(page) {
  for (const part of ["[data-results]", ".tabs"]) {
    const old = document.querySelector(`[data-filtered] ${part}`);
    const now = page.querySelector(`[data-filtered] ${part}`);
    old.replaceWith(document.adoptNode(now));
  }
  showTimes();
}
