// The choices of the order forms. A game's page has only the stored orders in its lists: the rest is the same during the
// whole phase, so it has an address of its own, and the browser keeps it.

import { setCookie } from "../cookies.js";

/** Put all choices into the forms that came without them; return whether they are complete. */
export async function loadChoices() {
  setCookie("choices", "", 0); // left by a page without scripts
  const forms = [...document.querySelectorAll("form.orders[data-choices]")];
  return (await Promise.all(forms.map(load))).every(Boolean);
}

async function load(form) {
  try {
    const answer = await fetch(form.dataset.choices);
    if (!answer.ok) throw new Error(answer.status);
    fill(form, new DOMParser().parseFromString(await answer.text(), "text/html"));
    return true;
  } catch {
    form.querySelector("[data-choices-missing]").hidden = false;
    return false;
  } finally {
    form.removeAttribute("data-choices");
  }
}

function fill(form, page) {
  for (const list of form.querySelectorAll("select")) complete(list, page.querySelector(`select[name="${list.name}"]`));
  const bar = document.querySelector("[data-order-bar]");
  if (!document.querySelector("[data-order-words]")) bar.append(page.querySelector("[data-order-words]"), page.querySelector("#map-places"));
  form.closest(".order-entry").querySelector(".codes > p")?.replaceWith(page.querySelector(".codes__list"));
}

/** Give a list the choices of another one; what is chosen in it, and what is stored, stay. */
function complete(list, all) {
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
