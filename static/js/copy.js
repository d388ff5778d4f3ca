// A button that copies a text of the page. Where the browser does not let us, the text is selected for the reader.

export function copyTexts() {
  document.querySelectorAll("[data-copies]").forEach(enable);
}

function enable(button) {
  const text = document.getElementById(button.dataset.copies);
  const told = button.parentElement.querySelector("[role=status]");

  button.addEventListener("click", async () => {
    told.textContent = ""; // so that a second time is read out as well
    const copied = await copy(text);
    told.textContent = copied ? told.dataset.copied : told.dataset.selected;
  });
  button.parentElement.hidden = false;
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text.value);
    return true;
  } catch {
    // Sites without https have no clipboard, only what browsers could before.
    text.select();
    return document.execCommand("copy");
  }
}
