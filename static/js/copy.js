// A button that copies a text of the page. If the browser does not allow that, it selects the text.

export function copyTexts() {
  document.querySelectorAll("[data-copies]").forEach(enable);
}

function enable(button) {
  const text = document.getElementById(button.dataset.copies);
  const status = button.parentElement.querySelector("[role=status]");

  button.addEventListener("click", async () => {
    status.textContent = ""; // so that a screen reader announces a second click too
    const copied = await copy(text);
    status.textContent = copied ? status.dataset.copied : status.dataset.selected;
  });
  button.parentElement.hidden = false;
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text.value);
    return true;
  } catch {
    // Sites without https have no clipboard API, only the older command.
    if (text.select) text.select();
    else getSelection().selectAllChildren(text);
    return document.execCommand("copy");
  }
}
