// What is being written stays in this browser until it is sent: a lost connection, a closed page or a dead battery
// lose nothing. Each form keeps its own, under the name in `data-draft`.

const LASTS = 30 * 24 * 3600 * 1000; // milliseconds

const QUOTES = /[?&]quote=/; // the page has put a quotation into the form

export function keepDrafts() {
  document.querySelectorAll("form[data-draft]").forEach(keep);
  document.querySelectorAll("form[data-forgets-drafts]").forEach((form) => form.addEventListener("submit", forgetAll));
}

function keep(form) {
  const name = `draft:${form.dataset.draft}`;
  const box = form.querySelector("textarea");
  const told = form.querySelector("[data-draft-kept]");
  const kept = read(name);

  // The site leads to the letter that was just sent: what was kept of it has arrived.
  if (kept?.sent && location.hash.startsWith("#letter-")) forget(name);
  else if (kept && (!box.value || QUOTES.test(location.search))) {
    box.value = [kept.text, box.value].filter(Boolean).join("\n\n");
    told.hidden = false;
  }

  box.addEventListener("input", () => {
    told.hidden = true;
    if (box.value.trim()) write(name, { text: box.value, at: Date.now() });
    else forget(name);
  });
  form.addEventListener("submit", (event) => {
    const sends = !event.submitter?.name;
    if (box.value.trim()) write(name, { text: box.value, at: Date.now(), sent: sends });
  });
  told.querySelector("button").addEventListener("click", () => {
    forget(name);
    box.value = "";
    told.hidden = true;
    box.focus();
  });
}

// Where nothing may be stored, as in some private windows, there are no drafts and all else works.

function read(name) {
  try {
    const kept = JSON.parse(localStorage.getItem(name));
    if (kept && Date.now() - kept.at < LASTS) return kept;
  } catch {
    // as if there were none
  }
  forget(name);
  return null;
}

function write(name, kept) {
  try {
    localStorage.setItem(name, JSON.stringify(kept));
  } catch {
    // see above
  }
}

// Whoever signs out leaves nothing to the next at this machine.
function forgetAll() {
  try {
    Object.keys(localStorage).filter((name) => name.startsWith("draft:")).forEach(forget);
  } catch {
    // see above
  }
}

function forget(name) {
  try {
    localStorage.removeItem(name);
  } catch {
    // see above
  }
}
