/**
 * Holds the buttons of a screen that has to be read first. They stay focusable and say why they wait; when the time is
 * up one polite sentence announces it. The server counts for itself, so nothing here can shorten the wait.
 *
 * @returns stops the clock, for when the screen is replaced
 */
export function startDwell(form: HTMLFormElement): () => void {
  const remainingMs = Number(form.dataset.remainingMs ?? 0);
  const totalMs = Number(form.dataset.dwellMs ?? 0);
  if (!(remainingMs > 0)) return () => undefined;
  const buttons = [...form.querySelectorAll<HTMLButtonElement>("button[type=submit]")];
  const box = form.querySelector<HTMLElement>(".dwell");
  const status = form.querySelector<HTMLElement>(".dwell-status");
  const endsAt = performance.now() + remainingMs;
  for (const button of buttons) button.setAttribute("aria-disabled", "true");
  box?.style.setProperty("--dwell-left", `${remainingMs}ms`);
  box?.style.setProperty("--dwell-from", String(1 - remainingMs / totalMs));
  box?.classList.add("running");
  const tellTimeLeft = () => {
    const seconds = Math.max(1, Math.ceil((endsAt - performance.now()) / 1000));
    if (status) status.textContent = `You can continue in ${seconds} ${seconds === 1 ? "second" : "seconds"}.`;
  };
  const onClick = (event: Event) => {
    if ((event.currentTarget as HTMLElement).getAttribute("aria-disabled") !== "true") return;
    event.preventDefault();
    tellTimeLeft();
  };
  for (const button of buttons) button.addEventListener("click", onClick);
  const timer = setTimeout(() => {
    for (const button of buttons) button.removeAttribute("aria-disabled");
    box?.classList.remove("running");
    if (status) status.textContent = "You can continue now.";
  }, remainingMs);
  return () => clearTimeout(timer);
}

/** Shows instants in the reader's own time. Without a script they stand in UTC and say so. */
export function localiseTimes(root: ParentNode): void {
  for (const time of root.querySelectorAll<HTMLTimeElement>("time[data-local]")) {
    const instant = new Date(time.dateTime);
    if (!Number.isNaN(instant.getTime())) {
      time.textContent = instant.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
    }
  }
}
