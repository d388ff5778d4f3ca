// The button for push notifications in this browser. It asks for permission only when it is pressed, and sends the
// site the address of the subscription at the browser's push service. Browsers without push do not show it.

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
  const form = section.querySelector("form[data-subscribe]");
  if (form) enable(form, section.dataset);
}

// On iPhones and iPads, push works only for sites on the home screen. Only Safari has this property.
function hint(section) {
  const home = section.querySelector("[data-home-screen-hint]");
  if (!home || navigator.standalone !== false) return;
  section.hidden = home.hidden = false;
}

function enable(form, { push, worker }) {
  const button = form.querySelector("button");
  const status = form.querySelector("[role=status]");

  button.addEventListener("click", async () => {
    status.textContent = "";
    button.disabled = true;
    try {
      if ((await Notification.requestPermission()) === "granted") {
        fill(form, await subscribe(push, worker));
        form.requestSubmit();
      } else {
        status.textContent = status.dataset.refused;
      }
    } catch {
      status.textContent = status.dataset.failed;
    }
    button.disabled = false;
  });
  form.hidden = false;
}

async function subscribe(key, worker) {
  await navigator.serviceWorker.register(worker);
  const { pushManager } = await navigator.serviceWorker.ready;
  // An existing subscription may belong to another person who signed in here, or to another key of the site.
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
