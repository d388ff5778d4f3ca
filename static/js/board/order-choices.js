// The choices of the order forms. A game's page has only the stored orders in its lists: the rest is the same during the
// whole phase, so it has an address of its own, and the browser keeps it.

import { setCookie } from "../cookies.js";

const ATTEMPTS = 2;
const PATIENCE = 5_000; // ms for each of them: a connection may hang after a sleep or in a tunnel

/** Put all choices into the forms that came without them; return whether they are complete. */
export async function loadChoices() {
  setCookie("choices", "", 0); // left by a page without scripts
  const forms = [...document.querySelectorAll("form.orders[data-choices]")];
  return (await Promise.all(forms.map(complete))).every(Boolean);
}

async function complete(form) {
  const missing = form.querySelector("[data-choices-missing]");
  const page = await load(form.dataset.choices);
  const isComplete = [...form.querySelectorAll("select")].every(({ name }) => page?.querySelector(`select[name="${name}"]`));
  if (isComplete) {
    fill(form, page);
    missing.remove();
  } else missing.classList.add("is-certain");
  form.removeAttribute("data-choices");
  return isComplete;
}

/** The page with the choices; null if it cannot be loaded, as after signing out or in the next phase. */
async function load(address, attempts = ATTEMPTS) {
  try {
    const answer = await fetch(address, { redirect: "error", signal: AbortSignal.timeout(PATIENCE) });
    if (answer.ok) return new DOMParser().parseFromString(await answer.text(), "text/html");
  } catch {
    if (attempts > 1) return load(address, attempts - 1);
  }
  return null;
}

function fill(form, page) {
  for (const list of form.querySelectorAll("select")) fillList(list, page.querySelector(`select[name="${list.name}"]`));
  const bar = document.querySelector("[data-order-bar]");
  if (!document.querySelector("[data-order-words]")) bar.append(page.querySelector("[data-order-words]"), page.querySelector("#map-places"));
  form.closest(".order-entry").querySelector(".codes > p")?.replaceWith(page.querySelector(".codes__list"));
}

/** Give a list the choices of another one; what is chosen in it, and what is stored, stay. */
function fillList(list, all) {
  const { value } = list;
  const stored = list.querySelector("option[selected]");
  list.replaceChildren(...all.childNodes);
  const same = [...list.options].find((option) => option.value === stored.value);
  if (same) {
    list.options[0].defaultSelected = false;
    same.defaultSelected = true;
  } else list.append(stored); // an order that is not offered
  list.value = value;
}
