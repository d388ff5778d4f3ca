// Password fields: shows on request what was typed, and rates a new password while it is typed.

const SHORTEST = 8;
const PAUSE = 200; // milliseconds without a key, so that a screen reader is not interrupted

export function helpWithPasswords() {
  document.querySelectorAll("[data-password]").forEach(offerToShow);
  document.querySelectorAll("[data-strength]").forEach(rateWhileTyping);
}

function offerToShow(box) {
  const input = box.querySelector("input");
  const button = box.querySelector("button");

  function show(isShown) {
    input.type = isShown ? "text" : "password";
    button.setAttribute("aria-pressed", isShown);
  }

  // As text, it must not go to a spelling service, nor be changed by a phone.
  input.spellcheck = false;
  input.setAttribute("autocapitalize", "none");
  input.setAttribute("autocorrect", "off");
  button.addEventListener("click", () => show(input.type === "password"));
  // A browser remembers what it sent from a text field, and suggests it later.
  input.form?.addEventListener("submit", () => show(false));
  box.classList.add("password--ready");
}

function rateWhileTyping(meter) {
  const input = document.getElementById(meter.dataset.strength);
  const status = meter.querySelector("[role=status]");
  let rater;
  let pause;

  async function rate() {
    try {
      rater ??= makeRater(meter);
      const level = input.value ? levelOf(input.value, await rater, wordsOf(meter, input.form)) : 0;
      const word = meter.dataset[`level-${level}`] ?? "";
      meter.dataset.level = level;
      if (status.textContent !== word) status.textContent = word;
    } catch {
      meter.hidden = true; // the script did not arrive
    }
  }

  input.addEventListener("focus", rate);
  input.addEventListener("input", () => {
    clearTimeout(pause);
    pause = setTimeout(rate, PAUSE);
  });
  if (document.activeElement === input || input.value) rate();
}

// Half a megabyte, so it is loaded only when somebody comes to the field.
async function makeRater(meter) {
  for (const address of meter.dataset.scripts.split(" ")) await load(address);
  const { core, "language-common": common } = window.zxcvbnts;
  return new core.ZxcvbnFactory({ dictionary: common.dictionary, graphs: common.adjacencyGraphs });
}

function load(address) {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = address;
    script.addEventListener("load", resolve);
    script.addEventListener("error", reject);
    document.head.append(script);
  });
}

function wordsOf(meter, form) {
  const typed = [...form.querySelectorAll("[name=email], [name=name]")].map((each) => each.value);
  return [...typed, ...typed.flatMap((each) => each.split(/[^\p{L}]+/u)), ...meter.dataset.words.split(" ")].filter(Boolean);
}

// From 1 (weak) to 4 (strong).
function levelOf(password, rater, words) {
  return [...password].length < SHORTEST ? 1 : Math.max(1, rater.check(password, words).score);
}
