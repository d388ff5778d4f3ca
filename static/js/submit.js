// A second click on a button sends nothing twice. The server is safe from that by itself; this spares the wait.

function sent(form) {
  return form.dataset.sent === "true";
}

export function guardSubmits() {
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.method !== "post" || event.defaultPrevented) return;
    if (sent(form)) {
      event.preventDefault();
      return;
    }
    form.dataset.sent = "true";
    // After the browser has collected the fields: a disabled button would not be among them.
    setTimeout(() => {
      for (const button of form.querySelectorAll("button:not([type=button], :disabled)")) {
        button.disabled = true;
        button.dataset.guarded = "true";
      }
    });
  });

  // The back button shows the page as it was left, dead buttons and all.
  window.addEventListener("pageshow", release);
  document.addEventListener("htmx:afterRequest", release);
}

function release() {
  for (const form of document.querySelectorAll("form[data-sent]")) delete form.dataset.sent;
  for (const button of document.querySelectorAll("button[data-guarded]")) {
    button.disabled = false;
    delete button.dataset.guarded;
  }
}
