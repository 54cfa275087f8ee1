import { say } from "./words.ts";

const askEveryMs = 5_000;
/** Minimum interval between progress announcements to screen readers. */
const sayEveryMs = 60_000;

/**
 * On the page of a session that waits for a slot: polls the page, and shows it when it has changed. Each request
 * resends the submitted answers, so polling also claims a free slot. Polling continues in a hidden tab, because people
 * look at something else while they wait.
 */
export function startWaiting(root: ParentNode): void {
  const status = root.querySelector<HTMLElement>("[data-wait]");
  if (!status) return;
  let saidAt = 0;
  setInterval(async () => {
    const next = await askForNext();
    if (next !== null) {
      location.replace(next);
      return;
    }
    if (performance.now() - saidAt < sayEveryMs && saidAt > 0) return;
    saidAt = performance.now();
    const time = new Date().toLocaleTimeString(document.documentElement.lang || undefined, { timeStyle: "short" });
    status.textContent = say("waitStill", { time });
  }, askEveryMs);
}

/**
 * The address of the page after waiting, with the parameter that the session has just ended; null while it still waits,
 * and without a response.
 */
async function askForNext(): Promise<string | null> {
  try {
    const response = await fetch(location.href, { cache: "no-store", signal: AbortSignal.timeout(20_000) });
    if (response.status >= 500) return null;
    // This script is in every page, so the plain text would always be found.
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    return page.querySelector("[data-wait]") ? null : response.url;
  } catch {
    return null;
  }
}
