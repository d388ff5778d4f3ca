// Asks every few seconds whether an open page of a game is current, while it is visible. If it is not, the page takes up
// what is new by itself (see follow.js), or a bar tells of it. The site sends no mail about what a present reader sees.

import { setTimeLeft } from "./countdown.js";
import { isBeingWritten, isLeaving, loadAnew, PATIENCE, refresh } from "./follow.js";

const EVERY = 3_000;
const SOON_EVERY = 1_000; // in live games, and where an element with `data-soon` waits for a bot
const ASLEEP = 3_600_000; // after this time without any input the page asks no more
// After this time without any input, nobody seems to look at the page. In a live game people wait for each other.
const PRESENT = 300_000;
const LIVE_PRESENT = ASLEEP;
const NOTED_EVERY = 15_000;
const ACTIVITY = ["pointerdown", "pointermove", "keydown", "scroll", "touchstart"];
const MESSAGE_LASTS = 8_000;
const SAME = 304;

export function showNews() {
  const bar = document.querySelector("[data-news]");
  if (!bar) return;
  const isLive = "live" in bar.dataset;
  let active = Date.now();
  let noted = -Infinity;
  let tag = "";
  let asking = false;
  let missed = false; // whether something was taken up without being counted as read
  for (const kind of ACTIVITY) document.addEventListener(kind, () => (active = Date.now()), { passive: true });

  async function look() {
    const idle = Date.now() - active;
    if (asking || document.visibilityState !== "visible" || idle > ASLEEP) return;
    asking = true;
    try {
      await compare(idle < (isLive ? LIVE_PRESENT : PRESENT));
    } finally {
      asking = false;
    }
  }

  async function compare(isPresent) {
    const tells = isPresent && Date.now() - noted >= NOTED_EVERY;
    const answer = await ask(`${bar.dataset.news}${tells ? "?here" : ""}`, isPresent && missed ? "" : tag);
    if (answer && tells) noted = Date.now();
    if (!answer?.now) return;
    const { now } = answer;
    // Of another stage than the page shows, it would count the wrong time.
    if (isLive) setTimeLeft(now.stage === bar.dataset.stage ? now.left : 0);
    const isCurrent = now.state === bar.dataset.state && !(isPresent && missed);
    const isTakenUp = isCurrent || (await takeUp(bar, now, isPresent));
    if (!isCurrent && isTakenUp) missed = !isPresent;
    tag = isTakenUp ? answer.tag : "";
  }

  async function goOn() {
    try {
      await look();
    } finally {
      setTimeout(goOn, isLive || document.querySelector("[data-soon]") ? SOON_EVERY : EVERY);
    }
  }

  goOn();
  document.addEventListener("visibilitychange", () => {
    tag = ""; // the time that is left may be wrong after a sleep
    look();
  });
}

/** The state of the game: {tag, now}, without `now` if it is the same as the one with `tag`; null without an answer. */
async function ask(address, tag) {
  try {
    const headers = tag ? { "If-None-Match": tag } : {};
    const answer = await fetch(address, { cache: "no-store", headers, signal: AbortSignal.timeout(PATIENCE) });
    if (answer.status === SAME) return { tag };
    return answer.ok && !answer.redirected ? { tag: answer.headers.get("ETag"), now: await answer.json() } : null;
  } catch {
    return null; // no connection: the next question comes soon
  }
}

/** Bring the page to the state `now`, or tell of it; return whether that is done. */
async function takeUp(bar, now, isPresent) {
  const { follows, stage } = bar.dataset;
  if (isLeaving()) return false; // loading the page anew would undo the click on a link
  const isNewPage = follows === "stage" && now.stage !== stage;
  if (isNewPage && !isBeingWritten() && loadAnew(now.state)) return true;
  const found = follows && !isNewPage ? await refresh(bar, isPresent) : now;
  if (!found) return false; // no connection, or a new stage has begun meanwhile
  tell(bar, { phase: found.stage !== stage, event: !found.isComplete && found.stage === stage, message: found.hasMessage });
  bar.dataset.state = found.state;
  return true;
}

/** Show what is news in the bar; what it says already stays. A message is soon marked in the tabs alone. */
function tell(bar, news) {
  for (const [kind, isNew] of Object.entries(news)) {
    if (isNew) show(bar, kind, true);
  }
  if (news.message) setTimeout(() => bar.matches(":hover, :focus-within") || show(bar, "message", false), MESSAGE_LASTS);
}

function show(bar, kind, isShown) {
  bar.querySelector(`[data-news-of="${kind}"]`).hidden = !isShown;
  bar.hidden = !bar.querySelector("[data-news-of]:not([hidden])");
}
