/** How long the last page is seen before it leads on, milliseconds; without a script the page itself says so. */
const waitMs = 6_000;

/** Leads on to the recruiter after a session has just ended, unless the person chooses to stay. */
export function startLeaving(main: HTMLElement): () => void {
  const note = main.querySelector<HTMLElement>("[data-redirect]");
  const address = note?.dataset.redirect;
  if (!note || !address) return () => undefined;
  // A frame is left by the person's own press on the button: the recruiter's page would open inside it.
  const timer = window.top === window ? setTimeout(() => location.assign(address), waitMs) : 0;
  note.querySelector("[data-stay]")?.addEventListener("click", (event) => {
    event.preventDefault();
    clearTimeout(timer);
    document.querySelector("meta[http-equiv=refresh]")?.remove();
    note.remove();
    history.replaceState(null, "", location.pathname);
  });
  return () => clearTimeout(timer);
}
