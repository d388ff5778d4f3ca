// While a page of a game is looked at, it polls for news and shows them. The site sends no mail about them meanwhile.

const EVERY = 40_000;
// After this time without any input, nobody seems to look at the page.
const IDLE = 300_000;
const ACTIVITY = ["pointerdown", "pointermove", "keydown", "scroll", "touchstart"];

function show(bar, before, now) {
  const parts = { event: now.news !== before.news, messages: now.unread > before.unread };
  for (const [name, isNew] of Object.entries(parts)) bar.querySelector(`[data-news="${name}"]`).hidden = !isNew;
  bar.hidden = !parts.event && !parts.messages;
}

async function poll(address) {
  try {
    const answer = await fetch(address, { cache: "no-store" });
    return answer.ok && !answer.redirected ? await answer.json() : null;
  } catch {
    return null; // no connection: the next poll comes soon
  }
}

export function showNews() {
  const bar = document.querySelector("[data-presence]");
  if (!bar) return;
  let active = Date.now();
  let before = null;
  for (const kind of ACTIVITY) document.addEventListener(kind, () => (active = Date.now()), { passive: true });

  async function ask() {
    if (document.visibilityState !== "visible" || Date.now() - active > IDLE) return;
    const now = await poll(bar.dataset.presence);
    if (!now) return;
    before ??= now;
    show(bar, before, now);
  }

  ask();
  setInterval(ask, EVERY);
  document.addEventListener("visibilitychange", ask);
}
