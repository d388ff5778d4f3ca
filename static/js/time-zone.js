// Uses the browser's time zone: visitors see times in it, people can choose it with one click, and the sign-up form has it
// preselected.

import { hasCookie, setCookie } from "./cookies.js";

const HALF_A_YEAR = 182 * 86_400_000;

function browserZone() {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** “India Standard Time” for “Asia/Calcutta”, in the language of the page. */
function inWords(zone) {
  const format = new Intl.DateTimeFormat(document.documentElement.lang || "en", { timeZone: zone, timeZoneName: "longGeneric" });
  return format.formatToParts().find(({ type }) => type === "timeZoneName").value;
}

function choose(select, zone) {
  if (![...select.options].some((option) => option.value === zone)) {
    select.add(new Option(inWords(zone), zone), 0);
  }
  select.value = zone;
}

/** Set the cookie. A page with times that was made before the site knew it is loaded again, once. */
function remember(zone) {
  const wasKnown = setCookie("time_zone", zone, 31_536_000);
  const shown = document.querySelector("[data-zone]")?.dataset.zone;
  if (!wasKnown && hasCookie("time_zone", zone) && shown !== zone && document.querySelector("time, .upcoming")) location.reload();
}

/** Offer a signed-in person the browser's zone where its clock is not that of the page. */
function offer(zone) {
  const button = document.querySelector("[data-zone-offer]");
  const shown = document.querySelector("[data-zone]")?.dataset.zone;
  if (!button || !shown || haveSameClock(zone, shown)) return;
  button.value = zone;
  button.textContent = button.dataset.zoneOffer.replace("%s", zone.split("/").at(-1).replaceAll("_", " "));
  button.hidden = false;
}

/** Whether two zones have the same time, now and half a year later; also if the browser does not know one. */
function haveSameClock(one, other) {
  const read = (timeZone, when) => new Intl.DateTimeFormat("en", { timeZone, dateStyle: "short", timeStyle: "short" }).format(when);
  try {
    return [Date.now(), Date.now() + HALF_A_YEAR].every((when) => read(one, when) === read(other, when));
  } catch {
    return true;
  }
}

export function offerTimeZone() {
  setTimeout(useBrowserZone); // a task of its own, because to find it takes a slow phone a tenth of a second
}

function useBrowserZone() {
  const zone = browserZone();
  if (!/^[\w+/-]+$/.test(zone)) return;
  if ("person" in document.documentElement.dataset) offer(zone);
  else remember(zone);
  for (const select of document.querySelectorAll("select[data-browser-zone]")) choose(select, zone);
}
