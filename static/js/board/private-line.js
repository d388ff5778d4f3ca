// A private line of the sandbox travels in the bodies of forms. The part of the address behind “#”, which browsers send
// nowhere, keeps it as well, so that reloading the page or coming back to it shows the line again.

const form = () => document.getElementById("private-line");

export function keepPrivateLine() {
  if (!form()) return;
  if ("restores" in form().dataset) restore();
  else {
    keep();
    window.addEventListener("hashchange", keep); // a link within the page has led there
    document.addEventListener("line:private", ({ detail }) => take(detail));
  }
}

/** Let the page send a new line; forms with another line stay as they are. */
function take(text) {
  document.querySelectorAll("[data-current-line]").forEach((field) => { field.value = text; });
  keep();
}

function keep() {
  const { line, game, phase } = form().elements;
  const held = new URLSearchParams({ line: line.value, game: game?.value ?? "", phase: phase?.value ?? "" });
  if (form().dataset.show) held.set("show", form().dataset.show);
  history.replaceState(history.state, "", `${location.pathname}${location.search}#${held}`);
}

function restore() {
  const held = new URLSearchParams(location.hash.slice(1));
  if (!held.get("line")) return;
  for (const name of ["line", "game", "phase", "show"]) form().elements[name].value = held.get(name) ?? "";
  form().submit();
}
