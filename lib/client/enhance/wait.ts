import { say } from "./words.ts";

const askEveryMs = 5_000;
/** Screen readers are told at most so often that it still goes on. */
const sayEveryMs = 60_000;

/**
 * On the page of someone who waits for a place: asks for the page again by itself, and shows it as soon as it is another
 * one. The server sends what was given again each time, so anyone who asks also takes what is free. Out of sight it goes on
 * asking, since people look at something else while they wait.
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
 * The address of what comes after waiting, which says that an end was reached just now; null while the waiting goes on,
 * and without an answer, from which nothing is known.
 */
async function askForNext(): Promise<string | null> {
  try {
    const response = await fetch(location.href, { cache: "no-store", signal: AbortSignal.timeout(20_000) });
    if (response.status >= 500) return null;
    // This script stands in every page, so the text alone would always hold the mark.
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    return page.querySelector("[data-wait]") ? null : response.url;
  } catch {
    return null;
  }
}
