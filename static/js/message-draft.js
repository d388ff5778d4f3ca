// The draft of a message: stored on the site shortly after the typing stops, and in this browser until that has worked.
// Only the pages of threads load this.

import { forget, names, read, write } from "./drafts.js";

const PAUSE = 1_500; // ms without typing
const RETRY = 30_000; // ms after a failure

document.querySelectorAll("form[data-draft]").forEach(keepDraft);

/** Keep what is typed into `form`; its `data-draft` names the person and the thread. */
function keepDraft(form) {
  const name = `draft:${form.dataset.draft}`;
  const { text, title, unsigned, draft_version: version, request_key: requestKey } = form.elements;
  const note = form.querySelector("[data-draft-kept]");
  const offer = form.querySelector("[data-draft-other]");
  const insert = offer.querySelector("button");
  let unsaved = false; // whether something was typed that no request contains yet
  let saving = false;
  let over = false; // the form was sent
  let timer;
  let other = ""; // a text from elsewhere that is not in the box

  const keep = (more) => write(name, { text: text.value, title: title?.value, unsigned: unsigned?.checked, version: version.value, other, ...more });

  const show = (state) => {
    note.hidden = !text.value;
    note.firstElementChild.textContent = note.dataset[state];
  };

  const showOther = (found) => {
    if (!found || text.value.includes(found)) return;
    other = found;
    offer.querySelector("blockquote").textContent = found;
    offer.hidden = insert.hidden = false;
  };

  const save = async () => {
    clearTimeout(timer);
    if (!unsaved || saving || over) return;
    unsaved = false;
    saving = true;
    const answer = await post(form);
    saving = false;
    if (over) return;
    if (answer) {
      version.value = answer.version;
      showOther(answer.replaced);
      if (unsaved) keep();
      else if (other) write(name, { other });
      else forget(name);
    }
    unsaved ||= !answer;
    show(answer ? "saved" : "unsaved");
    if (unsaved) timer = setTimeout(save, answer ? PAUSE : RETRY);
  };

  const changed = () => {
    unsaved = true;
    keep();
    clearTimeout(timer);
    timer = setTimeout(save, PAUSE);
  };

  /** Store the newest text although a request may be running: the page is about to go. */
  const flush = () => {
    if (!unsaved || over) return;
    unsaved = false;
    post(form).then((answer) => (unsaved ||= !answer));
  };

  form.addEventListener("input", changed);
  form.addEventListener("submit", ({ submitter }) => {
    clearTimeout(timer);
    over = true;
    if (submitter?.value === "discard") forget(name);
    else keep({ sent: submitter?.name ? "" : requestKey.value });
  });
  insert.addEventListener("click", () => {
    text.value = [text.value, other].filter(Boolean).join("\n\n");
    other = "";
    offer.hidden = true;
    changed();
    text.focus();
  });
  document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && flush());
  window.addEventListener("pagehide", flush);
  window.addEventListener("online", save);
  // The back button shows the page in its last state.
  window.addEventListener("pageshow", ({ persisted }) => persisted && (over = false));
  document.querySelectorAll("form[data-forgets-drafts]").forEach((each) => each.addEventListener("submit", flush));

  form.querySelector("[value=save]").hidden = true;
  forgetSent();
  if (!offer.hidden) showOther(offer.querySelector("blockquote").textContent);
  const kept = read(name);
  if (kept) {
    showOther(kept.other);
    if ("text" in kept) restore(kept);
  }
  if (text.value !== text.defaultValue) changed(); // also what was typed before this script had come

  /** Put what this browser has kept into the box, or offer it if the stored draft is newer. */
  function restore(kept) {
    const there = text.value;
    const goesOn = kept.version === version.value; // it was typed into the stored draft
    if (goesOn || !there.includes(kept.text)) {
      if (!goesOn && kept.at < Date.parse(version.value)) {
        showOther(kept.text);
        return;
      }
      text.value = [kept.text, form.dataset.quotation].filter(Boolean).join("\n\n");
      if (title && kept.title) title.value = kept.title;
      if (unsigned) unsigned.checked = kept.unsigned;
      if (!goesOn && version.value) showOther(there);
    }
    changed(); // also if it was emptied
  }
}

/** Forget the messages that have arrived: they are on this page, each with the key of the form that sent it. */
function forgetSent() {
  const arrived = new Set([...document.querySelectorAll("[data-request-key]")].map((each) => each.dataset.requestKey));
  for (const name of names("draft:")) if (arrived.has(read(name)?.sent)) forget(name);
}

/** Store the draft; return its new version and the text that it replaced, or null if that failed. */
async function post(form) {
  const body = new FormData(form);
  body.set("draft", "script");
  try {
    const answer = await fetch(form.action, { method: "POST", body, keepalive: true, redirect: "manual" });
    return answer.ok ? await answer.json() : null;
  } catch {
    return null; // no connection
  }
}
