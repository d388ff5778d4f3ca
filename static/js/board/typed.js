/** Whether the text box of an entry holds text that is not saved. */
export function isTyped(entry) {
  const area = entry.querySelector("form.sheet textarea");
  return entry.dataset.sent === "text" || (area && area.value !== area.defaultValue);
}
