// Uses the browser's time zone: visitors see times in it, and the sign-up form has it preselected.

function browserZone() {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

function choose(select, zone) {
  if (![...select.options].some((option) => option.value === zone)) {
    select.add(new Option(zone.replaceAll("_", " "), zone), 0);
  }
  select.value = zone;
}

export function offerTimeZone() {
  const zone = browserZone();
  if (!/^[\w+/-]+$/.test(zone)) return;
  if (!("person" in document.documentElement.dataset)) {
    const [prefix, secure] = location.protocol === "https:" ? ["__Host-", "; Secure"] : ["", ""];
    document.cookie = `${prefix}time_zone=${zone}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`;
  }
  for (const select of document.querySelectorAll("select[data-browser-zone]")) choose(select, zone);
}
