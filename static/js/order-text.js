// Orders that are being typed. They stay in this browser, for each form and phase, until they are saved, a later phase of
// the game is shown or the person signs out. The deadline deletes nothing: it may have been moved since. The site never
// receives orders that are not saved.

import { forget, names, read, write } from "./drafts.js";

const SHEETS = "draft:orders:";

export function keepOrderTexts() {
  const forms = [...document.querySelectorAll("form[data-typed]")];
  forgetSaved();
  forgetFollowed(forms);
  forms.forEach(keep);
}

function keep(form) {
  const name = nameOf(form);
  const box = form.querySelector("textarea");
  const note = form.querySelector("[data-typed-kept]");
  const isSent = form.closest("[data-sent=text]"); // the page has the text, because not all of it was saved

  const store = (more) => write(name, { text: box.value, ...more });
  const tell = () => box.dispatchEvent(new Event("input", { bubbles: true }));

  form.addEventListener("input", () => {
    note.hidden = true;
    if (box.value === box.defaultValue && !isSent) forget(name);
    else store();
  });
  form.addEventListener("submit", ({ submitter }) => store({ sent: !submitter?.name }));
  note.querySelector("button").addEventListener("click", () => {
    box.value = box.defaultValue;
    tell();
    box.focus();
  });

  const kept = read(name);
  if (isSent) store();
  else if (kept && kept.text.trim() !== box.value.trim()) {
    form.closest("details")?.setAttribute("open", "");
    box.value = kept.text;
    tell();
    note.hidden = false;
  } else forget(name);
}

/** Forget the texts that have been saved: a message on this page names the address to which each was sent. */
function forgetSaved() {
  for (const { dataset } of document.querySelectorAll("[data-saved-form]")) {
    for (const name of names(SHEETS)) if (name.endsWith(`:${dataset.savedForm}`) && read(name)?.sent) forget(name);
  }
}

/** Forget what was typed for phases that another phase has followed, or too long ago. */
function forgetFollowed(forms) {
  const here = forms.map(nameOf);
  for (const name of names(SHEETS)) {
    const isFollowed = here.some((each) => gameOf(each) === gameOf(name) && phaseOf(each) !== phaseOf(name));
    if (isFollowed) forget(name);
    else read(name); // forgets what is old
  }
}

/** Such as “draft:orders:7:/games/the-balkan/S1901M/orders/FRANCE/”. */
function nameOf(form) {
  return `${SHEETS}${form.dataset.typed}:${new URL(form.action).pathname}`;
}

const gameOf = (name) => name.split("/")[2];
const phaseOf = (name) => name.split("/")[3];
