// Answers a sheet of orders line by line, a moment after the typing stops. A button does the same without a script.

const PAUSE = 400;

export function echoOrders() {
  document.querySelectorAll("[data-echo]").forEach(follow);
}

function follow(echo) {
  const form = echo.closest("form");
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
    echo.setAttribute("aria-busy", "true");
    timer = setTimeout(async () => {
      const answered = await ask(echo, form, signal);
      if (!signal.aborted) button.hidden = answered;
    }, PAUSE);
  });
  form.addEventListener("submit", stop);
}

/** Whether there was an answer. Without one, what stands there stays, marked as old, until the next letter is typed. */
async function ask(echo, form, signal) {
  try {
    // Whoever was signed out meanwhile is sent elsewhere: no answer for this place.
    const answer = await fetch(echo.dataset.echo, { method: "POST", body: new FormData(form), redirect: "manual", signal });
    if (!answer.ok && answer.status !== 409) return false;
    const fresh = document.createElement("template");
    fresh.innerHTML = await answer.text();
    if (signal.aborted) return false;
    merge(echo, fresh.content);
    echo.removeAttribute("aria-busy");
    return true;
  } catch {
    return false;
  }
}

/** Replace only what has changed, so that only that is read aloud. */
function merge(there, fresh) {
  const wanted = [...fresh.children];
  wanted.forEach((child, place) => {
    const old = there.children[place];
    if (!old) there.append(child);
    else if (child.matches("ol") && old.matches("ol")) merge(old, child);
    else if (!old.isEqualNode(child)) old.replaceWith(child);
  });
  [...there.children].slice(wanted.length).forEach((old) => old.remove());
}
