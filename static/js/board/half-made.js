// An order that is being chosen on the map survives a look at another phase, in this tab only.

const KEPT = "order:half-made";

const formOf = ({ entry }) => entry.querySelector("form.orders").action; // names the phase and the power

export function keepHalfMade(source, taken) {
  try {
    sessionStorage.setItem(KEPT, JSON.stringify({ form: formOf(source), key: source.key, taken }));
  } catch {
    // no storage
  }
}

export function forgetHalfMade() {
  try {
    sessionStorage.removeItem(KEPT);
  } catch {
    // no storage
  }
}

/** The source whose order was being chosen, and its steps. */
export function halfMade(sources) {
  try {
    const { form, key, taken } = JSON.parse(sessionStorage.getItem(KEPT));
    const source = sources.find((each) => each.key === key && formOf(each) === form);
    return source ? [source, taken] : [];
  } catch {
    return [];
  }
}
