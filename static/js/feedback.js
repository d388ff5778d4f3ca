// Feedback on typed orders, line by line, shortly after the typing stops. Without a script a button does the same.

const PAUSE = 400;

export function showFeedback() {
  document.querySelectorAll("[data-feedback]").forEach(follow);
}

function follow(section) {
  const form = section.closest("form");
  const button = form.querySelector("button[value=check]");
  let timer;
  let asking = new AbortController();

  button.hidden = true;

  const stop = () => {
    clearTimeout(timer);
    asking.abort();
  };

  form.addEventListener("input", () => {
    stop();
    asking = new AbortController();
    const { signal } = asking;
    section.setAttribute("aria-busy", "true");
    timer = setTimeout(async () => {
      const answered = await ask(section, form, signal);
      if (!signal.aborted) button.hidden = answered;
    }, PAUSE);
  });
  form.addEventListener("submit", stop);
}

/** Return whether there was an answer. Without one, the old feedback stays, marked as busy, until the next input. */
async function ask(section, form, signal) {
  try {
    // For a person who was signed out meanwhile the answer is a redirect, which is not feedback.
    const answer = await fetch(section.dataset.feedback, { method: "POST", body: new FormData(form), redirect: "manual", signal });
    if (!answer.ok && answer.status !== 409) return false;
    const fresh = document.createElement("template");
    fresh.innerHTML = await answer.text();
    if (signal.aborted) return false;
    merge(section, fresh.content);
    section.removeAttribute("aria-busy");
    return true;
  } catch {
    return false;
  }
}

/** Replace only the elements that have changed, so that a screen reader announces only those. */
function merge(there, fresh) {
  const wanted = [...fresh.children];
  wanted.forEach((child, place) => {
    const old = there.children[place];
    if (!old) there.append(child);
    else if (child.matches("ol") && old.matches("ol")) merge(old, child);
    else if (!old.isEqualNode(child)) replace(old, child);
  });
  [...there.children].slice(wanted.length).forEach((old) => old.remove());
}

/** Replace an element; what had the focus in it keeps it. */
function replace(old, fresh) {
  const focused = old.contains(document.activeElement) && document.activeElement.id;
  old.replaceWith(fresh);
  if (focused) document.getElementById(focused)?.focus();
}
