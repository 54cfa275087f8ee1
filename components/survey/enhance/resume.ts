/** The way back into a session after its tab was closed: the address of the session, kept on this device until it ends. */
function sessionKey(study: string): string {
  return `parallax-passage ${study}`;
}

function studyOf(path: string): string {
  return path.split("/")[2] ?? "";
}

export function rememberSession(address: string, hasEnded: boolean): void {
  try {
    const key = sessionKey(studyOf(address));
    if (hasEnded) localStorage.removeItem(key);
    else localStorage.setItem(key, address);
  } catch {
    // Without storage the session's own address is the only way back.
  }
}

/**
 * On the consent page: takes the recruiter's parameters out of the address bar and offers the way back to a session
 * that was begun here. On a session's own page: remembers it.
 */
export function offerResume(main: HTMLElement): void {
  const parts = location.pathname.split("/");
  if (parts.length > 3) {
    rememberSession(location.pathname, main.querySelector("form[data-screen]") === null);
    return;
  }
  if (location.search) history.replaceState(null, "", location.pathname);
  let address: string | null = null;
  try {
    address = localStorage.getItem(sessionKey(studyOf(location.pathname)));
  } catch {
    return;
  }
  if (!address?.startsWith(`${location.pathname}/`)) return;
  const box = document.createElement("p");
  box.className = "resume";
  box.append("You have already started here. ");
  const link = document.createElement("a");
  link.href = address;
  link.textContent = "Continue where you stopped";
  box.append(link, ".");
  main.prepend(box);
}
