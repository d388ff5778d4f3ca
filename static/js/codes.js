// Buttons of the page with recovery codes: save them as a file, print the page.

export function keepCodes() {
  document.querySelectorAll("[data-saves]").forEach(offerFile);
  document.querySelectorAll("[data-prints]").forEach((button) => {
    button.addEventListener("click", () => window.print());
  });
}

function offerFile(link) {
  const text = document.getElementById(link.dataset.saves).value;
  link.href = URL.createObjectURL(new Blob([`${link.dataset.heading}\n\n${text}\n`], { type: "text/plain" }));
  link.parentElement.hidden = false;
}
