// The form of a practice game: only the powers of the chosen set-up can be chosen. Without this script the list has
// those of all set-ups in groups, and a power of another one is refused.

const setup = document.getElementById("id_setup");
const power = document.getElementById("id_power");
const groups = power ? [...power.querySelectorAll("optgroup")] : [];

function showPowers() {
  const [own] = groups.filter(({ firstElementChild: first }) => first.value.startsWith(`${setup.value}/`));
  const { options } = power;
  const name = options[power.selectedIndex]?.text;
  for (const group of groups) group.remove();
  if (own) power.append(own);
  power.selectedIndex = Math.max(0, [...options].findIndex(({ text }) => text === name)); // the same power, if it is there
}

if (groups.length) {
  setup.addEventListener("change", showPowers);
  showPowers();
}
