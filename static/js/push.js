// “Tell me in this browser”: asks for permission when it is pressed, not before, and hands the site the address at
// which the service of the browser's maker takes messages. A browser that knows of no such thing is not asked.

const NEEDED = [
  [navigator, "serviceWorker"],
  [window, "PushManager"],
  [window, "Notification"],
];

export function offerPush() {
  const section = document.querySelector("[data-push]");
  if (!section) return;
  if (!NEEDED.every(([where, name]) => name in where)) return hint(section);
  section.hidden = false;
  const form = section.querySelector("form[data-tell]");
  if (form) enable(form, section.dataset);
}

// Safari on a telephone lets none but sites on the home screen tell anything, and it alone has this property.
function hint(section) {
  const home = section.querySelector("[data-home]");
  if (!home || navigator.standalone !== false) return;
  section.hidden = home.hidden = false;
}

function enable(form, { push, worker }) {
  const button = form.querySelector("button");
  const told = form.querySelector("[role=status]");

  button.addEventListener("click", async () => {
    told.textContent = "";
    button.disabled = true;
    try {
      if ((await Notification.requestPermission()) === "granted") {
        fill(form, await subscribe(push, worker));
        form.requestSubmit();
      } else {
        told.textContent = told.dataset.refused;
      }
    } catch {
      told.textContent = told.dataset.failed;
    }
    button.disabled = false;
  });
  form.hidden = false;
}

async function subscribe(key, worker) {
  await navigator.serviceWorker.register(worker);
  const { pushManager } = await navigator.serviceWorker.ready;
  // What is there already may be somebody else's who signed in here, or for another key of the site.
  const old = await pushManager.getSubscription();
  await old?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

function fill(form, subscription) {
  const { endpoint, keys } = subscription.toJSON();
  form.elements.endpoint.value = endpoint;
  form.elements.key.value = keys.p256dh;
  form.elements.auth.value = keys.auth;
}
