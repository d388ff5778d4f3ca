// The page to open a game: lists what differs from the usual after each change. Without a script a button does the same.

const PAUSE = 300;

export function reviewNewGame() {
  const form = document.querySelector("form[data-review]");
  if (!form) return;
  let timer;
  let asking = new AbortController();

  form.querySelector("button[value=review]").hidden = true;
  form.addEventListener("change", (event) => {
    if (event.target.name === "pace" && event.target.value === "own") openDeadlines();
    clearTimeout(timer);
    asking.abort();
    asking = new AbortController();
    timer = setTimeout(review, PAUSE, form, asking.signal);
  });
}

function openDeadlines() {
  document.getElementById("advanced").open = true;
  document.getElementById("group-deadlines").open = true;
}

/** Replace the parts that have changed, so that a screen reader announces only those. */
async function review(form, signal) {
  const sheet = new FormData(form);
  sheet.set("show", "review");
  sheet.set("part", "yes");
  try {
    const answer = await fetch(location.href, { method: "POST", body: sheet, redirect: "error", signal });
    if (!answer.ok) return;
    const fresh = document.createElement("template");
    fresh.innerHTML = await answer.text();
    if (signal.aborted) return;
    for (const part of fresh.content.querySelectorAll("[data-replaces]")) {
      const old = document.getElementById(part.id);
      if (!old.isEqualNode(part)) old.innerHTML = part.innerHTML;
    }
  } catch {
    // Signed out or offline: the list stays as it is, and the form says so when it is sent.
  }
}
