// Ways to pass on a link or a text of the page. Where the browser does not allow one, the link works as ordinary links do,
// and the text is selected.

export function sharePages() {
  document.querySelectorAll("[data-copies]").forEach(offerCopy);
  if (navigator.share) document.querySelectorAll("[data-shares]").forEach(offerShare);
  document.addEventListener("click", copyAddress);
}

const element = (id) => document.getElementById(id);

/** A button that copies a text. */
function offerCopy(button) {
  const status = button.parentElement.querySelector("[role=status]");
  button.addEventListener("click", async () => {
    status.textContent = ""; // so that a screen reader announces a second click too
    const copied = await copy(element(button.dataset.copies));
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

/** A button that hands a link to another app. */
function offerShare(button) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    try {
      await navigator.share({ title: button.dataset.title, url: element(button.dataset.shares).value });
    } catch {
      // Canceled, or no app takes links: the link is beside the button.
    }
  });
}

/** Links with `data-copy` copy their address, or the text in `data-copied-text`. */
async function copyAddress(event) {
  const link = event.target.closest("[data-copy]");
  if (!link || !navigator.clipboard || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  try {
    await navigator.clipboard.writeText(link.dataset.copiedText ?? link.href);
    link.textContent = link.dataset.copy;
  } catch {
    location.assign(link.href);
  }
}
