import { say } from "./words.ts";

const pollEveryMs = 5_000;
/** Minimum interval between progress announcements to screen readers. */
const announceEveryMs = 60_000;

/**
 * Polls the page of a session that waits for a slot, and shows it when it has changed. Each request resends the
 * submitted answers, and so claims a slot that has become free. Polling continues in a hidden tab, because people use
 * other tabs while they wait.
 */
export function startWaiting(root: ParentNode): void {
  const status = root.querySelector<HTMLElement>("[data-wait]");
  if (!status) return;
  let announcedAt = 0;
  setInterval(async () => {
    const next = await pollPage();
    if (next !== null) {
      location.replace(next);
      return;
    }
    if (performance.now() - announcedAt < announceEveryMs && announcedAt > 0) return;
    announcedAt = performance.now();
    const time = new Date().toLocaleTimeString(document.documentElement.lang || undefined, { timeStyle: "short" });
    status.textContent = say("waitStill", { time });
  }, pollEveryMs);
}

/**
 * Returns the address to show after waiting, with a parameter if the session has just ended; null if the session still
 * waits or the server does not respond.
 */
async function pollPage(): Promise<string | null> {
  try {
    const response = await fetch(location.href, { cache: "no-store", signal: AbortSignal.timeout(20_000) });
    if (response.status >= 500) return null;
    // The document is parsed, because every page contains this script and thus the name of the attribute.
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    return page.querySelector("[data-wait]") ? null : response.url;
  } catch {
    return null;
  }
}
