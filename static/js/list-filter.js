// A box beside each long list of orders: of the list's choices it leaves those that have all typed words.

const LONG = 25;

export function filterLongLists() {
  for (const form of document.querySelectorAll("form.orders[data-filter]")) {
    for (const list of form.querySelectorAll("select")) {
      if (list.options.length > LONG) addFilter(list, form.dataset.filter);
    }
  }
}

function addFilter(list, label) {
  const box = document.createElement("input");
  box.type = "search";
  box.className = "list-filter";
  box.placeholder = label;
  box.ariaLabel = `${label}: ${list.labels[0].textContent}`;
  box.autocomplete = "off";
  box.addEventListener("input", (event) => {
    event.stopPropagation();
    narrow(list, box.value);
  });
  box.addEventListener("change", (event) => event.stopPropagation()); // nothing is ordered by it
  box.addEventListener("keydown", (event) => event.key === "Enter" && event.preventDefault());
  list.before(box);
}

/** Hide the choices without these words; the chosen one and the first, which is no order, stay. */
function narrow(list, typed) {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  [...list.options].forEach((option, at) => {
    const text = `${option.text} ${option.value} ${option.dataset.short ?? ""}`.toLowerCase();
    option.hidden = at > 0 && !option.selected && !words.every((word) => text.includes(word));
  });
  for (const group of list.querySelectorAll("optgroup")) group.hidden = [...group.children].every(({ hidden }) => hidden);
}
