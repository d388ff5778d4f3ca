// The forms on the page of the API: send a request with the reader's key, and show the answer.

const keyField = document.querySelector("[data-api-key]");

for (const form of document.querySelectorAll("[data-api-try]")) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const answer = form.querySelector("[data-api-answer]");
    answer.replaceChildren(shown(await send(form)));
  });
}

async function send(form) {
  const headers = { Authorization: `Bearer ${keyField.value.trim()}` };
  const question = new URLSearchParams();
  let path = form.dataset.path;
  for (const field of form.querySelectorAll("[data-in]")) {
    if (!field.value) continue;
    if (field.dataset.in === "path") path = path.replace(`{${field.name}}`, encodeURIComponent(field.value));
    if (field.dataset.in === "query") question.set(field.name, field.value);
    if (field.dataset.in === "header") headers[field.name] = field.value;
  }
  const body = form.querySelector("[data-in=body]")?.value;
  if (body) headers["Content-Type"] = "application/json";
  const address = question.size ? `${path}?${question}` : path;
  try {
    // Without the session: only the key counts. No answer stays in the browser's cache.
    const options = { credentials: "omit", cache: "no-store" };
    const response = await fetch(address, { method: form.dataset.method, headers, body, ...options });
    return `${response.status} ${response.statusText}\n\n${indented(await response.text())}`;
  } catch {
    return form.dataset.noAnswer;
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
