// The looks of pages: a choice takes effect at once, without loading the page again. The site keeps it in a cookie.

export function chooseLooks() {
  document.getElementById("site-choices")?.addEventListener("submit", choose);
}

async function choose(event) {
  const { submitter, currentTarget: form } = event;
  const root = document.documentElement;
  // A name that changes with the choice is the site's to write.
  if (!submitter || submitter.name !== "theme") return;
  event.preventDefault();
  if (submitter.value === "system") root.removeAttribute("data-theme");
  else root.dataset.theme = submitter.value;
  for (const button of form.querySelectorAll("[name=theme]")) {
    if (button === submitter) button.setAttribute("aria-current", "true");
    else button.removeAttribute("aria-current");
  }
  const body = new FormData(form, submitter);
  try {
    await fetch(submitter.formAction, { method: "POST", body, redirect: "manual" });
  } catch {
    // Without a connection the choice lasts as long as this page.
  }
}
