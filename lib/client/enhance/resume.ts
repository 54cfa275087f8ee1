import { say } from "./words.ts";

/** A session that was started in this browser. */
interface StoredSession {
  address: string;
  hasEnded: boolean;
}

/**
 * The storage key of a session. It contains the study and the parameters of the recruiter's link, so that no one on a
 * shared computer is offered another person's session.
 */
function sessionKey(study: string, search: string): string {
  const ids = [...new URLSearchParams(search)]
    .filter(([name]) => name !== "lang")
    .map((pair) => pair.join("="))
    .sort();
  return `${keyPrefix(study)}${ids.join("&")}`;
}

function keyPrefix(study: string): string {
  return `parallax-session ${study} `;
}

function parseStudy(path: string): string {
  return path.split("/")[2] ?? "";
}

/** Stores a session's address, or that the session has ended. */
export function rememberSession(address: string, hasEnded: boolean): void {
  try {
    const study = parseStudy(address);
    const existingKey = Object.keys(localStorage).find(
      (key) => key.startsWith(keyPrefix(study)) && readSession(key)?.address === address,
    );
    const key = existingKey ?? sessionKey(study, entrySearch);
    localStorage.setItem(key, JSON.stringify({ address, hasEnded } satisfies StoredSession));
  } catch {
    // Without storage, the session's own address is the only way to return.
  }
}

/**
 * The parameters of the recruiter's link, read when this page was opened; the address changes when the session starts.
 */
const entrySearch = location.search;

function readSession(key: string): StoredSession | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/**
 * On the consent page, offers the session that was started in this browser; the offer is at the top and has the focus.
 * The address keeps the recruiter's parameters until a session has started, so that every return to this page has them.
 * On the page of a session, stores the session.
 */
export function offerResume(main: HTMLElement): void {
  if (/^\/s\/[^/]+\/[\w-]{32}$/.test(location.pathname)) {
    rememberSession(location.pathname, main.querySelector("form[data-screen], [data-wait]") === null);
    return;
  }
  // Longer paths are pages of stored data or responses to forms.
  if (location.pathname.split("/").length > 3) return;
  let session: StoredSession | null = null;
  try {
    session = readSession(sessionKey(parseStudy(location.pathname), entrySearch));
  } catch {
    return;
  }
  if (!session?.address?.startsWith(`${location.pathname}/`)) return;
  const box = document.createElement("p");
  box.className = "resume";
  box.tabIndex = -1;
  box.append(say(session.hasEnded ? "alreadyFinished" : "alreadyStarted"), " ");
  const link = document.createElement("a");
  link.href = session.address;
  link.textContent = say(session.hasEnded ? "showEnd" : "continueHere");
  box.append(link);
  main.prepend(box);
  box.focus();
}
