// Uses the browser's time zone: visitors see times in it, and the sign-up form has it preselected.

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
  const [prefix, secure] = location.protocol === "https:" ? ["__Host-", "; Secure"] : ["", ""];
  const cookie = `${prefix}time_zone=${zone}`;
  const isKnown = () => document.cookie.split("; ").includes(cookie);
  const wasKnown = isKnown();
  document.cookie = `${cookie}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`;
  const shown = document.querySelector("[data-zone]")?.dataset.zone;
  if (!wasKnown && isKnown() && shown !== zone && document.querySelector("time, .upcoming")) location.reload();
}

export function offerTimeZone() {
  const zone = browserZone();
  if (!/^[\w+/-]+$/.test(zone)) return;
  if (!("person" in document.documentElement.dataset)) remember(zone);
  for (const select of document.querySelectorAll("select[data-browser-zone]")) choose(select, zone);
}
