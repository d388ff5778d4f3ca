// The page of the API: find a request, send it with the reader's key, and show the answer.

const keyField = document.querySelector("[data-api-key]");
const main = document.querySelector(".api__main");

for (const form of document.querySelectorAll(".api-try")) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const answer = form.querySelector("[role=status]");
    answer.replaceChildren(shown(await send(form)));
  });
}

async function send(form) {
  const headers = { Authorization: `Bearer ${keyField.value.trim()}` };
  const question = new URLSearchParams();
  const [method, address] = form.parentElement.querySelectorAll(":scope > summary > :not(b)");
  let path = main.dataset.base + address.textContent;
  for (const field of form.querySelectorAll("[data-in]")) {
    if (!field.value) continue;
    if (field.dataset.in === "path") path = path.replace(`{${field.name}}`, encodeURIComponent(field.value));
    if (field.dataset.in === "query") question.set(field.name, field.value);
    if (field.dataset.in === "header") headers[field.name] = field.value;
  }
  const body = form.querySelector("[data-in=body]")?.value;
  if (body) headers["Content-Type"] = "application/json";
  if (question.size) path += `?${question}`;
  try {
    // Without the session: only the key counts. No answer stays in the browser's cache.
    const options = { credentials: "omit", cache: "no-store" };
    const response = await fetch(path, { method: method.textContent, headers, body, ...options });
    return `${response.status} ${response.statusText}\n\n${indented(await response.text())}`;
  } catch {
    return main.dataset.noAnswer;
  }
}

function indented(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 1);
  } catch {
    return text;
  }
}

function shown(text) {
  const box = document.createElement("pre");
  box.className = "api-text";
  box.tabIndex = 0;
  box.textContent = text;
  return box;
}

const finder = document.querySelector("[data-api-find]");
const words = finder.querySelector("input");
finder.hidden = false;
words.addEventListener("input", () => {
  find();
  if (main.getBoundingClientRect().top < 0) main.scrollIntoView(); // the page is shorter now
});
find(); // the browser may have kept the words

/** Show what the address names, as a link from elsewhere does, even if the words hide it; open a request. */
function openNamed() {
  const named = document.getElementById(location.hash.slice(1));
  if (!named) return;
  if (named.closest("[hidden]")) {
    words.value = "";
    find();
    named.scrollIntoView(); // the browser could not go to what was hidden
  }
  if (named.matches("details")) named.open = true;
}

openNamed();
addEventListener("hashchange", openNamed);
for (const link of document.querySelectorAll(".api__groups a")) {
  link.addEventListener("click", () => setTimeout(openNamed)); // the address may name the group already
}

/** Show the requests that have all words, and the groups that have any of these. */
function find() {
  const typed = words.value.toLowerCase().split(/\s+/).filter(Boolean);
  let found = 0;
  for (const group of document.querySelectorAll(".api__group")) {
    const heading = group.querySelector("h2").textContent;
    const operations = [...group.querySelectorAll("[data-words]")];
    for (const each of operations) {
      const said = `${heading} ${each.querySelector("summary").textContent} ${each.dataset.words}`.toLowerCase();
      each.hidden = !typed.every((word) => said.includes(word));
    }
    const shown = operations.filter((each) => !each.hidden).length;
    group.hidden = typed.length > 0 && shown === 0;
    found += shown;
  }
  const { none, found: count } = words.dataset;
  finder.querySelector("[role=status]").textContent = !typed.length ? "" : found ? `${count} ${found}` : none;
}
