/**
 * How long the last page is shown before the redirect, in milliseconds. Without a script, the page sets another delay.
 */
const waitMs = 6_000;

/** Redirects to the recruiter after a session has just ended, unless the person chooses to stay. */
export function startLeaving(main: HTMLElement): () => void {
  const note = main.querySelector<HTMLElement>("[data-redirect]");
  const address = note?.dataset.redirect;
  if (!note || !address) return () => undefined;
  // Inside a frame, only a click leaves the page: a redirect would open the recruiter's page within the frame.
  if (window.top !== window) {
    note.remove();
    return () => undefined;
  }
  const timer = setTimeout(() => location.assign(address), waitMs);
  const stay = note.querySelector<HTMLAnchorElement>("[data-stay]");
  stay?.addEventListener("click", (event) => {
    event.preventDefault();
    clearTimeout(timer);
    document.querySelector("meta[http-equiv=refresh]")?.remove();
    note.remove();
    history.replaceState(null, "", stay.href);
  });
  return () => clearTimeout(timer);
}
