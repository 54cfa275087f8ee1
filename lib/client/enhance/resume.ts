import { say } from "./words.ts";

/** A session that was started in this browser. */
interface Remembered {
  address: string;
  hasEnded: boolean;
}

/**
 * The storage key of a session: per study and per recruiter's ID in the link, so that on a shared computer no one is
 * offered another person's session.
 */
function sessionKey(study: string, search: string): string {
  const ids = [...new URLSearchParams(search)]
    .filter(([name]) => name !== "lang")
    .map((pair) => pair.join("="))
    .sort();
  return `${keyStart(study)}${ids.join("&")}`;
}

function keyStart(study: string): string {
  return `parallax-session ${study} `;
}

function studyOf(path: string): string {
  return path.split("/")[2] ?? "";
}

/** Stores a session's address, or that the session has ended. */
export function rememberSession(address: string, hasEnded: boolean): void {
  try {
    const study = studyOf(address);
    const known = Object.keys(localStorage).find(
      (key) => key.startsWith(keyStart(study)) && read(key)?.address === address,
    );
    const key = known ?? sessionKey(study, entrySearch);
    localStorage.setItem(key, JSON.stringify({ address, hasEnded } satisfies Remembered));
  } catch {
    // Without storage, the session's own address is the only way to return.
  }
}

/** The parameters of the recruiter's link when this page was opened; the address changes once the session has begun. */
const entrySearch = location.search;

function read(key: string): Remembered | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/**
 * On the consent page, offers a session that was started in this browser, at the top and with the focus. The
 * recruiter's parameters stay in the address until a session has started, so that every return to this page keeps them.
 * On a session's own page, stores the session.
 */
export function offerResume(main: HTMLElement): void {
  if (/^\/s\/[^/]+\/[\w-]{32}$/.test(location.pathname)) {
    rememberSession(location.pathname, main.querySelector("form[data-screen], [data-wait]") === null);
    return;
  }
  // Pages of stored data and responses to forms are neither.
  if (location.pathname.split("/").length > 3) return;
  let session: Remembered | null = null;
  try {
    session = read(sessionKey(studyOf(location.pathname), entrySearch));
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
