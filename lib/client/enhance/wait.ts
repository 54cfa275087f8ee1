import { say } from "./words.ts";

const pollEveryMs = 5_000;
/** Minimum interval between progress announcements to screen readers. */
const announceEveryMs = 60_000;

/**
 * On the page of a session that waits for a slot: polls the page, and shows it when it has changed. Each request
 * resends the submitted answers, so polling also claims a free slot. Polling continues in a hidden tab, because people
 * look at something else while they wait.
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
 * The address of the page after waiting, with a parameter if the session has just ended; null while the session still
 * waits or if there is no response.
 */
async function pollPage(): Promise<string | null> {
  try {
    const response = await fetch(location.href, { cache: "no-store", signal: AbortSignal.timeout(20_000) });
    if (response.status >= 500) return null;
    // Parsed, because the name of the attribute also occurs in this script, which is part of every page.
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    return page.querySelector("[data-wait]") ? null : response.url;
  } catch {
    return null;
  }
}
