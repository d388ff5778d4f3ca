// Drafts of messages, kept in this browser until they are sent, so that a lost connection, a closed page or an empty
// battery loses no text. Each form has its own draft, under the name in `data-draft`.

const LASTS = 30 * 24 * 3600 * 1000; // milliseconds

const QUOTES = /[?&]quote=/; // the page has put a quotation into the form

export function keepDrafts() {
  document.querySelectorAll("form[data-draft]").forEach(keep);
  document.querySelectorAll("form[data-forgets-drafts]").forEach((form) => form.addEventListener("submit", forgetAll));
}

function keep(form) {
  const name = `draft:${form.dataset.draft}`;
  const box = form.querySelector("textarea");
  const notice = form.querySelector("[data-draft-kept]");
  const kept = read(name);

  // After sending, the site redirects to the new message: the draft has arrived and is no longer needed.
  if (kept?.sent && location.hash.startsWith("#message-")) forget(name);
  else if (kept && (!box.value || QUOTES.test(location.search))) {
    box.value = [kept.text, box.value].filter(Boolean).join("\n\n");
    notice.hidden = false;
  }

  box.addEventListener("input", () => {
    notice.hidden = true;
    if (box.value.trim()) write(name, { text: box.value, at: Date.now() });
    else forget(name);
  });
  form.addEventListener("submit", (event) => {
    const sends = !event.submitter?.name;
    if (box.value.trim()) write(name, { text: box.value, at: Date.now(), sent: sends });
  });
  notice.querySelector("button").addEventListener("click", () => {
    forget(name);
    box.value = "";
    notice.hidden = true;
    box.focus();
  });
}

// Without storage, as in some private windows, there are no drafts; everything else works.

function read(name) {
  try {
    const kept = JSON.parse(localStorage.getItem(name));
    if (kept && Date.now() - kept.at < LASTS) return kept;
  } catch {
    // no storage: there is no draft
  }
  forget(name);
  return null;
}

function write(name, kept) {
  try {
    localStorage.setItem(name, JSON.stringify(kept));
  } catch {
    // no storage: the text is not kept
  }
}

// Signing out deletes all drafts, because other people may use this machine.
function forgetAll() {
  try {
    Object.keys(localStorage).filter((name) => name.startsWith("draft:")).forEach(forget);
  } catch {
    // no storage: there are no drafts
  }
}

function forget(name) {
  try {
    localStorage.removeItem(name);
  } catch {
    // no storage: there is no draft
  }
}
