// Links with `data-copy` copy their address. If the browser does not allow that, they work as ordinary links.

export function copyLinks() {
  document.addEventListener("click", async (event) => {
    const link = event.target.closest("[data-copy]");
    if (!link || !navigator.clipboard || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    try {
      await navigator.clipboard.writeText(link.href);

      link.textContent = link.dataset.copy;
    } catch {
      location.assign(link.href);
    }
  });
}
