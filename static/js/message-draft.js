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
  // Revisions of the text, counted from 1:
  let typed = 0; // the newest
  let posted = 0; // the newest that is stored or on its way
  let stored = 0; // that of the last answer
  let running = 0; // requests
  let storedAt = 0; // when that came
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

  const later = (pause) => {
    clearTimeout(timer);
    timer = setTimeout(save, pause);
  };

  /** Store the newest text although a request may be running: the page may be about to go. */
  const flush = async () => {
    if (posted === typed || over) return;
    clearTimeout(timer);
    const revision = (posted = typed);
    running += 1;
    const answer = await post(form);
    running -= 1;
    if (answer) {
      stored = revision; // also after that of a newer one: the site stores what comes last
      storedAt = Date.now();
      version.value = answer.version;
    }
    if (!running) posted = stored;
    if (!over) settle(answer);
  };

  const save = () => running || flush();

  /** Keep the text in this browser, and try again, unless the site has the newest revision. */
  const settle = (answer) => {
    if (answer) showOther(answer.replaced);
    if (stored === typed) {
      if (other) write(name, { other });
      else forget(name);
      show("saved");
    } else {
      if (answer) keep(); // with the new version
      else show("unsaved");
      later(answer ? PAUSE : RETRY);
    }
  };

  const changed = () => {
    typed += 1;
    keep();
    later(PAUSE);
  };

  /** Store the newest text and keep nothing more in this browser: the person signs out. */
  const leave = () => {
    flush();
    over = true;
  };

  form.addEventListener("input", changed);
  form.addEventListener("submit", ({ submitter }) => {
    clearTimeout(timer);
    over = true;
    if (submitter?.value === "discard") forget(name);
    else keep({ sent: submitter?.name ? "" : requestKey.value });
  });
  // The stored draft is gone: it was sent or discarded elsewhere, and must not be sent again from here.
  document.addEventListener("page:follow", ({ detail: { fresh, asked } }) => {
    const there = fresh.querySelector(`form[data-draft="${form.dataset.draft}"] [name=draft_version]`);
    if (there?.value !== "" || !version.value || stored !== typed || storedAt > asked) return;
    text.value = version.value = "";
    note.hidden = true;
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
  window.addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return;
    over = false;
    save();
  });
  document.querySelectorAll("form[data-forgets-drafts]").forEach((each) => each.addEventListener("submit", leave));

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
