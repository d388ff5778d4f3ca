// When a text of orders has been saved, the page that follows is where the last one was: the same scroll positions of the
// page, of the panel and of the text box, and the text box open. The fragment in the form's address, which is for pages
// without scripts, would scroll both.

const KEPT = "order:scroll";

export function keepScrollAfterTexts() {
  const panel = document.querySelector(".play__side");
  if (!panel) return;
  goBack(panel);
  for (const form of document.querySelectorAll("form.sheet")) {
    form.addEventListener("submit", () => {
      const { pathname, hash } = new URL(form.action);
      const box = form.querySelector("textarea").scrollTop;
      const from = location.pathname;
      write({ from, pathname, hash, panel: panel.scrollTop, box, top: scrollY });
      form.action = pathname;
    });
  }
}

function goBack(panel) {
  const kept = take();
  if (!kept) return;
  if (kept.from !== location.pathname) {
    location.hash = kept.hash; // such as the page with errors, which are there
    return;
  }
  const form = [...document.querySelectorAll("form.sheet")].find(({ action }) => new URL(action).pathname === kept.pathname);
  form?.closest("details")?.setAttribute("open", "");
  const step = document.getElementById("next-step"); // of a preview: the reader has not seen it
  if (step) {
    const line = step.querySelector("select") ? step : step.querySelector(".feedback__line--asked, .feedback__line--wrong");
    (line ?? step).scrollIntoView({ block: "start", behavior: "instant" });
    if (panel.scrollTop) window.scrollTo({ top: kept.top, behavior: "instant" });
    return;
  }
  panel.scrollTop = kept.panel;
  window.scrollTo({ top: kept.top, behavior: "instant" });
  const box = form?.querySelector("textarea");
  if (box) box.scrollTop = kept.box;
}

function write(kept) {
  try {
    sessionStorage.setItem(KEPT, JSON.stringify(kept));
  } catch {
    // no storage
  }
}

function take() {
  try {
    const kept = sessionStorage.getItem(KEPT);
    sessionStorage.removeItem(KEPT);
    return JSON.parse(kept);
  } catch {
    return null;
  }
}
