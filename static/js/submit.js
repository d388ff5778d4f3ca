// Ignores a second click on a submit button. The server handles repeated forms itself; this saves the time for them.

const PATIENCE = 15_000;

export function guardSubmits() {
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.method !== "post" || event.defaultPrevented) return;
    if ("sent" in form.dataset) {
      event.preventDefault();
      return;
    }
    form.dataset.sent = "";
    // Not `disabled`: that would drop the focus, and some browsers keep it across a reload.
    for (const button of buttons(form)) {
      button.setAttribute("aria-disabled", "true");
      button.setAttribute("aria-busy", "true");
    }
    setTimeout(() => release(form), PATIENCE);
  });

  // The back button shows the page in its last state, with its buttons still disabled.
  window.addEventListener("pageshow", releaseAll);
}

function buttons(form) {
  return form.querySelectorAll("button:not([type=button])");
}

function release(form) {
  delete form.dataset.sent;
  for (const button of buttons(form)) {
    button.removeAttribute("aria-disabled");
    button.removeAttribute("aria-busy");
  }
}

function releaseAll() {
  document.querySelectorAll("form[data-sent]").forEach(release);
}
