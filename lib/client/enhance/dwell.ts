import { formatClockTime } from "./clock-time.ts";
import { say } from "./words.ts";

/**
 * Disables the buttons of a screen until its minimum time is over. They stay focusable and state the reason; the
 * remaining time is shown, and its end is announced once. The server enforces the time, so a change here cannot shorten
 * it.
 *
 * @returns a function that stops the timer, for when the screen is replaced
 */
export function startDwell(form: HTMLFormElement): () => void {
  const remainingMs = Number(form.dataset.remainingMs ?? 0);
  const totalMs = Number(form.dataset.dwellMs ?? 0);
  if (!(remainingMs > 0)) return () => undefined;
  const buttons = [...form.querySelectorAll<HTMLButtonElement>("button[type=submit]")];
  const box = form.querySelector<HTMLElement>(".dwell");
  const countdown = form.querySelector<HTMLElement>("[data-countdown]");
  const status = form.querySelector<HTMLElement>("[data-dwell-status]");
  const endsAt = performance.now() + remainingMs;
  for (const button of buttons) button.setAttribute("aria-disabled", "true");
  box?.style.setProperty("--dwell-left", `${remainingMs}ms`);
  box?.style.setProperty("--dwell-from", String(1 - remainingMs / totalMs));
  box?.classList.add("running");
  const timeLeft = () => say("dwellTicking", { time: formatClockTime(endsAt - performance.now()) });
  const onClick = (event: Event) => {
    if (performance.now() >= endsAt) return;
    event.preventDefault();
    if (status) status.textContent = timeLeft();
  };
  for (const button of buttons) button.addEventListener("click", onClick);
  const tick = () => {
    if (countdown) countdown.textContent = timeLeft();
  };
  tick();
  const interval = setInterval(tick, 1000);
  const endTimer = setTimeout(() => {
    clearInterval(interval);
    box?.classList.remove("running");
    if (countdown) countdown.textContent = "";
    // The recordings of the screen may not have been played completely yet (playback.ts).
    if (form.dataset.unplayed) return;
    for (const button of buttons) button.removeAttribute("aria-disabled");
    if (status) status.textContent = say("dwellOver");
  }, remainingMs);
  return () => {
    clearInterval(interval);
    clearTimeout(endTimer);
  };
}
