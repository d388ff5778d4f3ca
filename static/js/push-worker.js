// Service worker for push messages, which runs even if no page of the site is open. It shows a message as a
// notification, and a click on that opens its page.

self.addEventListener("push", (event) => {
  const { title, body, lang, tag, path } = event.data.json();
  event.waitUntil(self.registration.showNotification(title, { body, lang, tag, data: { path } }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(new URL(event.notification.data.path, self.location.origin).href));
});

async function open(address) {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = windows.find((each) => each.url === address);
  return there ? there.focus() : self.clients.openWindow(address);
}
