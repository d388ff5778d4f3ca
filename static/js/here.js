// While somebody looks at a page of a game, it asks what is new and says so. Meanwhile no mail says it, too.

const EVERY = 40_000;
// A page before an empty chair is looked at by nobody.
const IDLE = 300_000;
const ACTS = ["pointerdown", "pointermove", "keydown", "scroll", "touchstart"];

function says(bar, before, now) {
  const parts = { event: now.newest !== before.newest, letters: now.unread > before.unread };
  for (const [name, isNew] of Object.entries(parts)) bar.querySelector(`[data-new="${name}"]`).hidden = !isNew;
  bar.hidden = !parts.event && !parts.letters;
}

async function asked(address) {
  try {
    const answer = await fetch(address, { cache: "no-store" });
    return answer.ok && !answer.redirected ? await answer.json() : null;
  } catch {
    return null; // no connection: asked again soon
  }
}

export function tellWhatIsNew() {
  const bar = document.querySelector("[data-here]");
  if (!bar) return;
  let active = Date.now();
  let before = null;
  for (const act of ACTS) document.addEventListener(act, () => (active = Date.now()), { passive: true });

  async function ask() {
    if (document.visibilityState !== "visible" || Date.now() - active > IDLE) return;
    const now = await asked(bar.dataset.here);
    if (!now) return;
    before ??= now;
    says(bar, before, now);
  }

  ask();
  setInterval(ask, EVERY);
  document.addEventListener("visibilitychange", ask);
}
