// Cookies that scripts set. They are called as the server calls them: config/settings.py.

const [PREFIX, SECURE] = location.protocol === "https:" ? ["__Host-", "; Secure"] : ["", ""];

/** Set a cookie for some seconds; 0 deletes it. Return whether it was there before with this value. */
export function setCookie(name, value, seconds) {
  const wasThere = hasCookie(name, value);
  document.cookie = `${PREFIX}${name}=${value}; Path=/; Max-Age=${seconds}; SameSite=Lax${SECURE}`;
  return wasThere;
}

export function hasCookie(name, value) {
  return document.cookie.split("; ").includes(`${PREFIX}${name}=${value}`);
}
