// Shows beside an absolute time how far it is from now: "in 2 days 3 hr".

const STEPS = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
];
const NEAR = 86_400_000;
const formats = new Map();

/** The format of a number of units; a browser takes long to make one. */
function format(language, unit, unitDisplay) {
  const key = `${language} ${unit} ${unitDisplay}`;
  if (!formats.has(key)) formats.set(key, new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay }));
  return formats.get(key);
}

/** The two largest units of a span in milliseconds, in the page's language. */
export function span(milliseconds, language) {
  let rest = Math.round(Math.abs(milliseconds) / 60_000) * 60_000;
  const parts = [];
  for (const [unit, size] of STEPS) {
    const count = Math.floor(rest / size);
    if (count > 0) {
      parts.push(format(language, unit, parts.length ? "short" : "long").format(count));
      rest -= count * size;
    } else if (parts.length > 0) {
      break;
    }
    if (parts.length === 2) break;
  }
  return parts.join(" ");
}

/** "in 2 days 3 hr", "5 hours ago"; empty within half a minute of now. */
export function relative(when, now, root) {
  const text = span(when - now, root.lang);
  if (!text) return "";
  return (when > now ? root.dataset.in : root.dataset.ago).replace("%s", text);
}

function show(time) {
  const root = document.documentElement;
  const when = Date.parse(time.dateTime);
  if (Number.isNaN(when)) return;
  const now = Date.now();
  let label = time.nextElementSibling;
  if (!label?.classList.contains("relative")) {
    label = document.createElement("span");
    label.className = "relative";
    time.after(" ", label);
  }
  label.textContent = relative(when, now, root);
  time.parentElement.classList.toggle("is-near", when > now && when - now < NEAR);
}

export function showTimes() {
  document.querySelectorAll("time[data-relative]").forEach(show);
}

export function showRelativeTimes() {
  setTimeout(showTimes); // a task of its own, because the first formats take long on a slow phone
  setInterval(showTimes, 30_000);
  document.addEventListener("page:follow", showTimes);
  document.addEventListener("visibilitychange", () => document.hidden || showTimes());
}
