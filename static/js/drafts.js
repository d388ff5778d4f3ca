// Texts that are being written. They are kept in this browser until they are sent or saved, so that a lost connection,
// a closed page or an empty battery loses nothing.

const LASTS = 30 * 24 * 3600 * 1000; // milliseconds

// Other tabs of this browser keep lines of the sandbox too.
const signedOut = "BroadcastChannel" in window ? new BroadcastChannel("signed-out") : null;

export function forgetDrafts() {
  signedOut?.addEventListener("message", forgetLines);
  document.querySelectorAll("form[data-forgets-drafts]").forEach((form) => form.addEventListener("submit", forgetAll));
}

// Without storage, as in some private windows, nothing is kept; everything else works.

export function read(name) {
  try {
    const kept = JSON.parse(localStorage.getItem(name));
    if (kept && Date.now() - kept.at < LASTS) return kept;
  } catch {
    // no storage: nothing is kept
  }
  forget(name);
  return null;
}

export function write(name, kept) {
  try {
    localStorage.setItem(name, JSON.stringify({ at: Date.now(), ...kept }));
  } catch {
    // no storage: the text is not kept
  }
}

export function forget(name) {
  try {
    localStorage.removeItem(name);
  } catch {
    // no storage: nothing is kept
  }
}

/** The names of everything that is kept and whose name begins like this. */
export function names(start) {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(start));
  } catch {
    return []; // no storage
  }
}

// Signing out deletes all of them, and the lines tried in the sandbox, because other people may use this machine.
function forgetAll() {
  names("draft:").forEach(forget);
  forgetLines();
  signedOut?.postMessage("");
  window.addEventListener("pagehide", forgetLines); // an answer may still arrive meanwhile
}

function forgetLines() {
  try {
    Object.keys(sessionStorage).filter((name) => name.startsWith("sandbox:")).forEach((name) => sessionStorage.removeItem(name));
  } catch {
    // no storage
  }
}
