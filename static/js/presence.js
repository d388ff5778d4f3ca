// While a page of a game is looked at, it polls for news and shows them. The site sends no mail about them meanwhile.
// The page of a live game polls every second, and loads itself anew when it is no longer current.

import { follow } from "./follow.js";
import { setTimeLeft } from "./countdown.js";

const EVERY = 40_000;
const LIVE_EVERY = 1_000;
// After this time without any input, nobody seems to look at the page. In a live game people wait for each other.
const IDLE = 300_000;
const LIVE_IDLE = 3_600_000;
const ACTIVITY = ["pointerdown", "pointermove", "keydown", "scroll", "touchstart"];

function show(bar, before, now) {
  const parts = { event: now.news !== before.news, messages: now.unread > before.unread };
  if ("state" in bar.dataset) {
    parts.phase = String(now.phase) !== bar.dataset.phase;
    parts.event = now.state !== bar.dataset.state && !parts.phase;
  }
  for (const [name, isNew] of Object.entries(parts)) bar.querySelector(`[data-news="${name}"]`).hidden = !isNew;
  bar.hidden = !Object.values(parts).some(Boolean);
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
  const isLive = "state" in bar.dataset;
  let active = Date.now();
  // The page of a live game says what is unread beside it: a message may have come before the first answer.
  let before = isLive ? { unread: Number(bar.dataset.unread) } : null;
  let asking = false;
  for (const kind of ACTIVITY) document.addEventListener(kind, () => (active = Date.now()), { passive: true });

  async function ask() {
    const idle = Date.now() - active > (isLive ? LIVE_IDLE : IDLE);
    if ((asking && isLive) || document.visibilityState !== "visible" || idle) return;
    asking = true;
    const now = await poll(bar.dataset.presence);
    asking = false;
    if (!now) return;
    before ??= now;
    // Of another phase than the page shows, it would count the wrong time.
    if (isLive) setTimeLeft(String(now.phase) === bar.dataset.phase ? now.left : 0);
    if (isLive) before.unread = Math.min(before.unread, now.unread); // some were read elsewhere
    if (isLive && follow(bar, before, now)) return;
    show(bar, before, now);
  }

  ask();
  setInterval(ask, isLive ? LIVE_EVERY : EVERY);
  document.addEventListener("visibilitychange", ask);
}
