// Forms that make or use a passkey. The browser asks for it when the form is sent, and its answer goes into the field
// “credential”. Without scripts, or in a browser without passkeys, they stay hidden, and the page says so.

export function offerPasskeys() {
  if (!knowsPasskeys()) return;
  document.querySelectorAll("[data-passkeys-missing]").forEach((each) => (each.hidden = true));
  document.querySelectorAll("form[data-passkey]").forEach(enable);
}

function knowsPasskeys() {
  const known = window.PublicKeyCredential;
  return typeof known?.parseCreationOptionsFromJSON === "function" && typeof known.prototype.toJSON === "function";
}

function enable(form) {
  const status = form.querySelector("[role=status]");
  let asking = false;

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (asking) return;
    asking = true;
    status.textContent = "";
    try {
      const credential = await ask(form.dataset.passkey, await options(form));
      form.elements.credential.value = JSON.stringify(credential.toJSON());
      form.submit();
    } catch (error) {
      status.textContent = status.dataset[reason(error)];
      asking = false;
    }
  });
  window.addEventListener("pageshow", () => (asking = false)); // the back button shows the page in its last state
  form.hidden = false;
}

async function options({ dataset }) {
  if (!dataset.optionsUrl) return JSON.parse(document.getElementById(dataset.options).textContent);
  const answer = await fetch(dataset.optionsUrl, { headers: { Accept: "application/json" } });
  if (!answer.ok) throw new Error(`the site answered ${answer.status}`);
  return (await answer.json()).request_options;
}

function ask(kind, { publicKey }) {
  if (kind === "get") {
    return navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(publicKey) });
  }
  const wanted = { ...publicKey.authenticatorSelection, residentKey: "required", requireResidentKey: true };
  return navigator.credentials.create({
    publicKey: PublicKeyCredential.parseCreationOptionsFromJSON({ ...publicKey, authenticatorSelection: wanted }),
  });
}

function reason({ name }) {
  return { NotAllowedError: "cancelled", AbortError: "cancelled", InvalidStateError: "known" }[name] ?? "failed";
}
