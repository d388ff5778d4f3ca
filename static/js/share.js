// A button that hands a link of the page to another app, where the browser can do that.

export function shareTexts() {
  if (!navigator.share) return;
  document.querySelectorAll("[data-shares]").forEach((button) => {
    button.hidden = false;
    button.addEventListener("click", () => share(button));
  });
}

async function share(button) {
  try {
    await navigator.share({ title: button.dataset.title, url: document.getElementById(button.dataset.shares).value });
  } catch {
    // Canceled, or no app takes links: the link is beside the button.
  }
}
